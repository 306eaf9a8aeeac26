// The searches over the sweep's states: the best gain, then the most melds kept among the plays that reach it.
//
// First comes the plain graph, in which all jokers are wild. Where no joker on the table is bound by a rule, its optimum is
// the answer. The searches that know more (jokers that must pay for being retrieved, melds that stay as they were)
// walk beside it, bounded by what their image there can still reach. Openings (points to count) and melds held whole
// (locked rule) have no such image: their own graph of states is the answer.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "arrange.hpp"
#include "plain_graph.hpp"
#include "state_table.hpp"
#include "sweep.hpp"

namespace optimeld {

template <class Word>
class Search {
 public:
  using State = SweepState<Word>;

  void begin(const Rules& rules, const Problem& problem, RunTables& tables, ValueMoves& moves, std::size_t limit);

  // The best gain, or -1 where the forced tiles cannot be arranged. remember: fewest_lost will follow.
  std::int64_t best_gain(bool remember);

  // After best_gain: the fewest old melds that must change to reach it, at most `bound`; -1 if more are needed.
  int fewest_lost(int bound);

  // Replays the path found by fewest_lost (kept) or by best_gain.
  void trace(bool kept, Arranger& arranger);

  // After fewest_lost and trace: whether the melds to keep and the tiles to play are known to be the only best ones.
  bool only_one();

  // For walks of others, after best_gain(true).
  static constexpr std::uint32_t none = PlainGraph<Word>::none;
  bool has_images() const { return images_; }
  const PlainGraph<Word>& plain() const { return plain_; }
  Sweep<Word>& sweep() { return *sweep_; }

 private:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min() / 4;

  struct Node {
    State state;
    std::int64_t gain;
    std::uint32_t parent;
    std::uint32_t image;  // in the plain graph
    std::uint16_t layer, lost;
    bool ambiguous = false;  // reached in more than one best way
  };
  struct Edge {
    std::uint32_t from, to;
    std::int64_t gain;
  };

  void build_graph(bool remember);
  void collect_good_gains();
  std::int64_t guided(std::int64_t threshold, bool retrieval);
  int levels(int bound);
  void expand_kept(int v, std::uint32_t index, int losses, int lost);
  std::uint64_t* slot_for(StateTable& table, const std::vector<Node>& nodes, const State& state, int layer);
  void check_memory() const;

  const Rules* rules_ = nullptr;
  const Problem* problem_ = nullptr;
  ValueMoves* moves_ = nullptr;
  std::size_t limit_ = 0;
  std::int64_t best_ = -1;
  RunTables* tables_ = nullptr;
  std::optional<Sweep<Word>> sweep_;
  bool images_ = true;  // the plain graph serves
  PlainGraph<Word> plain_;

  // The sweep's own graph, where the plain one does not serve.
  std::vector<Node> graph_;
  std::vector<std::uint32_t> layer_begin_;  // nodes of layer v: layer_begin_[v] .. layer_begin_[v + 1]
  std::vector<Edge> edges_;
  std::vector<std::int64_t> to_go_;
  StateTable graph_table_;
  std::uint32_t graph_final_ = none;
  std::int64_t graph_best_ = -1;

  // The search guided by it for jokers that must pay.
  std::vector<Node> walk_;
  StateTable walk_table_;
  std::uint32_t walk_final_ = none;
  bool walked_ = false;

