#include "strategy/hand_reader.hpp"

#include <algorithm>
#include <bit>

namespace optimeld::strategy {

using counting::Member;

namespace {

// The fewest jokers that make melds of the open runs of one colour: those read upwards end where those read downwards
// begin, so one of each may become one run, and a run that is still short is completed by jokers.
int joining_cost(std::vector<int>& up, std::vector<int>& down, int min_meld) {
  for (int length = 1; length < min_meld; ++length) {
    if (up[length - 1] == 0) continue;
    --up[length - 1];
    int best = min_meld - length + joining_cost(up, down, min_meld);
    for (int other = 1; other <= min_meld; ++other) {
      if (down[other - 1] == 0) continue;
      --down[other - 1];
      best = std::min(best, std::max(0, min_meld - length - other) + joining_cost(up, down, min_meld));
      ++down[other - 1];
    }
    ++up[length - 1];
    return best;
  }
  // Only long runs are left from below: they complete the longest-lacking ones from above.
  int cost = 0, free = up[min_meld - 1];
  for (int length = 1; length < min_meld; ++length) {
    const int taken = std::min(free, down[length - 1]);
    free -= taken;
    cost += (down[length - 1] - taken) * (min_meld - length);
  }
  return cost;
}

constexpr std::size_t most_table = std::size_t{1} << 20;

}  // namespace

bool HandReader::serves(const counting::Shape& shape, int values) {
  if (values < 2 * shape.min_meld - 1 || shape.colours >= counting::max_colours) return false;
  std::size_t symbols = 1, orders = 1;
  for (int c = 0; c < shape.colours; ++c) symbols *= shape.copies + 1, orders *= c + 1;
  // Run states of one colour, of which a member holds a byte each.
  std::size_t runs = 1;
  for (int i = 1; i <= shape.min_meld; ++i) runs = runs * (shape.copies + shape.jokers + i) / i;
  return symbols * orders <= most_table && orders * orders <= most_table && runs <= 256;
}

HandReader::HandReader(const counting::Shape& shape)
    : sets_(shape), colours_(shape.colours), jokers_(shape.jokers), min_meld_(shape.min_meld) {
  width_ = static_cast<std::size_t>(sets_.symbols());
  const auto& orders = sets_.permutations();
  orders_ = orders.size();
  order_bits_ = static_cast<int>(std::bit_width(orders_ - 1));
  order_mask_ = (1U << order_bits_) - 1;
  // Rank of an order; orders are listed lexicographically.
  const auto rank = [&](const auto& order) {
    return static_cast<std::uint16_t>(std::ranges::lower_bound(orders, order) - orders.begin());
  };
  for (const auto& order : orders) {
    for (std::size_t symbol = 0; symbol < width_; ++symbol) {
      int turned = 0, base = 1;
      for (int c = 0; c < colours_; ++c, base *= shape.copies + 1) {
        turned += sets_.symbol_digit(static_cast<int>(symbol), order[c]) * base;
      }
      seen_.push_back(static_cast<std::uint16_t>(turned));
    }
  }
  for (const auto& first : orders) {
    std::array<std::uint8_t, counting::max_colours> inverse{};
    for (int c = 0; c < colours_; ++c) inverse[first[c]] = static_cast<std::uint8_t>(c);
    for (const auto& second : orders) {
      auto both = second, apart = second;
      for (int c = 0; c < colours_; ++c) both[c] = first[second[c]], apart[c] = inverse[second[c]];
      after_.push_back(rank(both));
      relative_.push_back(rank(apart));
    }
  }
  const counting::RunStates runs(shape);
  run_states_ = runs.size();
  for (int up = 0; up < run_states_; ++up) {
    for (int down = 0; down < run_states_; ++down) {
      std::vector<int> a(runs.counts(up).begin(), runs.counts(up).end());
      std::vector<int> b(runs.counts(down).begin(), runs.counts(down).end());
      joined_.push_back(static_cast<std::uint8_t>(std::min(joining_cost(a, b, min_meld_), jokers_ + 1)));
    }
  }
  clear();
}

void HandReader::clear() {
  edges_.clear();
  members_.clear();
  states_.clear();
  begin_.assign(1, 0);
  std::vector<Member> first = sets_.start();
  int order = 0;
  const auto fingerprint = sets_.canonicalise(first, order);
  state_of(fingerprint, first);
}

std::size_t HandReader::bytes() const {
  constexpr std::size_t a_state = 64;  // in the hash table, about
  return edges_.size() * sizeof(edges_[0]) + members_.size() * sizeof(members_[0]) + states_.size() * a_state;
}

bool HandReader::wins(std::span<const std::uint16_t> symbols) {
  if (bytes() > most_bytes) clear();
  Place low = start, high = start;
  for (std::size_t from = 0, to = symbols.size(); from < to;) {
    low = step(low, symbols[from++]);
    if (low.state == dead) return false;
    if (from == to) break;
    high = step(high, symbols[--to]);
    if (high.state == dead) return false;
  }
  return join(low, high);
}

std::uint32_t HandReader::state_of(const counting::Fingerprint& fingerprint, std::span<const Member> members) {
  const auto [it, fresh] = states_.try_emplace(fingerprint, static_cast<std::uint32_t>(states()));
  if (fresh) {
    members_.insert(members_.end(), members.begin(), members.end());
    begin_.push_back(members_.size());
    edges_.resize(edges_.size() + width_, unknown);
  }
  return it->second;
}

HandReader::Place HandReader::find(Place from, int symbol) {
  ++steps_found_;
  const std::size_t turned = seen_[from.order * width_ + symbol];
  const auto set = members(from.state);
  std::vector<Member> next = sets_.step(set, static_cast<int>(turned));
  const std::size_t slot = from.state * width_ + turned;
  if (next.empty()) {
    edges_[slot] = dead;
    return {dead, 0};
  }
  int order = 0;
  const auto fingerprint = sets_.canonicalise(next, order);
  const std::uint32_t state = state_of(fingerprint, next);
  edges_[slot] = state << order_bits_ | static_cast<std::uint32_t>(order);
  return {state, after_[from.order * orders_ + order]};
}

bool HandReader::join(Place low, Place high) {
  const std::uint32_t relative = relative_[low.order * orders_ + high.order];
  const auto& order = sets_.permutations()[relative];
  const auto up = members(low.state), down = members(high.state);
  for (const Member d : down) {
    // The colours of the upper half in the order of the lower.
    Member turned = d & ~((Member{1} << (8 * colours_)) - 1);
    for (int c = 0; c < colours_; ++c) turned |= (d >> (8 * c) & 255) << (8 * order[c]);
    for (const Member u : up) {
      const int spare = jokers_ - used(u) - used(d);
      if (spare < 0) continue;
      if (runless(u) && runless(d)) {
        if (spare == 0 || spare >= min_meld_) return true;
        continue;
      }
      int cost = 0;
      for (int c = 0; c < colours_; ++c) {
        cost += joined_[(u >> (8 * c) & 255) * run_states_ + (turned >> (8 * c) & 255)];
      }
      if (cost <= spare) return true;
    }
  }
  return false;
}

}  // namespace optimeld::strategy
