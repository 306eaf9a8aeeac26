#include "tidy.hpp"

#include <algorithm>

namespace optimeld {

int Tidy::improve(const MeldList& old_melds, MeldList& melds, int moved,
                  const std::function<bool(const MeldList&)>& allowed) {
  old_ = &old_melds;
  allowed_ = &allowed;
  left_.assign(rules_.kinds() + 1, 0);
  for (const Tile tile : melds.tiles) ++left_[tile];
  by_value_.clear();
  for (int tile = 0; tile < rules_.kinds(); ++tile)
    if (left_[tile]) by_value_.push_back(static_cast<Tile>(tile));
  std::stable_sort(by_value_.begin(), by_value_.end(),
                   [&](Tile a, Tile b) { return rules_.value(a) < rules_.value(b); });
  table_tiles_ = static_cast<int>(old_melds.tiles.size());
  current_.clear();
  best_ = melds;
  best_moved_ = moved;
  nodes_ = 0;
  // Jokers enough for a meld of their own are not tried in one.
  complete_ = left_[rules_.joker()] < rules_.min_meld;
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
  --left_[tile];
  runs(lowest, tile);
  std::vector<Tile> meld{tile};
  groups(lowest, tile, 0, meld);
  ++left_[tile];
}

void Tidy::runs(int lowest, Tile tile) {
  const Tile joker = rules_.joker();
  const int colour = rules_.colour(tile), value = rules_.value(tile);
  for (int leading = std::min<int>(left_[joker], value - 1); leading >= 0; --leading) {
    std::vector<Tile> meld(leading, joker);
    meld.push_back(tile);
    left_[joker] = static_cast<std::uint8_t>(left_[joker] - leading);
    const auto extend = [&](auto&& self, int next) -> void {
      if (static_cast<int>(meld.size()) >= rules_.min_meld) push(lowest, meld);
      if (next > rules_.values) return;
      for (const Tile more : {rules_.tile(colour, next), joker}) {
        if (left_[more] == 0) continue;
        --left_[more];
        meld.push_back(more);
        self(self, next + 1);
        meld.pop_back();
        ++left_[more];
      }
    };
    extend(extend, value + 1);
    left_[joker] = static_cast<std::uint8_t>(left_[joker] + leading);
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
      --left_[joker];
      ++jokers;
      meld.push_back(joker);
    }
    for (; jokers > 0; --jokers) {
      meld.pop_back();
      ++left_[joker];
    }
    return;
  }
  if (colour > rules_.colour(tile)) {
    const Tile other = rules_.tile(colour, rules_.value(tile));
    if (left_[other] > 0) {
      --left_[other];
      meld.push_back(other);
      groups(lowest, tile, colour + 1, meld);
      meld.pop_back();
      ++left_[other];
    }
  }
  groups(lowest, tile, colour + 1, meld);
}

int Tidy::overlap(std::span<const Tile> meld, std::size_t old) const {
  int shared = 0;
  std::array<Tile, 32> rest;
  const auto other = (*old_)[old];
  int count = static_cast<int>(std::min<std::size_t>(other.size(), rest.size()));
  std::copy_n(other.begin(), count, rest.begin());
  for (const Tile tile : meld) {
    for (int i = 0; i < count; ++i) {
      if (rest[i] != tile) continue;
      ++shared;
      rest[i] = rest[--count];
      break;
    }
  }
  return shared;
}

// However the rest is laid, of this meld's tiles only those shared with one old meld can stay.
void Tidy::push(int lowest, const std::vector<Tile>& meld) {
  int most = 0;
  for (std::size_t i = 0; i < old_->size(); ++i) most = std::max(most, overlap(meld, i));
  const int before = best_possible_;
  best_possible_ += most;
  int laid = static_cast<int>(current_.tiles.size() + meld.size());
  const int loose = static_cast<int>(best_.tiles.size()) - laid;
  // Tiles that stay: at most best_possible_ of those laid, and every loose one.
  if (table_tiles_ - best_possible_ - loose < best_moved_) {
    current_.add(meld);
    place(lowest);
    current_.tiles.resize(current_.tiles.size() - meld.size());
    current_.ends.pop_back();
  }
  best_possible_ = before;
}

void Tidy::leaf() {
  const int rows = static_cast<int>(old_->size()), columns = static_cast<int>(current_.size());
  weights_.assign(static_cast<std::size_t>(rows) * columns, 0);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) weights_[i * columns + j] = overlap(current_[j], i);
  const int moved = table_tiles_ - matching_.solve(rows, columns, weights_);
  if (moved >= best_moved_ || !(*allowed_)(current_)) return;
  best_moved_ = moved;
  best_ = current_;
}

}  // namespace optimeld