  // The search for melds that stay.
  std::vector<std::vector<std::int64_t>> good_gains_;   // without images, by layer: gains so far on best paths
  std::vector<Node> kept_;
  std::vector<std::vector<std::uint32_t>> kept_layer_;  // by layer, in order of losses
  std::vector<std::vector<std::uint32_t>> kept_level_;  // by layer: where each number of losses begins
  StateTable kept_table_;
  std::vector<Node> kept_path_;                         // the path found, layer by layer
  struct Chosen {
    Cell cell;
    int jokers;
    ValueMove move;
  };
  std::vector<Chosen> chosen_;                          // and the ordinary moves on it
  bool only_one_ = false;
  bool stayed_ = false;                                 // found without retrieving a joker
  static constexpr std::size_t retrieval_budget = 3000;
  std::size_t budget_ = std::numeric_limits<std::size_t>::max();  // nodes, from so many losses on
  int budget_from_ = 0;
};

template <class Word>
void Search<Word>::begin(const Rules& rules, const Problem& problem, RunTables& tables, ValueMoves& moves,
                         std::size_t limit) {
  rules_ = &rules;
  problem_ = &problem;
  moves_ = &moves;
  tables_ = &tables;
  limit_ = limit;
  images_ = problem.blocks.empty() && !problem.opening;
  sweep_.emplace(rules, problem, tables.runs, moves);
}

template <class Word>
void Search<Word>::check_memory() const {
  const std::size_t used = (graph_.size() + walk_.size() + kept_.size()) * sizeof(Node) + edges_.size() * sizeof(Edge) +
                           moves_->bytes() + plain_.bytes();
  if (used > limit_)
    throw TooLarge("this position needs more than the solver's memory limit of " + std::to_string(limit_ >> 20) + " MiB");
}

template <class Word>
std::uint64_t* Search<Word>::slot_for(StateTable& table, const std::vector<Node>& nodes, const State& state, int layer) {
  const auto same = [&](std::uint32_t node) { return nodes[node].state == state && nodes[node].layer == layer; };
  const std::uint64_t hash = state_hash(state, layer);
  std::uint64_t* slot = table.find(hash, same);
  if (!slot) {
    table.grow([&](std::uint32_t node) { return state_hash(nodes[node].state, nodes[node].layer); });
    slot = table.find(hash, same);
  }
  return slot;
}

template <class Word>
std::int64_t Search<Word>::best_gain(bool remember) {
  walked_ = false;
  walk_.clear();
  kept_.clear();
  if (!images_) {
    build_graph(remember);
    return best_ = graph_best_;
  }
  const bool bound_jokers = problem_->identity_jokers > 0;
  plain_.build(*problem_, tables_->runs, tables_->horizons, *moves_, remember || bound_jokers, limit_);
  best_ = plain_.best();
  // What free jokers cannot do, bound ones cannot either; and the table as it lies is always there.
  if (!bound_jokers || best_ <= 0) return best_;
  walked_ = true;
  // Mostly the jokers need not be retrieved to reach what free ones would, and that is found fastest. Otherwise what
  // they reach without it is a bound from below.
  best_ = guided(plain_.best(), false);
  if (best_ < 0) best_ = guided(plain_.best(), true);
  if (best_ < 0) best_ = guided(std::max<std::int64_t>(guided(0, false), 0), true);
  return best_;
}

template <class Word>
void Search<Word>::build_graph(bool remember) {
  const int n = problem_->values;
  graph_.clear();
  edges_.clear();
  graph_table_.clear();
  layer_begin_.assign(1, 0);
  graph_.push_back({State{}, problem_->base_gain, none, none, 0, 0});
  layer_begin_.push_back(1);
  for (int v = 1; v <= n; ++v) {
    sweep_->at(v);
    for (std::uint32_t i = layer_begin_[v - 1]; i < layer_begin_[v]; ++i) {
      const State state = graph_[i].state;
      sweep_->expand(state, graph_[i].gain, -1,
                   [&](const State& next, std::int64_t gain, const auto&, int, const ValueMove&) {
        std::uint64_t* slot = slot_for(graph_table_, graph_, next, v);
        std::uint32_t to;
        if (graph_table_.filled(slot)) {
          to = static_cast<std::uint32_t>(*slot);
          if (gain > graph_[to].gain) {
            graph_[to].gain = gain;
            graph_[to].parent = i;
          }
        } else {
          to = static_cast<std::uint32_t>(graph_.size());
          graph_.push_back({next, gain, i, none, static_cast<std::uint16_t>(v), 0});
          graph_table_.set(slot, to);
        }
        if (remember) edges_.push_back({i, to, gain});
      });
    }
    check_memory();
    layer_begin_.push_back(static_cast<std::uint32_t>(graph_.size()));
  }
  graph_best_ = -1;
  graph_final_ = none;
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i) {
    if (!sweep_->finished(graph_[i].state)) continue;
    const std::int64_t gain = sweep_->final_gain(graph_[i].state, graph_[i].gain);
    if (gain > graph_best_) graph_best_ = gain, graph_final_ = i;
  }
}

// Backwards: which gains lie on a path to the best.
template <class Word>
void Search<Word>::collect_good_gains() {
  const int n = problem_->values;
  to_go_.assign(graph_.size(), never);
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i)
    if (sweep_->finished(graph_[i].state)) to_go_[i] = sweep_->final_gain(graph_[i].state, 0);
  for (std::size_t e = edges_.size(); e-- > 0;) {
    const auto& edge = edges_[e];
    const std::int64_t total = edge.gain - graph_[edge.from].gain + to_go_[edge.to];
    if (total > to_go_[edge.from]) to_go_[edge.from] = total;
  }
  good_gains_.resize(n + 1);
  for (int v = 0; v <= n; ++v) {
    auto& good = good_gains_[v];
    good.clear();
    for (std::uint32_t i = layer_begin_[v]; i < layer_begin_[v + 1]; ++i) {
      if (graph_[i].gain + to_go_[i] != best_) continue;
      if (std::find(good.begin(), good.end(), graph_[i].gain) == good.end()) good.push_back(graph_[i].gain);
    }
  }
}

