// What can happen at one value: which tiles of it go into runs and which into groups.
//
// It depends only on how many tiles of each colour the table (forced) and the rack (optional) hold at that value, so
// the answers are kept and shared by all positions. All rack tiles of one value are worth the same, so of all the ways
// with the same run vector and the same number of jokers only the largest number of rack tiles matters.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "base/deadline.hpp"
#include "table/rules.hpp"

namespace optimeld::solver {

constexpr int max_colours = 8;
constexpr int max_jokers = 4;

// Tiles of one value: forced and optional for each colour, packed six bits a colour.
using Cell = std::uint64_t;

struct ValueMove {
  std::uint64_t runs;  // a byte a colour: tiles (jokers included) that go into runs
  std::uint32_t used;  // rack tiles played at this value
};

// What is known of a step before it is made: how many tiles its runs can take and how much it must gain, or it leads
// nowhere.
struct StepLimits {
  // By the jokers used at the value, the least and the most tiles that go into runs, a byte a colour.
  std::array<std::uint64_t, max_jokers + 1> least, most;
  int most_jokers = 0;
  std::int64_t enough = 0;  // gain after the step
};

// One way to carry out a ValueMove.
struct ValueDetail {
  std::array<std::uint8_t, max_colours> run_natural{}, run_joker{}, group_natural{}, group_joker{};
  int groups = 0;
};

// Moves in the order of their runs, the highest colour counting most.
class MoveList {
 public:
  MoveList() = default;
  MoveList(std::vector<ValueMove> moves, int colours);

  // Calls use(move) for each whose runs lie between `least` and `most`, a byte a colour, all below 128. Returns how
  // many moves it looked at.
  template <class Use>
  std::size_t within(std::uint64_t least, std::uint64_t most, Use&& use) const {
    constexpr std::uint64_t guard = 0x8080808080808080u;
    const auto outside = [&](const ValueMove& move) {
      return (((move.runs | guard) - least) & ((most | guard) - move.runs) & guard) ^ guard;
    };
    if (skip_.empty()) {
      for (const auto& move : moves_)
        if (!outside(move)) use(move);
      return moves_.size();
    }
    std::size_t looked = 0;
    for (std::size_t i = 0; i < moves_.size(); ++looked) {
      const std::uint64_t colours = outside(moves_[i]);
      if (colours == 0) use(moves_[i++]);
      else i = skip_[i * colours_ + (std::bit_width(colours) - 1) / 8];
    }
    return looked;
  }

  // The most rack tiles that moves with these runs play; -1 where there is none.
  int most_used(std::uint64_t runs) const {
    const auto at = std::ranges::lower_bound(moves_, runs, {}, &ValueMove::runs);
    return at != moves_.end() && at->runs == runs ? static_cast<int>(at->used) : -1;
  }

  // Those that play at least so many tiles of the rack, in the same order.
  MoveList playing(int least_used) const;
  std::size_t size() const { return moves_.size(); }

  std::size_t bytes() const { return moves_.size() * sizeof(ValueMove) + skip_.size() * sizeof(std::uint32_t); }

 private:
  static constexpr std::size_t long_list = 64;

  int colours_ = 0;
  std::vector<ValueMove> moves_;
  std::vector<std::uint32_t>
      skip_;  // of a long list, by move and colour: the next move that differs in it or a higher one
};

// What the tiles of one value ask of one colour: of `available` tiles at least least[j] must go into runs when j jokers
// help the groups of that value.
struct ValueNeed {
  std::array<std::uint8_t, max_jokers + 1> least{};
  std::uint8_t available = 0;
  auto operator<=>(const ValueNeed&) const = default;
};

// All that is known of one cell.
struct CellMoves {
  std::array<std::unique_ptr<MoveList>, max_jokers + 1> by_jokers;
  std::array<std::vector<std::unique_ptr<MoveList>>, max_jokers + 1>
      playing;                                   // by jokers, by rack tiles played at least
  std::array<std::uint16_t, max_colours> needs;  // by colour, the kind of its ValueNeed
  int rack_tiles = 0;
};

class ValueMoves {
 public:
  explicit ValueMoves(const Rules& rules);

  Cell forced(int colour) const { return static_cast<Cell>(copies_ + 1) << (6 * colour); }
  Cell optional(int colour) const { return Cell{1} << (6 * colour); }
  int forced_in(Cell cell, int colour) const { return static_cast<int>(cell >> (6 * colour) & 63) / (copies_ + 1); }
  int optional_in(Cell cell, int colour) const { return static_cast<int>(cell >> (6 * colour) & 63) % (copies_ + 1); }

  // What is known of a cell; stays where it is.
  CellMoves& at(Cell cell);

  // All moves of this cell that use exactly `jokers` jokers. In large boxes they take long to list, so the patience of
  // whoever asks first is asked; what was not listed to its end is not kept.
  const MoveList& moves(Cell cell, int jokers, Patience& patience) { return moves(cell, at(cell), jokers, patience); }
  const MoveList& moves(Cell cell, CellMoves& known, int jokers, Patience& patience) {
    auto& list = known.by_jokers[jokers];
    if (!list) add_list(cell, jokers, list, patience);
    return *list;
  }

  // The same in the same order; those that play fewer than `least_used` tiles of the rack may be left out.
  const MoveList& moves_playing(Cell cell, CellMoves& known, int jokers, int least_used, Patience& patience) {
    const MoveList& all = moves(cell, known, jokers, patience);
    return least_used <= 0 || all.size() > most_divided ? all : part_of(all, known, jokers, least_used);
  }

  const ValueNeed& need(int kind) const { return needs_[kind]; }

  // Recovers a detail of one of the moves listed for (cell, jokers).
  ValueDetail detail(Cell cell, int jokers, const ValueMove& move) const;

  // Whether every way to carry out the move plays the same rack tiles.
  bool one_choice(Cell cell, int jokers, const ValueMove& move) const;

  std::size_t bytes() const { return bytes_; }

 private:
  struct Slot {
    Cell cell = empty;
    CellMoves* known = nullptr;
  };
  static constexpr Cell empty = ~Cell{0};
  void grow();
  void add_list(Cell cell, int jokers, std::unique_ptr<MoveList>& list, Patience& patience);
  void add_needs(Cell cell, CellMoves& known);
  const MoveList& part_of(const MoveList& all, CellMoves& known, int jokers, int least_used);
  static constexpr std::size_t most_divided = 4096;  // longer lists are not kept in parts as well
  std::size_t place(Cell cell) const { return (cell * 0x9E3779B97F4A7C15u >> 32) & (cache_.size() - 1); }
  std::vector<ValueMove> build(Cell cell, int jokers, Patience& patience) const;
  bool feasible(Cell cell, int jokers, std::uint64_t runs) const;

  int colours_, copies_, min_meld_;
  std::vector<Slot> cache_;  // open addressing
  std::deque<CellMoves> known_;
  std::map<ValueNeed, std::uint16_t> need_kinds_;
  std::vector<ValueNeed> needs_;
  std::size_t bytes_ = 0;
};

// Can `natural` tiles, at most `most` of one colour, and `jokers` jokers of one value be split into groups? Returns the
// number of groups (0 for no tiles), or -1. The jokers stand for colours a group lacks.
int groups_for(int colours, int min_meld, int natural, int most, int jokers);

}  // namespace optimeld::solver
