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
  if (!images_ || olds.size() > 64) return;
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
  plain_.steps_to(best_, [&](int v, std::uint32_t from, std::uint32_t to, int jokers, const ValueMove& move) {
    // Those in progress or beginning here must find their tiles on this step.
    std::uint64_t stay = keepable_[to] | ending_[v];
    for (std::uint64_t rest = stay & ~above_[v + 1]; rest; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      if (!could_stay(olds[i], v, jokers, move)) stay &= ~(std::uint64_t{1} << i);
    }
    keepable_[from] |= stay;
    const int lost = certain_[to] + lost_at(v, stay, jokers, move);
    if (lost < certain_[from]) certain_[from] = static_cast<std::uint8_t>(lost);
  });
}

// Of the melds that begin at this value, how many a step loses at least: those that cannot stay, and of those that each
// could, as many as ask too much of one colour together.
template <class Word>
int Search<Word>::lost_at(int v, std::uint64_t stay, int jokers, const ValueMove& move) const {
  int lost = 0, runs_lost = 0, groups_lost = 0;
  std::array<int, max_colours> runs{}, groups{};
  for (const int i : problem_->olds_at[v]) {
    const auto& old = problem_->olds[i];
    if (!(stay >> i & 1)) {
      ++lost;
    } else if (old.one_value) {
      for (const Tile tile : old.tiles)
        if (!rules_->is_joker(tile)) ++groups[rules_->colour(tile)];
    } else {
      ++runs[old.colour];
    }
  }
  for (int c = 0; c < problem_->colours; ++c) {
    const int in_runs = static_cast<int>(move.runs >> (8 * c) & 255);
    runs_lost += std::max(0, runs[c] - in_runs);
    groups_lost = std::max(groups_lost, groups[c] - (problem_->available[v][c] - std::max(0, in_runs - jokers)));
  }
  return lost + runs_lost + groups_lost;
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

// Level by level, a level being the melds lost so far and those that are lost further up for certain; so little beyond
// the answer is ever looked at. Within a level depth first. whole: the level of the answer is looked at to its end, to
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
  const int least = keepable_.empty() ? 0 : certain_[0];
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
                       reach += certain_[beside];
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
                   kept_.push_back({next, gain, index, beside, static_cast<std::uint16_t>(v),
                                    static_cast<std::uint16_t>(lost), static_cast<std::uint16_t>(reach)});
                   kept_table_.set(slot, to);
                   kept_layer_[v][reach].push_back(to);
                   if (reach == level) kept_open_[v].push_back(to);
                 });
}

template int Search<std::uint64_t>::fewest_lost(int);
template int Search<unsigned __int128>::fewest_lost(int);
template bool Search<std::uint64_t>::only_one();
template bool Search<unsigned __int128>::only_one();

}  // namespace optimeld::solver
