// What can happen at one value: which tiles of it go into runs and which into groups.
//
// It depends only on how many tiles of each colour the table (forced) and the rack (optional) hold at that value, so the
// answers are kept and shared by all positions. All rack tiles of one value are worth the same, so of all the
// ways with the same run vector and the same number of jokers only the largest number of rack tiles matters.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "rules.hpp"

namespace optimeld {

constexpr int max_colours = 8;

// Tiles of one value: forced and optional for each colour, packed six bits a colour.
using Cell = std::uint64_t;

struct ValueMove {
  std::uint64_t runs;  // a byte a colour: tiles (jokers included) that go into runs
  std::uint32_t used;  // rack tiles played at this value
};

// One way to carry out a ValueMove.
struct ValueDetail {
  std::array<std::uint8_t, max_colours> run_natural{}, run_joker{}, group_natural{}, group_joker{};
  int groups = 0;
};

class ValueMoves {
 public:
  explicit ValueMoves(const Rules& rules);

  Cell forced(int colour) const { return static_cast<Cell>(copies_ + 1) << (6 * colour); }
  Cell optional(int colour) const { return Cell{1} << (6 * colour); }
  int forced_in(Cell cell, int colour) const { return static_cast<int>(cell >> (6 * colour) & 63) / (copies_ + 1); }
  int optional_in(Cell cell, int colour) const { return static_cast<int>(cell >> (6 * colour) & 63) % (copies_ + 1); }

  // All moves of this cell that use exactly `jokers` jokers.
  const std::vector<ValueMove>& moves(Cell cell, int jokers);

  // Recovers a detail of one of the moves listed for (cell, jokers).
  ValueDetail detail(Cell cell, int jokers, const ValueMove& move) const;

  // Whether every way to carry out the move plays the same rack tiles.
  bool one_choice(Cell cell, int jokers, const ValueMove& move) const;

  std::size_t bytes() const { return bytes_; }

 private:
  struct Lists {
    Cell cell = empty;
    std::array<std::unique_ptr<std::vector<ValueMove>>, 5> by_jokers;
  };
  static constexpr Cell empty = ~Cell{0};
  void grow();
  std::size_t place(Cell cell) const { return (cell * 0x9E3779B97F4A7C15u >> 32) & (cache_.size() - 1); }
  std::vector<ValueMove> build(Cell cell, int jokers) const;
  bool feasible(Cell cell, int jokers, std::uint64_t runs) const;

  int colours_, copies_, min_meld_;
  std::vector<Lists> cache_;  // open addressing
  std::size_t filled_ = 0, bytes_ = 0;
};

// Can `natural` tiles, at most `most` of one colour, and `jokers` jokers of one value be split into groups? Returns the
// number of groups (0 for no tiles), or -1. The jokers stand for colours a group lacks.
int groups_for(int colours, int min_meld, int natural, int most, int jokers);

}  // namespace optimeld
