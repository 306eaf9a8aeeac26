// Reads hands value by value with the automaton of winning hands, which is made as it is asked.
//
// The whole automaton takes a second to build without jokers, and with two jokers nobody has built it. But games ask
// for a small part of it again and again, so states and edges are found once and kept. A hand is read from both ends
// to the middle, since a run read downwards is a run: half as deep, far fewer states are met. What the two halves left
// open is then joined.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "counting/hand_sets.hpp"

namespace optimeld::strategy {

class HandReader {
 public:
  // Whether the tables for such boxes are of a reasonable size.
  static bool serves(const counting::Shape& shape, int values);

  // Reads hands with exactly shape.jokers jokers.
  explicit HandReader(const counting::Shape& shape);

  // A state of the automaton, and the order of the colours it is seen in.
  struct Place {
    std::uint32_t state;
    std::uint32_t order;
    bool operator==(const Place&) const = default;
  };
  static constexpr Place start{0, 0};
  static constexpr std::uint32_t dead = 0xFFFFFFFF;

  int symbols() const { return sets_.symbols(); }

  // One value further: tiles of colour c are digit c of `symbol` in base copies + 1. Not for a dead place.
  Place step(Place from, int symbol) {
    const std::uint32_t edge =
        edges_[static_cast<std::size_t>(from.state) * width_ + seen_[from.order * width_ + symbol]];
    if (edge < unknown) return {edge >> order_bits_, after_[from.order * orders_ + (edge & order_mask_)]};
    if (edge == dead) return {dead, 0};
    return find(from, symbol);
  }

  // Whether the values read upwards to `low` and downwards to `high`, all of them between the two, win together.
  bool join(Place low, Place high);

  // A whole hand, one symbol a value.
  bool wins(std::span<const std::uint16_t> symbols);

  std::size_t states() const { return begin_.size() - 1; }
  std::size_t steps_found() const { return steps_found_; }

 private:
  static constexpr std::uint32_t unknown = 0xFFFFFFFE;
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;
  struct Same {
    std::size_t operator()(const counting::Fingerprint& f) const { return f.low; }
  };

  void clear();
  std::size_t bytes() const;
  Place find(Place from, int symbol);
  std::uint32_t state_of(const counting::Fingerprint& fingerprint, std::span<const counting::Member> members);
  std::span<const counting::Member> members(std::uint32_t state) const {
    return {members_.data() + begin_[state], members_.data() + begin_[state + 1]};
  }
  int used(counting::Member member) const { return jokers_ == 0 ? 0 : static_cast<int>(member >> 56 & 127); }
  bool runless(counting::Member member) const { return jokers_ > 0 && (member >> 63) != 0; }

  counting::HandSets sets_;
  int colours_, jokers_, min_meld_;
  std::size_t width_;   // symbols
  std::size_t orders_;  // orders of the colours
  int order_bits_ = 0;
  std::uint32_t order_mask_ = 0;
  std::vector<std::uint16_t> seen_;      // by order and symbol: the symbol in that order
  std::vector<std::uint16_t> after_;     // by order and order within it: the order they make together
  std::vector<std::uint16_t> relative_;  // by two orders: the second as the first one sees it
  int run_states_ = 0;
  std::vector<std::uint8_t> joined_;  // by run states upwards and downwards: jokers to join them

  std::vector<std::uint32_t> edges_;
  std::vector<std::size_t> begin_;  // of each state's members
  std::vector<counting::Member> members_;
  std::unordered_map<counting::Fingerprint, std::uint32_t, Same> states_;
  std::size_t steps_found_ = 0;
};

}  // namespace optimeld::strategy
