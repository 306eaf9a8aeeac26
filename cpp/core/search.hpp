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

// What follows the best gain: nothing more, the most melds kept, or walks of others to whatever gain.
enum class Then : std::uint8_t { nothing, fewest_lost, walks };

template <class Word>
class Search {
 public:
  using State = SweepState<Word>;

  void begin(const Rules& rules, const Problem& problem, RunTables& tables, ValueMoves& moves, std::size_t limit);

  // The best gain, or -1 where the forced tiles cannot be arranged.
  std::int64_t best_gain(Then then);

  // After best_gain: the fewest old melds that must change to reach it, at most `bound`; -1 if more are needed.
  int fewest_lost(int bound);

  // Replays the path found by fewest_lost (kept) or by best_gain.
  void trace(bool kept, Arranger& arranger);

  // After fewest_lost and trace: whether the melds to keep and the tiles to play are known to be the only best ones.
  bool only_one();

  // For walks of others, after best_gain(Then::walks).
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
    std::uint16_t level = 0;
    bool ambiguous = false;  // reached in more than one best way
    bool stale = false;      // the same state was reached in a better way
  };
  struct Edge {
    std::uint32_t from, to;
    std::int64_t gain;
  };

  void build_graph(bool remember);
  void collect_good_gains();
  void stand_all();
  std::int64_t settle(std::int64_t least, Then then);
  void guided(std::int64_t least, bool retrieval);
  void find_keepable();
  bool could_stay(const OldMeld& old, int v, int jokers, const ValueMove& move) const;
  int levels(int bound, bool whole);
  int certain_losses(int v, std::uint32_t image) const;
  void expand_kept(int v, std::uint32_t index, int losses, int level);
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
  static constexpr std::size_t large_graph = 3000;

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
  std::vector<std::vector<std::uint32_t>> walk_open_;   // by layer: what is still to be looked at
  StateTable walk_table_;
  std::int64_t walk_best_ = -1;
  std::vector<Node> walk_path_;
  PlainGraph<Word> standing_;                           // table jokers as the tiles they stand for
  std::array<std::vector<Standing>, max_jokers> places_;
  static constexpr std::size_t most_standings = 4;
  enum class Found : std::uint8_t { plain, graph, standing, walk } found_ = Found::plain;  // where the best gain was

  // The search for melds that stay.
  std::vector<std::vector<std::int64_t>> good_gains_;   // without images, by layer: gains so far on best paths
  std::vector<Node> kept_;
  std::vector<std::vector<std::vector<std::uint32_t>>> kept_layer_;  // by layer, by level
  std::vector<std::vector<std::uint32_t>> kept_open_;   // by layer: what is still to be looked at on this level
  // By plain state: the old melds not yet passed that could each, for themselves, stay on some way to the best gain.
  std::vector<std::uint64_t> keepable_;
  std::vector<std::uint64_t> above_, ending_;           // by value: old melds that begin there or further up, that end there
  StateTable kept_table_;
  std::vector<Node> kept_path_;                         // the path found, layer by layer
  struct Chosen {
    Cell cell;
    int jokers;
    ValueMove move;
  };
  std::vector<Chosen> chosen_;                          // and the ordinary moves on it
  bool only_one_ = false;
  static constexpr std::size_t only_one_budget = 500;
  std::size_t budget_ = std::numeric_limits<std::size_t>::max();  // nodes
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
std::int64_t Search<Word>::best_gain(Then then) {
  found_ = Found::plain;
  walk_.clear();
  kept_.clear();
  if (!images_) {
    found_ = Found::graph;
    build_graph(then != Then::nothing);
    return best_ = graph_best_;
  }
  walk_best_ = -1;
  if (problem_->identity_jokers > 0) stand_all();
  const std::int64_t stay = walk_best_;
  // What jokers that stay reach need not be found again, unless its bounds are wanted.
  const std::int64_t enough = then == Then::walks ? 0 : std::max<std::int64_t>(0, then == Then::nothing ? stay + 1 : stay);
  const bool remember = then != Then::nothing || problem_->identity_jokers > 0;
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  plain_.begin(*problem_, {}, tables_->runs, tables_->horizons, *moves_);
  if (plain_.build(enough, remember, then == Then::walks ? any : large_graph, limit_)) return best_ = settle(enough, then);
  // Large graphs belong to long racks, most of which can often be played: ask for nearly all of it first.
  for (const int tiles : {0, 1, 2, 4, 8}) {
    const std::int64_t least = plain_.gain_without(tiles);
    if (least <= enough) break;
    plain_.build(least, remember, any, limit_);
    if (plain_.best() < least) continue;
    best_ = settle(least, then);
    if (best_ >= least) return best_;
    walk_best_ = stay;
  }
  plain_.build(enough, remember, any, limit_);
  return best_ = settle(enough, then);
}

