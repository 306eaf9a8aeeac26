// The searches over the sweep's states: the best gain, then the most melds kept among the plays that reach it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "sweep.hpp"

namespace optimeld {

template <class Word>
class Search {
 public:
  using State = SweepState<Word>;

  void begin(const Rules& rules, const Problem& problem, const RunStates& runs, ValueMoves& moves, std::size_t limit) {
    problem_ = &problem;
    moves_ = &moves;
    limit_ = limit;
    sweep_.emplace(rules, problem, runs, moves);
  }

  // The best gain, or -1 where the forced tiles cannot be arranged. remember: keep what fewest_lost needs.
  std::int64_t best_gain(bool remember);

  // After best_gain: the fewest old melds that must change to reach it, at most `bound`; -1 if more are needed.
  int fewest_lost(int bound);

  // Replays the path found by fewest_lost (kept) or by best_gain.
  void trace(bool kept, Arranger& arranger);

 private:
  struct Node {
    State state;
    std::int64_t gain;
    std::uint32_t parent;
    std::int32_t lost;
  };
  struct Edge {
    std::uint32_t from, to;
    std::int64_t gain;
  };
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // Open addressing over node numbers; a new epoch empties it at no cost.
  class Table {
   public:
    void clear() {
      if (++epoch_ == 0) {
        std::fill(slots_.begin(), slots_.end(), 0);
        epoch_ = 1;
      }
      count_ = 0;
    }
    // The slot of the node with this state, or of the place where it belongs.
    template <class Same>
    std::uint64_t* find(std::uint64_t hash, Same&& same) {
      if (2 * (count_ + 1) > slots_.size()) return nullptr;
      for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
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

  static std::uint64_t hash(const State& state, std::uint64_t salt) {
    std::uint64_t h = static_cast<std::uint64_t>(state.runs) * 0x9E3779B97F4A7C15u;
    if constexpr (sizeof(Word) > 8) h ^= static_cast<std::uint64_t>(state.runs >> 64) * 0xC2B2AE3D27D4EB4Fu;
    h ^= (state.extra + salt * 0x1000193) * 0xD6E8FEB86659FD93u;
    h ^= state.kept * 0xA0761D6478BD642Fu;
    return h ^ h >> 29 ^ h >> 47;
  }

  void check_memory() const {
    if (nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge) + kept_.size() * sizeof(Node) + moves_->bytes() > limit_)
      throw TooLarge("this position needs more than the solver's memory limit of " + std::to_string(limit_ >> 20) + " MiB");
  }

  void mark_optimal();
  void expand_kept(int v, std::uint32_t index, int losses, int lost);

  const Problem* problem_ = nullptr;
  ValueMoves* moves_ = nullptr;
  std::size_t limit_ = 0;
  std::optional<Sweep<Word>> sweep_;
  Table table_;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> layer_begin_;  // nodes of layer v: layer_begin_[v] .. layer_begin_[v + 1]
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> edge_begin_;   // edges into layer v
  std::uint32_t final_ = none;
  std::int64_t best_ = -1;

  std::vector<std::int64_t> to_go_;
  std::vector<std::vector<std::int64_t>> good_gains_;  // by layer: gains so far on best paths

  std::vector<Node> kept_;
  std::vector<std::vector<std::uint32_t>> kept_layer_;               // by layer, in order of losses
  std::vector<std::vector<std::uint32_t>> kept_level_;               // by layer: where each number of losses begins
  Table kept_table_;
  std::uint32_t kept_final_ = none;
};

template <class Word>
std::int64_t Search<Word>::best_gain(bool remember) {
  const int n = problem_->values;
  nodes_.clear();
  edges_.clear();
  layer_begin_.assign(1, 0);
  edge_begin_.assign(1, 0);
  nodes_.push_back({State{}, problem_->base_gain, none, 0});
  layer_begin_.push_back(1);
  for (int v = 1; v <= n; ++v) {
    sweep_->at(v);
    table_.clear();
    const std::uint32_t begin = layer_begin_[v - 1], end = layer_begin_[v];
    for (std::uint32_t i = begin; i < end; ++i) {
      const State state = nodes_[i].state;
      sweep_->expand(state, nodes_[i].gain, -1,
                     [&](const State& next, std::int64_t gain, const auto&, int, const ValueMove&) {
        const std::uint64_t h = hash(next, 0);
        std::uint64_t* slot = table_.find(h, [&](std::uint32_t node) { return nodes_[node].state == next; });
        if (!slot) {
          table_.grow([&](std::uint32_t node) { return hash(nodes_[node].state, 0); });
          slot = table_.find(h, [&](std::uint32_t node) { return nodes_[node].state == next; });
        }
        std::uint32_t to;
        if (table_.filled(slot)) {
          to = static_cast<std::uint32_t>(*slot);
          if (gain > nodes_[to].gain) {
            nodes_[to].gain = gain;
            nodes_[to].parent = i;
          }
        } else {
          to = static_cast<std::uint32_t>(nodes_.size());
          nodes_.push_back({next, gain, i, 0});
          table_.set(slot, to);
        }
        if (remember) edges_.push_back({i, to, gain});
      });
    }
    check_memory();
    layer_begin_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    edge_begin_.push_back(static_cast<std::uint32_t>(edges_.size()));
  }
  best_ = -1;
  final_ = none;
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i) {
    if (!sweep_->finished(nodes_[i].state)) continue;
    const std::int64_t gain = sweep_->final_gain(nodes_[i].state, nodes_[i].gain);
    if (gain > best_) best_ = gain, final_ = i;
  }
  return best_;
}

// Gains so far of every node that lies on a best path: a path that keeps melds must show one of them at each layer.
template <class Word>
void Search<Word>::mark_optimal() {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min() / 4;
  const int n = problem_->values;
  to_go_.assign(nodes_.size(), never);
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i)
    if (sweep_->finished(nodes_[i].state)) to_go_[i] = sweep_->final_gain(nodes_[i].state, 0);
  for (int v = n; v >= 1; --v)
    for (std::uint32_t e = edge_begin_[v - 1]; e < edge_begin_[v]; ++e) {
      const auto& edge = edges_[e];
      const std::int64_t total = edge.gain - nodes_[edge.from].gain + to_go_[edge.to];
      if (total > to_go_[edge.from]) to_go_[edge.from] = total;
    }
  good_gains_.resize(n + 1);
  for (int v = 0; v <= n; ++v) {
    auto& good = good_gains_[v];
    good.clear();
    for (std::uint32_t i = layer_begin_[v]; i < layer_begin_[v + 1]; ++i) {
      if (nodes_[i].gain + to_go_[i] != best_) continue;
      if (std::find(good.begin(), good.end(), nodes_[i].gain) == good.end()) good.push_back(nodes_[i].gain);
    }
  }
}

