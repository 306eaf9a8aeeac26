// Finds every set of an automaton from the first on, with as many threads as there are.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "counting/hand_sets.hpp"

namespace optimeld::counting {

// Asked now and then while something long goes on, by the thread that called; it stops with Interrupted when
// the answer is false.
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
  OutOfBounds(const std::string& what, Progress so_far) : std::runtime_error(what), reached(so_far) {}
  Progress reached;
};

// Rows of equal length that several threads add, and that never move.
template <class T>
class Rows {
 public:
  static constexpr int shift = 12;
  static constexpr std::size_t in_chunk = std::size_t{1} << shift;

  Rows() = default;
  Rows(Rows&&) = default;
  Rows& operator=(Rows&&) = default;
  Rows(std::size_t length, std::size_t most_rows) : length_(length), chunks_((most_rows >> shift) + 1) {}

  T* row(std::size_t i) { return chunks_[i >> shift].get() + (i & (in_chunk - 1)) * length_; }
  const T* row(std::size_t i) const { return chunks_[i >> shift].get() + (i & (in_chunk - 1)) * length_; }
  // Makes room for row i; only one thread at a time may ask.
  void reach(std::size_t i) {
    std::unique_ptr<T[]>& chunk = chunks_[i >> shift];
    if (chunk) return;
    chunk.reset(new T[in_chunk * length_]);
  }
  // What the first so many rows take.
  std::size_t bytes(std::size_t rows) const { return ((rows >> shift) + 1) * in_chunk * length_ * sizeof(T); }

 private:
  std::size_t length_ = 1;
  std::vector<std::unique_ptr<T[]>> chunks_;
};

struct Exploration {
  static constexpr std::uint32_t dead = 0xffffffff;

  std::size_t states = 0;
  // Row of a state: for each symbol the next state, shifted by `permutation_bits` with the order of the colours
  // below, or dead. States that were not expanded have no meaning here.
  Rows<std::uint32_t> edges;
  std::vector<std::uint8_t> accepts;
  std::vector<bool> expanded;
  // Without a bound on the tiles: states within reach of 0, 1, .. values are the first so many.
  std::vector<std::uint64_t> within;
  int permutation_bits = 0;
};

struct ExploreOptions {
  int max_tiles = 1 << 20;
  int values = 1 << 20;  // only what so many values reach
  bool permutations = true;
  std::size_t memory_limit = 0;
  int threads = 1;
};

// The graph does not depend on the number of threads; the numbers of its states do, but for the first.
Exploration explore(const HandSets& sets, const ExploreOptions& options, const Watcher& watcher);

// Fingerprints to numbers: open addressing, no deletion.
class FingerprintTable {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit FingerprintTable(std::size_t slots = std::size_t{1} << 12);
  // The number of the fingerprint; `next` becomes its number where it is new.
  std::uint32_t find_or_add(const Fingerprint& fingerprint, std::uint32_t next) {
    return find_or_make(fingerprint, [next] { return next; });
  }
  template <class Make>
  std::uint32_t find_or_make(const Fingerprint& fingerprint, Make&& make);
  void prefetch(const Fingerprint& fingerprint) const {
    __builtin_prefetch(slots_.data() + (fingerprint.low & (slots_.size() - 1)));
  }
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

template <class Make>
std::uint32_t FingerprintTable::find_or_make(const Fingerprint& fingerprint, Make&& make) {
  if (used_ * 3 >= slots_.size() * 2) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = fingerprint.low & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.number == none) {
      slot = {fingerprint, make()};
      ++used_;
      return slot.number;
    }
    if (slot.fingerprint == fingerprint) return slot.number;
  }
}

}  // namespace optimeld::counting
