#include "strategy/endgame.hpp"

#include <algorithm>
#include <limits>

#include "base/random.hpp"

namespace optimeld::strategy {

namespace {

constexpr int infinite = 1 << 28;

// The tiles of `rack` that are not in `played`, both sorted.
std::vector<Tile> without(const std::vector<Tile>& rack, const std::vector<Tile>& played) {
  std::vector<Tile> left;
  std::ranges::set_difference(rack, played, std::back_inserter(left));
  return left;
}

}  // namespace

// What the game is worth to the player to move if both have passed: the lowest rack wins, then the fewest tiles, then
// the first in turn, who is the one to move.
int Endgame::settled(const EndgamePosition& position) const {
  const int points = rules_.penalty(position.other) - rules_.penalty(position.rack);
  if (points != 0) return 2 * points + (points > 0 ? 1 : -1);
  return position.rack.size() <= position.other.size() ? 1 : -1;
}

bool Endgame::bound_jokers(const MeldList& table) const {
  return rules_.joker_rule != JokerRule::free && std::ranges::find(table.tiles, rules_.joker()) != table.tiles.end();
}

std::uint64_t Endgame::key(const EndgamePosition& position) const {
  std::uint64_t hash =
      mix((position.opened ? 1U : 0U) | (position.other_opened ? 2U : 0U) | (position.passed ? 4U : 0U));
  const auto add = [&](std::span<const Tile> tiles) {
    for (const Tile tile : tiles) hash = mix(hash ^ tile);
    hash = mix(hash ^ 0xFFFFF);
  };
  add(position.rack);
  add(position.other);
  if (bound_jokers(position.table)) {  // then it matters where they stand
    for (std::size_t i = 0; i < position.table.size(); ++i) {
      if (std::ranges::find(position.table[i], rules_.joker()) != position.table[i].end()) add(position.table[i]);
    }
  }
  return hash;
}

EndgameValue Endgame::solve(const EndgamePosition& position, const EndgameLimits& limits) {
  limits_ = limits;
  tests_ = turns_ = 0;
  known_.clear();
  EndgameValue best;
  const Score score = search(position, -infinite, infinite, 0, &best);
  best.wins = score.value > 0;
  best.points = score.value / 2;  // towards zero: the one for who wins falls away
  best.proved = score.proved;
  best.tests = tests_;
  best.turns = turns_;
  return best;
}

// Every part of the rack, the empty one left out, highest worth first; false where there are too many.
bool Endgame::all_parts(const std::vector<Tile>& rack, std::vector<std::vector<Tile>>& parts) const {
  std::vector<std::pair<Tile, int>> kinds;
  for (const Tile tile : rack) {
    if (!kinds.empty() && kinds.back().first == tile) ++kinds.back().second;
    else kinds.emplace_back(tile, 1);
  }
  double count = 1;
  for (const auto& [tile, copies] : kinds) count *= copies + 1;
  if (count > limits_.parts) return false;
  parts.assign(1, {});
  for (const auto& [tile, copies] : kinds) {
    const std::size_t before = parts.size();
    for (int n = 1; n <= copies; ++n) {
      for (std::size_t i = 0; i < before; ++i) {
        std::vector<Tile> more = parts[i];
        more.insert(more.end(), static_cast<std::size_t>(n), tile);
        parts.push_back(std::move(more));
      }
    }
  }
  parts.erase(parts.begin());
  std::ranges::stable_sort(parts, std::greater{}, [&](const auto& part) { return rules_.penalty(part); });
  return true;
}

// Single tiles, melds of rack tiles, and pairs of these: the cheapest that leave a lower rack than the other player's,
// then the dearest of the rest.
void Endgame::some_parts(const EndgamePosition& position, std::vector<std::vector<Tile>>& parts) const {
  const auto& rack = position.rack;
  std::vector<int> count(rules_.kinds() + 1);
  for (const Tile tile : rack) ++count[tile];
  std::vector<std::vector<Tile>> units;
  for (int kind = 0; kind <= rules_.kinds(); ++kind) {
    if (count[kind] > 0) units.push_back({static_cast<Tile>(kind)});
  }
  for (int c = 0; c < rules_.colours; ++c) {
    for (int first = 1; first <= rules_.values; ++first) {
      std::vector<Tile> run;
      for (int v = first; v <= rules_.values && count[rules_.tile(c, v)] > 0 && v < first + 2 * rules_.min_meld; ++v) {
        run.push_back(rules_.tile(c, v));
        if (static_cast<int>(run.size()) >= rules_.min_meld) units.push_back(run);
      }
    }
  }
  for (int v = 1; v <= rules_.values; ++v) {
    for (unsigned mask = 0; mask < 1U << rules_.colours; ++mask) {
      std::vector<Tile> group;
      bool there = true;
      for (int c = 0; c < rules_.colours && there; ++c) {
        if ((mask >> c & 1) == 0) continue;
        there = count[rules_.tile(c, v)] > 0;
        group.push_back(rules_.tile(c, v));
      }
      if (there && static_cast<int>(group.size()) >= rules_.min_meld) units.push_back(group);
    }
  }
  struct Candidate {
    int worth;
    std::vector<Tile> tiles;
  };
  std::vector<Candidate> found;
  for (const auto& unit : units) found.push_back({rules_.penalty(unit), unit});
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = i; j < units.size(); ++j) {
      std::vector<Tile> both;
      std::ranges::merge(units[i], units[j], std::back_inserter(both));
      if (std::ranges::includes(rack, both)) found.push_back({rules_.penalty(both), std::move(both)});
    }
  }
  const int behind = rules_.penalty(rack) - rules_.penalty(position.other);
  std::ranges::sort(found, [&](const Candidate& a, const Candidate& b) {
    const bool over_a = a.worth > behind, over_b = b.worth > behind;
    if (over_a != over_b) return over_a;
    if (a.worth != b.worth) return over_a ? a.worth < b.worth : a.worth > b.worth;
    return a.tiles < b.tiles;
  });
  for (auto& candidate : found) {
    if (parts.empty() || parts.back() != candidate.tiles) parts.push_back(std::move(candidate.tiles));
  }
}

