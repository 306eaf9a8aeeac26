// Among the ways to lay out the tiles that a play has loosened, the one that leaves most of them where they were.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "table/matching.hpp"
#include "table/melds.hpp"

namespace optimeld::solver {

class Tidy {
 public:
  explicit Tidy(const Rules& rules) : rules_(rules) {}

  // `old_melds`: the table melds that were not kept. `melds`: how their tiles and the played ones lie now; replaced by
  // the best layout found. `moved` is what `melds` costs now. `allowed` has the last word on a layout (joker rules).
  // Returns the tiles moved. complete() tells whether every layout was considered.
  int improve(const MeldList& old_melds, MeldList& melds, int moved,
              const std::function<bool(const MeldList&)>& allowed);
  bool complete() const { return complete_; }

 private:
  static constexpr int budget = 2000;

  void place(int lowest);
  void runs(int lowest, Tile tile, std::vector<Tile>& meld);
  void extend_run(int lowest, int colour, int next, std::vector<Tile>& meld);
  void groups(int lowest, Tile tile, int colour, std::vector<Tile>& meld);
  void push(int lowest, const std::vector<Tile>& meld);
  void leaf();

  // Takes a loose tile, gives it back. Of equal tiles those of the rack are taken first, as far as it matters: what is
  // counted is how many of the loose tiles can be from the table.
  void take(Tile tile) { loose_table_tiles_ -= left_[tile]-- <= on_table_[tile]; }
  void give(Tile tile) { loose_table_tiles_ += ++left_[tile] <= on_table_[tile]; }

  // How many tiles a meld shares with each old one, a byte each, eight old melds to a word.
  void count_shared(std::span<const Tile> meld);
  int shared(std::size_t old) const { return static_cast<int>(shared_[old / 8] >> (old % 8 * 8) & 255); }

  const Rules& rules_;
  const MeldList* old_ = nullptr;
  const std::function<bool(const MeldList&)>* allowed_ = nullptr;
  std::vector<std::uint8_t> left_;      // loose tiles by tile
  std::vector<std::uint8_t> on_table_;  // those that lay on the table
  std::vector<Tile> by_value_;          // the kinds that are loose, by value
  std::size_t words_ = 0;
  std::vector<std::uint64_t>
      holds_;  // by tile: a one for each old meld that holds it; after the kinds, by number of jokers
  std::vector<std::uint64_t> shared_;
  std::deque<std::vector<Tile>> melds_;  // being laid, by depth
  MeldList current_, best_;
  int table_tiles_ = 0;        // loose tiles that lay on the table
  int loose_table_tiles_ = 0;  // how many of those still loose
  int best_moved_ = 0, nodes_ = 0;
  int best_possible_ = 0;  // of the tiles laid so far, how many can at most have stayed
  bool complete_ = true;
  Matching matching_;
  std::vector<int> weights_;
};

}  // namespace optimeld::solver
