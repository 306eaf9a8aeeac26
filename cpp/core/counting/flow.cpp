#include "counting/flow.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::counting {

Flow::Flow(const Automaton& automaton)
    : reached(automaton.reached()),
      most_tiles(automaton.shape().colours * automaton.shape().copies),
      max_tiles(automaton.max_tiles()) {
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
    accepts.push_back(static_cast<std::uint8_t>(automaton.accepts(state)));
    add(out);
  }
}

void Flow::add(std::vector<Edge>& out) {
  std::sort(out.begin(), out.end(),
            [](const Edge& a, const Edge& b) { return a.target != b.target ? a.target < b.target : a.size < b.size; });
  for (const Edge& edge : out) {
    Edge* last = edges.size() > begins.back() ? &edges.back() : nullptr;
    if (last && last->target == edge.target && last->size == edge.size && last->hands + edge.hands <= 255 &&
        last->deals + edge.deals <= 65535) {
      last->hands = static_cast<std::uint8_t>(last->hands + edge.hands);
      last->deals = static_cast<std::uint16_t>(last->deals + edge.deals);
    } else {
      edges.push_back(edge);
    }
  }
  begins.push_back(edges.size());
}

std::size_t Flow::within(int values) const {
  return reached[std::min<std::size_t>(static_cast<std::size_t>(values), reached.size() - 1)];
}

Flow Flow::lumped(int rounds) const {
  // Classes of the last round, refined by where the edges of a state go; a fingerprint for each class. A class is
  // numbered by its first state, so that those within reach of some values stay the first.
  std::vector<std::uint32_t> now(accepts.begin(), accepts.end());
  std::vector<std::size_t> first;
  std::size_t classes = 0;
  for (int round = 0; round < rounds; ++round) {
    FingerprintTable numbers;
    std::vector<std::uint32_t> next(now.size());
    first.clear();
    for (std::size_t state = 0; state < now.size(); ++state) {
      Fingerprint print{scramble(now[state] + 1), scramble(now[state] + 0x1234567ULL)};
      for (std::size_t e = begins[state]; e < begins[state + 1]; ++e) {
        const Edge& edge = edges[e];
        const std::uint64_t where = scramble(static_cast<std::uint64_t>(now[edge.target]) << 8 | edge.size) | 1;
        // Sums, so that edges that the lumping makes parallel add up.
        print.low += scramble(where) * (edge.hands + std::uint64_t{edge.deals} * 0x9e3779b97f4a7c15ULL);
        print.high += scramble(where ^ 0x5851f42d4c957f2dULL) * (edge.hands * 0xd1342543de82ef95ULL + edge.deals);
      }
      const auto found = static_cast<std::uint32_t>(first.size());
      next[state] = numbers.find_or_add(print, found);
      if (next[state] == found) first.push_back(state);
    }
    now = std::move(next);
    if (first.size() == classes) break;
    classes = first.size();
  }

  Flow result;
  result.most_tiles = most_tiles;
  result.max_tiles = max_tiles;
  result.begins.push_back(0);
  std::vector<Edge> out;
  for (const std::size_t state : first) {
    out.assign(edges.begin() + static_cast<std::ptrdiff_t>(begins[state]),
               edges.begin() + static_cast<std::ptrdiff_t>(begins[state + 1]));
    for (Edge& edge : out) edge.target = now[edge.target];
    result.accepts.push_back(accepts[state]);
    result.add(out);
  }
  for (const std::uint64_t reach : reached) {
    const auto past = std::lower_bound(first.begin(), first.end(), reach);
    result.reached.push_back(static_cast<std::uint64_t>(past - first.begin()));
  }
  return result;
}

Flow Flow::reversed() const {
  Flow result;
  result.accepts = accepts;
  result.reached = reached;
  result.most_tiles = most_tiles;
  result.max_tiles = max_tiles;
  result.begins.assign(states() + 1, 0);
  for (const Edge& edge : edges) ++result.begins[edge.target + 1];
  for (std::size_t state = 0; state < states(); ++state) result.begins[state + 1] += result.begins[state];
  result.edges.resize(edges.size());
  std::vector<std::uint64_t> next(result.begins.begin(), result.begins.end() - 1);
  for (std::size_t state = 0; state < states(); ++state) {
    for (std::size_t e = begins[state]; e < begins[state + 1]; ++e) {
      Edge turned = edges[e];
      turned.target = static_cast<std::uint32_t>(state);
      result.edges[next[edges[e].target]++] = turned;
    }
  }
  return result;
}

}  // namespace optimeld::counting
