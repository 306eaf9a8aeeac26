#include "solver/search.hpp"

#include <algorithm>
#include <span>

namespace optimeld::solver {

template <class Word>
void Search<Word>::begin(const Rules& rules, const Problem& problem, RunTables& tables, ValueMoves& moves,
                         const SolveOptions& options) {
  rules_ = &rules;
  problem_ = &problem;
  moves_ = &moves;
  tables_ = &tables;
  limit_ = options.memory_limit;
  whole_ = options.whole;
  large_graph_ = options.large_graph;
  most_walked_ = options.most_walked;
  walked_ = 0;
  patience_.begin(options.deadline);
  sweep_.emplace(rules, problem, tables.runs, moves, patience_);
}

template <class Word>
std::int64_t Search<Word>::best_gain(Then then, const Allowed& allowed, std::int64_t floor) {
  floor_ = floor;
  found_ = Found::plain;
  large_ = loose_ = false;
  walk_.clear();
  kept_.clear();
  walk_best_ = -1;
  images_ = problem_->blocks.empty() && !problem_->opening;
  if (!images_) return best_ = held_or_opening_gain(then);
  plain_.begin(*problem_, {}, *tables_, *moves_, patience_);
  if (whole_) return best_ = whole_gain(then, allowed);
  const bool may_cover = then != Then::walks && large_graph_ != any && plain_.can_cover();
  if (may_cover && rack_tiles() >= long_rack_tiles) return best_ = large_gain(then, allowed);
  if (problem_->identity_jokers > 0) stand_all(0);
  const std::int64_t enough = enough_for(then);
  if (plain_.build(enough, remembers(then), then == Then::walks ? any : large_graph_, limit_))
    return best_ = settle(enough, then);
  return best_ = may_cover ? large_gain(then, allowed) : bound_gain(then);
}

// Of an opening, or with melds held whole: from the graph of its own, unless that is large.
template <class Word>
std::int64_t Search<Word>::held_or_opening_gain(Then then) {
  const bool remember = then != Then::nothing;
  const bool may_walk = !problem_->opening && then != Then::walks && large_graph_ != any;
  const bool large = may_walk && rack_tiles() >= long_rack_tiles;
  if (large || !build_graph(remember, may_walk ? 4 * large_graph_ : any)) {
    if (begin_beside_loose()) return held_gain(then);
    build_graph(remember, any);
  }
  found_ = Found::graph;
  return graph_best_;
}

// What jokers that stay reach need not be found again, unless its bounds are wanted.
template <class Word>
std::int64_t Search<Word>::enough_for(Then then) const {
  if (then == Then::walks) return 0;
  return std::max<std::int64_t>(0, then == Then::nothing ? walk_best_ + 1 : walk_best_);
}

// Where the whole graph is large: what free jokers gain is told by a smaller one. Mostly bound ones gain as much,
// in the very layout of the free ones, or as the tiles they stand for already.
template <class Word>
std::int64_t Search<Word>::large_gain(Then then, const Allowed& allowed) {
  large_ = true;
  covering_.begin(tables_->order, problem_->colours);
  const std::int64_t enough = std::max({std::int64_t{0}, walk_best_, floor_});
  const std::int64_t reach = reach_of_free_jokers(enough, then);
  if (reach <= 0 || reach < floor_) return reach;
  if (problem_->identity_jokers > 0) {
    if (walk_best_ < reach && allowed(free_problem(), [&](Arranger& arranger) { plain_.trace(arranger); }))
      walk_best_ = reach, found_ = Found::allowed;
    if (walk_best_ < reach && found_ != Found::standing) stand_all(reach);  // else it was, and cannot
    if (walk_best_ < reach) return walk_gain(reach, then);
  }
  if (then == Then::fewest_lost) build_for_walks(reach), plain_.bound();
  return reach;
}

// The gain where it took a search to tell whether bound jokers gain as much as free ones.
template <class Word>
std::int64_t Search<Word>::walk_gain(std::int64_t reach, Then then) {
  const std::int64_t stay = walk_best_;
  build_for_walks(reach);
  const std::int64_t gain = settle(reach, then);
  if (gain >= reach) return gain;
  loose_ = false;
  walk_best_ = stay;
  return bound_gain(then);
}

// The gain of bound jokers, or of free ones in boxes so large that there is no smaller graph: all but so many tiles of
// the rack are asked for.
template <class Word>
std::int64_t Search<Word>::bound_gain(Then then) {
  const std::int64_t stay = walk_best_, enough = enough_for(then);
  for (const int tiles : {0, 1, 2, 3, 4, 5, 6, 8, 10}) {
    const std::int64_t least = plain_.gain_without(tiles);
    if (least <= enough) continue;
    plain_.build(least, remembers(then), any, limit_);
    if (plain_.best() < least) continue;
    const std::int64_t gain = settle(least, then);
    if (gain >= least) return gain;
    walk_best_ = stay;
  }
  plain_.build(enough, remembers(then), any, limit_);
  return settle(enough, then);
}

// Makes ready the plain graph in which melds held whole are not: their tiles lie among the others, the joker of a run
// as the tile it stands for, that of a group as a wild one. Whatever can be laid with them whole can be laid so. False
// where the tables for open runs are too small for it, or no smaller graph serves for that one.
template <class Word>
bool Search<Word>::begin_beside_loose() {
  loose_problem_ = *problem_;
  loose_standing_.clear();
  for (const Block& block : problem_->blocks) {
    for (std::size_t i = 0; i < block.tiles.size(); ++i) {
      const Tile tile = block.tiles[i];
      const int value = block.run ? block.first + static_cast<int>(i) : block.value;
      if (!rules_->is_joker(tile)) {
        loose_problem_.cells[value] += moves_->forced(rules_->colour(tile));
      } else {
        if (block.run) loose_standing_.push_back({loose_problem_.identity_jokers, block.colour, value});
        ++loose_problem_.identity_jokers;
      }
    }
  }
  const int standing = static_cast<int>(loose_standing_.size());
  const int wild = problem_->wild + loose_problem_.identity_jokers - standing;
  int most = 0;
  for (const Cell cell : loose_problem_.cells)
    for (int c = 0; c < problem_->colours; ++c)
      most = std::max(most, moves_->forced_in(cell, c) + moves_->optional_in(cell, c));
  if (most + standing + wild > problem_->parallel) return false;
  plain_.begin(loose_problem_, loose_standing_, *tables_, *moves_, patience_);
  return images_ = plain_.can_cover();
}

// The gain with melds held whole, beside the graph in which they are not: as much as could be gained there, else all
// but so many tiles of the rack.
template <class Word>
std::int64_t Search<Word>::held_gain(Then then) {
  large_ = true;
  covering_.begin(tables_->order, problem_->colours);
  if (whole_) plain_.build_covering(plain_.gain_without(0), false, limit_);
  const std::int64_t enough = std::max<std::int64_t>(0, floor_);
  const std::int64_t reach = whole_ ? plain_.best() : reach_of_free_jokers(enough, then);
  if (whole_ && reach < plain_.gain_without(0)) return 0;
  if (reach <= 0 || reach < enough) return reach;
  loose_ = true;
  const auto found = [&](std::int64_t least) {
    plain_.build_covering(least, true, limit_);
    plain_.bound();
    guided(least, true);
    return walk_best_ >= least;
  };
  if (found(reach)) return walk_best_;
  if (whole_) return 0;
  for (const int tiles : {1, 2, 3, 4, 5, 6, 8, 10})
    if (const std::int64_t least = plain_.gain_without(tiles); enough < least && least < reach && found(least))
      return walk_best_;
  found(enough);
  return walk_best_;
}

// The graph of what gains so much, or, where it is large, the covering one, beside which walks see less far.
template <class Word>
void Search<Word>::build_for_walks(std::int64_t least) {
  loose_ = plain_.known_larger(least, large_graph_) ||
           !plain_.build(least, true, plain_.can_cover() ? large_graph_ : any, limit_);
  if (loose_) plain_.build_covering(least, true, limit_);
}

// The whole graph in place of the covering one.
template <class Word>
void Search<Word>::tighten() {
  loose_ = gave_up_ = false;
  plain_.build(best_, true, any, limit_);
  plain_.bound();
}

// Mostly nearly all of a long rack can be played, and the more is asked for, the fewer states there are. The melds that
// stay will be looked for beside the same graph, so it remembers its steps for them.
template <class Word>
std::int64_t Search<Word>::reach_of_free_jokers(std::int64_t enough, Then then) {
  const bool remember = then == Then::fewest_lost;
  for (const int tiles : {0, 1, 2, 4, 8}) {
    const std::int64_t least = plain_.gain_without(tiles);
    if (least <= enough) break;
    plain_.build_covering(least, remember, limit_);
    if (plain_.best() >= least) return plain_.best();
  }
  plain_.build_covering(enough, remember, limit_);
  return plain_.best();
}

// The gain of the whole rack, or 0 where less can be played.
template <class Word>
std::int64_t Search<Word>::whole_gain(Then then, const Allowed& allowed) {
  const std::int64_t all = plain_.gain_without(0);
  build_for_walks(all);
  if (plain_.best() < all) return 0;
  if (problem_->identity_jokers > 0 && then == Then::nothing &&
      allowed(free_problem(), [&](Arranger& arranger) { plain_.trace(arranger); })) {
    found_ = Found::allowed;
    return walk_best_ = plain_.best();
  }
  const std::int64_t gain = settle(all, then);
  return gain < all ? 0 : gain;
}

// The same problem with every joker wild.
template <class Word>
const Problem& Search<Word>::free_problem() {
  free_problem_ = *problem_;
  free_problem_.wild += problem_->identity_jokers;
  free_problem_.wild_forced += problem_->identity_jokers;
  free_problem_.identity_jokers = 0;
  return free_problem_;
}

template <class Word>
int Search<Word>::rack_tiles() const {
  int tiles = 0;
  for (int v = 1; v <= problem_->values; ++v)
    for (int c = 0; c < problem_->colours; ++c) tiles += moves_->optional_in(problem_->cells[v], c);
  return tiles;
}

// With every table joker standing for the tile it stands for, there is nothing wild about it, and what can be played is
// found fast; mostly it is all that can be played. What gains less than `least` is not looked for.
template <class Word>
void Search<Word>::stand_all(std::int64_t least) {
  // By joker, where it may stand.
  const int jokers = problem_->identity_jokers;
  std::size_t ways = 1;
  for (int joker = 0; joker < jokers; ++joker) places_[joker].clear();
  for (int v = 1; v <= problem_->values; ++v)
    for (const auto& identity : problem_->identities[v])
      places_[identity.joker].push_back({identity.joker, identity.colour, v});
  for (int joker = 0; joker < jokers; ++joker) ways *= places_[joker].size();
  if (ways > most_standings) return;
  std::array<Standing, max_jokers> standing;
  std::size_t best_way = ways;
  const auto build = [&](std::size_t way) {
    for (int joker = 0; joker < jokers; way /= places_[joker].size(), ++joker)
      standing[joker] = places_[joker][way % places_[joker].size()];
    standing_.begin(*problem_, std::span(standing).first(jokers), *tables_, *moves_, patience_);
    const std::int64_t wanted = std::max(least, walk_best_ + 1);
    if ((large_ || !standing_.build(wanted, false, large_graph_, limit_)) && standing_.can_cover())
      standing_.build_covering(wanted, false, limit_);
    return standing_.best();
  };
  for (std::size_t way = 0; way < ways; ++way)
    if (const std::int64_t gain = build(way); gain > walk_best_) walk_best_ = gain, best_way = way;
  if (best_way == ways) return;
  found_ = Found::standing;
  if (best_way + 1 < ways) {
    --walk_best_;
    walk_best_ = build(best_way);
  }
}

// The best gain with the jokers of the table bound by their rule; less than `least` where there is none so good.
template <class Word>
std::int64_t Search<Word>::settle(std::int64_t least, Then then) {
  // What free jokers cannot do, bound ones cannot either; and the table as it lies is always there.
  const std::int64_t reach = plain_.best();
  const bool walk = problem_->identity_jokers > 0 && reach > std::max<std::int64_t>(0, walk_best_);
  const bool kept = then == Then::fewest_lost && std::max(reach, walk_best_) > 0;
  if (walk || kept || then == Then::walks) plain_.bound();
  if (!walk) return std::max(reach, walk_best_);
  if (found_ != Found::standing) guided(least, false);
  if (walk_best_ < reach) guided(std::max(least, walk_best_ + 1), true);
  return walk_best_;
}

template <class Word>
bool Search<Word>::build_graph(bool remember, std::size_t most) {
  const int n = problem_->values;
  graph_.clear();
  edges_.clear();
  graph_table_.clear(n + 1);
  layer_begin_.assign(1, 0);
  graph_.push_back({State{}, problem_->base_gain, none, none});
  layer_begin_.push_back(1);
  for (int v = 1; v <= n; ++v) {
    sweep_->at(v);
    for (std::uint32_t i = layer_begin_[v - 1]; i < layer_begin_[v]; ++i) {
      const State state = graph_[i].state;
      sweep_->expand(state, graph_[i].gain, -1,
                     [&](const State& next, std::int64_t gain, const auto&, int, const ValueMove&) {
                       auto& slot = slot_of(graph_table_, graph_, next, v);
                       std::uint32_t to;
                       if (graph_table_.filled(slot)) {
                         to = slot.node;
                         if (gain > graph_[to].gain) {
                           graph_[to].gain = gain;
                           graph_[to].parent = i;
                         }
                       } else {
                         to = static_cast<std::uint32_t>(graph_.size());
                         graph_.push_back({next, gain, i, none});
                         graph_table_.fill(slot, v, to);
                       }
                       if (remember) edges_.push_back({i, to, gain});
                     });
    }
    check_memory();
    if (graph_.size() > most) return false;
    layer_begin_.push_back(static_cast<std::uint32_t>(graph_.size()));
  }
  graph_best_ = -1;
  graph_final_ = none;
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i) {
    if (!sweep_->finished(graph_[i].state)) continue;
    const std::int64_t gain = sweep_->final_gain(graph_[i].state, graph_[i].gain);
    if (gain > graph_best_) graph_best_ = gain, graph_final_ = i;
  }
  return true;
}