template <class Word>
int Search<Word>::fewest_lost(int bound) {
  mark_optimal();
  const int n = problem_->values;
  kept_.clear();
  kept_table_.clear();
  kept_layer_.resize(n + 1);
  kept_level_.resize(n + 1);
  for (int v = 0; v <= n; ++v) kept_layer_[v].clear(), kept_level_[v].clear();
  kept_final_ = none;
  kept_.push_back({State{}, problem_->base_gain, none, 0});
  kept_layer_[0].push_back(0);
  const int most = static_cast<int>(problem_->olds.size());
  for (int lost = 0; lost <= most; ++lost) {
    if (lost + problem_->lost > bound) return -1;
    kept_level_[0].push_back(lost == 0 ? 0 : 1);
    for (int v = 1; v <= n; ++v) {
      sweep_->at(v);
      kept_level_[v].push_back(static_cast<std::uint32_t>(kept_layer_[v].size()));
      const int starting = static_cast<int>(problem_->olds_at[v].size());
      for (int here = 0; here <= std::min(lost, starting); ++here) {
        const auto& from = kept_level_[v - 1];
        const std::uint32_t begin = from[lost - here];
        const std::uint32_t end = lost - here + 1 < static_cast<int>(from.size())
                                      ? from[lost - here + 1]
                                      : static_cast<std::uint32_t>(kept_layer_[v - 1].size());
        for (std::uint32_t i = begin; i < end; ++i) expand_kept(v, kept_layer_[v - 1][i], here, lost);
      }
      check_memory();
    }
    for (std::uint32_t i = kept_level_[n][lost]; i < kept_layer_[n].size(); ++i) {
      const auto& node = kept_[kept_layer_[n][i]];
      if (!sweep_->finished(node.state) || sweep_->final_gain(node.state, node.gain) != best_) continue;
      kept_final_ = kept_layer_[n][i];
      return lost + problem_->lost;
    }
  }
  throw std::logic_error("solver: the best gain cannot be reached again");
}

template <class Word>
void Search<Word>::expand_kept(int v, std::uint32_t index, int losses, int lost) {
  const State state = kept_[index].state;
  const auto& good = good_gains_[v];
  const std::uint64_t salt = static_cast<std::uint64_t>(v);
  // The layer of a node is told by its place in kept_layer_; states of different layers must not meet.
  const auto same = [&](const State& next) {
    return [this, &next, v](std::uint32_t node) { return kept_[node].state == next && kept_[node].lost >> 16 == v; };
  };
  sweep_->expand(state, kept_[index].gain, losses,
                 [&](const State& next, std::int64_t gain, const auto&, int, const ValueMove&) {
    if (std::find(good.begin(), good.end(), gain) == good.end()) return;
    const std::uint64_t h = hash(next, salt);
    std::uint64_t* slot = kept_table_.find(h, same(next));
    if (!slot) {
      kept_table_.grow([&](std::uint32_t node) {
        return hash(kept_[node].state, static_cast<std::uint64_t>(kept_[node].lost >> 16));
      });
      slot = kept_table_.find(h, same(next));
    }
    // With the same state and a smaller gain the best total is out of reach.
    if (kept_table_.filled(slot) && kept_[static_cast<std::uint32_t>(*slot)].gain >= gain) return;
    const auto to = static_cast<std::uint32_t>(kept_.size());
    kept_.push_back({next, gain, index, v << 16 | lost});
    kept_table_.set(slot, to);
    kept_layer_[v].push_back(to);
  });
}

template <class Word>
void Search<Word>::trace(bool kept, Arranger& arranger) {
  const int n = problem_->values;
  const auto& nodes = kept ? kept_ : nodes_;
  std::vector<std::uint32_t> path(n + 1);
  path[n] = kept ? kept_final_ : final_;
  for (int v = n; v > 0; --v) path[v - 1] = nodes[path[v]].parent;
  for (int v = 1; v <= n; ++v) {
    const Node& from = nodes[path[v - 1]];
    const Node& to = nodes[path[v]];
    sweep_->at(v);
    const int losses = kept ? (to.lost & 0xFFFF) - (from.lost & 0xFFFF) : -1;
    bool found = false;
    sweep_->expand(from.state, from.gain, losses,
                   [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
      if (found || gain != to.gain || !(next == to.state)) return;
      found = true;
      arranger.at(v, std::span(frame.ops.data(), frame.op_count), frame.cell, jokers, move);
    });
    if (!found) throw std::logic_error("solver: the path found cannot be followed again");
  }
}

}  // namespace optimeld
