// All that a player knows when it is to move: what a decision may rest on, and nothing else.
#pragma once

#include <array>
#include <vector>

#include "game/game.hpp"

namespace optimeld::strategy {

// A View keeps references into a game; this stands on its own, so that a position typed by a person serves as well.
struct Knowledge {
  Rules rules;
  int players = 2;
  int player = 0;  // who is to move; seats in turn order
  int turn = 0;
  int passes = 0;          // how many passed just before, with an empty pool
  std::vector<Tile> rack;  // sorted
  MeldList table;
  std::vector<Tile> river;
  int pool_size = 0;
  std::array<int, game::max_players> rack_sizes{};
  std::array<std::uint8_t, game::max_players> opened{};
  std::array<game::Conduct, game::max_players> conduct{};
};

Knowledge knowledge_of(const game::View& view);

// The tiles that lie in the pool or on other racks, sorted.
std::vector<Tile> unseen_tiles(const Knowledge& known);

}  // namespace optimeld::strategy
