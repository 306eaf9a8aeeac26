#include "strategy/checked.hpp"

#include <algorithm>
#include <stdexcept>

#include "table/checked.hpp"

namespace optimeld::strategy {

namespace {

constexpr int most_turns = 1 << 20;

}  // namespace

void check_knowledge(const Knowledge& known) {
  const Rules& rules = known.rules;
  check_range("players", known.players, 2, game::max_players);
  check_range("racks dealt", known.players * rules.rack_size, 0, rules.tiles_in_box());
  check_range("seat", known.player, 0, known.players - 1);
  check_range("turn", known.turn, 0, most_turns);
  check_range("passes", known.passes, 0, known.players - 1);
  const auto own = static_cast<long long>(known.rack.size());
  check_range("rack size", own, 1, rules.tiles_in_box());
  Position seen{known.table, known.rack};
  seen.rack.insert(seen.rack.end(), known.river.begin(), known.river.end());
  check_position(rules, seen);
  auto left = static_cast<long long>(unseen_tiles(known).size());
  for (int i = 0; i < known.players; ++i) {
    const bool other = i != known.player;
    check_range("rack size", known.rack_sizes[i], other ? 1 : own, other ? left : own);
    if (other) left -= known.rack_sizes[i];
    check_range("plays", known.conduct[i].plays, 0, most_turns);
    check_range("draws", known.conduct[i].draws, 0, most_turns);
  }
  check_range("pool_size", known.pool_size, 0, left);
}

void check_comes(const Knowledge& known, std::span<const Tile> comes) {
  check_tiles(known.rules, comes);
  check_range("tiles drawn", static_cast<long long>(comes.size()), 0, known.pool_size);
  auto left = unseen_tiles(known);
  for (const Tile tile : comes) {
    const auto found = std::ranges::find(left, tile);
    if (found == left.end()) throw std::invalid_argument("a tile that was drawn is one that was seen");
    left.erase(found);
  }
}

}  // namespace optimeld::strategy
