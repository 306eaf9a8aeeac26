// Among the ways to lay out the tiles that a play has loosened, the one that leaves most of them where they were.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "matching.hpp"
#include "melds.hpp"

namespace optimeld {

class Tidy {
 public:
  explicit Tidy(const Rules& rules) : rules_(rules) {}

  // `old_melds`: the table melds that were not kept. `melds`: how their tiles and the played ones lie now; replaced by the
  // best layout found. `moved` is what `melds` costs now. `allowed` has the last word on a layout (joker rules).
  // Returns the tiles moved. complete() tells whether every layout was considered.
  int improve(const MeldList& old_melds, MeldList& melds, int moved, const std::function<bool(const MeldList&)>& allowed);
  bool complete() const { return complete_; }

 private:
  static constexpr int budget = 2000;

  void place(int lowest);
  void runs(int lowest, Tile tile);
  void groups(int lowest, Tile tile, int colour, std::vector<Tile>& meld);
  void push(int lowest, const std::vector<Tile>& meld);
  void leaf();
  int overlap(std::span<const Tile> meld, std::size_t old) const;

  const Rules& rules_;
  const MeldList* old_ = nullptr;
  const std::function<bool(const MeldList&)>* allowed_ = nullptr;
  std::vector<std::uint8_t> left_;   // loose tiles by tile
  std::vector<Tile> by_value_;       // the kinds that are loose, by value
  MeldList current_, best_;
  int table_tiles_ = 0;              // loose tiles that lay on the table
  int best_moved_ = 0, nodes_ = 0;
  int best_possible_ = 0;            // of the tiles laid so far, how many can at most have stayed
  bool complete_ = true;
  Matching matching_;
  std::vector<int> weights_;
};

}  // namespace optimeld
