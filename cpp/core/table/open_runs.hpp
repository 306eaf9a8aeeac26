// The open runs of one colour, as an automaton read value by value.
//
// A state counts the runs that end at the current value by length: 1, 2, .., and min_meld or more ("long"). When so
// many tiles of the next value go into runs, every short run must be extended, then long ones are, and what is left
// begins new ones. Nothing is gained by beginning a run where a long one could be extended (a long run can do all that
// a new one can), so the number of tiles alone decides the next state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace optimeld {

class OpenRuns {
 public:
  static constexpr std::uint16_t dead = 0xFFFF;

  // parallel: the most runs that can be open at once. State 0 has none.
  OpenRuns(int min_meld, int parallel);

  int size() const { return static_cast<int>(short_.size()); }
  int parallel() const { return parallel_; }
  int min_meld() const { return min_meld_; }

  // How many runs of each length are open: of length l at l - 1, long ones last.
  std::span<const std::uint8_t> counts(int state) const {
    return {counts_.data() + static_cast<std::ptrdiff_t>(state) * min_meld_, static_cast<std::size_t>(min_meld_)};
  }
  int open_short(int state) const { return short_[state]; }
  int open_long(int state) const { return counts(state).back(); }
  // The state with these counts, or dead.
  std::uint16_t find(std::span<const std::uint8_t> counts) const;

  // After `tiles` tiles of the next value, at most `parallel`.
  std::uint16_t step(int state, int tiles) const { return step_[state * (parallel_ + 1) + tiles]; }
  // With one run of this length (from 1 on) less, and with one more.
  std::uint16_t without(int state, int length) const { return without_[state * (min_meld_ + 1) + length]; }
  std::uint16_t with(int state, int length) const { return with_[state * (min_meld_ + 1) + length]; }

 private:
  std::uint16_t next(int state, int tiles) const;
  std::uint16_t changed(int state, int length, int by) const;

  int min_meld_, parallel_;
  std::vector<std::uint8_t> counts_;  // of all states, in lexicographic order
  std::vector<std::uint8_t> short_;
  std::vector<std::uint16_t> step_, without_, with_;
};

}  // namespace optimeld