// With every table joker standing for the tile it stands for, there is nothing wild about it, and what can be played is
// found fast; mostly it is all that can be played.
template <class Word>
void Search<Word>::stand_all() {
  // By joker, where it may stand.
  const int jokers = problem_->identity_jokers;
  std::array<std::vector<Standing>, max_jokers>& places = places_;
  std::size_t ways = 1;
  for (int joker = 0; joker < jokers; ++joker) places[joker].clear();
  for (int v = 1; v <= problem_->values; ++v)
    for (const auto& identity : problem_->identities[v]) places[identity.joker].push_back({identity.joker, identity.colour, v});
  for (int joker = 0; joker < jokers; ++joker) ways *= places[joker].size();
  if (ways > most_standings) return;
  std::array<Standing, max_jokers> standing;
  std::size_t best_way = ways;
  const auto build = [&](std::size_t way) {
    for (int joker = 0; joker < jokers; way /= places[joker].size(), ++joker)
      standing[joker] = places[joker][way % places[joker].size()];
    standing_.begin(*problem_, std::span(standing).first(jokers), tables_->runs, tables_->horizons, *moves_);
    standing_.build(walk_best_ + 1, false, large_graph, limit_);
    return standing_.best();
  };
  for (std::size_t way = 0; way < ways; ++way)
    if (const std::int64_t gain = build(way); gain > walk_best_) walk_best_ = gain, best_way = way;
  if (best_way == ways) return;
  found_ = Found::standing;
  if (best_way + 1 < ways) {
    walk_best_ = -1;
    walk_best_ = build(best_way);
  }
}

