// A hash table from the states of a search, layer by layer, to the numbers of their nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace optimeld::solver {

struct Nothing {};

// Open addressing; the caller keeps the nodes. Beside its node's number a slot may hold the state itself (Inside), so
// that it is compared without a look at the node. Clearing costs nothing, and begins again with few slots: after one
// large position the small ones would otherwise be strewn over memory that no cache holds.
template <class Inside = Nothing>
class StateTable {
 public:
  struct Slot {
    [[no_unique_address]] Inside state{};
    std::uint32_t tag = 0;  // which clearing, and which layer of it
    std::uint32_t node = 0;
  };

  // For states of the layers 0 .. layers - 1.
  void clear(int layers) {
    if (end_ > std::numeric_limits<std::uint32_t>::max() - static_cast<std::uint32_t>(layers)) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
      end_ = 1;
    }
    first_ = end_;
    end_ += static_cast<std::uint32_t>(layers);
    count_ = 0;
    if (slots_.size() < fewest) slots_.resize(fewest);
    used_ = fewest;
  }

  // The next new state makes the table grow: how many slots that means to look at, or 0.
  std::size_t growth() const { return 2 * (count_ + 1) > used_ ? used_ : 0; }

  // The slot of the state of this layer for which same(slot) holds, or the empty one where it belongs. hash_of(slot,
  // layer) says the hash of one that is filled, for the table may have to grow.
  template <class Same, class HashOf>
  Slot& at(std::uint64_t hash, int layer, Same&& same, HashOf&& hash_of) {
    if (growth() > 0) grow(hash_of);
    return slots_[index(hash, layer, same)];
  }

  // The slot of that state, or null.
  template <class Same>
  const Slot* find(std::uint64_t hash, int layer, Same&& same) const {
    const Slot& slot = slots_[index(hash, layer, same)];
    return filled(slot) ? &slot : nullptr;
  }

  bool filled(const Slot& slot) const { return slot.tag >= first_; }

  void fill(Slot& slot, int layer, std::uint32_t node, Inside state = {}) {
    if (!filled(slot)) ++count_;
    slot = {state, first_ + static_cast<std::uint32_t>(layer), node};
  }

 private:
  static constexpr std::size_t fewest = 1024;

  template <class Same>
  std::size_t index(std::uint64_t hash, int layer, Same&& same) const {
    const std::uint32_t tag = first_ + static_cast<std::uint32_t>(layer);
    const std::size_t mask = used_ - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      const Slot& slot = slots_[i];
      if (slot.tag < first_ || (slot.tag == tag && same(slot))) return i;
    }
  }

  template <class HashOf>
  void grow(HashOf&& hash_of) {
    moving_.clear();
    for (std::size_t i = 0; i < used_; ++i) {
      if (filled(slots_[i])) moving_.push_back(slots_[i]);
      slots_[i].tag = 0;
    }
    used_ *= 4;
    if (slots_.size() < used_) slots_.resize(used_);
    const std::size_t mask = used_ - 1;
    for (const Slot& slot : moving_) {
      std::size_t i = hash_of(slot, static_cast<int>(slot.tag - first_)) & mask;
      while (filled(slots_[i])) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_, moving_;
  std::size_t used_ = 0, count_ = 0;   // slots in use, a power of two; states
  std::uint32_t first_ = 1, end_ = 1;  // tags of this clearing: first_ + layer, below end_
};

}  // namespace optimeld::solver
