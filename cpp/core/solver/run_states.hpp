// The runs of one colour, as a deterministic automaton read value by value.
//
// A state counts the open runs that end at the current value by length: 1, 2, ..., and "at least min_meld" (long).
// When r tiles of the next value go into runs, every short run must be extended, then long runs are, then new runs
// begin. Nothing is gained by beginning a run where a long one could be extended (a long run can do all that a
// new one can), so r alone decides the next state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "table/rules.hpp"

namespace optimeld::solver {

class RunStates {
 public:
  static constexpr std::uint16_t dead = 0xFFFF;
  static constexpr int beyond = -1;  // "tiles available" past the last value: not even a joker fits there

  // parallel: the most runs of one colour that can be open at once. copies and wild bound the look-ahead tables.
  RunStates(int min_meld, int parallel, int copies, int wild);

  // For positions under these rules: the look-ahead counts the tiles of a value, and under the locked rule the melds
  // held whole that pass through it.
  RunStates(const Rules& rules, int parallel)
      : RunStates(rules.min_meld, parallel, rules.copies + (rules.joker_rule == JokerRule::locked ? rules.jokers : 0),
                  rules.jokers) {}

  int size() const { return size_; }
  int parallel() const { return parallel_; }
  int min_meld() const { return min_meld_; }
  int bits() const { return bits_; }

  std::uint16_t step(int state, int r) const { return step_[state * width_ + r]; }
  std::uint16_t without(int state, int length) const { return without_[state * (min_meld_ + 1) + length]; }
  std::uint16_t with(int state, int length) const { return with_[state * (min_meld_ + 1) + length]; }
  int open_short(int state) const { return short_[state]; }

  // What is coming decides what matters: with `next` tiles of this colour at the next value, `after` at the one
  // behind it, and `wild` jokers still to place, some states cannot be finished and some long runs never extended.
  struct Outlook {
    const std::uint16_t* step;    // like step(), but into fitted states
    const std::uint16_t* fit;     // state -> the equivalent smallest state, or dead
    const std::uint8_t* deficit;  // state -> jokers it needs at the next two values
    const std::uint16_t* range;   // state -> the least and (upper byte) the most tiles it can take; dead: none
  };
  // It is found in two steps: what does not depend on the jokers first.
  std::size_t outlook_base(int next, int after) const {
    return (static_cast<std::size_t>(std::min(next, copies_) + 1) * (copies_ + 2) + (std::min(after, copies_) + 1)) *
           (wild_ + 1);
  }
  Outlook outlook(std::size_t base, int wild) const {
    const std::size_t table = base + std::min(wild, wild_);
    return {&outlook_step_[table * size_ * width_], &outlook_fit_[table * size_], &outlook_deficit_[table * size_],
            &outlook_range_[table * size_]};
  }
  int width() const { return width_; }

 private:
  int min_meld_, parallel_, copies_, wild_, width_, size_ = 0, bits_ = 0;
  std::vector<std::uint8_t> short_;
  std::vector<std::uint16_t> step_, without_, with_;
  std::vector<std::uint16_t> outlook_step_, outlook_fit_, outlook_range_;
  std::vector<std::uint8_t> outlook_deficit_;
};

}  // namespace optimeld::solver
