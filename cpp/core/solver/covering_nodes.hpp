// The nodes of a search for melds that stay, in groups of those that differ in their runs, gains and losses alone: who
// in a group can do all that a new one can?
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/deadline.hpp"
#include "solver/run_order.hpp"
#include "solver/state_table.hpp"

namespace optimeld::solver {

class CoveringNodes {
 public:
  void begin(const RunOrder& order, int colours) { runs_.begin(order, colours); }
  void clear(int layers) {
    groups_.clear(layers);
    chunks_.clear();
    layer_ = -1;
  }

  // What must be the same in all nodes of a group, beside the layer.
  struct Rest {
    std::uint64_t extra = 0, kept = 0;
    bool operator==(const Rest&) const = default;
  };
  struct Worth {
    std::uint64_t numbers;  // of its runs
    std::int64_t gain;
    int lost;
  };
  template <class RunState>
  std::uint64_t numbers(RunState&& run_state) const {
    return runs_.numbers(run_state);
  }

  // Whether a node with this worth need not be looked at, for another of its group covers it. One that covers it with a
  // higher gain shows that the best gain is out of its reach, whatever it has lost.
  bool is_covered(const Rest& rest, int layer, const Worth& node, Patience& patience) {
    find(rest, layer);
    for (std::uint32_t c = last_; c != none; c = chunks_[c].before) {
      const Chunk& chunk = chunks_[c];
      patience.step(Chunk::room);
      for (std::uint32_t i = 0; i < chunk.count; ++i) {
        if (!runs_.covers(chunk.numbers[i], node.numbers)) continue;
        if (chunk.gain[i] > node.gain || (chunk.gain[i] == node.gain && chunk.lost[i] <= node.lost)) return true;
      }
    }
    return false;
  }

  // After is_covered said no: notes the node in that group. Calls drop(other) for those that it covers itself.
  template <class Drop>
  void add(const Worth& node, std::uint32_t number, Drop&& drop) {
    for (std::uint32_t c = last_; c != none; c = chunks_[c].before) {
      Chunk& chunk = chunks_[c];
      for (std::uint32_t i = 0; i < chunk.count; ++i) {
        if (!runs_.covers(node.numbers, chunk.numbers[i])) continue;
        if (chunk.gain[i] > node.gain || (chunk.gain[i] == node.gain && chunk.lost[i] < node.lost)) continue;
        drop(chunk.node[i]);
        chunk.move(--chunk.count, i);
        --i;
      }
    }
    if (last_ == none || chunks_[last_].count == Chunk::room) {
      chunks_.emplace_back().before = last_;
      last_ = static_cast<std::uint32_t>(chunks_.size()) - 1;
      auto& slot = slot_of(rest_, layer_);
      groups_.fill(slot, layer_, last_, rest_);
    }
    Chunk& chunk = chunks_[last_];
    const std::uint32_t i = chunk.count++;
    chunk.numbers[i] = node.numbers;
    chunk.gain[i] = node.gain;
    chunk.lost[i] = node.lost;
    chunk.node[i] = number;
  }

  std::size_t bytes() const { return chunks_.size() * sizeof(Chunk); }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // Nodes of a group lie side by side, some at a time.
  struct Chunk {
    static constexpr std::uint32_t room = 8;
    std::uint64_t numbers[room];
    std::int64_t gain[room];
    std::int32_t lost[room];
    std::uint32_t node[room];
    std::uint32_t count = 0;
    std::uint32_t before = 0;

    void move(std::uint32_t from, std::uint32_t to) {
      numbers[to] = numbers[from];
      gain[to] = gain[from];
      lost[to] = lost[from];
      node[to] = node[from];
    }
  };

  using Groups = StateTable<Rest>;
  static std::uint64_t hash(const Rest& rest, int layer) {
    std::uint64_t h = (rest.extra + static_cast<std::uint64_t>(layer) * 0x100000001B3u) * 0xD6E8FEB86659FD93u;
    h ^= rest.kept * 0xA0761D6478BD642Fu;
    return h ^ h >> 29 ^ h >> 47;
  }
  Groups::Slot& slot_of(const Rest& rest, int layer) {
    return groups_.at(
        hash(rest, layer), layer, [&](const Groups::Slot& slot) { return slot.state == rest; },
        [](const Groups::Slot& slot, int at) { return hash(slot.state, at); });
  }
  // Most nodes are of the group of the one before them.
  void find(const Rest& rest, int layer) {
    if (layer == layer_ && rest == rest_) return;
    rest_ = rest;
    layer_ = layer;
    const auto& slot = slot_of(rest, layer);
    last_ = groups_.filled(slot) ? slot.node : none;
  }

  RunsOrder runs_;
  Groups groups_;  // to the last chunk of each
  std::vector<Chunk> chunks_;
  Rest rest_;  // the group found last
  int layer_ = -1;
  std::uint32_t last_ = none;
};

}  // namespace optimeld::solver
