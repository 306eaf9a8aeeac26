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

// The same tiles in the same order.
bool same_as_written(std::span<const Tile> a, std::span<const Tile> b);

// Which melds of the old table stand in the new one as they were written.
class UnchangedMelds {
 public:
  // For each new meld the old one that it is, or -1; of alike ones the first is the first.
  const std::vector<int>& find(const MeldList& before, const MeldList& after) {
    from_.assign(after.size(), -1);
    complete(before, after, from_);
    return from_;
  }
  // The same where some are known already: what `from` says stays so, and each old meld is one new meld only.
  void complete(const MeldList& before, const MeldList& after, std::vector<int>& from);

 private:
  std::vector<int> from_;
  std::vector<std::uint8_t> taken_;  // by old meld
};

// How few table tiles must leave their meld on the way from one table to another: all of them, less the tiles
// shared by old and new melds when every old meld becomes at most one new meld, chosen best. Identical tiles
// are interchangeable.
class MovedTiles {
 public:
  int fewest(const Rules& rules, const MeldList& before, const MeldList& after);

 private:
  Matching matching_;
  UnchangedMelds unchanged_;
  std::vector<int> old_left_, new_left_, weights_;
  std::vector<int> count_;
  std::vector<std::uint8_t> stands_;  // by old meld
};

}  // namespace optimeld
