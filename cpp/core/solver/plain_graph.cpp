#include "solver/plain_graph.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::solver {

// Calls emit(next state, jokers used here, move) for all that can happen at value v; what plays fewer than `least_used`
// tiles of the rack may be left out. Colours, where it is not 0, is their number, known to the compiler.
template <class Word>
template <int Colours, class Emit>
void PlainGraph<Word>::expand(int v, Word key, int least_used, Emit&& emit) const {
  const Layer& layer = layers_[v];
  const int colours = Colours ? Colours : colours_;
  const int before = used(key), spare = jokers_ - before;
  for (int jokers = 0; jokers <= spare; ++jokers) {
    // Per colour, how many tiles of this value its runs can take at all; most moves fail this at a glance.
    const std::uint32_t* rows[max_colours];
    std::uint64_t least = 0, most = 0;
    for (int c = 0; c < colours; ++c) {
      rows[c] = horizons_->row(layer.rows[c], spare - jokers, run_state(key, c));
      least |= static_cast<std::uint64_t>(rows[c][0] & 255) << (8 * c);
      most |= static_cast<std::uint64_t>(rows[c][0] >> 8) << (8 * c);
    }
    if ((least & 0x8080808080808080u) != 0) continue;  // a colour can take no number of tiles
    const std::uint32_t shares = static_cast<std::uint32_t>(horizons_->shares_of(spare - jokers));
    const MoveList& moves = moves_->moves_playing(layer.cell, *layer.moves, jokers, least_used, *patience_);
    std::uint64_t met = 0;
    const std::size_t looked = moves.within(least, most, [&](const ValueMove& move) {
      patience_->step();
      Word next = static_cast<Word>(before + jokers);
      std::uint32_t taken = 0;
      for (int c = 0; c < colours; ++c) {
        const std::uint32_t to = rows[c][1 + (move.runs >> (8 * c) & 255)];
        taken += to >> 16;
        next |= static_cast<Word>(to & 0xFFFF) << (joker_bits + bits_ * c);
      }
      if (taken > shares) return;
      ++met;
      emit(next, jokers, move, taken);
    });
    patience_->step(1 + looked);
    work_ += 1 + 2 * met;  // as long as they take, about
  }
}

template <class Word>
void PlainGraph<Word>::begin(const Problem& problem, std::span<const Standing> standing, RunTables& tables,
                             ValueMoves& moves, Patience& patience) {
  const int n = problem.values;
  Horizons& horizons = tables.horizons;
  covering_ = false;
  problem_ = &problem;
  horizons_ = &horizons;
  moves_ = &moves;
  patience_ = &patience;
  colours_ = problem.colours;
  bits_ = tables.runs.bits();
  mask_ = (1u << bits_) - 1;
  standing_.assign(standing.begin(), standing.end());
  const int wild_here = problem.identity_jokers - static_cast<int>(standing.size());
  jokers_ = problem.wild + wild_here;
  forced_jokers_ = problem.wild_forced + wild_here;
  uncovered_.begin(tables.order, colours_, jokers_);

  layers_.resize(n + 1);
  for (int v = 1; v <= n; ++v) layers_[v].cell = problem.cells[v];
  for (const auto& joker : standing) layers_[joker.value].cell += moves.forced(joker.colour);
  layers_[0].rack = problem.base_gain;
  for (int v = 1; v <= n; ++v) {
    layers_[v].moves = &moves.at(layers_[v].cell);
    layers_[v].rack = layers_[v - 1].rack + layers_[v].moves->rack_tiles * problem.unit[v];
  }
  for (int c = 0; c < colours_; ++c) {
    Horizons::Id horizon = Horizons::end;
    for (int v = n; v >= 1; --v) {
      layers_[v].rows[c] = horizons.rows(horizon);
      horizon = horizons.below(horizon, layers_[v].moves->needs[c], moves, patience);
    }
  }
}

