// Counts of boxes whose automaton is too large to keep: layer by layer, on every core, without orders of colours.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "counting/explore.hpp"
#include "counting/flow.hpp"

namespace optimeld::counting {

// Four words, the lowest first: room for boxes of up to 255 tiles.
using Quad = std::array<std::uint64_t, 4>;

class VastCount {
 public:
  // Finds every state within reach of the values. What it holds is edges alone.
  VastCount(const Shape& shape, int values, std::size_t memory_limit, int threads, const Watcher& watcher);

  const Shape& shape() const { return sets_.shape(); }
  std::size_t states() const { return found_.states; }
  // States within reach of 0, 1, .. values.
  const std::vector<std::uint64_t>& within() const { return found_.within; }
  // result[h]: hands of h tiles that win with exactly `jokers` jokers beside them.
  std::vector<Quad> tally(int jokers, Weight weight, const Watcher& watcher) const;

 private:
  std::size_t within(int values) const;

  HandSets sets_;
  int values_, threads_;
  std::size_t memory_limit_;
  Exploration found_;
};

}  // namespace optimeld::counting
