#include "game/play_sampler.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace optimeld::game {

namespace {

// Calls use(vector) for every vector from low to high, in each place.
template <class Vector, class Use>
void for_each_between(const Vector& low, const Vector& high, Use&& use) {
  Vector at = low;
  for (;;) {
    use(at);
    std::size_t i = 0;
    while (i < at.size() && at[i] == high[i]) at[i] = low[i], ++i;
    if (i == at.size()) return;
    ++at[i];
  }
}

}  // namespace

PlaySampler::PlaySampler(const Rules& rules)
    : rules_(rules), runs_(rules.min_meld, rules.copies + rules.jokers), order_(runs_) {}

void PlaySampler::read(const MeldList& table, std::span<const Tile> rack, bool opening) {
  const std::size_t values = static_cast<std::size_t>(rules_.values),
                    colours = static_cast<std::size_t>(rules_.colours);
  table_.assign(values, Counts(colours));
  rack_.assign(values, Counts(colours));
  table_jokers_ = rack_jokers_ = 0;
  const auto add = [&](Tile tile, std::vector<Counts>& counts, int& jokers) {
    if (rules_.is_joker(tile)) {
      ++jokers;
    } else {
      ++counts[static_cast<std::size_t>(rules_.value(tile) - 1)][static_cast<std::size_t>(rules_.colour(tile))];
    }
  };
  if (!opening) {
    for (Tile tile : table.tiles) add(tile, table_, table_jokers_);
  }
  for (Tile tile : rack) add(tile, rack_, rack_jokers_);
  needed_ = opening ? rules_.opening_points : 0;
  nodes_.clear();
  seen_.assign(values, {});
  // What can be done with some tiles of one value is the same in the next position with as many jokers.
  if (steps_jokers_ != table_jokers_ + rack_jokers_ || steps_.size() > most_steps) steps_.clear();
  steps_jokers_ = table_jokers_ + rack_jokers_;
  root_ = visit(0, 0, {State{}});
  // Playing nothing is always among the words of a legal table, and is no play.
  count_ = root_ < 0 ? 0 : nodes_[static_cast<std::size_t>(root_)].count - (needed_ == 0 ? 1 : 0);
}

// The node for a set of states before `value` (from 0), or -1 where nothing can come of it.
int PlaySampler::visit(int value, int points, States states) {
  if (states.empty()) return -1;
  if (value == rules_.values) return finish(points, states);
  auto& seen = seen_[static_cast<std::size_t>(value)];
  const auto key = std::make_pair(points, std::move(states));
  if (const auto found = seen.find(key); found != seen.end()) return found->second;
  const int node = count_from(value, points, key.second);
  seen_[static_cast<std::size_t>(value)].emplace(key, node);
  return node;
}

int PlaySampler::count_from(int value, int points, const States& states) {
  const Counts& table = table_[static_cast<std::size_t>(value)];
  Node node;
  Counts tiles(table.size());
  const Counts none(table.size());
  for_each_between(none, rack_[static_cast<std::size_t>(value)], [&](const Counts& played) {
    int more = 0;
    for (std::size_t c = 0; c < tiles.size(); ++c) {
      tiles[c] = static_cast<std::int8_t>(table[c] + played[c]);
      more += played[c] * (value + 1);
    }
    const int child = visit(value + 1, std::min(needed_, points + more), advance(states, steps(tiles)));
    if (child < 0) return;
    node.count += nodes_[static_cast<std::size_t>(child)].count;
    node.edges.push_back({played, child});
  });
  if (node.edges.empty()) return -1;
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size()) - 1;
}

int PlaySampler::finish(int points, const States& states) {
  Node node;
  for (int played = 0; played <= rack_jokers_; ++played) {
    if (points + played * rules_.values < needed_) continue;
    const bool fits = std::ranges::any_of(states, [&](const State& state) {
      return state.jokers == table_jokers_ + played &&
             std::ranges::all_of(state.open, [&](std::uint16_t open) { return runs_.open_short(open) == 0; });
    });
    if (fits) node.rack_jokers.push_back(played);
  }
  if (node.rack_jokers.empty()) return -1;
  node.count = static_cast<double>(node.rack_jokers.size());
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size()) - 1;
}

