// Counting with the automaton: how many hands of every size it accepts, and drawing one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/automaton.hpp"

namespace optimeld::counting {

// What a hand counts for: once, or once for every choice of physical tiles.
enum class Weight : std::uint8_t { hands, deals };

// The automaton with parallel edges of one size made into one, colours forgotten.
struct Flow {
  struct Edge {
    std::uint32_t target;
    std::uint8_t size, hands;
    std::uint16_t deals;
  };
  explicit Flow(const Automaton& automaton);

  std::vector<std::uint64_t> begins;
  std::vector<Edge> edges;
};

// result[h]: hands of h tiles over so many values that win with exactly `jokers` jokers beside them, up to the
// automaton's bound; exact as high * 2^64 + low, where copies * colours * values <= 126. With a prime below
// 2^(61 - min(16, copies * colours)) there is no such limit, and the residues are in `low`.
struct Wide {
  std::uint64_t low = 0, high = 0;
};
std::vector<Wide> tally(const Automaton& automaton, const Flow& flow, int values, int jokers, Weight weight,
                        std::uint64_t prime, const Watcher& watcher);

// How many states remain when those with the same counts for every number of values to come are lumped.
std::size_t lumped_states(const Automaton& automaton, const Flow& flow, int rounds);

// Draws winning hands of one size, each hand (or deal) with the same probability.
__extension__ typedef unsigned __int128 Double;

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
