// Which open runs can do all that others can.
//
// A long run may go on or end, a short one must get its tiles, and the sooner it is long the better. So some open runs
// of a colour cover others, whatever tiles come: those with at least as many runs in all, and no more of them that have
// at most one tile, at most two, and so on. These few numbers, packed into one word, are compared all at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "table/open_runs.hpp"

namespace optimeld::solver {

class RunOrder {
 public:
  explicit RunOrder(const OpenRuns& runs);

  // The numbers of a state, each the better the higher; with the highest bit of each left free.
  std::uint64_t numbers(int state) const { return numbers_[static_cast<std::size_t>(state)]; }
  int sum(int state) const { return sums_[static_cast<std::size_t>(state)]; }
  std::uint64_t free_bits() const { return free_bits_; }
  int bits() const { return bits_; }  // that the numbers take; over 64 there are none

  // Whether no number is lower: then none borrows the free bit above it.
  static bool covers(std::uint64_t more, std::uint64_t less, std::uint64_t free_bits) {
    return (((more | free_bits) - less) & free_bits) == free_bits;
  }

 private:
  int bits_;
  std::uint64_t free_bits_ = 0;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint16_t> sums_;
};

// Of some states of the sweep, each with runs in every colour, those that no other one covers with as many jokers used
// and no less to spare.
template <class Key>
class Uncovered {
 public:
  void begin(const RunOrder& order, int colours, int jokers) {
    order_ = &order;
    colours_ = colours;
    jokers_ = jokers;
    free_bits_ = 0;
    if (!fits()) return;
    for (int field = 1; field <= other_numbers; ++field) free_bits_ |= std::uint64_t{1} << (field * width - 1);
    for (int c = 0; c < colours; ++c) free_bits_ |= order.free_bits() << place(c);
  }
  // Whether the numbers of all colours fit one word, as they do in all but large boxes; else nothing is to be added.
  bool fits() const { return place(colours_) <= 64; }
  static constexpr int most_to_spare = 15;

  void clear() { states_.clear(), ranks_.clear(); }

  // run_state(c): the state of its runs of colour c.
  template <class RunState>
  void add(const Key& key, int jokers_used, int to_spare, RunState&& run_state) {
    // Jokers both ways, so that only equal numbers of them cover each other.
    auto numbers = static_cast<std::uint64_t>(((jokers_used << width | (jokers_ - jokers_used)) << width) | to_spare);
    auto sum = static_cast<std::uint64_t>(to_spare);
    for (int c = 0; c < colours_; ++c) {
      const int state = run_state(c);
      numbers |= order_->numbers(state) << place(c);
      sum += static_cast<std::uint64_t>(order_->sum(state));
    }
    ranks_.push_back(sum << 32 | states_.size());
    states_.push_back({key, numbers});
  }

  // Calls use(key) for each that is not covered.
  template <class Use>
  void each(Use&& use) {
    std::ranges::sort(ranks_, std::greater{});  // by the sum, so that what covers others comes before them
    left_.clear();
    for (const std::uint64_t rank : ranks_) {
      const State& state = states_[rank & 0xFFFFFFFF];
      const auto covers_it = [&](std::uint64_t other) { return RunOrder::covers(other, state.numbers, free_bits_); };
      if (std::ranges::any_of(left_, covers_it)) continue;
      left_.push_back(state.numbers);
      use(state.key);
    }
  }

 private:
  static constexpr int width = 5, other_numbers = 3;  // beside those of the runs: jokers used, not used, to spare
  int place(int colour) const { return other_numbers * width + order_->bits() * colour; }
  struct State {
    Key key;
    std::uint64_t numbers;
  };

  const RunOrder* order_ = nullptr;
  int colours_ = 0, jokers_ = 0;
  std::uint64_t free_bits_ = 0;
  std::vector<State> states_;
  std::vector<std::uint64_t> ranks_, left_;
};

}  // namespace optimeld::solver
