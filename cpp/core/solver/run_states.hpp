// The open runs of one colour and what is coming at the next two values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "table/open_runs.hpp"
#include "table/rules.hpp"

namespace optimeld::solver {

class RunStates : public OpenRuns {
 public:
  static constexpr int beyond = -1;  // "tiles available" past the last value: not even a joker fits there

  // copies and wild bound the look-ahead tables.
  RunStates(int min_meld, int parallel, int copies, int wild);

  // For positions under these rules: the look-ahead counts the tiles of a value, and under the locked rule the melds
  // held whole that pass through it.
  RunStates(const Rules& rules, int parallel)
      : RunStates(rules.min_meld, parallel, rules.copies + (rules.joker_rule == JokerRule::locked ? rules.jokers : 0),
                  rules.jokers) {}

  int bits() const { return bits_; }  // that a state's number takes

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
    return {&outlook_step_[table * size() * width()], &outlook_fit_[table * size()], &outlook_deficit_[table * size()],
            &outlook_range_[table * size()]};
  }
  int width() const { return parallel() + 1; }  // of a row of steps

 private:
  struct Ahead {
    int next, after, jokers;  // tiles of the next two values, and jokers for both
  };
  int missing(int state, const Ahead& ahead) const;
  std::uint16_t fitted(int state, const Ahead& ahead) const;
  void add_outlook(const Ahead& ahead);

  int copies_, wild_, bits_;
  std::vector<std::uint16_t> outlook_step_, outlook_fit_, outlook_range_;
  std::vector<std::uint8_t> outlook_deficit_;
};

}  // namespace optimeld::solver
