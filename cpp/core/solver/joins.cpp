#include "solver/joins.hpp"

#include <algorithm>

namespace optimeld::solver {

void Joins::ask(const std::vector<std::uint8_t>& chosen, std::vector<std::uint8_t>& may) {
  may.assign(worlds_.rules().kinds() + 1, 0);
  for (std::size_t i = 0; i < worlds_.size(); ++i) ask_in(worlds_[i], chosen, may);
}

void Joins::ask_in(PlayWorlds::World& world, const std::vector<std::uint8_t>& chosen, std::vector<std::uint8_t>& may) {
  const Rules& rules = worlds_.rules();
  nodes_.assign(1, {{}, 0});
  edges_.clear();
  table_.clear(rules.values + 1);
  layer_begin_.assign(1, 0);
  edges_begin_.assign(1, 0);
  std::vector<int> least(rules.colours);
  for (int v = 1; v <= rules.values; ++v) {
    // A rack tile that took a joker's place is played in every play of this world.
    for (int c = 0; c < rules.colours; ++c)
      least[c] = std::max(0, chosen[rules.tile(c, v)] - world.replaced[rules.tile(c, v)]);
    grow(world, v, least);
  }
  const auto& problem = world.problem;
  const int jokers = chosen[rules.joker()];
  bool any = false, another_joker = false;
  for (std::size_t i = layer_begin_.back(); i < nodes_.size(); ++i) {
    const int played = extra::wild(nodes_[i].state.extra) - problem.wild_forced;
    nodes_[i].leads = world.search.sweep().finished(nodes_[i].state) && played >= jokers;
    any |= nodes_[i].leads;
    another_joker |= nodes_[i].leads && played > jokers;
  }
  if (!any) return;
  for (int v = rules.values; v > 0; --v) {
    for (std::size_t i = edges_begin_[v - 1]; i < edges_begin_[v]; ++i) {
      const Edge& edge = edges_[i];
      if (!nodes_[edge.to].leads) continue;
      nodes_[edge.from].leads = true;
      for (int c = 0; c < rules.colours; ++c)
        if (edge.more >> c & 1) may[rules.tile(c, v)] = 1;
    }
  }
  if (another_joker) may[rules.joker()] = 1;
  for (int tile = 0; tile < rules.kinds(); ++tile)
    if (world.replaced[tile] > chosen[tile]) may[tile] = 1;
}

// The next layer: every way to play at least `least` of the rack's tiles of value v.
void Joins::grow(PlayWorlds::World& world, int v, const std::vector<int>& least) {
  const int colours = worlds_.rules().colours;
  most_.resize(colours);
  for (int c = 0; c < colours; ++c) most_[c] = worlds_.rack_tiles(world, v, c);
  choice_ = least;
  layer_begin_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  const bool possible = std::equal(least.begin(), least.end(), most_.begin(), std::less_equal<>());
  while (possible) {
    int tiles = 0;
    std::uint32_t more = 0;
    for (int c = 0; c < colours; ++c) {
      tiles += choice_[c];
      if (choice_[c] > least[c]) more |= 1u << c;
    }
    walk(world, v, worlds_.cell(world, v, choice_), tiles, more);
    int c = 0;
    while (c < colours && choice_[c] == most_[c]) choice_[c] = least[c], ++c;
    if (c == colours) break;
    ++choice_[c];
  }
  edges_begin_.push_back(edges_.size());
}

// All that can happen at value v when exactly these tiles lie there.
void Joins::walk(PlayWorlds::World& world, int v, Cell cell, int tiles, std::uint32_t more) {
  auto& sweep = world.search.sweep();
  sweep.at(v, cell);
  const std::int64_t gain_of_all = tiles * world.problem.unit[v];
  for (std::uint32_t from = layer_begin_[v - 1]; from < layer_begin_[v]; ++from) {
    const SweepState<Word> before = nodes_[from].state;  // a copy: nodes_ grows meanwhile
    const std::uint32_t from_image = nodes_[from].image;
    sweep.expand(
        before, 0, -1,
        [&](const SweepState<Word>& state, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
          if (gain != gain_of_all) return;  // a chosen tile stayed behind
          std::uint32_t image = 0;
          if (world.images) {
            image = world.search.plain().image_of(from_image, v, move.runs + frame.outside, frame.jokers + jokers);
            if (image == Search<Word>::none || world.search.plain().to_go(image) < 0) return;
          }
          edges_.push_back({from, node_of(state, image, v), more});
        });
  }
}

std::uint32_t Joins::node_of(const SweepState<Word>& state, std::uint32_t image, int layer) {
  auto& slot = table_.at(
      state_hash(state, layer), layer, [&](const auto& there) { return nodes_[there.node].state == state; },
      [&](const auto& there, int at) { return state_hash(nodes_[there.node].state, at); });
  if (table_.filled(slot)) return slot.node;
  table_.fill(slot, layer, static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back({state, image});
  return slot.node;
}

}  // namespace optimeld::solver
