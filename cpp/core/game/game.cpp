#include "game/game.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "table/checked.hpp"

namespace optimeld::game {

namespace {

// A run is written low to high already, or it would not have been read as one; a group goes by colour with its
// jokers last, as arrange_meld has it, unless that order could be taken for a run.
void add_as_written(const Rules& rules, std::span<const Tile> meld, MeldList& table) {
  const std::size_t start = table.tiles.size();
  table.add(meld);
  if (read_meld(rules, meld).run) return;
  const std::span<Tile> written(table.tiles.data() + start, meld.size());
  std::ranges::sort(written);
  if (read_meld(rules, written).run) std::ranges::copy(meld, written.begin());
}

}  // namespace

Game::Game(const Rules& rules, int players, std::uint64_t seed, std::uint64_t index, bool keep_history)
    : rules_(rules),
      players_(players),
      keep_history_(keep_history),
      solver_(rules.must_play ? std::make_shared<solver::Solver>(rules) : nullptr),
      judge_(std::make_shared<Judge>(rules)),
      counts_(rules.kinds() + 1) {
  check_range("players", players, 2, max_players);
  if (players * rules.rack_size > rules.tiles_in_box()) {
    throw std::invalid_argument("the box has too few tiles for so many racks");
  }
  deal(seed, index);
}

void Game::deal(std::uint64_t seed, std::uint64_t index) {
  seed_ = seed, index_ = index;
  pool_.clear();
  for (int kind = 0; kind <= rules_.kinds(); ++kind) {
    const Tile tile = static_cast<Tile>(kind);
    pool_.insert(pool_.end(), static_cast<std::size_t>(rules_.copies_of(tile)), tile);
  }
  Random random(seed_for(RandomStream::pool, seed, index));
  random.shuffle(std::span<Tile>(pool_));
  for (int player = 0; player < players_; ++player) {
    racks_[player].assign(pool_.end() - rules_.rack_size, pool_.end());
    pool_.resize(pool_.size() - static_cast<std::size_t>(rules_.rack_size));
    std::ranges::sort(racks_[player]);
    rack_sizes_[player] = rules_.rack_size;
    opened_[player] = 0, opened_on_[player] = 0, scores_[player] = 0;
    conduct_[player] = {};
  }
  river_.clear();
  table_.clear();
  history_.clear();
  pending_count_ = 0;
  to_move_ = 0, turns_ = 0, passes_ = 0, winner_ = -1;
  over_ = blocked_ = false;
}

void Game::set(const Scene& scene) {
  players_ = scene.players;
  seed_ = scene.seed, index_ = scene.index;
  for (int player = 0; player < players_; ++player) {
    racks_[player] = scene.racks[player];
    rack_sizes_[player] = static_cast<int>(racks_[player].size());
    opened_[player] = scene.opened[player], opened_on_[player] = 0, scores_[player] = 0;
    conduct_[player] = scene.conduct[player];
  }
  pool_ = scene.pool;
  river_ = scene.river;
  table_ = scene.table;
  history_.clear();
  pending_count_ = 0;
  to_move_ = scene.to_move, turns_ = scene.turns, passes_ = scene.passes, winner_ = -1;
  over_ = blocked_ = false;
}

View Game::view(int player) const {
  return {rules_,
          player,
          turns_,
          racks_[player],
          table_,
          river_,
          static_cast<int>(pool_.size()),
          {rack_sizes_, static_cast<std::size_t>(players_)},
          {opened_, static_cast<std::size_t>(players_)},
          {conduct_, static_cast<std::size_t>(players_)},
          passes_,
          seed_for(RandomStream::agent, seed_, index_, static_cast<std::uint64_t>(player),
                   static_cast<std::uint64_t>(turns_))};
}

bool Game::may_draw() const {
  if (!rules_.must_play) return true;
  SolveOptions options;
  options.opening = !opened_[to_move_];
  options.keep = options.tidy = false;
  return !solver_->solve({table_, racks_[to_move_]}, options).play;
}

Verdict Game::play(const MeldList& table) {
  const bool opening = !opened_[to_move_];
  const Verdict verdict = judge_->judge(table_, racks_[to_move_], opening, table);
  if (!verdict.ok()) return verdict;
  Turn* turn = log(Action::play);
  lay(table, turn);
  if (turn != nullptr) turn->opening = opening;
  if (opening) {
    opened_[to_move_] = 1, opened_on_[to_move_] = turns_ + 1;
  } else {
    ++conduct_[to_move_].plays;
  }
  end_turn(false);
  return verdict;
}

// Melds that stay keep their order, the changed ones follow in the order given: so the table after a play is
// fixed by what went and what came, which is all that a record holds.
void Game::lay(const MeldList& table, Turn* turn) {
  const std::vector<int>& from = unchanged_.find(table_, table);
  stays_.assign(table_.size(), 0);
  for (const int old : from) {
    if (old >= 0) stays_[static_cast<std::size_t>(old)] = 1;
  }
  arranged_.clear();
  for (std::size_t old = 0; old < table_.size(); ++old) {
    if (stays_[old]) arranged_.add(table_[old]);
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (from[i] < 0) add_as_written(rules_, table[i], arranged_);
  }
  std::ranges::fill(counts_, std::int16_t{0});
  for (Tile tile : arranged_.tiles) ++counts_[tile];
  for (Tile tile : table_.tiles) --counts_[tile];
  auto& rack = racks_[to_move_];
  std::erase_if(rack, [&](Tile tile) {
    if (counts_[tile] <= 0) return false;
    --counts_[tile];
    if (turn != nullptr) turn->played.push_back(tile);
    return true;
  });
  rack_sizes_[to_move_] = static_cast<int>(rack.size());
  std::swap(table_, arranged_);
  if (turn != nullptr) turn->table = table_;
}

void Game::give(int player, Tile tile) {
  auto& rack = racks_[player];
  rack.insert(std::ranges::upper_bound(rack, tile), tile);
  rack_sizes_[player] = static_cast<int>(rack.size());
}

void Game::draw() {
  if (pool_.empty()) {
    log(Action::pass);
    end_turn(true);
    return;
  }
  if (rules_.river && pool_.size() >= 2) {
    for (Tile& tile : pending_) tile = pool_.back(), pool_.pop_back();
    pending_count_ = 2;
    return;
  }
  Turn* turn = log(Action::draw);
  const Tile tile = pool_.back();
  pool_.pop_back();
  give(to_move_, tile);
  if (turn != nullptr) turn->drawn.push_back(tile);
  end_turn(false);
}

void Game::keep(Tile tile) {
  const Tile other = pending_[0] == tile ? pending_[1] : pending_[0];
  pending_count_ = 0;
  Turn* turn = log(Action::draw);
  give(to_move_, tile);
  river_.push_back(other);
  if (turn != nullptr) turn->drawn.push_back(tile), turn->river = other;
  end_turn(false);
}

bool Game::take(Tile tile) {
  const auto found = std::ranges::find(river_, tile);
  if (found == river_.end() || pending_count_ > 0) return false;
  river_.erase(found);
  Turn* turn = log(Action::take);
  give(to_move_, tile);
  if (turn != nullptr) turn->river = tile;
  end_turn(false);
  return true;
}

void Game::forfeit(int tiles) {
  Turn* turn = log(Action::forfeit);
  // A choice left open by a draw is made for the player: the tile drawn first stays, the other goes back
  // under the hand of the next drawer, who would have drawn it.
  while (pending_count_ > 0) pool_.push_back(pending_[--pending_count_]);
  const bool passed = pool_.empty();
  for (; tiles > 0 && !pool_.empty(); --tiles) {
    give(to_move_, pool_.back());
    if (turn != nullptr) turn->drawn.push_back(pool_.back());
    pool_.pop_back();
  }
  end_turn(passed);
}

Turn* Game::log(Action action) {
  if (action != Action::play && opened_[to_move_]) ++conduct_[to_move_].draws;
  if (!keep_history_) return nullptr;
  Turn& turn = history_.emplace_back();
  turn.player = to_move_;
  turn.action = action;
  return &turn;
}

void Game::end_turn(bool passed) {
  ++turns_;
  passes_ = passed ? passes_ + 1 : 0;
  if (racks_[to_move_].empty()) {
    finish(to_move_);
    return;
  }
  to_move_ = (to_move_ + 1) % players_;
  if (passes_ < players_) return;
  // All passed in turn, and it would be the first of them again: the lowest rack wins, then the fewest tiles,
  // then the first in turn order from here.
  int best = to_move_;
  for (int i = 1; i < players_; ++i) {
    const int player = (to_move_ + i) % players_;
    const int value = rack_value(player), lowest = rack_value(best);
    if (value < lowest || (value == lowest && racks_[player].size() < racks_[best].size())) best = player;
  }
  blocked_ = true;
  finish(best);
}

void Game::finish(int winner) {
  over_ = true;
  winner_ = winner;
  // The winner's own rack is empty unless the pool ran out: one formula for both ends.
  const int base = rack_value(winner);
  for (int player = 0; player < players_; ++player) scores_[player] = base - rack_value(player);
  scores_[winner] = -std::accumulate(scores_, scores_ + players_, 0);
}

int Game::rack_value(int player) const { return rules_.penalty(racks_[player]); }

void Game::resample_hidden(int player, Random& random) {
  for (int other = 0; other < players_; ++other) {
    if (other != player) pool_.insert(pool_.end(), racks_[other].begin(), racks_[other].end());
  }
  random.shuffle(std::span<Tile>(pool_));
  for (int other = players_ - 1; other >= 0; --other) {
    if (other == player) continue;
    const std::size_t size = racks_[other].size();
    racks_[other].assign(pool_.end() - static_cast<std::ptrdiff_t>(size), pool_.end());
    pool_.resize(pool_.size() - size);
    std::ranges::sort(racks_[other]);
  }
}

std::optional<std::string> Game::broken() const {
  std::vector<int> count(static_cast<std::size_t>(rules_.kinds()) + 1);
  const auto add = [&](std::span<const Tile> tiles) {
    for (Tile tile : tiles) ++count[tile];
  };
  add(pool_), add(river_), add(table_.tiles), add(pending());
  for (int player = 0; player < players_; ++player) add(racks_[player]);
  for (int kind = 0; kind <= rules_.kinds(); ++kind) {
    if (count[kind] != rules_.copies_of(static_cast<Tile>(kind))) return "tiles were lost or made";
  }
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (!read_meld(rules_, table_[i]).legal()) return "the table holds something that is not a meld";
  }
  for (int player = 0; player < players_; ++player) {
    if (static_cast<std::size_t>(rack_sizes_[player]) != racks_[player].size()) return "a rack was miscounted";
    if (!std::ranges::is_sorted(racks_[player])) return "a rack is not sorted";
  }
  if (over_) {
    if (std::accumulate(scores_, scores_ + players_, 0) != 0) return "the scores do not sum to zero";
    for (int player = 0; player < players_; ++player) {
      if (player != winner_ && scores_[player] > 0) return "a loser was paid";
    }
  }
  return std::nullopt;
}

}  // namespace optimeld::game
