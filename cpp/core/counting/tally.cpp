#include "counting/tally.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::counting {

namespace {

using Word = std::uint64_t;

}  // namespace

Flow::Flow(const Automaton& automaton) {
  const HandSets& sets = automaton.sets();
  begins.push_back(0);
  std::vector<Edge> out;
  for (std::size_t state = 0; state < automaton.states(); ++state) {
    out.clear();
    for (int symbol = 0; symbol < automaton.symbols(); ++symbol) {
      const std::uint32_t edge = automaton.edge(state, symbol);
      if (edge == Automaton::dead) continue;
      if (sets.symbol_ways(symbol) > 65535) throw std::length_error("more copies and colours than an edge holds");
      out.push_back({automaton.target(edge), static_cast<std::uint8_t>(sets.symbol_size(symbol)), 1,
                     static_cast<std::uint16_t>(sets.symbol_ways(symbol))});
    }
    std::sort(out.begin(), out.end(), [](const Edge& a, const Edge& b) {
      return a.target != b.target ? a.target < b.target : a.size < b.size;
    });
    for (const Edge& edge : out) {
      Edge* last = edges.size() > begins.back() ? &edges.back() : nullptr;
      if (last && last->target == edge.target && last->size == edge.size && last->hands < 255 &&
          last->deals + edge.deals <= 65535) {
        last->hands += edge.hands;
        last->deals = static_cast<std::uint16_t>(last->deals + edge.deals);
      } else {
        edges.push_back(edge);
      }
    }
    begins.push_back(edges.size());
  }
}

namespace {

// to[i] += weight * from[i]. With a prime the weight times the prime stays below 2^62, so the quotient is small, a
// double gives it to within one, and the loop has no division in it.
void add_weighted(Word* to, const Word* from, std::size_t count, Word weight, Word prime) {
  if (prime == 0) {
    if (weight == 1) {
      for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
    } else {
      for (std::size_t i = 0; i < count; ++i) to[i] += weight * from[i];
    }
    return;
  }
  if (weight == 1) {
    for (std::size_t i = 0; i < count; ++i) {
      const Word sum = to[i] + from[i];
      to[i] = std::min(sum, sum - prime);
    }
    return;
  }
  const double inverse = 1.0 / static_cast<double>(prime);
  const auto modulus = static_cast<std::int64_t>(prime);
  for (std::size_t i = 0; i < count; ++i) {
    const auto sum = static_cast<std::int64_t>(to[i] + weight * from[i]);
    std::int64_t rest = sum - static_cast<std::int64_t>(static_cast<double>(sum) * inverse) * modulus;
    rest += rest < 0 ? modulus : 0;
    rest -= rest >= modulus ? modulus : 0;
    to[i] = static_cast<Word>(rest);
  }
}

void watch(const Watcher& watcher, int values, std::size_t states) {
  Progress progress;
  progress.values = static_cast<std::size_t>(values);
  progress.states = progress.expanded = states;
  if (watcher && !watcher(progress)) throw Interrupted();
}

}  // namespace

