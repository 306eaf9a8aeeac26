#include "counting/automaton.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace optimeld::counting {

FingerprintTable::FingerprintTable() : slots_(std::size_t{1} << 12, Slot{{}, Automaton::dead}) {}

std::uint32_t FingerprintTable::find_or_add(const Fingerprint& fingerprint, std::uint32_t next) {
  if (used_ * 2 >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = fingerprint.low & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.number == Automaton::dead) {
      slot = {fingerprint, next};
      ++used_;
      return next;
    }
    if (slot.fingerprint == fingerprint) return slot.number;
  }
}

void FingerprintTable::grow() {
  std::vector<Slot> old(slots_.size() * 2, Slot{{}, Automaton::dead});
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == Automaton::dead) continue;
    std::size_t i = slot.fingerprint.low & mask;
    while (slots_[i].number != Automaton::dead) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

Automaton::Automaton(const Shape& shape, int max_tiles) : sets_(shape), max_tiles_(max_tiles) {
  permutation_bits_ = std::bit_width(sets_.permutations().size() - 1);
}

Automaton Automaton::build(const Shape& shape, int max_tiles, std::size_t memory_limit, const Watcher& watcher) {
  Automaton result(shape, std::min(max_tiles, unbounded));
  HandSets& sets = result.sets_;
  const std::size_t symbols = sets.symbols();
  const std::size_t most_states = dead >> result.permutation_bits_;
  const bool bounded = result.max_tiles_ < unbounded;

  FingerprintTable numbers;
  std::vector<Member> members;
  std::vector<std::uint64_t> begins{0};
  // With a bound, a state is expanded when the fewest tiles that lead to it are known: in order of those.
  std::vector<int> least;
  std::vector<std::vector<std::uint32_t>> queues(bounded ? result.max_tiles_ + 1 : 1);
  const auto add = [&](const std::vector<Member>& set) {
    members.insert(members.end(), set.begin(), set.end());
    begins.push_back(members.size());
    result.accepts_.push_back(static_cast<std::uint8_t>(sets.accepts(set)));
    if (bounded) least.push_back(unbounded);
  };
  const auto enqueue = [&](std::uint32_t state, int tiles) {
    if (bounded && tiles < least[state]) {
      least[state] = tiles;
      queues[tiles].push_back(state);
    }
  };
  std::vector<Member> set = sets.start();
  int unused = 0;
  numbers.find_or_add(sets.canonicalise(set, unused), 0);
  add(set);
  enqueue(0, 0);

  std::vector<HandSets::Step> steps;
  std::size_t expanded = 0;
  const auto expand = [&](std::size_t state, int tiles) {
    if (expanded++ % 64 == 0) {
      Progress progress{0, result.states(), expanded - 1, 0};
      progress.bytes = members.capacity() * sizeof(Member) + begins.capacity() * sizeof(std::uint64_t) +
                       result.edges_.capacity() * sizeof(std::uint32_t) + numbers.bytes();
      if (progress.bytes > memory_limit || result.states() + symbols * 64 > most_states) {
        throw OutOfBounds("the automaton does not fit", progress);
      }
      if (watcher && !watcher(progress)) throw Interrupted();
    }
    const int room = bounded ? result.max_tiles_ - tiles : unbounded;
    set.assign(members.begin() + static_cast<std::ptrdiff_t>(begins[state]),
               members.begin() + static_cast<std::ptrdiff_t>(begins[state + 1]));
    sets.expand(set, steps, room);
    if (result.edges_.size() < (state + 1) * symbols) result.edges_.resize((state + 1) * symbols, dead);
    for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
      const HandSets::Step& step = steps[symbol];
      if (step.members.empty()) continue;
      const int size = sets.symbol_size(static_cast<int>(symbol));
      if (bounded && size + sets.tiles_to_win(step.members) > room) continue;
      const auto next = static_cast<std::uint32_t>(result.states());
      const std::uint32_t number = numbers.find_or_add(step.fingerprint, next);
      if (number == next) add(step.members);
      enqueue(number, tiles + size);
      result.edges_[state * symbols + symbol] =
          number << result.permutation_bits_ | static_cast<std::uint32_t>(step.permutation);
    }
  };
  if (bounded) {
    for (int tiles = 0; tiles <= result.max_tiles_; ++tiles) {
      for (std::size_t i = 0; i < queues[tiles].size(); ++i) {
        if (least[queues[tiles][i]] == tiles) expand(queues[tiles][i], tiles);
      }
    }
  } else {
    for (std::size_t state = 0; state < result.states(); ++state) expand(state, 0);
  }
  result.order_by_depth();
  return result;
}

// Numbers the states by the fewest values that lead to them, so that those within reach come first.
void Automaton::order_by_depth() {
  const std::size_t count = states(), width = symbols();
  edges_.resize(count * width, dead);
  std::vector<std::uint32_t> order{0}, place(count, dead);
  place[0] = 0;
  within_.assign(1, 1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == within_.back()) within_.push_back(order.size());
    for (std::size_t symbol = 0; symbol < width; ++symbol) {
      const std::uint32_t to = edges_[order[i] * width + symbol];
      if (to == dead || place[target(to)] != dead) continue;
      place[target(to)] = static_cast<std::uint32_t>(order.size());
      order.push_back(target(to));
    }
  }
  for (std::uint32_t& edge : edges_) {
    if (edge == dead) continue;
    edge = place[target(edge)] << permutation_bits_ | static_cast<std::uint32_t>(permutation(edge));
  }
  // Rows move along the cycles of the permutation: a second table of edges may not fit.
  for (std::size_t from = 0; from < count; ++from) {
    while (place[from] != from) {
      const std::size_t to = place[from];
      std::swap_ranges(edges_.begin() + static_cast<std::ptrdiff_t>(from * width),
                       edges_.begin() + static_cast<std::ptrdiff_t>((from + 1) * width),
                       edges_.begin() + static_cast<std::ptrdiff_t>(to * width));
      std::swap(accepts_[from], accepts_[to]);
      std::swap(place[from], place[to]);
    }
  }
}

std::size_t Automaton::within(int values) const {
  const auto last = within_.size() - 1;
  return within_[std::min<std::size_t>(values, last)];
}

std::uint32_t Automaton::read(std::span<const std::uint8_t> counts) const {
  const int k = shape().colours;
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
  std::memcpy(items.data(), bytes.data() + at, count * sizeof(T));
  at += count * sizeof(T);
}

}  // namespace

std::string Automaton::to_bytes() const {
  std::string bytes;
  put(bytes, within_);
  put(bytes, accepts_);
  put(bytes, edges_);
  return bytes;
}

Automaton Automaton::from_bytes(const Shape& shape, int max_tiles, const std::string& bytes) {
  Automaton result(shape, std::min(max_tiles, unbounded));
  std::size_t at = 0;
  take(bytes, at, result.within_);
  take(bytes, at, result.accepts_);
  take(bytes, at, result.edges_);
  const std::size_t states = result.states();
  bool sound = at == bytes.size() && states > 0 && result.edges_.size() == states * result.symbols() &&
               !result.within_.empty() && result.within_.back() == states;
  for (const std::uint32_t edge : result.edges_) {
    if (!sound) break;
    sound = edge == dead || (result.target(edge) < states &&
                             static_cast<std::size_t>(result.permutation(edge)) < result.sets_.permutations().size());
  }
  if (!sound) throw std::invalid_argument("not an automaton of these rules");
  return result;
}

}  // namespace optimeld::counting
