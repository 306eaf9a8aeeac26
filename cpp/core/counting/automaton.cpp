#include "counting/automaton.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace optimeld::counting {

Automaton::Automaton(const Shape& shape, int max_tiles) : sets_(shape), max_tiles_(max_tiles) {
  permutation_bits_ = static_cast<int>(std::bit_width(sets_.permutations().size() - 1));
}

Automaton Automaton::build(const Shape& shape, int max_tiles, std::size_t memory_limit, const Watcher& watcher,
                           int threads) {
  Automaton result(shape, std::min(max_tiles, unbounded));
  ExploreOptions options;
  options.max_tiles = result.max_tiles_;
  options.memory_limit = memory_limit;
  options.threads = threads;
  Exploration found = explore(result.sets_, options, watcher);
  result.edges_ = std::move(found.edges);
  result.accepts_ = std::move(found.accepts);
  for (std::size_t state = 0; state < result.states(); ++state) {
    if (!found.expanded[state]) std::fill_n(result.edges_.row(state), result.symbols(), dead);
  }
  result.order_by_depth();
  return result;
}

// Numbers the states by the fewest values that lead to them, so that those within reach come first, and in the
// order of the symbols, so that the numbers do not depend on who found what first.
void Automaton::order_by_depth() {
  const std::size_t count = states();
  const auto width = static_cast<std::size_t>(symbols());
  std::vector<std::uint32_t> order{0}, place(count, dead);
  place[0] = 0;
  within_.assign(1, 1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == within_.back()) within_.push_back(order.size());
    const std::uint32_t* row = edges_.row(order[i]);
    for (std::size_t symbol = 0; symbol < width; ++symbol) {
      if (row[symbol] == dead || place[target(row[symbol])] != dead) continue;
      place[target(row[symbol])] = static_cast<std::uint32_t>(order.size());
      order.push_back(target(row[symbol]));
    }
  }
  for (std::size_t state = 0; state < count; ++state) {
    std::uint32_t* row = edges_.row(state);
    for (std::size_t symbol = 0; symbol < width; ++symbol) {
      if (row[symbol] == dead) continue;
      const auto by = static_cast<std::uint32_t>(permutation(row[symbol]));
      row[symbol] = place[target(row[symbol])] << permutation_bits_ | by;
    }
  }
  // Rows move along the cycles of the permutation: a second table of edges may not fit.
  for (std::size_t from = 0; from < count; ++from) {
    while (place[from] != from) {
      const std::size_t to = place[from];
      std::swap_ranges(edges_.row(from), edges_.row(from) + width, edges_.row(to));
      std::swap(accepts_[from], accepts_[to]);
      std::swap(place[from], place[to]);
    }
  }
}

std::size_t Automaton::within(int values) const {
  const auto last = within_.size() - 1;
  return within_[std::min<std::size_t>(static_cast<std::size_t>(std::max(values, 0)), last)];
}

std::uint32_t Automaton::read(std::span<const std::uint8_t> counts) const {
  const int k = shape().colours;
  check_counts(shape(), counts);
  std::array<std::uint8_t, max_colours> colours{};  // canonical colour c is colours[c] of the hand
  for (int c = 0; c < k; ++c) colours[c] = static_cast<std::uint8_t>(c);
  std::array<int, max_colours> base{};
  for (int c = 0, b = 1; c < k; ++c, b *= shape().copies + 1) base[c] = b;
  std::size_t state = 0;
  for (std::size_t at = 0; at < counts.size(); at += k) {
    int symbol = 0;
    for (int c = 0; c < k; ++c) symbol += counts[at + colours[c]] * base[c];
    const std::uint32_t to = edge(state, symbol);
    if (to == dead) return 0;
    const auto& by = sets_.permutations()[permutation(to)];
    std::array<std::uint8_t, max_colours> next{};
    for (int c = 0; c < k; ++c) next[c] = colours[by[c]];
    colours = next;
    state = target(to);
  }
  return accepts(state);
}

namespace {

template <typename T>
void put(std::string& bytes, const std::vector<T>& items) {
  const std::uint64_t count = items.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(items.data()), count * sizeof(T));
}

template <typename T>
void take(const std::string& bytes, std::size_t& at, std::vector<T>& items) {
  std::uint64_t count = 0;
  if (bytes.size() - at < sizeof count) throw std::invalid_argument("automaton cut short");
  std::memcpy(&count, bytes.data() + at, sizeof count);
  at += sizeof count;
  if ((bytes.size() - at) / sizeof(T) < count) throw std::invalid_argument("automaton cut short");
  items.resize(count);
  if (count > 0) std::memcpy(items.data(), bytes.data() + at, count * sizeof(T));
  at += count * sizeof(T);
}

}  // namespace

std::string Automaton::to_bytes() const {
  std::string bytes;
  put(bytes, within_);
  put(bytes, accepts_);
  bytes.reserve(bytes.size() + states() * static_cast<std::size_t>(symbols()) * sizeof(std::uint32_t));
  for (std::size_t state = 0; state < states(); ++state) {
    bytes.append(reinterpret_cast<const char*>(edges_.row(state)),
                 static_cast<std::size_t>(symbols()) * sizeof(std::uint32_t));
  }
  return bytes;
}

Automaton Automaton::from_bytes(const Shape& shape, int max_tiles, const std::string& bytes) {
  Automaton result(shape, std::min(max_tiles, unbounded));
  std::size_t at = 0;
  take(bytes, at, result.within_);
  take(bytes, at, result.accepts_);
  const std::size_t states = result.states();
  const auto width = static_cast<std::size_t>(result.symbols());
  bool sound = bytes.size() - at == states * width * sizeof(std::uint32_t) && states > 0 && !result.within_.empty() &&
               result.within_.back() == states && std::is_sorted(result.within_.begin(), result.within_.end());
  std::size_t depth = 0;  // of the state: within_[depth] is beyond it
  if (sound) result.edges_ = Rows<std::uint32_t>(width, states);
  for (std::size_t state = 0; sound && state < states; ++state) {
    while (result.within_[depth] <= state) ++depth;
    // One value more leads no further than the states of so many values.
    const std::uint64_t reach = result.within_[std::min(depth + 1, result.within_.size() - 1)];
    result.edges_.reach(state);
    std::uint32_t* row = result.edges_.row(state);
    std::memcpy(row, bytes.data() + at, width * sizeof(std::uint32_t));
    at += width * sizeof(std::uint32_t);
    for (std::size_t symbol = 0; symbol < width; ++symbol) {
      if (row[symbol] == dead) continue;
      const auto by = static_cast<std::size_t>(result.permutation(row[symbol]));
      sound = sound && result.target(row[symbol]) < reach && by < result.sets_.permutations().size();
    }
  }
  if (!sound) throw std::invalid_argument("not an automaton of these rules");
  return result;
}

}  // namespace optimeld::counting
