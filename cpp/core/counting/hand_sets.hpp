// A hand read up to some value, as the set of everything that its tiles so far can have become.
//
// One member of the set is a run state for each colour and the jokers used. The set drops members that another
// one can stand in for, and is known up to a permutation of the colours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "counting/canonical.hpp"
#include "counting/run_states.hpp"

namespace optimeld::counting {

// Throws std::invalid_argument unless these are a number of tiles for each colour of each value, as the shape has them.
void check_counts(const Shape& shape, std::span<const std::uint8_t> counts);

// A member's byte c is the run state of colour c. Byte 7, where the shape has jokers, is the jokers used, with the
// top bit for the member without any run so far. That one is followed apart because it alone cannot take in
// jokers that are left over: `K7 R7 B7 O7 J` does not win.
class HandSets {
 public:
  explicit HandSets(const Shape& shape);

  const Shape& shape() const { return shape_; }
  int symbols() const { return static_cast<int>(symbol_size_.size()); }
  // A symbol is the hand's tiles of one value: tiles of colour c are digit c in base copies + 1.
  int symbol_size(int symbol) const { return symbol_size_[symbol]; }
  int symbol_digit(int symbol, int colour) const { return digits_[symbol][colour]; }
  // Ways to pick the physical tiles of a symbol.
  std::uint64_t symbol_ways(int symbol) const { return symbol_ways_[symbol]; }

  std::vector<Member> start() const;
  // Bit j: with exactly j jokers beside its tiles, the hand wins if no more values come.
  std::uint32_t accepts(std::span<const Member> set) const;
  struct Step {
    std::vector<Member> members;  // canonical colours; empty: nothing can win any more
    Fingerprint fingerprint;
    int permutation = 0;  // canonical colour c of the step is colour permutations()[permutation][c] before it
  };
  // Every next set, one for each symbol, when at most `room` tiles are to come: what needs more is left out, and
  // what only more could tell apart is made one. `steps` is reused between calls.
  void expand(std::span<const Member> set, std::vector<Step>& steps, int room = 1 << 20);
  // The one next set for these tiles of one value, colours as they are.
  std::vector<Member> step(std::span<const Member> set, int symbol);
  // Reads a whole hand without an automaton; counts and answer as Automaton::read.
  std::uint32_t read(std::span<const std::uint8_t> counts);
  // No fewer tiles than these can make the set win: those that its short runs lack, less the jokers left.
  int tiles_to_win(std::span<const Member> set) const;
  Fingerprint canonicalise(std::vector<Member>& set, int& permutation) const;

  const std::vector<std::array<std::uint8_t, max_colours>>& permutations() const { return permutations_; }

 private:
  struct Source {
    int runs;  // the symbol of the tiles that go into runs; the others go into groups
    int jokers;
  };
  struct Packed {
    std::vector<Member> members;
    std::vector<std::uint64_t> orders;
  };
  int part(Member member, int colour) const { return static_cast<int>(member >> (8 * colour) & 255); }
  int used(Member member) const { return shape_.jokers == 0 ? 0 : static_cast<int>(member >> 56 & 127); }
  bool runless(Member member) const { return shape_.jokers > 0 && (member >> 63) != 0; }
  // What stands for what when so many tiles are to come.
  struct Order {
    std::vector<std::uint8_t> need;
    std::vector<std::uint8_t> cost;    // the metric, lifted by lift_ and 255 for never, rows of row_ bytes
    std::vector<std::uint8_t> turned;  // the same with the two states' places exchanged
    std::vector<std::uint8_t> same;    // the first state that is worth the same
    std::vector<std::uint64_t> bits;   // without jokers: s stands below t if and only if its bits are t's
    int width = 0;                     // bits for each colour, 0 where 64 bits do not hold all
  };
  const Order& order(int room) const { return orders_[std::min<std::size_t>(room, orders_.size() - 1)]; }
  bool stands_in(Member strong, Member weak, const Order& order) const;
  bool within(Member member, const Order& order, int room) const;
  void build_symbols();
  Order build_order(const RunStates::Metric& metric) const;
  void build_options(const RunStates::Metric& metric);
  void build_permutations();
  // Only what goes into runs from the tiles of `most`, where one symbol is asked for.
  void spread(Member member, int room, int most);
  bool settle(Member& member, const Order& order, int left) const;
  void gather_plain(int symbol, int room, std::vector<Member>& members);
  void gather(std::span<const Member> set, int symbol, int room, std::vector<Member>& members);
  void offer(std::vector<Member>& set, Member member, const Order& order) const;
  void offer_plain(Packed& set, Member member, std::uint64_t order) const;

  Shape shape_;
  RunStates runs_;
  std::vector<int> symbol_size_;
  std::vector<std::uint64_t> symbol_ways_;
  std::vector<std::array<std::uint8_t, max_colours>> digits_;
  std::vector<std::vector<Source>> sources_;
  std::vector<std::uint32_t> group_jokers_;  // bit y: the symbol makes groups, all of it, with exactly y jokers
  std::vector<int> base_;                    // (copies + 1)^c

  int states_ = 0;
  std::vector<int> lacking_;   // tiles that the short runs of a state lack
  std::vector<Order> orders_;  // by room; the last for any
  bool plain_ = false;         // every order has bits
  int row_ = 0;
  bool eights_ = false;  // offer() may take eight members at once
  int lift_ = 0;
  // Options that another one of the same tiles makes superfluous are left out.
  std::vector<std::vector<RunStates::Option>> options_;
  std::vector<std::array<std::uint8_t, max_colours>> permutations_;

  // Work space of expand().
  std::vector<std::vector<Member>> by_runs_;
  std::vector<Packed> by_runs_plain_;
  Packed gathered_;
};

}  // namespace optimeld::counting
