// Which meld of the old table became which meld of the new one.
#pragma once

#include <cstdint>
#include <vector>

#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld {

// The assignment of rows to columns, each used at most once, with the largest total weight (Hungarian method).
// Keeps its arrays between calls.
class Matching {
 public:
  // `weights` is row major, every weight >= 0. Returns the total; `row_of()[c]` is the row given to column c or
  // -1. A pair of weight 0 counts as unmatched.
  int solve(int rows, int columns, const std::vector<int>& weights);
  const std::vector<int>& row_of() const { return row_of_; }

 private:
  std::vector<int> row_of_, owner_, way_, row_price_, column_price_, least_;
  std::vector<std::uint8_t> used_;
};

// How few table tiles must leave their meld on the way from one table to another: all of them, less the tiles
// shared by old and new melds when every old meld becomes at most one new meld, chosen best. Identical tiles
// are interchangeable.
class MovedTiles {
 public:
  int fewest(const Rules& rules, const MeldList& before, const MeldList& after);

 private:
  Matching matching_;
  std::vector<int> old_left_, new_left_, weights_;
  std::vector<int> count_;
  std::vector<std::uint8_t> taken_;
};

// The same tiles in the same order.
bool same_as_written(std::span<const Tile> a, std::span<const Tile> b);

}  // namespace optimeld
