// How many of the table's melds are lost further up at least, whatever is played.
//
// What can happen above a value falls into parts: the runs of each colour, from value to value; the jokers, from value
// to value; and the groups of each value. These parts share nothing but numbers: how many tiles of each colour go into
// runs at a value, and how many jokers are used there. So let each part choose these numbers as suits it best: together
// they lose no more melds than any play, in which they agree. To make them agree, each number has a price at each
// value, which its colour (or the jokers) pays and the groups of that value are paid. A play costs what it did, and so
// what the parts pay at least, each for itself, is a bound for every play, whatever the prices are.
//
// Good prices are found in two ways. First each part says what it would choose, and where they do not agree, the price
// of the one rises and that of the other falls. Then, value by value, up and down: what a number costs all parts there
// together at least is shared out among them, which never lowers the bound. Mostly a few rounds bring it within one
// meld of the best play. All is counted in whole numbers, so nothing is rounded away.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/deadline.hpp"
#include "solver/problem.hpp"
#include "solver/run_states.hpp"
#include "solver/value_moves.hpp"

namespace optimeld::solver {

class LossBound {
 public:
  static constexpr int no_way = 255;

  // For all plays that gain no more than `left` less than the whole rack would. Every joker is taken to be free, and no
  // meld to be held whole. What follows may throw Stopped, as this may.
  void find(const Rules& rules, const Problem& problem, const RunStates& runs, ValueMoves& moves, Patience& patience,
            std::int64_t left);
  void forget() { known_ = false; }
  bool known() const { return known_; }  // not in large boxes, where it would take too long

  // The fewest that are lost above value v with so many jokers used up to it, where runs of the table are in progress
  // that stay (by their slots), and others besides them, of colour c those of run_state(c); no_way where none goes on.
  template <class RunState>
  int at(int v, int jokers, std::uint64_t kept, RunState&& run_state) const {
    std::int32_t price = groups_above_[static_cast<std::size_t>(v)] + above(v, colours_, jokers);
    for (int c = 0; c < colours_; ++c) {
      const Place& here = place(v, c);
      int set = 0;
      for (int i = 0; i < here.crossing; ++i) set |= static_cast<int>(kept >> here.slots[i] & 1) << i;
      price += above(v, c, set * runs_->size() + run_state(c));
    }
    if (price >= most) return no_way;
    return price <= 0 ? 0 : (price + meld - 1) / meld;
  }

  std::size_t bytes() const { return steps_made_ * sizeof(Step) + entries_made_ * sizeof(Entry); }

 private:
  static constexpr std::int32_t meld = 1024;     // the price of one that is lost
  static constexpr std::int32_t dear = 1 << 24;  // of what cannot be
  static constexpr std::int32_t most = dear / 2;
  static constexpr int most_crossing = 4, most_groups = 3, most_numbers = 16;
  static constexpr std::size_t most_states = 1 << 15, most_entries = 1 << 14;

  using Prices = std::array<std::int32_t, most_numbers>;  // by number

  // A part at a value. Its states are those of its runs, or the jokers used; for colours once for every set of the
  // table's runs that stay and go on above the value.
  struct Place {
    std::size_t begin = 0;  // in below_ and above_
    int crossing = 0;       // how many such runs there are, and their slots
    std::array<std::uint8_t, most_crossing> slots{};
    std::array<int, most_crossing> olds{};
    Prices prices{};
  };
  struct Step {
    std::uint32_t from, to;  // places in below_ and above_
    std::int32_t lost;       // what it costs in melds
    std::uint32_t number;
  };
  // What the groups of a value can make of the numbers of all parts.
  struct Entry {
    std::array<std::uint8_t, max_colours + 1> numbers{};
    std::int32_t lost = 0, price = 0;
  };

  int parts() const { return colours_ + 1; }
  int states_of(int part) const { return part < colours_ ? runs_->size() : jokers_ + 1; }
  std::size_t at_place(int v, int part) const { return static_cast<std::size_t>(v * parts() + part); }
  Place& place(int v, int part) { return places_[at_place(v, part)]; }
  const Place& place(int v, int part) const { return places_[at_place(v, part)]; }
  std::int32_t above(int v, int part, int state) const {
    return above_[place(v, part).begin + static_cast<std::size_t>(state)];
  }

  bool lay_out();
  bool add_crossing(int old);
  template <class Use>
  void each_stay(int v, int c, Use&& use) const;
  template <class Use>
  void each_step(int v, int part, Use&& use) const;
  bool list_entries(std::int64_t left);
  void add_entries(int v, int least_used, std::uint64_t stay);
  void forbid_unmet();
  void list_steps();
  bool sift_entries(int v);
  void look_down(int v);
  void look_up(int v);
  void carry_down(int v);
  void carry_up(int v);
  void set_prices();
  void haggle();
  Prices least(int v, int part) const;
  void share(int v, bool down);
  void give_back(int v, int part, int shares);
  const Entry& cheapest(int v);
  std::int32_t bound() const;

  const Rules* rules_ = nullptr;
  const Problem* problem_ = nullptr;
  const RunStates* runs_ = nullptr;
  ValueMoves* moves_ = nullptr;
  Patience* patience_ = nullptr;
  bool known_ = false;
  int colours_ = 0, jokers_ = 0, forced_jokers_ = 0;
  std::vector<Place> places_;                        // by value and part
  std::vector<std::vector<Step>> steps_;             // by value and part, those that may be part of a play
  std::vector<std::vector<Entry>> entries_;          // by value
  std::vector<std::int32_t> below_, above_;          // by state: the least price of a way there, and of a way on
  std::vector<std::int32_t> groups_, groups_above_;  // by value: the least price of its groups, of those above it
  std::size_t steps_made_ = 0, entries_made_ = 0;
};

}  // namespace optimeld::solver