template <class Word>
std::int64_t PlainGraph<Word>::gain_without(int tiles) const {
  std::int64_t gain = layers_[problem_->values].rack + (jokers_ - forced_jokers_) * problem_->joker_unit;
  for (int v = problem_->values; v >= 1 && tiles > 0; --v) {
    const int left = std::min(tiles, layers_[v].moves->rack_tiles);
    gain -= left * problem_->unit[v];
    tiles -= left;
  }
  return gain;
}

template <class Word>
void PlainGraph<Word>::clear_states() {
  best_ = -1;
  final_ = none;
  covering_ = false;
  met_ = 0;
  nodes_.clear();
  edges_.clear();
  layer_begin_.assign(1, 0);
  table_.clear(problem_->values + 1);
}

template <class Word>
void PlainGraph<Word>::too_large(std::size_t limit) {
  throw TooLarge("this position needs more than the solver's memory limit of " + std::to_string(limit >> 20) + " MiB");
}

template <class Word>
bool PlainGraph<Word>::build(std::int64_t least, bool remember, std::size_t most, std::size_t limit) {
  return build_layers(least, remember, most, limit, false);
}

// What can be done from a state, can be done from one that covers it with as many jokers used. So where that one has
// gained no less, it serves for both.
template <class Word>
void PlainGraph<Word>::build_covering(std::int64_t least, bool remember, std::size_t limit) {
  if (is_covering(least, remember)) return;
  build_layers(least, remember, std::numeric_limits<std::size_t>::max(), limit, true);
}

template <class Word>
bool PlainGraph<Word>::build_layers(std::int64_t least, bool remember, std::size_t most, std::size_t limit,
                                    bool covering) {
  clear_states();
  nodes_.push_back({Word{0}, problem_->base_gain, none});
  layer_begin_.push_back(1);
  for (int v = 1; v <= problem_->values; ++v) {
    expand_layer(v, least, remember, most);
    if (nodes_.size() > most) return false;
    if (bytes() + moves_->bytes() + horizons_->bytes() > limit) too_large(limit);
    met_ += nodes_.size() - layer_begin_[v];
    if (covering) leave_to_covering(v);
    layer_begin_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  }
  find_best();
  covering_ = covering;
  remembers_ = remember;
  least_ = least;
  return true;
}

// Makes the states that follow those of the value below.
template <class Word>
void PlainGraph<Word>::expand_layer(int v, std::int64_t least, bool remember, std::size_t most) {
  const std::int64_t unit = problem_->unit[v], enough = this->enough(v, least);
  for (std::uint32_t i = layer_begin_[v - 1]; i < layer_begin_[v]; ++i) {
    const Word key = nodes_[i].key;
    const std::int64_t so_far = nodes_[i].gain;
    const auto emit = [&](Word next, int, const ValueMove& move, std::uint32_t) {
      const std::int64_t gain = so_far + move.used * unit;
      if (gain < enough) return;
      Slot& slot = slot_of(next, v);
      if (!table_.filled(slot)) {
        table_.fill(slot, v, static_cast<std::uint32_t>(nodes_.size()), next);
        nodes_.push_back({next, gain, i});
      } else if (Node& node = nodes_[slot.node]; gain > node.gain) {
        node.gain = gain;
        node.parent = i;
      }
      if (remember) edges_.push_back({i, slot.node, gain, &move});
    };
    const int least_used = static_cast<int>((enough - so_far + unit - 1) / unit);
    colours_ == 4 ? expand<4>(v, key, least_used, emit) : expand<0>(v, key, least_used, emit);
    if (nodes_.size() > most) return;
  }
}

template <class Word>
void PlainGraph<Word>::find_best() {
  const int n = problem_->values;
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i) {
    const int free_jokers = used(nodes_[i].key) - forced_jokers_;
    if (free_jokers < 0) continue;
    const std::int64_t gain = nodes_[i].gain + free_jokers * problem_->joker_unit;
    if (gain > best_) best_ = gain, final_ = i;
  }
}

