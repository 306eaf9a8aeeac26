// The open runs of one colour with jokers among them, and how much one of their states is worth against another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "table/open_runs.hpp"

namespace optimeld::counting {

// What the automaton of winning hands depends on; the number of values is not among it.
struct Shape {
  int colours = 4;
  int copies = 2;
  int min_meld = 3;
  int jokers = 0;
  // Where a run can take in any number of further jokers (a box of at least 2 * min_meld - 1 values), it is
  // enough to know the fewest jokers that a hand needs, which keeps the automaton small. Otherwise every
  // number of jokers is followed exactly.
  bool absorbing = true;

  bool operator==(const Shape&) const = default;
};

class RunStates {
 public:
  explicit RunStates(const Shape& shape);

  // `tiles` of the hand and `jokers` go into runs at the next value.
  struct Option {
    std::uint8_t tiles, jokers, next;
  };

  int size() const { return static_cast<int>(reached_.size()); }
  std::span<const Option> options(int state) const { return options_[state]; }
  // Jokers that complete the open short runs after the last value, standing below their first tile.
  int end_cost(int state) const { return end_cost_[state]; }
  int never() const { return shape_.jokers + 1; }
  // How many runs of each length are open, as OpenRuns counts them.
  std::span<const std::uint8_t> counts(int state) const { return runs_.counts(reached_[state]); }

  // need[s]: the fewest jokers with which state s can still be brought to an end.
  // cost[(rho * size + s) * size + t]: whatever can be done from s with at most rho jokers in play can be
  // done from t with so many jokers more (a negative number: fewer); never() where it cannot.
  struct Metric {
    std::vector<std::uint8_t> need;
    std::vector<std::int8_t> cost;
  };
  // One metric for each number of tiles that may still come, 0, 1, ..; the last is for any number of them. Each
  // allows for every number of values to come.
  std::vector<Metric> metrics() const;

 private:
  int step(int state, int tiles, int jokers);
  Metric metric(int room, const std::vector<Metric>& smaller) const;

  Shape shape_;
  OpenRuns runs_;
  std::vector<std::uint16_t> reached_;  // states of runs_, in the order in which they are met
  std::vector<int> end_cost_;
  std::vector<std::vector<Option>> options_;
};

}  // namespace optimeld::counting