Endgame::Score Endgame::search(const EndgamePosition& position, int alpha, int beta, int depth, EndgameValue* best) {
  ++turns_;
  // The other rack never grows, so nothing is better than to finish now.
  EndgamePosition next;
  ++tests_;
  if (finish_->finish(position.table, position.rack, position.opened, next.table, limits_.most_walked)) {
    if (best != nullptr) best->play = true, best->played = position.rack, best->table = next.table;
    return {2 * rules_.penalty(position.other) + 1, true};
  }
  const std::uint64_t at = key(position);
  const int ahead = limits_.depth - depth;
  if (const auto it = known_.find(at); it != known_.end() && best == nullptr) {
    const Known& known = it->second;
    if (known.proved || known.depth >= ahead) {
      if (known.bound == 0 || (known.bound > 0 && known.value >= beta) || (known.bound < 0 && known.value <= alpha)) {
        return {known.value, known.proved};
      }
    }
  }
  std::vector<std::vector<Tile>> parts;
  const bool all = all_parts(position.rack, parts);
  if (!all) {
    if (depth >= limits_.depth || tests_ >= limits_.tests) return {settled(position), false};
    some_parts(position, parts);
  }

  const int lowest = alpha;
  int found = -infinite;
  const bool followed_all = limits_.most_walked == SolveOptions{}.most_walked || !bound_jokers(position.table);
  bool proved = all && followed_all;
  const auto better = [&](const Score& score, const std::vector<Tile>* played, const MeldList& table) {
    proved = proved && score.proved;
    if (score.value <= found) return;
    found = score.value;
    alpha = std::max(alpha, found);
    if (best == nullptr) return;
    best->play = played != nullptr;
    best->played = played != nullptr ? *played : std::vector<Tile>{};
    best->table = table;
  };
  const auto turned = [&](const Score& score) { return Score{-score.value, score.proved}; };

  const auto pass = [&] {
    if (position.passed) {
      better({settled(position), true}, nullptr, position.table);
      return;
    }
    next = {position.table, position.other, position.rack, position.other_opened, position.opened, true};
    better(turned(search(next, -beta, -alpha, depth + 1, nullptr)), nullptr, position.table);
  };
  if (!rules_.must_play) pass();
  int tried = 0, followed = 0;
  for (const auto& part : parts) {
    if (alpha >= beta) break;
    if (part.size() == position.rack.size()) continue;  // was asked first
    if (tests_ >= limits_.tests || (!all && (tried >= limits_.tries || followed >= limits_.plays))) {
      proved = false;
      break;
    }
    ++tests_, ++tried;
    MeldList table;
    if (!finish_->finish(position.table, part, position.opened, table, limits_.most_walked)) continue;
    ++followed;
    // Where a joker stands on the table is a choice that is not looked into here.
    if (bound_jokers(table)) proved = false;
    next = {table, position.other, without(position.rack, part), position.other_opened, true, false};
    better(turned(search(next, -beta, -alpha, depth + 1, nullptr)), &part, table);
  }
  if (rules_.must_play && followed == 0) pass();
  const std::int8_t bound = found >= beta ? 1 : found <= lowest ? -1 : 0;
  known_[at] = {found, all && proved ? limits_.depth : ahead, bound, proved};
  return {found, proved};
}

}  // namespace optimeld::strategy