// How these tiles of one value, and jokers that stand for more of them, can be shared between groups and runs.
const std::vector<PlaySampler::Step>& PlaySampler::steps(const Counts& tiles) {
  if (const auto found = steps_.find(tiles); found != steps_.end()) return found->second;
  std::vector<Step>& steps = steps_[tiles];
  const int jokers = table_jokers_ + rack_jokers_;
  Counts most = tiles;
  for (auto& count : most) count = static_cast<std::int8_t>(count + jokers);
  const Counts none(tiles.size());
  Counts runs(tiles.size()), low(tiles.size());
  for_each_between(none, most, [&](const Counts& groups) {
    const int sum = std::accumulate(groups.begin(), groups.end(), 0);
    if (sum > 0 && rules_.min_meld * *std::ranges::max_element(groups) > sum) return;
    int used = 0;
    for (std::size_t c = 0; c < tiles.size(); ++c) {
      used += std::max(0, groups[c] - tiles[c]);
      low[c] = static_cast<std::int8_t>(std::max(0, tiles[c] - groups[c]));
    }
    if (used > jokers) return;
    // Jokers may lengthen runs as well.
    Counts high = low;
    for (auto& count : high) count = static_cast<std::int8_t>(count + jokers - used);
    for_each_between(low, high, [&](const Counts& in_runs) {
      int extra = 0;
      for (std::size_t c = 0; c < tiles.size(); ++c) extra += in_runs[c] - low[c];
      if (used + extra <= jokers) steps.push_back({in_runs, used + extra});
    });
  });
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

PlaySampler::States PlaySampler::advance(const States& states, const std::vector<Step>& steps) const {
  const int jokers = table_jokers_ + rack_jokers_;
  States next;
  State state;
  for (const State& from : states) {
    for (const Step& step : steps) {
      state.jokers = from.jokers + step.jokers;
      if (state.jokers > jokers) continue;
      bool alive = true;
      for (std::size_t c = 0; c < step.runs.size() && alive; ++c) {
        state.open[c] = runs_.step(from.open[c], step.runs[c]);
        alive = state.open[c] != OpenRuns::dead;
      }
      if (alive) next.push_back(state);
    }
  }
  // What a worse state can become, a better one can as well: it adds nothing to the words. In this order the
  // better one comes first, and what is better than it is better than all that it is better than: so those that
  // are kept are all that a state must be compared with.
  for (State& to : next) to.rank = rank(to);
  std::ranges::sort(next);
  States best;
  std::size_t begin = 0;  // of those with as many jokers
  for (const State& to : next) {
    if (!best.empty() && best[begin].jokers != to.jokers) begin = best.size();
    const auto same = std::span(best).subspan(begin);
    if (std::ranges::none_of(same, [&](const State& other) { return as_good(other, to); })) best.push_back(to);
  }
  return best;
}

std::int32_t PlaySampler::rank(const State& state) const {
  std::int32_t rank = 0;
  for (const std::uint16_t open : state.open) rank -= order_.sum(open);
  return rank;
}

// As many jokers used; and the runs of every colour can do what those of `b` can.
bool PlaySampler::as_good(const State& a, const State& b) const {
  for (std::size_t c = 0; c < a.open.size(); ++c) {
    if (!solver::RunOrder::covers(order_.numbers(a.open[c]), order_.numbers(b.open[c]), order_.free_bits())) {
      return false;
    }
  }
  return true;
}

void PlaySampler::draw(Random& random, std::vector<Tile>& played) const {
  for (;;) {
    played.clear();
    int at = root_;
    for (int value = 1; value <= rules_.values; ++value) {
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      // Counts beyond 2^53 are rounded, and so is the uniformity: by one part in 2^53.
      double ticket = static_cast<double>(random.next() >> 11) * 0x1p-53 * node.count;
      std::size_t edge = 0;
      while (edge + 1 < node.edges.size()) {
        const double share = nodes_[static_cast<std::size_t>(node.edges[edge].node)].count;
        if (ticket < share) break;
        ticket -= share;
        ++edge;
      }
      for (int c = 0; c < rules_.colours; ++c) {
        const int count = node.edges[edge].played[static_cast<std::size_t>(c)];
        played.insert(played.end(), static_cast<std::size_t>(count), rules_.tile(c, value));
      }
      at = node.edges[edge].node;
    }
    const auto& jokers = nodes_[static_cast<std::size_t>(at)].rack_jokers;
    const int count = jokers[random.below(jokers.size())];
    played.insert(played.end(), static_cast<std::size_t>(count), rules_.joker());
    if (!played.empty()) break;  // the empty play is drawn again
  }
  std::ranges::sort(played);
}

}  // namespace optimeld::game
