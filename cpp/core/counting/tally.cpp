#include "counting/tally.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::counting {

namespace {

using Word = std::uint64_t;

// to[i] += weight * from[i].
void add_weighted(Word* to, const Word* from, std::size_t count, Word weight) {
  if (weight == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] += weight * from[i];
  }
}

// So many of the values are done.
void watch(const Watcher& watcher, int done, int values) {
  Progress progress;
  progress.values = progress.expanded = static_cast<std::size_t>(done);
  progress.states = static_cast<std::size_t>(values);
  if (watcher && !watcher(progress)) throw Interrupted();
}

}  // namespace

std::vector<Wide> tally(const Flow& flow, int values, int jokers, Weight weight, const Watcher& watcher) {
  const int most = flow.most_tiles;
  const int below = values / 2;  // values counted upwards from the start; the rest downwards from the end
  const int above = values - below;
  if (most * above > 63 || most * values > 127) throw std::length_error("counts do not fit into two words");
  const auto weigh = [&](const Flow::Edge& edge) -> Word { return weight == Weight::hands ? edge.hands : edge.deals; };
  const auto width = [&](int v) { return static_cast<std::size_t>(std::min(most * v, flow.max_tiles)) + 1; };

  std::vector<Word> up{1};
  for (int v = 0; v < below; ++v) {
    const std::size_t from_width = width(v), to_width = width(v + 1);
    std::vector<Word> next(flow.within(v + 1) * to_width, 0);
    for (std::size_t state = 0; state < flow.within(v); ++state) {
      if (state % 65536 == 0) watch(watcher, v, values);
      for (std::size_t e = flow.begins[state]; e < flow.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow.edges[e];
        add_weighted(next.data() + edge.target * to_width + edge.size, up.data() + state * from_width,
                     std::min(from_width, to_width - edge.size), weigh(edge));
      }
    }
    up = std::move(next);
  }

  std::vector<Word> down(flow.within(values), 0);
  for (std::size_t state = 0; state < down.size(); ++state) down[state] = flow.accepts[state] >> jokers & 1;
  for (int left = 0; left < above; ++left) {
    const std::size_t from_width = width(left), to_width = width(left + 1);
    const std::size_t states = flow.within(values - left - 1);
    std::vector<Word> next(states * to_width, 0);
    for (std::size_t state = 0; state < states; ++state) {
      if (state % 65536 == 0) watch(watcher, below + left, values);
      for (std::size_t e = flow.begins[state]; e < flow.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow.edges[e];
        add_weighted(next.data() + state * to_width + edge.size, down.data() + edge.target * from_width,
                     std::min(from_width, to_width - edge.size), weigh(edge));
      }
    }
    down = std::move(next);
  }

  const std::size_t up_width = width(below), down_width = width(above);
  std::vector<Double> sums(width(values), 0);
  for (std::size_t state = 0; state < flow.within(below); ++state) {
    const Word* a = up.data() + state * up_width;
    const Word* b = down.data() + state * down_width;
    for (std::size_t i = 0; i < up_width; ++i) {
      if (a[i] == 0) continue;
      const std::size_t stop = std::min(down_width, sums.size() - i);
      for (std::size_t j = 0; j < stop; ++j) sums[i + j] += static_cast<Double>(a[i]) * b[j];
    }
  }
  std::vector<Wide> result;
  for (const Double sum : sums) result.push_back({static_cast<Word>(sum), static_cast<Word>(sum >> 64)});
  return result;
}

Sampler::Sampler(const Automaton& automaton, int values, int jokers, int size, Weight weight, const Watcher& watcher)
    : automaton_(automaton), values_(values), size_(size), weight_(weight) {
  if (automaton.shape().colours * automaton.shape().copies * values > 127) {
    throw std::length_error("counts do not fit");
  }
  const HandSets& sets = automaton.sets();
  const std::size_t width = static_cast<std::size_t>(size) + 1;
  left_.resize(values + 1);
  left_[0].assign(automaton.within(values) * width, 0);
  for (std::size_t state = 0; state < automaton.within(values); ++state) {
    left_[0][state * width] = automaton.accepts(state) >> jokers & 1;
  }
  for (int left = 1; left <= values; ++left) {
    const std::size_t states = automaton.within(values - left);
    left_[left].assign(states * width, 0);
    for (std::size_t state = 0; state < states; ++state) {
      if (state % 16384 == 0) watch(watcher, left - 1, values);
      Double* row = left_[left].data() + state * width;
      for (int symbol = 0; symbol < automaton.symbols(); ++symbol) {
        const std::uint32_t edge = automaton.edge(state, symbol);
        if (edge == Automaton::dead) continue;
        const std::size_t tiles = static_cast<std::size_t>(sets.symbol_size(symbol));
        const Word ways = weight == Weight::hands ? 1 : sets.symbol_ways(symbol);
        const Double* from = left_[left - 1].data() + automaton.target(edge) * width;
        for (std::size_t h = tiles; h < width; ++h) row[h] += from[h - tiles] * ways;
      }
    }
  }
}

Wide Sampler::total() const {
  const Double all = left_[values_][size_];
  return {static_cast<Word>(all), static_cast<Word>(all >> 64)};
}

std::vector<std::uint8_t> Sampler::draw(const std::function<Word()>& random) const {
  const HandSets& sets = automaton_.sets();
  const int k = automaton_.shape().colours;
  const std::size_t width = static_cast<std::size_t>(size_) + 1;
  const Double all = left_[values_][size_];
  if (all == 0) throw std::domain_error("no winning hand of this size");
  // The place of the hand in the list of all, uniform: draw from the largest multiple of `all` below 2^128.
  Double place = 0;
  const Double limit = ~Double{0} - (~Double{0} % all + 1) % all;
  do {
    place = static_cast<Double>(random()) << 64 | random();
  } while (place > limit);
  place %= all;

  std::vector<std::uint8_t> counts(static_cast<std::size_t>(values_) * k, 0);
  std::array<std::uint8_t, max_colours> colours{};
  for (int c = 0; c < k; ++c) colours[c] = static_cast<std::uint8_t>(c);
  std::size_t state = 0;
  std::size_t tiles_left = static_cast<std::size_t>(size_);
  for (int value = 0; value < values_; ++value) {
    const std::vector<Double>& after = left_[values_ - value - 1];
    for (int symbol = 0; symbol < automaton_.symbols(); ++symbol) {
      const std::uint32_t edge = automaton_.edge(state, symbol);
      const std::size_t tiles = static_cast<std::size_t>(sets.symbol_size(symbol));
      if (edge == Automaton::dead || tiles > tiles_left) continue;
      const Double share = after[automaton_.target(edge) * width + tiles_left - tiles] *
                           (weight_ == Weight::hands ? 1 : sets.symbol_ways(symbol));
      if (place >= share) {
        place -= share;
        continue;
      }
      if (weight_ == Weight::deals) place /= sets.symbol_ways(symbol);
      for (int c = 0; c < k; ++c) {
        counts[static_cast<std::size_t>(value) * k + colours[c]] =
            static_cast<std::uint8_t>(sets.symbol_digit(symbol, c));
      }
      const auto& by = sets.permutations()[automaton_.permutation(edge)];
      std::array<std::uint8_t, max_colours> next{};
      for (int c = 0; c < k; ++c) next[c] = colours[by[c]];
      colours = next;
      state = automaton_.target(edge);
      tiles_left -= tiles;
      break;
    }
  }
  return counts;
}

}  // namespace optimeld::counting