// The best gain of at least `threshold` under the official rule, or -1. Walkers whose image cannot reach it stop.
template <class Word>
std::int64_t Search<Word>::guided(std::int64_t threshold, bool retrieval) {
  const int n = problem_->values;
  walk_.clear();
  walk_table_.clear();
  sweep_->allow_retrieval(retrieval);
  walk_.push_back({State{}, problem_->base_gain, none, 0, 0, 0});
  std::uint32_t begin = 0, end = 1;
  for (int v = 1; v <= n; ++v) {
    sweep_->at(v);
    for (std::uint32_t i = begin; i < end; ++i) {
      const State state = walk_[i].state;
      const std::uint32_t image = walk_[i].image;
      sweep_->expand(state, walk_[i].gain, -1,
                     [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
        const std::uint32_t beside = plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
        if (beside == none || gain + plain_.to_go(beside) < threshold) return;
        std::uint64_t* slot = slot_for(walk_table_, walk_, next, v);
        if (walk_table_.filled(slot)) {
          Node& node = walk_[static_cast<std::uint32_t>(*slot)];
          if (gain > node.gain) node.gain = gain, node.parent = i, node.image = beside;
          return;
        }
        walk_table_.set(slot, static_cast<std::uint32_t>(walk_.size()));
        walk_.push_back({next, gain, i, beside, static_cast<std::uint16_t>(v), 0});
      });
    }
    begin = end;
    end = static_cast<std::uint32_t>(walk_.size());
    check_memory();
  }
  sweep_->allow_retrieval(true);
  std::int64_t best = -1;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (!sweep_->finished(walk_[i].state)) continue;
    const std::int64_t gain = sweep_->final_gain(walk_[i].state, walk_[i].gain);
    if (gain > best) best = gain, walk_final_ = i;
  }
  return best >= threshold ? best : -1;
}

template <class Word>
int Search<Word>::fewest_lost(int bound) {
  if (!images_) collect_good_gains();
  if (problem_->identity_jokers == 0) return levels(bound);

  // Jokers that stay first: quick, and then those that leave need only be asked for fewer losses.
  sweep_->allow_retrieval(false);
  const int stay = levels(bound);
  sweep_->allow_retrieval(true);
  stayed_ = stay >= 0;
  if (!stayed_) return levels(bound);
  if (stay == problem_->lost) return stay;
  auto path = kept_path_;
  const bool only_one = only_one_;
  const int leave = levels(stay - 1);
  if (leave >= 0) {
    stayed_ = false;
    return leave;
  }
  kept_path_ = std::move(path);
  only_one_ = only_one;
  return stay;
}

template <class Word>
bool Search<Word>::only_one() {
  for (const auto& chosen : chosen_)
    only_one_ = only_one_ && moves_->one_choice(chosen.cell, chosen.jokers, chosen.move);
  if (!only_one_ || problem_->identity_jokers == 0 || !stayed_) return only_one_;
  // Could as few melds be lost with jokers that leave? That can be much to look at, and little depends on it.
  const int lost = kept_path_.back().lost;
  budget_ = retrieval_budget, budget_from_ = lost;
  const bool looked = levels(lost + problem_->lost) >= 0;
  budget_ = std::numeric_limits<std::size_t>::max();
  return only_one_ = only_one_ && looked;
}