// Of the states of the newest layer those stay that no other covers; all that led to the others leads to these.
template <class Word>
void PlainGraph<Word>::leave_to_covering(int v) {
  const std::uint32_t begin = layer_begin_[v];
  uncovered_.clear();
  for (std::uint32_t i = begin; i < nodes_.size(); ++i) {
    const Word key = nodes_[i].key;
    uncovered_.add(nodes_[i].gain, used(key), [&](int c) { return run_state(key, c); });
  }
  const std::uint64_t compared = uncovered_.compared();
  layer_.clear();
  serves_.assign(nodes_.size() - begin, 0);
  uncovered_.each(
      [&](std::uint32_t i) {
        patience_->step();
        serves_[i] = begin + static_cast<std::uint32_t>(layer_.size());
        layer_.push_back(nodes_[begin + i]);
      },
      [&](std::uint32_t i, std::uint32_t by) { serves_[i] = begin + by; });
  constexpr std::uint64_t at_once = 6;  // comparisons in the time of a state
  work_ += (uncovered_.compared() - compared) / at_once;
  for (std::uint32_t i = begin; i < nodes_.size(); ++i) slot_of(nodes_[i].key, v).node = serves_[i - begin];
  for (std::size_t e = edges_.size(); e > 0 && edges_[e - 1].to >= begin; --e) {
    std::uint32_t& to = edges_[e - 1].to;
    to = serves_[to - begin];
  }
  nodes_.resize(begin);
  nodes_.insert(nodes_.end(), layer_.begin(), layer_.end());
}

// A way is mostly found depth first after a few steps. Where it is not, there is mostly none, and that takes fewer
// states to say value by value.
template <class Word>
bool PlainGraph<Word>::all_laid(std::size_t limit) {
  constexpr int few = 120;
  if (!find_way(can_cover() ? few : any_steps, limit)) build_covering(0, false, limit);
  return final_ != none;
}

// Depth first; false where so many steps did not suffice to tell.
template <class Word>
bool PlainGraph<Word>::find_way(int most_steps, std::size_t limit) {
  const int last = problem_->values;
  clear_states();
  nodes_.push_back({Word{0}, 0, none});
  open_.assign(1, {0, 1});
  for (int steps = 0; !open_.empty(); ++steps) {
    if (steps == most_steps) return false;
    const auto [i, v] = open_.back();
    open_.pop_back();
    const Word key = nodes_[i].key;
    if (v > last) {
      if (used(key) < forced_jokers_) continue;
      final_ = i;
      best_ = nodes_[i].gain;
      return true;
    }
    const std::size_t begin = open_.size();
    std::uint32_t fewest = 0xFFFFFFFF;
    std::size_t best = begin;
    const auto emit = [&](Word next, int, const ValueMove&, std::uint32_t taken) {
      Slot& slot = slot_of(next, v);
      if (table_.filled(slot)) return;
      table_.fill(slot, v, static_cast<std::uint32_t>(nodes_.size()), next);
      const std::uint32_t cost = taken + static_cast<std::uint32_t>(horizons_->shares_of(used(next)));
      if (cost < fewest) fewest = cost, best = open_.size();
      open_.push_back({static_cast<std::uint32_t>(nodes_.size()), v + 1});
      nodes_.push_back({next, 0, i});
    };
    colours_ == 4 ? expand<4>(v, key, 0, emit) : expand<0>(v, key, 0, emit);
    if (best < open_.size()) std::swap(open_[best], open_.back());
    if (bytes() > limit) too_large(limit);
  }
  return true;
}

