// The plain graph: every state of the sweep with all jokers wild, its best gain so far and the best still to come.
//
// Where no joker on the table is bound by a rule, its optimum is the answer. Searches that know more walk beside it:
// the tiles they put into runs lead to a plain state, their image, which can do all that the walker can.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "solver/arrange.hpp"
#include "solver/horizons.hpp"
#include "solver/problem.hpp"
#include "solver/state_table.hpp"

namespace optimeld::solver {

template <class Word>
class PlainGraph {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // Bits of a state beside the runs: the jokers used.
  static constexpr int joker_bits = 4;

  // standing: jokers of the table that are not wild but count as tiles.
  // What follows may throw Stopped, as this may: the patience is asked all along.
  void begin(const Problem& problem, std::span<const Standing> standing, RunTables& tables, ValueMoves& moves,
             Patience& patience);

  // Makes the graph of all that can gain at least `least`; gives up, and says so with false, at more than `most`
  // states. remember: bound will be called for what comes below it. Throws TooLarge over `limit` bytes.
  bool build(std::int64_t least, bool remember, std::size_t most, std::size_t limit);
  void bound();

  // The same with far fewer states, for those that others cover are left to these: the best gain and its trace are
  // right, images and what is still to come are bounds that claim too much. Only where can_cover.
  // Where that very graph is at hand, it is not made again.
  bool can_cover() const { return uncovered_.fits(); }
  void build_covering(std::int64_t least, bool remember, std::size_t limit);

  // Whether the whole graph of what gains at least `least` is known to have more than `most` states: the covering one
  // met as many, and is at hand with its steps.
  bool known_larger(std::int64_t least, std::size_t most) const { return is_covering(least, true) && met_ > most; }

  // Whether all forced tiles and jokers can be laid, rack tiles staying where they are; trace says how. Throws TooLarge
  // as build does.
  bool all_laid(std::size_t limit);

  // The gain of playing all but so many tiles of the rack, the highest ones.
  std::int64_t gain_without(int tiles) const;

  // The best gain, or less than `least` where there is none: -1 where the forced tiles cannot be arranged.
  std::int64_t best() const { return best_; }

  // After bound: the state a walker's image goes to when `tiles` go into runs (a byte a colour) and `jokers` jokers
  // are used at value v; none where it cannot be finished.
  std::uint32_t image_of(std::uint32_t from, int v, std::uint64_t tiles, int jokers) const;
  // What limits the steps at value v of a walker whose image is `from` and who is to gain at least `least` in all:
  // beyond it, the image is none, or too little is still to come.
  StepLimits limits(std::uint32_t from, int v, std::int64_t least) const;
  // The most that is still to come there.
  std::int64_t to_go(std::uint32_t node) const { return to_go_[node]; }

  // Calls visit(v, from, to, jokers, move, spare) for every step at value v that is part of a way to a gain of at least
  // `least`, from the highest value down; `spare` is what the best such way gains beyond it.
  template <class Visit>
  void steps_to(std::int64_t least, Visit&& visit) const {
    int v = problem_->values;
    for (std::size_t e = edges_.size(); e-- > 0;) {
      const Edge& edge = edges_[e];
      patience_->step();
      while (edge.to < layer_begin_[v]) --v;
      const std::int64_t spare = edge.gain + to_go_[edge.to] - least;
      if (spare >= 0)
        visit(v, edge.from, edge.to, used(nodes_[edge.to].key) - used(nodes_[edge.from].key), *edge.move, spare);
    }
  }
  int jokers_used(std::uint32_t node) const { return used(nodes_[node].key); }
  std::size_t size() const { return nodes_.size(); }
  // How much work was done so far, over all graphs, in states met and passed: the same on every machine. A thousand
  // take about 15 us.
  std::uint64_t work() const { return work_; }
  std::size_t size_below(int v) const { return layer_begin_[v]; }  // states before value v is passed

  // Lays out a best path.
  void trace(Arranger& arranger) const;

  std::size_t bytes() const {
    return nodes_.size() * (sizeof(Node) + sizeof(std::int64_t)) + edges_.size() * sizeof(Edge);
  }

 private:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min() / 4;

  struct Node {
    Word key;  // runs, then jokers used
    std::int64_t gain;
    std::uint32_t parent;
  };
  struct Edge {
    std::uint32_t from, to;
    std::int64_t gain;
    const ValueMove* move;
  };
  struct Layer {
    std::array<const std::uint32_t*, max_colours> rows;  // of the horizon above the value, by colour
    Cell cell;
    CellMoves* moves;
    std::int64_t rack;  // worth of the rack tiles of this value and those below
  };

  int run_state(Word key, int colour) const {
    return static_cast<int>(key >> (joker_bits + bits_ * colour)) & static_cast<int>(mask_);
  }
  int used(Word key) const { return static_cast<int>(key) & ((1 << joker_bits) - 1); }

  template <int Colours, class Emit>
  void expand(int v, Word key, int least_used, Emit&& emit) const;
  static constexpr int any_steps = std::numeric_limits<int>::max();
  // The gain after value v without which `least` is out of reach, were all that is left of the rack played.
  std::int64_t enough(int v, std::int64_t least) const { return layers_[v].rack - (gain_without(0) - least); }
  bool find_way(int most_steps, std::size_t limit);
  void clear_states();
  bool is_covering(std::int64_t least, bool remember) const {
    return covering_ && least_ == least && (remembers_ || !remember);
  }
  bool build_layers(std::int64_t least, bool remember, std::size_t most, std::size_t limit, bool covering);
  void expand_layer(int v, std::int64_t least, bool remember, std::size_t most);
  void leave_to_covering(int v);
  void find_best();
  [[noreturn]] static void too_large(std::size_t limit);
  using Slot = typename StateTable<Word>::Slot;
  Slot& slot_of(Word key, int layer);
  static std::uint64_t hash(Word key, int layer) {
    std::uint64_t h = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15u;
    if constexpr (sizeof(Word) > 8) h ^= static_cast<std::uint64_t>(key >> 64) * 0xC2B2AE3D27D4EB4Fu;
    h += static_cast<std::uint64_t>(layer) * 0xD6E8FEB86659FD93u;
    return h >> 32 ^ h >> 17;
  }

  const Problem* problem_ = nullptr;
  const Horizons* horizons_ = nullptr;
  ValueMoves* moves_ = nullptr;
  Patience* patience_ = nullptr;
  int colours_ = 0, bits_ = 0, jokers_ = 0, forced_jokers_ = 0;
  std::uint32_t mask_ = 0;
  std::vector<Standing> standing_;
  std::vector<Layer> layers_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> layer_begin_;  // nodes of layer v: layer_begin_[v] .. layer_begin_[v + 1]
  std::vector<Edge> edges_;
  struct Open {
    std::uint32_t node;
    int value;  // still to be looked at, with the tiles of this value
  };
  std::vector<Open> open_;
  Uncovered uncovered_;                        // of the nodes of a layer
  std::vector<Node> layer_;                    // those of them that stay
  std::vector<std::uint32_t> serves_;          // by node of a layer: the one that serves for it
  bool covering_ = false, remembers_ = false;  // what was built, to its end
  std::int64_t least_ = 0;
  std::size_t met_ = 0;  // states that it met, those left to others too
  std::vector<std::int64_t> to_go_;
  std::uint32_t final_ = none;
  std::int64_t best_ = -1;
  mutable std::uint64_t work_ = 0;
  StateTable<Word> table_;
};

extern template class PlainGraph<std::uint64_t>;
extern template class PlainGraph<unsigned __int128>;

}  // namespace optimeld::solver
