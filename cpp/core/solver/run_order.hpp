// Which open runs can do all that others can.
//
// A long run may go on or end, a short one must get its tiles, and the sooner it is long the better. So some open runs
// of a colour cover others, whatever tiles come: those with at least as many runs in all, and no more of them that have
// at most one tile, at most two, and so on. These few numbers, packed into one word, are compared all at once.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
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

// The same of the open runs of all colours: their numbers side by side, above so many bits for others.
class RunsOrder {
 public:
  void begin(const RunOrder& order, int colours, int other_bits = 0) {
    order_ = &order;
    colours_ = colours;
    other_bits_ = other_bits;
    free_bits_ = 0;
    if (!fits()) return;
    for (int c = 0; c < colours; ++c) free_bits_ |= order.free_bits() << place(c);
  }
  // Whether they fit one word, as they do in all but large boxes; else nothing can be compared.
  bool fits() const { return place(colours_) <= 64; }
  std::uint64_t free_bits() const { return free_bits_; }

  // run_state(c): the state of the runs of colour c.
  template <class RunState>
  std::uint64_t numbers(RunState&& run_state) const {
    std::uint64_t numbers = 0;
    for (int c = 0; c < colours_; ++c) numbers |= order_->numbers(run_state(c)) << place(c);
    return numbers;
  }
  template <class RunState>
  int sum(RunState&& run_state) const {
    int sum = 0;
    for (int c = 0; c < colours_; ++c) sum += order_->sum(run_state(c));
    return sum;
  }
  bool covers(std::uint64_t more, std::uint64_t less) const { return RunOrder::covers(more, less, free_bits_); }

 private:
  int place(int colour) const { return other_bits_ + order_->bits() * colour; }

  const RunOrder* order_ = nullptr;
  int colours_ = 0, other_bits_ = 0;
  std::uint64_t free_bits_ = 0;
};

// Of some states of the sweep, each with runs in every colour, those that no other one covers with as many jokers used
// and no less merit.
class Uncovered {
 public:
  void begin(const RunOrder& order, int colours, int jokers) {
    runs_.begin(order, colours);
    left_.resize(static_cast<std::size_t>(jokers) + 1);
  }
  bool fits() const { return runs_.fits(); }  // else nothing is to be added

  void clear() { states_.clear(), ranks_.clear(); }

  // The next state. What has less merit covers nothing that has more.
  template <class RunState>
  void add(std::int64_t merit, int jokers_used, RunState&& run_state) {
    const auto index = static_cast<std::uint32_t>(states_.size());
    ranks_.push_back({merit, runs_.sum(run_state), index});
    states_.push_back({runs_.numbers(run_state), static_cast<std::size_t>(jokers_used)});
  }

  // Calls use(i) for each that is not covered, i its number in the order of adding, and drop(i, by) for each that is,
  // with the number in the order of use of one that covers it.
  template <class Use, class Drop>
  void each(Use&& use, Drop&& drop) {
    std::ranges::sort(ranks_, std::greater{});  // so that what covers others comes before them
    for (Left& left : left_) left.numbers.clear(), left.uses.clear();
    std::uint32_t used = 0;
    for (const Rank& rank : ranks_) {
      const State& state = states_[rank.index];
      Left& left = left_[state.jokers];
      const auto covers_it = [&](std::uint64_t other) { return runs_.covers(other, state.numbers); };
      const auto by = static_cast<std::size_t>(std::ranges::find_if(left.numbers, covers_it) - left.numbers.begin());
      compared_ += by + 1;
      if (by < left.numbers.size()) {
        drop(rank.index, left.uses[by]);
      } else {
        left.numbers.push_back(state.numbers);
        left.uses.push_back(used++);
        use(rank.index);
      }
    }
  }

  // How often two were compared so far.
  std::uint64_t compared() const { return compared_; }

 private:
  struct State {
    std::uint64_t numbers;  // of its runs
    std::size_t jokers;     // used
  };
  struct Rank {
    std::int64_t merit;
    int sum;
    std::uint32_t index;
    auto operator<=>(const Rank&) const = default;
  };

  // Those that are not covered, with their numbers in the order of use. Only equal numbers of jokers cover each other.
  struct Left {
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> uses;
  };

  RunsOrder runs_;
  std::vector<State> states_;  // in the order of adding
  std::vector<Rank> ranks_;
  std::vector<Left> left_;  // by jokers used
  std::uint64_t compared_ = 0;
};

}  // namespace optimeld::solver
