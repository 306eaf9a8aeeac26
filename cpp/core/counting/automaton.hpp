// The deterministic automaton of winning hands: reads a hand value by value, whatever the number of values.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "counting/hand_sets.hpp"

namespace optimeld::counting {

// Asked now and then while something long goes on; a build stops with Interrupted when it answers false.
struct Progress {
  std::size_t values = 0;    // values read so far
  std::size_t states = 0;    // states found
  std::size_t expanded = 0;  // states whose successors are known
  std::size_t bytes = 0;     // memory held
};
using Watcher = std::function<bool(const Progress&)>;

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

// The memory allowed is not enough; says how far it got.
struct OutOfBounds : std::runtime_error {
  OutOfBounds(const std::string& what, Progress reached) : std::runtime_error(what), reached(reached) {}
  Progress reached;
};

// Fingerprints to numbers: open addressing, no deletion.
class FingerprintTable {
 public:
  FingerprintTable();
  // The number of the fingerprint; `next` becomes its number where it is new.
  std::uint32_t find_or_add(const Fingerprint& fingerprint, std::uint32_t next);
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    Fingerprint fingerprint;
    std::uint32_t number;
  };
  void grow();
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

class Automaton {
 public:
  static constexpr std::uint32_t dead = 0xffffffff;

  // With a bound, the automaton reads hands of at most `max_tiles` tiles: what no such hand reaches, or what
  // none of them can finish, is left out.
  static constexpr int unbounded = 1 << 20;
  static Automaton build(const Shape& shape, int max_tiles, std::size_t memory_limit, const Watcher& watcher);
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
  std::uint32_t edge(std::size_t state, int symbol) const { return edges_[state * symbols() + symbol]; }
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
  std::vector<std::uint32_t> edges_;
  std::vector<std::uint8_t> accepts_;
  std::vector<std::uint64_t> within_;
};

}  // namespace optimeld::counting