// The best gain with the jokers of the table bound by their rule; less than `least` where there is none so good.
template <class Word>
std::int64_t Search<Word>::settle(std::int64_t least, Then then) {
  // What free jokers cannot do, bound ones cannot either; and the table as it lies is always there.
  const std::int64_t reach = plain_.best();
  const bool walk = problem_->identity_jokers > 0 && reach > std::max<std::int64_t>(0, walk_best_);
  if (walk || then != Then::nothing) plain_.bound();
  if (!walk) return std::max(reach, walk_best_);
  if (found_ != Found::standing) guided(least, false);
  if (walk_best_ < reach) guided(std::max(least, walk_best_ + 1), true);
  return walk_best_;
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

// Looks for better gains than walk_best_, and at least `least`, under the official rule. Depth first, the most promising
// way first: once a way reaches what free jokers would, there is nothing more to look for.
template <class Word>
void Search<Word>::guided(std::int64_t least, bool retrieval) {
  const int n = problem_->values;
  walk_.clear();
  walk_table_.clear();
  walk_open_.resize(n + 1);
  for (auto& open : walk_open_) open.clear();
  sweep_->allow_retrieval(retrieval);
  walk_.push_back({State{}, problem_->base_gain, none, 0, 0, 0});
  walk_open_[0].push_back(0);
  const auto promise = [&](std::uint32_t i) { return walk_[i].gain + plain_.to_go(walk_[i].image); };
  for (int v = 0, ready = 0; v >= 0;) {
    if (walk_open_[v].empty()) {
      --v;
      continue;
    }
    const std::uint32_t i = walk_open_[v].back();
    walk_open_[v].pop_back();
    if (walk_[i].stale || promise(i) < least) continue;
    const State state = walk_[i].state;
    const std::int64_t so_far = walk_[i].gain;
    if (v == n) {
      if (!sweep_->finished(state)) continue;
      walk_best_ = sweep_->final_gain(state, so_far);
      found_ = Found::walk;
      least = walk_best_ + 1;
      walk_path_.resize(n + 1);
      for (std::uint32_t node = i, w = n + 1; w-- > 0; node = walk_[node].parent) walk_path_[w] = walk_[node];
      if (walk_best_ == plain_.best()) break;
      continue;
    }
    const std::uint32_t image = walk_[i].image;
    if (ready != ++v) sweep_->at(ready = v);
    auto& open = walk_open_[v];
    const std::size_t begin = open.size();
    sweep_->expand(state, so_far, -1,
                   [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
      const std::uint32_t beside = plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
      if (beside == none || gain + plain_.to_go(beside) < least) return;
      std::uint64_t* slot = slot_for(walk_table_, walk_, next, v);
      if (walk_table_.filled(slot)) {
        Node& there = walk_[static_cast<std::uint32_t>(*slot)];
        if (gain <= there.gain) return;
        there.stale = true;
      }
      walk_table_.set(slot, static_cast<std::uint32_t>(walk_.size()));
      open.push_back(static_cast<std::uint32_t>(walk_.size()));
      walk_.push_back({next, gain, i, beside, static_cast<std::uint16_t>(v), 0});
    });
    const auto best = std::max_element(open.begin() + begin, open.end(),
                                       [&](std::uint32_t a, std::uint32_t b) { return promise(a) < promise(b); });
    if (best != open.end()) std::swap(*best, open.back());
    check_memory();
  }
  sweep_->allow_retrieval(true);
}

template <class Word>
void Search<Word>::find_keepable() {
  const auto& olds = problem_->olds;
  keepable_.clear();
  if (!images_ || olds.size() > 64) return;
  const int n = problem_->values;
  keepable_.assign(plain_.size(), 0);
  above_.assign(n + 2, 0);
  ending_.assign(n + 1, 0);
  for (std::size_t i = 0; i < olds.size(); ++i) {
    for (int v = 1; v <= olds[i].first; ++v) above_[v] |= std::uint64_t{1} << i;
    ending_[olds[i].last] |= std::uint64_t{1} << i;
  }
  plain_.steps_to(best_, [&](int v, std::uint32_t from, std::uint32_t to, int jokers, const ValueMove& move) {
    // Those in progress or beginning here must find their tiles on this step.
    std::uint64_t stay = keepable_[to] | ending_[v];
    for (std::uint64_t rest = stay & ~above_[v + 1]; rest; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      if (!could_stay(olds[i], v, jokers, move)) stay &= ~(std::uint64_t{1} << i);
    }
    keepable_[from] |= stay;
  });
}

// Whether a step leaves the meld the tiles that it has at this value.
template <class Word>
bool Search<Word>::could_stay(const OldMeld& old, int v, int jokers, const ValueMove& move) const {
  const auto in_runs = [&](int colour) { return static_cast<int>(move.runs >> (8 * colour) & 255); };
  if (!old.one_value) return in_runs(old.colour) > 0 && (jokers > 0 || !rules_->is_joker(old.tiles[v - old.first]));
  if (old.jokers > jokers) return false;
  for (const Tile tile : old.tiles) {
    if (rules_->is_joker(tile)) continue;
    const int colour = rules_->colour(tile);
    if (in_runs(colour) - jokers >= problem_->available[v][colour]) return false;
  }
  return true;
}

template <class Word>
int Search<Word>::fewest_lost(int bound) {
  if (!images_) collect_good_gains();
  find_keepable();
  if (problem_->identity_jokers == 0) return levels(bound, false);

  // Jokers that stay first: quick, and then those that leave need only be asked for fewer losses.
  sweep_->allow_retrieval(false);
  const int stay = levels(bound, false);
  sweep_->allow_retrieval(true);
  if (stay < 0) return levels(bound, false);
  if (stay == problem_->lost) return stay;
  auto path = kept_path_;
  const int leave = levels(stay - 1, false);
  if (leave >= 0) return leave;
  kept_path_ = std::move(path);
  return stay;
}

template <class Word>
bool Search<Word>::only_one() {
  for (const auto& chosen : chosen_)
    if (!moves_->one_choice(chosen.cell, chosen.jokers, chosen.move)) return false;
  // That can be much to look at, and little depends on it.
  budget_ = only_one_budget;
  const bool looked = levels(kept_path_.back().lost + problem_->lost, true) >= 0;
  budget_ = std::numeric_limits<std::size_t>::max();
  return only_one_ && looked;
}

// Level by level, a level being the melds lost so far and those that are lost further up for certain; so little beyond the
// answer is ever looked at. Within a level depth first. whole: the level of the answer is looked at to its end, to
// learn whether there is another.
template <class Word>
int Search<Word>::levels(int bound, bool whole) {
  const int n = problem_->values;
  const int most = static_cast<int>(problem_->olds.size());
  kept_.clear();
  kept_table_.clear();
  kept_layer_.resize(n + 1);
  kept_open_.resize(n + 1);
  for (auto& layer : kept_layer_) {
    layer.resize(std::max<std::size_t>(layer.size(), most + 1));
    for (auto& level : layer) level.clear();
  }
  const int least = certain_losses(0, 0);
  kept_.push_back({State{}, problem_->base_gain, none, 0, 0, 0, static_cast<std::uint16_t>(least)});
  kept_layer_[0][least].push_back(0);
  for (int level = least; level <= most; ++level) {
    if (level + problem_->lost > bound) return -1;
    for (int v = 0; v <= n; ++v) {
      kept_open_[v].clear();
      for (int of = least; of <= level; ++of)
        for (const std::uint32_t i : kept_layer_[v][of]) kept_open_[v].push_back(i);
    }
    std::uint32_t final = none;
    only_one_ = true;
    for (int v = n, ready = 0; v >= 0;) {
      if (kept_open_[v].empty()) {
        --v;
        continue;
      }
      const std::uint32_t i = kept_open_[v].back();
      kept_open_[v].pop_back();
      if (kept_[i].stale) continue;
      if (v == n) {
        if (!sweep_->finished(kept_[i].state) || sweep_->final_gain(kept_[i].state, kept_[i].gain) != best_) continue;
        only_one_ = only_one_ && final == none;
        final = i;
        if (!whole) break;
        continue;
      }
      ++v;
      // One met on a level before has lost all it could there; now it may lose the rest.
      const int starting = static_cast<int>(problem_->olds_at[v].size());
      const int spare = level - kept_[i].lost;
      const bool before = kept_[i].level < level;
      if (before && spare > starting) continue;
      if (ready != v) sweep_->at(ready = v);
      for (int here = before ? spare : 0; here <= std::min(spare, starting); ++here) expand_kept(v, i, here, level);
      if (kept_.size() > budget_) return -1;
      check_memory();
    }
    if (final == none) continue;
    kept_path_.resize(n + 1);
    for (int v = n; v >= 0; --v) {
      kept_path_[v] = kept_[final];
      only_one_ = only_one_ && !kept_[final].ambiguous;
      final = kept_[final].parent;
    }
    return level + problem_->lost;
  }
  return -1;
}

template <class Word>
int Search<Word>::certain_losses(int v, std::uint32_t image) const {
  return keepable_.empty() ? 0 : std::popcount(above_[v + 1] & ~keepable_[image]);
}

template <class Word>
void Search<Word>::expand_kept(int v, std::uint32_t index, int losses, int level) {
  const State state = kept_[index].state;
  const std::uint32_t image = kept_[index].image;
  const int lost = kept_[index].lost + losses;
  sweep_->expand(state, kept_[index].gain, losses,
                 [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
    std::uint32_t beside = 0;
    int reach = lost;
    if (images_) {
      beside = plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
      if (beside == none || gain + plain_.to_go(beside) < best_) return;
      if (!keepable_.empty()) {
        for (std::uint64_t rest = next.kept; rest; rest &= rest - 1)
          if (!(keepable_[beside] >> problem_->active[v + 1][std::countr_zero(rest)] & 1)) return;
        reach += certain_losses(v, beside);
      }
    } else {
      const auto& good = good_gains_[v];
      if (std::find(good.begin(), good.end(), gain) == good.end()) return;
    }
    std::uint64_t* slot = slot_for(kept_table_, kept_, next, v);
    // With the same state and a smaller gain the best total is out of reach.
    if (kept_table_.filled(slot)) {
      Node& there = kept_[static_cast<std::uint32_t>(*slot)];
      if (there.gain > gain || (there.gain == gain && there.lost <= lost)) {
        there.ambiguous = there.ambiguous || (there.gain == gain && there.lost == lost);
        return;
      }
      there.stale = true;
    }
    reach = std::max(reach, level);
    const auto to = static_cast<std::uint32_t>(kept_.size());
    kept_.push_back({next, gain, index, beside, static_cast<std::uint16_t>(v), static_cast<std::uint16_t>(lost),
                     static_cast<std::uint16_t>(reach)});
    kept_table_.set(slot, to);
    kept_layer_[v][reach].push_back(to);
    if (reach == level) kept_open_[v].push_back(to);
  });
}

template <class Word>
void Search<Word>::trace(bool kept, Arranger& arranger) {
  const int n = problem_->values;
  if (!kept && (found_ == Found::plain || found_ == Found::standing)) {
    (found_ == Found::plain ? plain_ : standing_).trace(arranger);
    return;
  }
  chosen_.clear();
  if (!kept && found_ == Found::graph) {
    walk_path_.resize(n + 1);
    for (std::uint32_t node = graph_final_, v = n + 1; v-- > 0; node = graph_[node].parent) walk_path_[v] = graph_[node];
  }
  const std::vector<Node>& path = kept ? kept_path_ : walk_path_;
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
