// A hash table from sweep states to node numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/sweep.hpp"

namespace optimeld::solver {

template <class Word>
std::uint64_t state_hash(const SweepState<Word>& state, int layer) {
  std::uint64_t h = static_cast<std::uint64_t>(state.runs) * 0x9E3779B97F4A7C15u;
  if constexpr (sizeof(Word) > 8) h ^= static_cast<std::uint64_t>(state.runs >> 64) * 0xC2B2AE3D27D4EB4Fu;
  h ^= (state.extra + static_cast<std::uint64_t>(layer) * 0x100000001B3u) * 0xD6E8FEB86659FD93u;
  h ^= state.kept * 0xA0761D6478BD642Fu;
  return h ^ h >> 29 ^ h >> 47;
}

// Open addressing over node numbers; the caller keeps the nodes. A new epoch empties it at no cost, and begins
// again with few slots: after one large position the small ones would otherwise be strewn over memory that no
// cache holds.
class StateTable {
 public:
  void clear() {
    if (++epoch_ == 0) {
      std::fill(slots_.begin(), slots_.end(), 0);
      epoch_ = 1;
    }
    count_ = 0;
    used_ = std::min(slots_.size(), smallest);
  }

  // The slot of the node for which same(node) holds, or where it belongs; null when the table must grow first.
  template <class Same>
  std::uint64_t* find(std::uint64_t hash, Same&& same) {
    if (2 * (count_ + 1) > used_) return nullptr;
    const std::size_t mask = used_ - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      std::uint64_t& slot = slots_[i];
      if (slot >> 32 != epoch_ || same(static_cast<std::uint32_t>(slot))) return &slot;
    }
  }

  bool filled(const std::uint64_t* slot) const { return *slot >> 32 == epoch_; }

  void set(std::uint64_t* slot, std::uint32_t node) {
    if (!filled(slot)) ++count_;
    *slot = static_cast<std::uint64_t>(epoch_) << 32 | node;
  }

  template <class HashOf>
  void grow(HashOf&& hash_of) {
    moving_.clear();
    for (std::size_t i = 0; i < used_; ++i) {
      if (slots_[i] >> 32 != epoch_) continue;
      moving_.push_back(slots_[i]);
      slots_[i] = 0;
    }
    used_ = std::max(smallest, used_ * 2);
    if (slots_.size() < used_) slots_.resize(used_);
    const std::size_t mask = used_ - 1;
    for (const std::uint64_t slot : moving_) {
      std::size_t i = hash_of(static_cast<std::uint32_t>(slot)) & mask;
      while (slots_[i] >> 32 == epoch_) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }

 private:
  static constexpr std::size_t smallest = 512;
  std::vector<std::uint64_t> slots_, moving_;
  std::size_t used_ = 0, count_ = 0;  // slots in use, a power of two; nodes
  std::uint32_t epoch_ = 1;
};

}  // namespace optimeld::solver