// Level by level: with no meld lost, with one, with two, ... so that nothing beyond the answer is ever looked at.
template <class Word>
int Search<Word>::levels(int bound) {
  const int n = problem_->values;
  kept_.clear();
  kept_table_.clear();
  kept_layer_.resize(n + 1);
  kept_level_.resize(n + 1);
  for (int v = 0; v <= n; ++v) kept_layer_[v].clear(), kept_level_[v].clear();
  only_one_ = true;
  kept_.push_back({State{}, problem_->base_gain, none, 0, 0, 0});
  kept_layer_[0].push_back(0);
  const int most = static_cast<int>(problem_->olds.size());
  for (int lost = 0; lost <= most; ++lost) {
    if (lost + problem_->lost > bound) return -1;
    kept_level_[0].push_back(lost == 0 ? 0 : 1);
    for (int v = 1; v <= n; ++v) {
      bool ready = false;
      kept_level_[v].push_back(static_cast<std::uint32_t>(kept_layer_[v].size()));
      const int starting = static_cast<int>(problem_->olds_at[v].size());
      for (int here = 0; here <= std::min(lost, starting); ++here) {
        const auto& from = kept_level_[v - 1];
        const std::uint32_t begin = from[lost - here];
        const std::uint32_t end = lost - here + 1 < static_cast<int>(from.size())
                                      ? from[lost - here + 1]
                                      : static_cast<std::uint32_t>(kept_layer_[v - 1].size());
        if (begin == end) continue;
        if (!ready) sweep_->at(v), ready = true;
        for (std::uint32_t i = begin; i < end; ++i) expand_kept(v, kept_layer_[v - 1][i], here, lost);
        if (lost >= budget_from_ && kept_.size() > budget_) return -1;
      }
      check_memory();
    }
    std::uint32_t final = none;
    for (std::uint32_t i = kept_level_[n][lost]; i < kept_layer_[n].size(); ++i) {
      const auto& node = kept_[kept_layer_[n][i]];
      if (!sweep_->finished(node.state) || sweep_->final_gain(node.state, node.gain) != best_) continue;
      only_one_ = final == none;
      final = kept_layer_[n][i];
    }
    if (final == none) continue;
    kept_path_.resize(n + 1);
    for (int v = n; v >= 0; --v) {
      kept_path_[v] = kept_[final];
      only_one_ = only_one_ && !kept_[final].ambiguous;
      final = kept_[final].parent;
    }
    return lost + problem_->lost;
  }
  return -1;
}

template <class Word>
void Search<Word>::expand_kept(int v, std::uint32_t index, int losses, int lost) {
  const State state = kept_[index].state;
  const std::uint32_t image = kept_[index].image;
  sweep_->expand(state, kept_[index].gain, losses,
                 [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
    std::uint32_t beside = 0;
    if (images_) {
      beside = plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
      if (beside == none || gain + plain_.to_go(beside) < best_) return;
    } else {
      const auto& good = good_gains_[v];
      if (std::find(good.begin(), good.end(), gain) == good.end()) return;
    }
    std::uint64_t* slot = slot_for(kept_table_, kept_, next, v);
    // With the same state and a smaller gain the best total is out of reach.
    if (kept_table_.filled(slot)) {
      Node& there = kept_[static_cast<std::uint32_t>(*slot)];
      if (there.gain >= gain) {
        there.ambiguous = there.ambiguous || (there.gain == gain && there.lost == lost);
        return;
      }
    }
    const auto to = static_cast<std::uint32_t>(kept_.size());
    kept_.push_back({next, gain, index, beside, static_cast<std::uint16_t>(v), static_cast<std::uint16_t>(lost)});
    kept_table_.set(slot, to);
    kept_layer_[v].push_back(to);
  });
}

template <class Word>
void Search<Word>::trace(bool kept, Arranger& arranger) {
  const int n = problem_->values;
  if (!kept && !walked_ && images_) {
    plain_.trace(arranger);
    return;
  }
  std::vector<Node> path(n + 1);
  chosen_.clear();
  if (kept) {
    path = kept_path_;
  } else {
    const auto& nodes = walked_ ? walk_ : graph_;
    std::uint32_t node = walked_ ? walk_final_ : graph_final_;
    for (int v = n; v >= 0; --v, node = path[v + 1].parent) path[v] = nodes[node];
  }
  for (int v = 1; v <= n; ++v) {
    const Node& from = path[v - 1];
    const Node& to = path[v];
    sweep_->at(v);
    bool found = false;
    const bool retrieved = extra::retrieved(from.state.extra) != extra::retrieved(to.state.extra);
    const bool special = !problem_->opening && (extra::upper(from.state.extra) | extra::upper(to.state.extra)) != 0;
    sweep_->allow_retrieval(retrieved || special);
    sweep_->expand(from.state, from.gain, kept ? to.lost - from.lost : -1,
                   [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
      if (found || gain != to.gain || !(next == to.state)) return;
      found = true;
      if (kept) chosen_.push_back({frame.cell, jokers, move});
      arranger.at(v, sweep_->ops(frame), frame.cell, jokers, move);
    });
    if (!found) throw std::logic_error("solver: the path found cannot be followed again");
  }
  sweep_->allow_retrieval(true);
}

}  // namespace optimeld
