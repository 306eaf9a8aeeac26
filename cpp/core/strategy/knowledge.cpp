#include "strategy/knowledge.hpp"

#include <algorithm>

namespace optimeld::strategy {

Knowledge knowledge_of(const game::View& view) {
  Knowledge known;
  known.rules = view.rules;
  known.players = static_cast<int>(view.rack_sizes.size());
  known.player = view.player;
  known.turn = view.turn;
  known.passes = view.passes;
  known.rack = view.rack;
  known.table = view.table;
  known.river = view.river;
  known.pool_size = view.pool_size;
  for (int player = 0; player < known.players && player < game::max_players; ++player) {
    known.rack_sizes[player] = view.rack_sizes[player];
    known.opened[player] = view.opened[player];
    known.conduct[player] = view.conduct[player];
  }
  return known;
}

std::vector<Tile> unseen_tiles(const Knowledge& known) {
  const Rules& rules = known.rules;
  std::vector<int> left(static_cast<std::size_t>(rules.kinds()) + 1);
  for (std::size_t kind = 0; kind < left.size(); ++kind) left[kind] = rules.copies_of(static_cast<Tile>(kind));
  for (const auto* seen : {&known.rack, &known.table.tiles, &known.river}) {
    for (const Tile tile : *seen) --left[tile];
  }
  std::vector<Tile> tiles;
  for (std::size_t kind = 0; kind < left.size(); ++kind) {
    tiles.insert(tiles.end(), static_cast<std::size_t>(std::max(left[kind], 0)), static_cast<Tile>(kind));
  }
  return tiles;
}

}  // namespace optimeld::strategy