template <class Word>
void PlainGraph<Word>::bound() {
  const int n = problem_->values;
  to_go_.assign(nodes_.size(), never);
  for (std::uint32_t i = layer_begin_[n]; i < layer_begin_[n + 1]; ++i) {
    const int free_jokers = used(nodes_[i].key) - forced_jokers_;
    if (free_jokers >= 0) to_go_[i] = free_jokers * problem_->joker_unit;
  }
  for (std::size_t e = edges_.size(); e-- > 0;) {  // in the order of the values: those above come first
    const auto& edge = edges_[e];
    patience_->step();
    const std::int64_t total = edge.gain - nodes_[edge.from].gain + to_go_[edge.to];
    if (total > to_go_[edge.from]) to_go_[edge.from] = total;
  }
}

template <class Word>
typename PlainGraph<Word>::Slot& PlainGraph<Word>::slot_of(Word key, int layer) {
  patience_->step(table_.growth());
  return table_.at(
      hash(key, layer), layer, [&](const Slot& slot) { return slot.state == key; },
      [](const Slot& slot, int at) { return hash(slot.state, at); });
}

template <class Word>
std::uint32_t PlainGraph<Word>::image_of(std::uint32_t from, int v, std::uint64_t tiles, int jokers) const {
  const Word key = nodes_[from].key;
  const int now = used(key) + jokers, left = jokers_ - now;
  if (left < 0) return none;
  const Layer& layer = layers_[v];
  Word next = static_cast<Word>(now);
  std::uint32_t taken = 0;
  for (int c = 0; c < colours_; ++c) {
    const std::uint32_t to = horizons_->row(layer.rows[c], left, run_state(key, c))[1 + (tiles >> (8 * c) & 255)];
    taken += to >> 16;
    next |= static_cast<Word>(to & 0xFFFF) << (joker_bits + bits_ * c);
  }
  if (taken > static_cast<std::uint32_t>(horizons_->shares_of(left))) return none;
  const Slot* slot = table_.find(hash(next, v), v, [&](const Slot& there) { return there.state == next; });
  return slot ? slot->node : none;
}

template <class Word>
StepLimits PlainGraph<Word>::limits(std::uint32_t from, int v, std::int64_t least) const {
  const Word key = nodes_[from].key;
  StepLimits limits;
  limits.most_jokers = jokers_ - used(key);
  limits.enough = enough(v, least);
  for (int jokers = 0; jokers <= limits.most_jokers; ++jokers) {
    limits.least[jokers] = limits.most[jokers] = 0;
    for (int c = 0; c < colours_; ++c) {
      const std::uint32_t range = horizons_->row(layers_[v].rows[c], limits.most_jokers - jokers, run_state(key, c))[0];
      limits.least[jokers] |= static_cast<std::uint64_t>(range & 255) << (8 * c);
      limits.most[jokers] |= static_cast<std::uint64_t>(range >> 8) << (8 * c);
    }
  }
  return limits;
}

template <class Word>
void PlainGraph<Word>::trace(Arranger& arranger) const {
  const int n = problem_->values;
  std::vector<std::uint32_t> path(n + 1);
  std::uint32_t node = final_;
  for (int v = n; v >= 0; --v, node = nodes_[node].parent) path[v] = node;
  std::vector<Op> stand;
  for (int v = 1; v <= n; ++v) {
    stand.clear();
    for (const auto& joker : standing_)
      if (joker.value == v)
        stand.push_back({OpKind::identity, static_cast<std::int8_t>(joker.colour), 0, false,
                         static_cast<std::int16_t>(joker.joker)});
    const Node& from = nodes_[path[v - 1]];
    const Node& to = nodes_[path[v]];
    bool found = false;
    expand<0>(v, from.key, 0, [&](Word next, int jokers, const ValueMove& move, std::uint32_t) {
      if (found || next != to.key || from.gain + move.used * problem_->unit[v] != to.gain) return;
      found = true;
      arranger.at(v, stand, layers_[v].cell, jokers, move);
    });
    if (!found) throw std::logic_error("solver: the path found cannot be followed again");
  }
}

template class PlainGraph<std::uint64_t>;
template class PlainGraph<unsigned __int128>;

}  // namespace optimeld::solver
