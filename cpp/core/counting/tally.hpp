// Counting with the automaton: how many hands of every size it accepts, and drawing one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/automaton.hpp"
#include "counting/flow.hpp"

namespace optimeld::counting {

// result[h]: hands of h tiles over so many values that win with exactly `jokers` jokers beside them, up to the
// automaton's bound; exact as high * 2^64 + low, where copies * colours * values <= 126. Larger boxes are counted
// by residues.
struct Wide {
  std::uint64_t low = 0, high = 0;
};
std::vector<Wide> tally(const Flow& flow, int values, int jokers, Weight weight, const Watcher& watcher);

// Draws winning hands of one size, each hand (or deal) with the same probability.
class Sampler {
 public:
  // Needs copies * colours * values <= 127, and an automaton that outlives it.
  Sampler(const Automaton& automaton, int values, int jokers, int size, Weight weight, const Watcher& watcher);

  Wide total() const;
  // One hand: counts[value * colours + colour]. `random` gives 64 random bits.
  std::vector<std::uint8_t> draw(const std::function<std::uint64_t()>& random) const;

 private:
  const Automaton& automaton_;
  int values_;
  int size_;
  Weight weight_;
  std::vector<std::vector<Double>> left_;  // left_[L][state * (size + 1) + tiles]
};

}  // namespace optimeld::counting