// Looks for better gains than walk_best_, and at least `least`, under the official rule. Depth first, the most
// promising way first: once a way reaches what free jokers would, there is nothing more to look for.
template <class Word>
void Search<Word>::guided(std::int64_t least, bool retrieval) {
  const int n = problem_->values;
  walk_.clear();
  walk_table_.clear(n + 1);
  const bool one_for_all = !problem_->blocks.empty() || (large_ && may_cover_);
  if (one_for_all) covering_.clear(n + 1);
  walk_open_.resize(n + 1);
  for (auto& open : walk_open_) open.clear();
  sweep_->allow_retrieval(retrieval);
  walk_.push_back({State{}, problem_->base_gain, none, 0});
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
    StepLimits limits;
    if (large_) limits = plain_.limits(image, v, least);
    sweep_->expand(state, so_far, -1, large_ ? &limits : nullptr,
                   [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
                     ++walked_;
                     const std::uint32_t beside =
                         plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
                     if (beside == none || gain + plain_.to_go(beside) < least) return;
                     if (one_for_all) {
                       const CoveringNodes::Worth worth{
                           covering_.numbers([&](int c) { return sweep_->run_state(next.runs, c); }), gain, 0};
                       if (covering_.is_covered({next.extra, 0}, v, worth, patience_)) return;
                       covering_.add(worth, static_cast<std::uint32_t>(walk_.size()),
                                     [&](std::uint32_t other) { walk_[other].stale = true; });
                     } else {
                       auto& slot = slot_of(walk_table_, walk_, next, v);
                       if (walk_table_.filled(slot)) {
                         Node& there = walk_[slot.node];
                         if (gain <= there.gain) return;
                         there.stale = true;
                       }
                       walk_table_.fill(slot, v, static_cast<std::uint32_t>(walk_.size()));
                     }
                     open.push_back(static_cast<std::uint32_t>(walk_.size()));
                     walk_.push_back({next, gain, i, beside});
                   });
    if (walked_ > most_walked_) throw Stopped();
    const auto best = std::max_element(open.begin() + begin, open.end(),
                                       [&](std::uint32_t a, std::uint32_t b) { return promise(a) < promise(b); });
    if (best != open.end()) std::swap(*best, open.back());
    check_memory();
  }
  sweep_->allow_retrieval(true);
}

