// A hash table from sweep states to node numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sweep.hpp"

namespace optimeld {

template <class Word>
std::uint64_t state_hash(const SweepState<Word>& state, int layer) {
  std::uint64_t h = static_cast<std::uint64_t>(state.runs) * 0x9E3779B97F4A7C15u;
  if constexpr (sizeof(Word) > 8) h ^= static_cast<std::uint64_t>(state.runs >> 64) * 0xC2B2AE3D27D4EB4Fu;
  h ^= (state.extra + static_cast<std::uint64_t>(layer) * 0x100000001B3u) * 0xD6E8FEB86659FD93u;
  h ^= state.kept * 0xA0761D6478BD642Fu;
  return h ^ h >> 29 ^ h >> 47;
}

// Open addressing over node numbers; the caller keeps the nodes. A new epoch empties it at no cost.
class StateTable {
 public:
  void clear() {
    if (++epoch_ == 0) {
      std::fill(slots_.begin(), slots_.end(), 0);
      epoch_ = 1;
    }
    count_ = 0;
  }

  // The slot of the node for which same(node) holds, or where it belongs; null when the table must grow first.
  template <class Same>
  std::uint64_t* find(std::uint64_t hash, Same&& same) {
    if (2 * (count_ + 1) > slots_.size()) return nullptr;
    for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
      std::uint64_t& slot = slots_[i];
      if (slot >> 32 != epoch_ || same(static_cast<std::uint32_t>(slot))) return &slot;
    }
  }

  // The node for which same(node) holds, or 0xFFFFFFFF.
  template <class Same>
  std::uint32_t lookup(std::uint64_t hash, Same&& same) const {
    if (slots_.empty()) return 0xFFFFFFFF;
    for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
      const std::uint64_t slot = slots_[i];
      if (slot >> 32 != epoch_) return 0xFFFFFFFF;
      if (same(static_cast<std::uint32_t>(slot))) return static_cast<std::uint32_t>(slot);
    }
  }

  bool filled(const std::uint64_t* slot) const { return *slot >> 32 == epoch_; }

  void set(std::uint64_t* slot, std::uint32_t node) {
    if (!filled(slot)) ++count_;
    *slot = static_cast<std::uint64_t>(epoch_) << 32 | node;
  }

  template <class HashOf>
  void grow(HashOf&& hash_of) {
    std::vector<std::uint64_t> old(std::max<std::size_t>(256, slots_.size() * 2), 0);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const std::uint64_t slot : old) {
      if (slot >> 32 != epoch_) continue;
      std::size_t i = hash_of(static_cast<std::uint32_t>(slot)) & mask_;
      while (slots_[i] >> 32 == epoch_) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

 private:
  std::vector<std::uint64_t> slots_;
  std::size_t mask_ = 0, count_ = 0;
  std::uint32_t epoch_ = 1;
};

}  // namespace optimeld