std::vector<Wide> tally(const Automaton& automaton, const Flow& flow, int values, int jokers, Weight weight,
                        Word prime, const Watcher& watcher) {
  const int most = automaton.shape().colours * automaton.shape().copies;
  const int below = values / 2;  // values counted upwards from the start; the rest downwards from the end
  const int above = values - below;
  if (prime != 0 && prime >> (61 - std::min(most, 16)) != 0) throw std::length_error("the prime is too large");
  if (prime == 0 && (most * above > 63 || most * values > 127)) {
    throw std::length_error("counts do not fit without a prime");
  }
  const auto weigh = [&](const Flow::Edge& edge) -> Word { return weight == Weight::hands ? edge.hands : edge.deals; };
  const auto width = [&](int v) { return static_cast<std::size_t>(std::min(most * v, automaton.max_tiles())) + 1; };

  std::vector<Word> up{1};
  for (int v = 0; v < below; ++v) {
    const std::size_t from_width = width(v), to_width = width(v + 1);
    std::vector<Word> next(automaton.within(v + 1) * to_width, 0);
    for (std::size_t state = 0; state < automaton.within(v); ++state) {
      if (state % 65536 == 0) watch(watcher, v, state);
      for (std::size_t e = flow.begins[state]; e < flow.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow.edges[e];
        add_weighted(next.data() + edge.target * to_width + edge.size, up.data() + state * from_width,
                     std::min(from_width, to_width - edge.size), weigh(edge), prime);
      }
    }
    up = std::move(next);
  }

  std::vector<Word> down(automaton.within(values), 0);
  for (std::size_t state = 0; state < down.size(); ++state) down[state] = automaton.accepts(state) >> jokers & 1;
  for (int left = 0; left < above; ++left) {
    const std::size_t from_width = width(left), to_width = width(left + 1);
    const std::size_t states = automaton.within(values - left - 1);
    std::vector<Word> next(states * to_width, 0);
    for (std::size_t state = 0; state < states; ++state) {
      if (state % 65536 == 0) watch(watcher, values - left, state);
      for (std::size_t e = flow.begins[state]; e < flow.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow.edges[e];
        add_weighted(next.data() + state * to_width + edge.size, down.data() + edge.target * from_width,
                     std::min(from_width, to_width - edge.size), weigh(edge), prime);
      }
    }
    down = std::move(next);
  }

  const std::size_t up_width = width(below), down_width = width(above);
  std::vector<Double> sums(width(values), 0);
  for (std::size_t state = 0; state < automaton.within(below); ++state) {
    const Word* a = up.data() + state * up_width;
    const Word* b = down.data() + state * down_width;
    for (std::size_t i = 0; i < up_width; ++i) {
      if (a[i] == 0) continue;
      const std::size_t stop = std::min(down_width, sums.size() - i);
      for (std::size_t j = 0; j < stop; ++j) sums[i + j] += static_cast<Double>(a[i]) * b[j];
      // Products of residues below 2^60 leave room for 255 of them.
      if (prime != 0 && i % 128 == 127) {
        for (Double& sum : sums) sum %= prime;
      }
    }
    if (prime != 0) {
      for (Double& sum : sums) sum %= prime;
    }
  }
  std::vector<Wide> result;
  for (const Double sum : sums) result.push_back({static_cast<Word>(sum), static_cast<Word>(sum >> 64)});
  return result;
}

std::size_t lumped_states(const Automaton& automaton, const Flow& flow, int rounds) {
  // Classes of the last round, refined by where the edges of a state go; a fingerprint for each class.
  std::vector<std::uint32_t> now(automaton.states());
  for (std::size_t state = 0; state < now.size(); ++state) now[state] = automaton.accepts(state);
  std::size_t classes = 0;
  for (int round = 0; round < rounds; ++round) {
    FingerprintTable numbers;
    std::vector<std::uint32_t> next(now.size());
    std::uint32_t found = 0;
    for (std::size_t state = 0; state < now.size(); ++state) {
      const auto scramble = [](Word x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31);
      };
      Fingerprint print{scramble(now[state] + 1), scramble(now[state] + 0x1234567ULL)};
      for (std::size_t e = flow.begins[state]; e < flow.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow.edges[e];
        const Word where = scramble(static_cast<Word>(now[edge.target]) << 8 | edge.size) | 1;
        // Sums, so that edges that the lumping makes parallel add up.
        print.low += scramble(where) * (edge.hands + Word{edge.deals} * 0x9e3779b97f4a7c15ULL);
        print.high += scramble(where ^ 0x5851f42d4c957f2dULL) * (edge.hands * 0xd1342543de82ef95ULL + edge.deals);
      }
      next[state] = numbers.find_or_add(print, found);
      if (next[state] == found) ++found;
    }
    now = std::move(next);
    if (found == classes) break;
    classes = found;
  }
  return classes;
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
      if (state % 16384 == 0) watch(watcher, values - left, state);
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
        counts[static_cast<std::size_t>(value) * k + colours[c]] = static_cast<std::uint8_t>(sets.symbol_digit(symbol, c));
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