template <class Word>
void Search<Word>::trace(bool kept, Arranger& arranger) {
  const Patience::Pause pause(patience_);
  const int n = problem_->values;
  if (!kept && (found_ == Found::plain || found_ == Found::standing)) {
    (found_ == Found::plain ? plain_ : standing_).trace(arranger);
    return;
  }
  if (!kept && found_ == Found::graph) {
    walk_path_.resize(n + 1);
    for (std::uint32_t node = graph_final_, v = n + 1; v-- > 0; node = graph_[node].parent)
      walk_path_[v] = graph_[node];
  }
  trace_path(*sweep_, kept ? kept_path_ : walk_path_, kept, arranger);
}

template <class Word>
void Search<Word>::trace_path(Sweep<Word>& sweep, const std::vector<Node>& path, bool kept, Arranger& arranger) {
  chosen_.clear();
  for (int v = 1; v <= problem_->values; ++v) {
    const Node& from = path[v - 1];
    const Node& to = path[v];
    sweep.at(v);
    bool found = false;
    const bool retrieved = extra::retrieved(from.state.extra) != extra::retrieved(to.state.extra);
    const bool special = !problem_->opening && (extra::upper(from.state.extra) | extra::upper(to.state.extra)) != 0;
    sweep.allow_retrieval(retrieved || special);
    sweep.expand(from.state, from.gain, kept ? to.lost - from.lost : -1,
                 [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
                   if (found || gain != to.gain || !(next == to.state)) return;
                   found = true;
                   if (kept) chosen_.push_back({frame.cell, jokers, move});
                   arranger.at(v, sweep.ops(frame), frame.cell, jokers, move);
                 });
    if (!found) throw std::logic_error("solver: the path found cannot be followed again");
  }
  sweep.allow_retrieval(true);
}

// Their search for the melds that stay is in search_kept.cpp.
template class Search<std::uint64_t>;
template class Search<unsigned __int128>;

}  // namespace optimeld::solver
