// A position prepared for the sweep over values: what is forced, what is optional, what the jokers may do.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/value_moves.hpp"
#include "table/melds.hpp"
#include "table/position.hpp"
#include "table/rules.hpp"

namespace optimeld::solver {

// A table meld as the sweep sees it when it asks which melds can stay exactly as they were: setting it aside takes its
// tiles out of the problem, value by value. One that reads as a run and as a group is taken as a group.
struct OldMeld {
  int index = 0;            // in the position's table
  int first = 1, last = 1;  // its values
  int colour = 0;           // of a run
  int jokers = 0;
  std::uint32_t own_jokers = 0;  // bit set of identity jokers (official rule)
  int block = -1;                // locked rule: the block it is
  bool one_value = false;        // a group; otherwise tiles[v - first] has value v
  std::span<const Tile> tiles;
};

// Locked rule: a meld with a joker that must stay whole inside a new meld.
struct Block {
  int meld = 0;
  bool run = true;
  int colour = 0, first = 0, last = 0;  // run
  int value = 0, size = 0;              // group
  std::uint32_t colours = 0;            // group: colours of the natural tiles
  std::vector<Tile> tiles;              // as it stands in this configuration (a replaced joker is its tile)
};

// Official rule: joker `joker` may stand for (colour, the value it is listed under) without being retrieved.
struct Identity {
  int joker, colour;
};

// A joker taken to stand for a certain tile.
struct Standing {
  int joker, colour, value;
};

// Gains count the main objective in multiples of this and the second one below it.
constexpr std::int64_t gain_units = std::int64_t{1} << 24;

struct Problem {
  int values = 0, colours = 0;
  std::vector<Cell> cells;                                      // 1 .. values
  std::vector<std::array<std::int8_t, max_colours>> available;  // natural tiles; values + 1 and + 2: beyond
  std::vector<std::int64_t> unit;                               // worth of a rack tile of this value
  std::int64_t joker_unit = 0;
  std::int64_t base_gain = 0;                     // rack tiles already bound to be played (locked replacements)
  int wild = 0;                                   // jokers that may stand anywhere
  int wild_forced = 0;                            // how many of them must be used
  int identity_jokers = 0;                        // official rule: table jokers
  std::vector<std::vector<Identity>> identities;  // by value
  std::vector<Block> blocks;
  std::vector<std::vector<int>> blocks_at;   // by value: run blocks that start, group blocks
  std::vector<std::vector<int>> blocks_end;  // by value: run blocks that end
  bool opening = false;
  int threshold = 0;
  std::vector<OldMeld> olds;                         // melds that may be kept
  std::vector<std::vector<int>> olds_at;             // by first value
  std::vector<int> slot;                             // old meld -> its bit while it is in progress
  std::vector<std::array<std::int16_t, 64>> active;  // by value, bit -> old meld in progress before it
  int lost = 0;                                      // melds this configuration changes in any case
  int parallel = 1;                                  // most runs of one colour open at once
};

}  // namespace optimeld::solver
