// What is a meld, and what may its jokers stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "table/rules.hpp"

namespace optimeld {

// Melds one after another in one flat array: cheap to fill, to copy and to hand to Python.
struct MeldList {
  std::vector<Tile> tiles;
  std::vector<std::uint32_t> ends;  // ends[i]: one past the last tile of meld i

  std::size_t size() const { return ends.size(); }
  bool empty() const { return ends.empty(); }
  std::span<const Tile> operator[](std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return {tiles.data() + begin, ends[i] - begin};
  }
  void add(std::span<const Tile> meld) {
    tiles.insert(tiles.end(), meld.begin(), meld.end());
    ends.push_back(static_cast<std::uint32_t>(tiles.size()));
  }
  void clear() {
    tiles.clear();
    ends.clear();
  }
  bool operator==(const MeldList&) const = default;
};

// Every way the written order of some tiles can be read as a meld. A meld with few natural tiles may be a run
// and a group at once (`R5 J J`); a meld of jokers alone may be any run or group of its length.
struct MeldShape {
  bool run = false;         // tile i stands for (run_colour, run_first + i)
  bool group = false;       // every tile stands for group_value, the jokers for colours not in group_colours
  bool all_jokers = false;  // then run and group say what is possible, and the fields below say nothing
  int run_colour = 0;
  int run_first = 0;
  int group_value = 0;
  std::uint32_t group_colours = 0;  // bit set of the colours of the natural tiles

  bool legal() const { return run || group; }
};

// Reads the tiles in the order written: a run must be low to high with its jokers in their places. Numbers that are no
// tiles of the box are no meld.
MeldShape read_meld(const Rules& rules, std::span<const Tile> tiles);

// May the joker at `place` in a meld of this shape stand for `tile`?
bool may_stand_for(const Rules& rules, const MeldShape& shape, std::size_t size, std::size_t place, Tile tile);

// For each tile of a meld, the tiles it may stand for in some reading of the written order: a natural tile
// for itself, a joker for each tile that may_stand_for allows. Empty where the tiles are not a meld.
std::vector<std::vector<Tile>> identities(const Rules& rules, std::span<const Tile> tiles);

// Tiles in any order, put in the order a meld is written in: a run low to high with its jokers in their
// places, a group by colour with its jokers last. Where they have more than one reading they are read as
// written. Empty where there is no meld in it.
std::vector<Tile> arrange_meld(const Rules& rules, std::span<const Tile> tiles);

// The most the meld is worth as part of an opening: the sum of the numbers its tiles stand for, in its best
// reading of the written order.
int meld_worth(const Rules& rules, std::span<const Tile> tiles);

}  // namespace optimeld
