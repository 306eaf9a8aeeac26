// The search for the most melds kept among the plays that reach the best gain.
#include <algorithm>
#include <bit>
#include <limits>

#include "solver/search.hpp"

namespace optimeld::solver {

// Backwards: which gains lie on a path to the best.
template <class Word>
void Search<Word>::collect_good_gains() {
  const int n = problem_->values;
  to_go_.assign(graph_.size(), never);
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i)
    if (sweep_->finished(graph_[i].state)) to_go_[i] = sweep_->final_gain(graph_[i].state, 0);
  for (std::size_t e = edges_.size(); e-- > 0;) {
    const auto& edge = edges_[e];
    patience_.step();
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

// From the top down over the steps that lead to the best gain: which melds could stay, and how many must go.
template <class Word>
void Search<Word>::find_keepable() {
  const auto& olds = problem_->olds;
  keepable_.clear();
  if (!images_ || !problem_->blocks.empty() || olds.size() > 64) return;
  const int n = problem_->values;
  keepable_.assign(plain_.size(), 0);
  certain_.assign(plain_.size_below(n), std::numeric_limits<std::uint8_t>::max());
  certain_.resize(plain_.size(), 0);
  above_.assign(n + 2, 0);
  ending_.assign(n + 1, 0);
  for (std::size_t i = 0; i < olds.size(); ++i) {
    for (int v = 1; v <= olds[i].first; ++v) above_[v] |= std::uint64_t{1} << i;
    ending_[olds[i].last] |= std::uint64_t{1} << i;
  }
  int begun_at = 0;
  begun_.clear();
  plain_.steps_to(
      best_, [&](int v, std::uint32_t from, std::uint32_t to, int jokers, const ValueMove& move, std::int64_t spare) {
        if (begun_at != v) begun_.clear(), begun_at = v;
        // Those in progress or beginning here must find their tiles on this step.
        std::uint64_t stay = keepable_[to] | ending_[v];
        for (std::uint64_t rest = stay & ~above_[v + 1]; rest; rest &= rest - 1) {
          const int i = std::countr_zero(rest);
          if (!could_stay(olds[i], v, jokers, move)) stay &= ~(std::uint64_t{1} << i);
        }
        const std::uint64_t beginning = above_[v] & ~above_[v + 1];
        const int least_used = static_cast<int>(move.used) - static_cast<int>(spare / problem_->unit[v]);
        const Begun begun = begin_here(v, stay & beginning, jokers, move, least_used);
        stay &= begun.stay | ~beginning;
        keepable_[from] |= stay;
        const int lost = certain_[to] + static_cast<int>(problem_->olds_at[v].size()) - begun.most;
        if (lost < certain_[from]) certain_[from] = static_cast<std::uint8_t>(lost);
      });
}

// Which of the melds `here`, all of which begin at this value, a step lets stay, each for itself; and how many of them
// together at most. Steps are met again and again, so the answers are remembered.
template <class Word>
typename Search<Word>::Begun Search<Word>::begin_here(int v, std::uint64_t here, int jokers, const ValueMove& move,
                                                      int least_used) {
  if (here == 0) return {};
  const auto [it, fresh] = begun_.try_emplace({&move, here, least_used});
  if (!fresh) return it->second;
  const auto leaves_room = [&](std::uint64_t melds) { return leave_room(v, melds, jokers, move, least_used); };
  Begun begun;
  for (std::uint64_t rest = here; rest; rest &= rest - 1)
    if (const std::uint64_t one = rest & -rest; leaves_room(one)) begun.stay |= one;
  // Of those that stay each for itself, all; or all but one; or all but two, which is not looked into.
  begun.most = std::popcount(begun.stay);
  if (begun.most > 1 && !leaves_room(begun.stay)) {
    --begun.most;
    bool without_one = begun.most == 1;
    for (std::uint64_t rest = begun.stay; rest && !without_one; rest &= rest - 1)
      without_one = leaves_room(begun.stay & ~(rest & -rest));
    if (!without_one) --begun.most;
  }
  return it->second = begun;
}

// Whether the tiles of a value, these melds set aside and every joker free, can go into the runs of a step and play as
// much of the rack. Jokers that are bound by a rule can do no more.
template <class Word>
bool Search<Word>::leave_room(int v, std::uint64_t melds, int jokers, const ValueMove& move, int least_used) {
  Cell cell = problem_->cells[v];
  std::uint64_t runs = move.runs;
  const auto take = [&](Tile tile) {
    if (rules_->is_joker(tile)) --jokers;
    else cell -= moves_->forced(rules_->colour(tile));
  };
  for (; melds; melds &= melds - 1) {
    const OldMeld& old = problem_->olds[std::countr_zero(melds)];
    if (old.one_value) {
      for (const Tile tile : old.tiles) take(tile);
    } else {
      take(old.tiles.front());
      if ((runs >> (8 * old.colour) & 255) == 0) return false;
      runs -= std::uint64_t{1} << (8 * old.colour);
    }
  }
  return jokers >= 0 && moves_->moves(cell, jokers, patience_).most_used(runs) >= least_used;
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

// Beside the covering graph first, as far as that leads.
template <class Word>
int Search<Word>::fewest_lost(int bound, const Allowed& allowed) {
  if (!images_) collect_good_gains();
  find_keepable();
  gave_up_ = took_allowed_ = false;
  may_cover_ = problem_->blocks.empty();
  may_bound_ = large_ && !keepable_.empty();
  bound_.forget();
  int lost = look_for_fewest_lost(bound, allowed);
  if (gave_up_ && !may_cover_) {
    gave_up_ = false;
    may_cover_ = true;
    lost = look_for_fewest_lost(bound, allowed);
  }
  if (!gave_up_) return lost;
  tighten();
  find_keepable();
  return look_for_fewest_lost(bound, allowed);
}

template <class Word>
int Search<Word>::look_for_fewest_lost(int bound, const Allowed& allowed) {
  constexpr int more = -1;
  const auto lost_of = [&](const std::optional<Kept>& found) { return found ? found->lost : more; };
  if (problem_->identity_jokers == 0) return lost_of(levels(*sweep_, {.most_lost = bound}));

  // Jokers that stay first: quick, and then those that leave need only be asked for fewer losses.
  sweep_->allow_retrieval(false);
  const std::optional<Kept> stay = levels(*sweep_, {.most_lost = bound});
  sweep_->allow_retrieval(true);
  if (gave_up_) return more;
  if (stay && stay->lost == problem_->lost) return stay->lost;
  const auto path = kept_path_;
  const int most = stay ? stay->lost - 1 : bound;
  const std::optional<int> least = least_with_free_jokers(most, allowed);
  if (gave_up_) return more;
  if (least) {
    if (took_allowed_) return *least;
    const std::optional<Kept> leave = levels(*sweep_, {.least_lost = *least, .most_lost = most});
    if (gave_up_) return more;
    if (leave) return leave->lost;
  }
  kept_path_ = path;
  return lost_of(stay);
}

// How many melds are lost at least, where it is not more than `most`: jokers that may go anywhere lose no more than
// jokers bound by a rule, and are much faster to search. That holds among plays of one gain, so only where free jokers
// gain no more. And mostly the rule allows what they do.
template <class Word>
std::optional<int> Search<Word>::least_with_free_jokers(int most, const Allowed& allowed) {
  if (plain_.best() != best_) return 0;
  Sweep<Word> sweep(*rules_, free_problem(), tables_->runs, *moves_, patience_);
  const std::optional<Kept> free = levels(sweep, {.most_lost = most});
  if (!free) return {};
  took_allowed_ = allowed(free_problem_, [&](Arranger& arranger) { trace_path(sweep, kept_path_, true, arranger); });
  return free->lost;
}

template <class Word>
bool Search<Word>::only_one() {
  for (const auto& chosen : chosen_)
    if (!moves_->one_choice(chosen.cell, chosen.jokers, chosen.move)) return false;
  // That can be much to look at, and little depends on it.
  const int lost = kept_path_.back().lost + problem_->lost;
  const std::size_t budget = problem_->blocks.empty() ? only_one_budget : only_one_budget_held;
  const std::optional<Kept> found = levels(*sweep_, {.most_lost = lost, .most_nodes = budget, .whole = true});
  return found && found->only_one;
}

// Level by level, a level being the melds lost so far and those that are lost further up for certain; so little beyond
// the answer is ever looked at. Nothing where more would be lost, or more effort taken, than allowed.
template <class Word>
std::optional<typename Search<Word>::Kept> Search<Word>::levels(Sweep<Word>& sweep, Effort effort) {
  const std::size_t patient = may_cover_ ? 10 : 1;  // the whole graph is dear
  if (loose_) effort.most_nodes = std::min(effort.most_nodes, patient * large_graph_);
  int least = std::max<int>(keepable_.empty() ? 0 : certain_[0], effort.least_lost - problem_->lost);
  if (bound_.known()) least = std::max(least, lost_above(0, 0, State{}));
  const int most = std::min(static_cast<int>(problem_->olds.size()), effort.most_lost - problem_->lost);
  one_for_all_ = large_ && may_cover_ && !effort.whole;
  begin_levels(least);
  for (int level = least; level <= most; ++level) {
    for (int v = 0; v <= problem_->values; ++v) {
      kept_open_[v].clear();
      for (int of = least; of <= level; ++of)
        kept_open_[v].insert(kept_open_[v].end(), kept_layer_[v][of].begin(), kept_layer_[v][of].end());
    }
    const Descent found = descend(sweep, level, effort);
    if (found.given_up) {
      gave_up_ = loose_ && !effort.whole;
      return {};
    }
    if (found.ends > 0) {
      const bool one_way = follow_back(found.end);
      return Kept{level + problem_->lost, one_way && found.ends == 1};
    }
    if (may_bound_ && level < most && kept_.size() > std::min(bound_after, large_graph_)) level = bound_levels(level);
  }
  return {};
}

// After a level that took long: looks for a better bound, and puts off every node to the level that it shows. Returns
// the last level of which nothing is left.
template <class Word>
int Search<Word>::bound_levels(int level) {
  may_bound_ = false;
  bound_.find(*rules_, *problem_, tables_->runs, *moves_, patience_, plain_.gain_without(0) - best_);
  if (!bound_.known()) return level;
  const int all = static_cast<int>(problem_->olds.size());
  for (int v = 0; v <= problem_->values; ++v) {
    auto& layer = kept_layer_[v];
    for (int of = all; of >= 0; --of) {
      std::vector<std::uint32_t> there;
      there.swap(layer[of]);
      for (const std::uint32_t i : there) {
        if (kept_[i].stale) continue;
        const int reach = kept_[i].lost + lost_above(v, kept_[i].image, kept_[i].state);
        if (reach <= all) layer[std::max(of, reach)].push_back(i);
      }
    }
  }
  return std::max(level, lost_above(0, 0, State{}) - 1);
}

// By the bound, which knows special runs as open ones like others.
template <class Word>
int Search<Word>::lost_above(int v, std::uint32_t image, const State& state) const {
  std::array<int, max_colours> open;
  for (int c = 0; c < problem_->colours; ++c) open[c] = sweep_->run_state(state.runs, c);
  for (std::uint32_t rest = extra::upper(state.extra); rest; rest >>= 8) {
    const auto special = static_cast<std::uint8_t>(rest);
    int& runs = open[SpecialRun::colour(special)];
    runs = tables_->runs.with(runs, SpecialRun::length(special));
    if (runs == RunStates::dead) return 0;
  }
  return bound_.at(v, plain_.jokers_used(image), state.kept, [&](int c) { return open[c]; });
}

template <class Word>
void Search<Word>::begin_levels(int least) {
  kept_.clear();
  kept_table_.clear(problem_->values + 1);
  covering_.clear(problem_->values + 1);
  kept_layer_.resize(problem_->values + 1);
  kept_open_.resize(problem_->values + 1);
  for (auto& layer : kept_layer_) {
    layer.resize(std::max(layer.size(), problem_->olds.size() + 1));
    for (auto& level : layer) level.clear();
  }
  kept_.push_back({State{}, problem_->base_gain, none, 0});
  kept_layer_[0][least].push_back(0);
}

// Depth first through what is open on a level, the highest values first.
template <class Word>
typename Search<Word>::Descent Search<Word>::descend(Sweep<Word>& sweep, int level, const Effort& effort) {
  const int n = problem_->values;
  Descent found;
  int ready = 0;  // the value that the sweep is prepared for
  for (int v = n; v >= 0;) {
    if (kept_open_[v].empty()) {
      --v;
      continue;
    }
    const std::uint32_t i = kept_open_[v].back();
    kept_open_[v].pop_back();
    if (kept_[i].stale) continue;
    if (v < n) {
      ++v;
      if (ready != v) sweep.at(ready = v);
      lose_here(sweep, v, i, level);
      found.given_up = kept_.size() > effort.most_nodes;
      if (found.given_up) return found;
      check_memory();
    } else if (sweep.finished(kept_[i].state) && sweep.final_gain(kept_[i].state, kept_[i].gain) == best_) {
      found.end = i;
      ++found.ends;
      if (!effort.whole) return found;
    }
  }
  return found;
}

// At value v, with every number of losses that this level allows, but for those that a level before did.
template <class Word>
void Search<Word>::lose_here(Sweep<Word>& sweep, int v, std::uint32_t index, int level) {
  const int starting = static_cast<int>(problem_->olds_at[v].size());
  const int spare = level - kept_[index].lost;
  const int fewest = kept_[index].untried, most = std::min(spare, starting);
  if (most < fewest) return;
  kept_[index].untried = static_cast<std::uint16_t>(most + 1);
  StepLimits limits;
  if (large_) limits = plain_.limits(kept_[index].image, v, best_);
  for (int losses = most; losses >= fewest; --losses)  // the last is looked into first
    expand_kept(sweep, v, index, losses, level, large_ ? &limits : nullptr);
}

// Sets the path to a node, and tells whether there was but one way to come there.
template <class Word>
bool Search<Word>::follow_back(std::uint32_t end) {
  bool one_way = true;
  kept_path_.resize(problem_->values + 1);
  for (int v = problem_->values; v >= 0; --v) {
    kept_path_[v] = kept_[end];
    one_way = one_way && !kept_[end].ambiguous;
    end = kept_[end].parent;
  }
  return one_way;
}

template <class Word>
void Search<Word>::expand_kept(Sweep<Word>& sweep, int v, std::uint32_t index, int losses, int level,
                               const StepLimits* limits) {
  const State state = kept_[index].state;
  const std::uint32_t image = kept_[index].image;
  const int lost = kept_[index].lost + losses;
  sweep.expand(state, kept_[index].gain, losses, limits,
               [&](const State& next, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
                 CoveringNodes::Worth worth{0, gain, lost};
                 if (one_for_all_) {
                   worth.numbers = covering_.numbers([&](int c) { return sweep_->run_state(next.runs, c); });
                   if (covering_.is_covered({next.extra, next.kept}, v, worth, patience_)) return;
                 }
                 std::uint32_t beside = 0;
                 int reach = lost;
                 if (images_) {
                   beside = plain_.image_of(image, v, move.runs + frame.outside, frame.jokers + jokers);
                   if (beside == none || gain + plain_.to_go(beside) < best_) return;
                   if (!keepable_.empty()) {
                     for (std::uint64_t rest = next.kept; rest; rest &= rest - 1)
                       if (!(keepable_[beside] >> problem_->active[v + 1][std::countr_zero(rest)] & 1)) return;
                     int above = certain_[beside];
                     if (bound_.known()) above = std::max(above, lost_above(v, beside, next));
                     reach += above;
                     if (reach > static_cast<int>(problem_->olds.size())) return;  // no way on
                   }
                 } else {
                   const auto& good = good_gains_[v];
                   if (std::find(good.begin(), good.end(), gain) == good.end()) return;
                 }
                 const auto to = static_cast<std::uint32_t>(kept_.size());
                 if (one_for_all_) {
                   covering_.add(worth, to, [&](std::uint32_t other) { kept_[other].stale = true; });
                 } else if (!is_first(next, gain, lost, v, to)) {
                   return;
                 }
                 reach = std::max(reach, level);
                 kept_.push_back({next, gain, index, beside, static_cast<std::uint16_t>(lost)});
                 kept_layer_[v][reach].push_back(to);
                 if (reach == level) kept_open_[v].push_back(to);
               });
}

// Whether no node before it has this state with no smaller gain and no more lost; then it is noted as the next one.
template <class Word>
bool Search<Word>::is_first(const State& state, std::int64_t gain, int lost, int layer, std::uint32_t number) {
  auto& slot = slot_of(kept_table_, kept_, state, layer);
  if (kept_table_.filled(slot)) {
    Node& there = kept_[slot.node];
    // With the same state and a smaller gain the best total is out of reach.
    if (there.gain > gain || (there.gain == gain && there.lost <= lost)) {
      there.ambiguous = there.ambiguous || (there.gain == gain && there.lost == lost);
      return false;
    }
    there.stale = true;
  }
  kept_table_.fill(slot, layer, number);
  return true;
}

template int Search<std::uint64_t>::fewest_lost(int, const Allowed&);
template int Search<unsigned __int128>::fewest_lost(int, const Allowed&);
template bool Search<std::uint64_t>::only_one();
template bool Search<unsigned __int128>::only_one();

}  // namespace optimeld::solver
