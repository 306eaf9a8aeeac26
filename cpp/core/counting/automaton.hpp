// The deterministic automaton of winning hands: reads a hand value by value, whatever the number of values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "counting/explore.hpp"
#include "counting/hand_sets.hpp"

namespace optimeld::counting {

class Automaton {
 public:
  static constexpr std::uint32_t dead = Exploration::dead;

  // With a bound, the automaton reads hands of at most `max_tiles` tiles: what no such hand reaches, or what
  // none of them can finish, is left out.
  static constexpr int unbounded = 1 << 20;
  static Automaton build(const Shape& shape, int max_tiles, std::size_t memory_limit, const Watcher& watcher,
                         int threads = 1);
  // The inverse of to_bytes; throws std::invalid_argument where the bytes do not fit together.
  static Automaton from_bytes(const Shape& shape, int max_tiles, const std::string& bytes);
  std::string to_bytes() const;

  const Shape& shape() const { return sets_.shape(); }
  const HandSets& sets() const { return sets_; }
  int max_tiles() const { return max_tiles_; }
  std::size_t states() const { return accepts_.size(); }
  int symbols() const { return sets_.symbols(); }
  std::uint32_t accepts(std::size_t state) const { return accepts_[state]; }
  // Where a symbol leads, and which permutation of the colours it takes; the start is state 0.
  std::uint32_t edge(std::size_t state, int symbol) const { return edges_.row(state)[symbol]; }
  std::uint32_t target(std::uint32_t edge) const { return edge >> permutation_bits_; }
  int permutation(std::uint32_t edge) const { return static_cast<int>(edge & ((1U << permutation_bits_) - 1)); }
  // States within reach of `values` values are the first so many.
  std::size_t within(int values) const;
  const std::vector<std::uint64_t>& reached() const { return within_; }

  // counts[value * colours + colour]: bit j of the answer: with exactly j jokers beside these tiles, it wins.
  std::uint32_t read(std::span<const std::uint8_t> counts) const;

 private:
  Automaton(const Shape& shape, int max_tiles);
  void order_by_depth();

  HandSets sets_;
  int max_tiles_;
  int permutation_bits_ = 0;
  Rows<std::uint32_t> edges_;
  std::vector<std::uint8_t> accepts_;
  std::vector<std::uint64_t> within_;
};

}  // namespace optimeld::counting
