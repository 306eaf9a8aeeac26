#include "solver/tidy.hpp"

#include <algorithm>

namespace optimeld::solver {

int Tidy::improve(const MeldList& old_melds, MeldList& melds, int moved,
                  const std::function<bool(const MeldList&)>& allowed) {
  old_ = &old_melds;
  allowed_ = &allowed;
  const int joker = rules_.joker();
  left_.assign(joker + 1, 0);
  on_table_.assign(joker + 1, 0);
  for (const Tile tile : melds.tiles) ++left_[tile];
  for (const Tile tile : old_melds.tiles) ++on_table_[tile];
  by_value_.clear();
  for (int tile = 0; tile < joker; ++tile)
    if (left_[tile]) by_value_.push_back(static_cast<Tile>(tile));
  std::stable_sort(by_value_.begin(), by_value_.end(),
                   [&](Tile a, Tile b) { return rules_.value(a) < rules_.value(b); });

  // The natural tiles of a meld are all different; only jokers must be counted.
  words_ = (old_melds.size() + 7) / 8;
  shared_.resize(words_);
  holds_.assign(words_ * (joker + rules_.jokers), 0);
  for (std::size_t old = 0; old < old_melds.size(); ++old) {
    int jokers = 0;
    for (const Tile tile : old_melds[old])
      holds_[(tile == joker ? joker + jokers++ : tile) * words_ + old / 8] |= std::uint64_t{1} << (old % 8 * 8);
  }

  table_tiles_ = loose_table_tiles_ = static_cast<int>(old_melds.tiles.size());
  best_possible_ = 0;
  current_.clear();
  best_ = melds;
  best_moved_ = moved;
  nodes_ = 0;
  // Jokers enough for a meld of their own are not tried in one.
  complete_ = left_[joker] < rules_.min_meld;
  place(0);
  melds = best_;
  return best_moved_;
}

// The lowest loose tile must go into some meld, of which it is the lowest natural tile.
void Tidy::place(int lowest) {
  if (best_moved_ == 0) return;
  if (++nodes_ > budget) {
    complete_ = false;
    return;
  }
  while (lowest < static_cast<int>(by_value_.size()) && left_[by_value_[lowest]] == 0) ++lowest;
  if (lowest == static_cast<int>(by_value_.size())) {
    if (left_[rules_.joker()] == 0) leaf();
    return;
  }
  const Tile tile = by_value_[lowest];
  while (melds_.size() <= current_.size()) melds_.emplace_back();
  auto& meld = melds_[current_.size()];
  take(tile);
  runs(lowest, tile, meld);
  meld.assign(1, tile);
  groups(lowest, tile, 0, meld);
  give(tile);
}

void Tidy::runs(int lowest, Tile tile, std::vector<Tile>& meld) {
  const Tile joker = rules_.joker();
  for (int leading = std::min<int>(left_[joker], rules_.value(tile) - 1); leading >= 0; --leading) {
    meld.assign(leading, joker);
    meld.push_back(tile);
    for (int i = 0; i < leading; ++i) take(joker);
    extend_run(lowest, rules_.colour(tile), rules_.value(tile) + 1, meld);
    for (int i = 0; i < leading; ++i) give(joker);
  }
}

void Tidy::extend_run(int lowest, int colour, int next, std::vector<Tile>& meld) {
  if (static_cast<int>(meld.size()) >= rules_.min_meld) push(lowest, meld);
  if (next > rules_.values) return;
  for (const Tile more : {rules_.tile(colour, next), rules_.joker()}) {
    if (left_[more] == 0) continue;
    take(more);
    meld.push_back(more);
    extend_run(lowest, colour, next + 1, meld);
    meld.pop_back();
    give(more);
  }
}

// by_value_ is sorted by colour within a value, so a group's lowest tile is its first colour; jokers come last.
void Tidy::groups(int lowest, Tile tile, int colour, std::vector<Tile>& meld) {
  const Tile joker = rules_.joker();
  if (colour == rules_.colours) {
    int jokers = 0;
    while (true) {
      if (static_cast<int>(meld.size()) >= rules_.min_meld) push(lowest, meld);
      if (left_[joker] == 0 || static_cast<int>(meld.size()) == rules_.colours) break;
      take(joker);
      ++jokers;
      meld.push_back(joker);
    }
    for (; jokers > 0; --jokers) {
      meld.pop_back();
      give(joker);
    }
    return;
  }
  if (colour > rules_.colour(tile)) {
    const Tile other = rules_.tile(colour, rules_.value(tile));
    if (left_[other] > 0) {
      take(other);
      meld.push_back(other);
      groups(lowest, tile, colour + 1, meld);
      meld.pop_back();
      give(other);
    }
  }
  groups(lowest, tile, colour + 1, meld);
}

void Tidy::count_shared(std::span<const Tile> meld) {
  std::fill(shared_.begin(), shared_.end(), 0);
  int jokers = 0;
  for (const Tile tile : meld) {
    const std::size_t row = rules_.is_joker(tile) ? rules_.joker() + jokers++ : tile;
    for (std::size_t word = 0; word < words_; ++word) shared_[word] += holds_[row * words_ + word];
  }
}

// However the rest is laid, of this meld's tiles only those shared with one old meld can stay.
void Tidy::push(int lowest, const std::vector<Tile>& meld) {
  count_shared(meld);
  int most = 0;
  for (std::size_t i = 0; i < old_->size(); ++i) most = std::max(most, shared(i));
  // Tiles that stay: at most so many of those laid, and every loose one of the table.
  if (table_tiles_ - best_possible_ - most - loose_table_tiles_ >= best_moved_) return;
  best_possible_ += most;
  current_.add(meld);
  place(lowest);
  current_.tiles.resize(current_.tiles.size() - meld.size());
  current_.ends.pop_back();
  best_possible_ -= most;
}

void Tidy::leaf() {
  const int rows = static_cast<int>(old_->size()), columns = static_cast<int>(current_.size());
  weights_.assign(static_cast<std::size_t>(rows) * columns, 0);
  for (int j = 0; j < columns; ++j) {
    count_shared(current_[j]);
    for (int i = 0; i < rows; ++i) weights_[i * columns + j] = shared(i);
  }
  const int moved = table_tiles_ - matching_.solve(rows, columns, weights_);
  if (moved >= best_moved_ || !(*allowed_)(current_)) return;
  best_moved_ = moved;
  best_ = current_;
}

}  // namespace optimeld::solver
