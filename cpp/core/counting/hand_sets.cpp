#include "counting/hand_sets.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "table/checked.hpp"

#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
#include <immintrin.h>
#define OPTIMELD_COUNTING_VBMI 1
#endif

namespace optimeld::counting {

namespace {

constexpr Member runless_bit = Member{1} << 63;
constexpr std::uint8_t never_byte = 255;
constexpr int most_symbols = 20000;

std::uint64_t choose(int n, int r) {
  std::uint64_t ways = 1;
  for (int i = 1; i <= r; ++i) ways = ways * (n - r + i) / i;
  return ways;
}

}  // namespace

void check_counts(const Shape& shape, std::span<const std::uint8_t> counts) {
  if (counts.size() % static_cast<std::size_t>(shape.colours) != 0) {
    throw std::invalid_argument("a hand has a number for each colour of each value");
  }
  for (const int count : counts) check_range("copies of a tile", count, 0, shape.copies);
}

HandSets::HandSets(const Shape& shape) : shape_(shape), runs_(shape) {
  if (shape.colours > max_colours || (shape.jokers > 0 && shape.colours == max_colours)) {
    throw std::length_error("more colours than a member holds");
  }
  states_ = runs_.size();
  for (int s = 0; s < states_; ++s) {
    int tiles = 0;
    for (int length = 1; length < shape.min_meld; ++length) {
      tiles += runs_.counts(s)[length - 1] * (shape.min_meld - length);
    }
    lacking_.push_back(tiles);
  }
  build_symbols();
  lift_ = shape.jokers + 1;
  row_ = states_ <= 32 ? 32 : 256;
  eights_ = shape.absorbing && shape.colours <= 4 && states_ <= 32;
  const std::vector<RunStates::Metric> metrics = runs_.metrics();
  build_options(metrics.back());
  for (const RunStates::Metric& metric : metrics) orders_.push_back(build_order(metric));
  plain_ = std::all_of(orders_.begin(), orders_.end(), [](const Order& order) { return order.width > 0; });
  build_permutations();
  by_runs_.resize(symbols());
  by_runs_plain_.resize(symbols());
}

void HandSets::build_symbols() {
  const int k = shape_.colours;
  int count = 1;
  for (int c = 0; c < k; ++c) {
    base_.push_back(count);
    count *= shape_.copies + 1;
    if (count > most_symbols) throw std::length_error("more different tiles of one value than can be listed");
  }
  for (int symbol = 0; symbol < count; ++symbol) {
    std::array<std::uint8_t, max_colours> digits{};
    int size = 0, most = 0;
    std::uint64_t ways = 1;
    for (int c = 0; c < k; ++c) {
      const int digit = symbol / base_[c] % (shape_.copies + 1);
      digits[c] = static_cast<std::uint8_t>(digit);
      size += digit;
      most = std::max(most, digit);
      ways *= choose(shape_.copies, digit);
    }
    digits_.push_back(digits);
    symbol_size_.push_back(size);
    symbol_ways_.push_back(ways);
    // t groups take every vector with no entry above t and at least min_meld * t tiles in all, and hold no
    // more than colours * t.
    std::uint32_t jokers = 0;
    for (int y = 0; y <= shape_.jokers; ++y) {
      for (int t = most; t <= size + y; ++t) {
        if (shape_.min_meld * t <= size + y && size + y <= k * t) jokers |= 1U << y;
      }
    }
    group_jokers_.push_back(jokers);
  }
  sources_.resize(count);
  for (int symbol = 0; symbol < count; ++symbol) {
    for (int runs = 0; runs <= symbol; ++runs) {
      bool within = true;
      for (int c = 0; c < k; ++c) within = within && digits_[runs][c] <= digits_[symbol][c];
      if (!within) continue;
      const std::uint32_t jokers = group_jokers_[symbol - runs];
      for (int y = 0; y <= shape_.jokers; ++y) {
        if ((jokers >> y & 1) == 0) continue;
        sources_[symbol].push_back({runs, y});
        if (shape_.absorbing) break;  // fewer jokers can do all that more can
      }
    }
    std::stable_sort(sources_[symbol].begin(), sources_[symbol].end(),
                     [](const Source& a, const Source& b) { return a.jokers < b.jokers; });
  }
}

HandSets::Order HandSets::build_order(const RunStates::Metric& metric) const {
  Order order;
  order.need = metric.need;
  const int jokers = shape_.jokers;
  order.cost.assign(static_cast<std::size_t>(jokers + 1) * states_ * row_, never_byte);
  order.turned = order.cost;
  const auto raw = [&](int rho, int s, int t) {
    return metric.cost[(static_cast<std::size_t>(rho) * states_ + s) * states_ + t];
  };
  for (int rho = 0; rho <= jokers; ++rho) {
    for (int s = 0; s < states_; ++s) {
      for (int t = 0; t < states_; ++t) {
        const int cost = shape_.absorbing ? raw(rho, s, t) : (raw(rho, s, t) <= 0 ? 0 : jokers + 1);
        if (cost > jokers) continue;
        const auto lifted = static_cast<std::uint8_t>(cost + lift_);
        order.cost[(static_cast<std::size_t>(rho) * states_ + s) * row_ + t] = lifted;
        order.turned[(static_cast<std::size_t>(rho) * states_ + t) * row_ + s] = lifted;
      }
    }
  }
  for (int s = 0; s < states_; ++s) {
    int first = 0;
    const auto alike = [&](int t) {
      for (int rho = 0; rho <= jokers; ++rho) {
        if (raw(rho, s, t) > 0 || raw(rho, t, s) > 0) return false;
      }
      return order.need[s] == order.need[t];
    };
    while (!alike(first)) ++first;
    order.same.push_back(static_cast<std::uint8_t>(first));
  }
  if (jokers > 0) return order;
  // An embedding of the order in bit sets, with as few bits as leaving them out one by one finds.
  const auto below = [&](int s, int t) { return raw(0, s, t) <= 0; };
  std::vector<int> marks(states_);
  std::iota(marks.begin(), marks.end(), 0);
  const auto faithful = [&](const std::vector<int>& chosen) {
    for (int s = 0; s < states_; ++s) {
      for (int t = 0; t < states_; ++t) {
        const bool inside =
            std::all_of(chosen.begin(), chosen.end(), [&](int u) { return !below(u, s) || below(u, t); });
        if (inside != below(s, t)) return false;
      }
    }
    return true;
  };
  for (std::size_t i = 0; i < marks.size();) {
    std::vector<int> fewer = marks;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (faithful(fewer)) {
      marks = std::move(fewer);
    } else {
      ++i;
    }
  }
  const int width = std::max(1, static_cast<int>(marks.size()));
  if (width * shape_.colours > 64) return order;
  order.width = width;
  for (int s = 0; s < states_; ++s) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) bits |= static_cast<std::uint64_t>(below(marks[i], s)) << i;
    order.bits.push_back(bits);
  }
  return order;
}

void HandSets::build_options(const RunStates::Metric& metric) {
  const int jokers = shape_.jokers;
  for (int s = 0; s < states_; ++s) {
    std::vector<RunStates::Option> kept;
    for (const RunStates::Option& option : runs_.options(s)) {
      bool superfluous = metric.need[option.next] > jokers - option.jokers;
      for (const RunStates::Option& other : runs_.options(s)) {
        if (superfluous || !shape_.absorbing) break;
        if (other.tiles != option.tiles || other.jokers >= option.jokers) continue;
        const int cost = metric.cost[(static_cast<std::size_t>(jokers) * states_ + option.next) * states_ + other.next];
        superfluous = cost + other.jokers - option.jokers <= 0;
      }
      if (!superfluous) kept.push_back(option);
    }
    options_.push_back(std::move(kept));
  }
}

void HandSets::build_permutations() {
  std::array<std::uint8_t, max_colours> order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  do {
    permutations_.push_back(order);
  } while (std::next_permutation(order.begin(), order.begin() + shape_.colours));
}

std::vector<Member> HandSets::start() const {
  return {shape_.jokers > 0 && shape_.absorbing ? runless_bit : Member{0}};
}

std::uint32_t HandSets::accepts(std::span<const Member> set) const {
  std::uint32_t accepted = 0;
  for (const Member member : set) {
    int end = 0;
    for (int c = 0; c < shape_.colours; ++c) end += runs_.end_cost(part(member, c));
    for (int j = 0; j <= shape_.jokers; ++j) {
      const int spare = j - used(member);
      const bool wins = !shape_.absorbing ? spare == 0 && end == 0
                        : runless(member) ? spare == 0 || spare >= shape_.min_meld  // jokers on their own
                                          : end <= spare;
      if (wins) accepted |= 1U << j;
    }
  }
  return accepted;
}

bool HandSets::stands_in(Member strong, Member weak, const Order& order) const {
  if (strong == weak) return true;
  if (runless(strong)) return false;
  if (!shape_.absorbing && used(strong) != used(weak)) return false;
  const int allowed = used(weak) - used(strong) + lift_ * shape_.colours;
  const std::size_t rho = static_cast<std::size_t>(shape_.jokers - used(weak)) * states_;
  int sum = 0;
  for (int c = 0; c < shape_.colours; ++c) {
    sum += order.cost[(rho + part(weak, c)) * row_ + part(strong, c)];
    if (sum > allowed + lift_ * shape_.colours) return false;
  }
  return sum <= allowed;
}

#ifdef OPTIMELD_COUNTING_VBMI
namespace {

// Eight members against one: bytes 0..3 of a member with its colour's bits above pick from four rows of 32. Colours
// that the box lacks are in state 0, which costs nothing.
struct Rows {
  __m512i low, high;
};

Rows load_rows(const std::uint8_t* table, Member member) {
  const auto row = [&](int c) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table + (member >> (8 * c) & 255) * 32));
  };
  const auto pair = [](__m256i x, __m256i y) { return _mm512_inserti64x4(_mm512_castsi256_si512(x), y, 1); };
  return {pair(row(0), row(1)), pair(row(2), row(3))};
}

__m512i sums(const Rows& rows, __m512i members) {
  const __m512i index = _mm512_or_si512(members, _mm512_set1_epi64(0x60402000LL));
  const __m512i costs = _mm512_maskz_permutex2var_epi8(0x0f0f0f0f0f0f0f0fULL, rows.low, index, rows.high);
  return _mm512_sad_epu8(costs, _mm512_setzero_si512());
}

__mmask8 first_lanes(std::size_t count) {
  return count >= 8 ? __mmask8{0xff} : static_cast<__mmask8>((1U << count) - 1);
}

// What offer() does, for up to four colours of up to 32 states where it is enough to follow the fewest jokers.
[[gnu::always_inline]] inline void offer_eight(std::vector<Member>& set, Member member, const std::uint8_t* cost,
                                               const std::uint8_t* turned, std::size_t plane, int jokers, int lift) {
  const std::size_t size = set.size();
  Member* members = set.data();
  const int mine = static_cast<int>(member >> 56 & 127);
  const Rows rows = load_rows(cost + static_cast<std::size_t>(jokers - mine) * plane, member);
  const __m512i limit = _mm512_set1_epi64(mine + lift * 4);
  const __m512i own = _mm512_set1_epi64(static_cast<long long>(member));
  for (std::size_t i = 0; i < size; i += 8) {
    const __mmask8 lanes = first_lanes(size - i);
    const __m512i others = _mm512_maskz_loadu_epi64(lanes, members + i);
    const __m512i total = _mm512_add_epi64(sums(rows, others), _mm512_srli_epi64(others, 56));
    const __mmask8 alike = _mm512_mask_cmpeq_epi64_mask(lanes, others, own);
    if ((_mm512_mask_cmple_epu64_mask(lanes, total, limit) | alike) != 0) return;
  }
  if ((member >> 63) == 0) {
    // Who is below the newcomer: the same sums with the roles turned, one plane for each number of jokers.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; i += 8) {
      const __mmask8 lanes = first_lanes(size - i);
      const __m512i others = _mm512_maskz_loadu_epi64(lanes, members + i);
      const __m512i theirs = _mm512_and_si512(_mm512_srli_epi64(others, 56), _mm512_set1_epi64(127));
      __mmask8 beaten = 0;
      for (int j = 0; j <= jokers; ++j) {
        const __mmask8 these = _mm512_mask_cmpeq_epi64_mask(lanes, theirs, _mm512_set1_epi64(j));
        if (these == 0) continue;
        const Rows below = load_rows(turned + static_cast<std::size_t>(jokers - j) * plane, member);
        const __m512i sum = _mm512_add_epi64(sums(below, others), _mm512_set1_epi64(mine));
        beaten |= _mm512_mask_cmple_epu64_mask(these, sum, _mm512_set1_epi64(j + lift * 4));
      }
      const __mmask8 stay = lanes & static_cast<__mmask8>(~beaten);
      if (stay == lanes && kept == i) {
        kept += static_cast<std::size_t>(__builtin_popcount(lanes));
      } else {
        _mm512_mask_compressstoreu_epi64(members + kept, stay, others);
        kept += static_cast<std::size_t>(__builtin_popcount(stay));
      }
    }
    if (kept < size) {
      members[kept] = member;
      set.resize(kept + 1);
      return;
    }
  }
  set.push_back(member);
}

}  // namespace
#endif

void HandSets::offer(std::vector<Member>& set, Member member, const Order& order) const {
#ifdef OPTIMELD_COUNTING_VBMI
  if (eights_) {
    offer_eight(set, member, order.cost.data(), order.turned.data(), static_cast<std::size_t>(states_) * 32,
                shape_.jokers, lift_);
    return;
  }
#endif
  for (const Member other : set) {
    if (stands_in(other, member, order)) return;
  }
  std::erase_if(set, [&](Member other) { return stands_in(member, other, order); });
  set.push_back(member);
}

void HandSets::offer_plain(Packed& set, Member member, std::uint64_t order) const {
  const std::size_t size = set.orders.size();
  std::uint64_t* orders = set.orders.data();
  std::size_t beaten = size;
  for (std::size_t i = 0; i < size; ++i) {
    if ((order & ~orders[i]) == 0) return;
    if ((orders[i] & ~order) == 0) {
      beaten = i;
      break;
    }
  }
  if (beaten == size) {
    set.members.push_back(member);
    set.orders.push_back(order);
    return;
  }
  // Whoever beats a member of an antichain is beaten by none of it.
  Member* members = set.members.data();
  members[beaten] = member;
  orders[beaten] = order;
  std::size_t kept = beaten + 1;
  for (std::size_t i = kept; i < size; ++i) {
    if ((orders[i] & ~order) == 0) continue;
    members[kept] = members[i];
    orders[kept++] = orders[i];
  }
  set.members.resize(kept);
  set.orders.resize(kept);
}

// Whether the jokers left and `room` tiles can bring the member to an end.
bool HandSets::within(Member member, const Order& order, int room) const {
  const int left = shape_.jokers - used(member);
  int need = 0, lacking = 0;
  for (int c = 0; c < shape_.colours; ++c) {
    need += order.need[part(member, c)];
    lacking += lacking_[part(member, c)];
  }
  return need <= left && lacking <= left + room;
}

void HandSets::spread(Member member, int room, int most) {
  struct Partial {
    Member member;
    int symbol, jokers, need, size;
  };
  const int k = shape_.colours;
  const int budget = shape_.jokers;
  const std::vector<std::uint8_t>& needs = orders_.back().need;
  thread_local std::vector<Partial> now, next;
  now.assign(1, {0, 0, used(member), 0, 0});
  for (int c = 0; c < k; ++c) {
    next.clear();
    for (const RunStates::Option& option : options_[part(member, c)]) {
      if (option.tiles > digits_[most][c]) continue;
      const Member lane = static_cast<Member>(option.next) << (8 * c);
      const int symbol = option.tiles * base_[c];
      for (const Partial& p : now) {
        const int jokers = p.jokers + option.jokers;
        const int need = p.need + needs[option.next];
        const int size = p.size + option.tiles;
        if (jokers + need > budget || size > room) continue;
        next.push_back({p.member | lane, p.symbol + symbol, jokers, need, size});
      }
    }
    std::swap(now, next);
  }
  const bool bare = runless(member);
  for (const Partial& p : now) {
    const Order& order = this->order(room - p.size);
    if (plain_) {
      std::uint64_t bits = 0;
      for (int c = 0; c < k; ++c) bits |= order.bits[part(p.member, c)] << (order.width * c);
      offer_plain(by_runs_plain_[p.symbol], p.member, bits);
    } else if (!bare || p.symbol != 0) {
      offer(by_runs_[p.symbol], budget == 0 ? p.member : p.member | static_cast<Member>(p.jokers) << 56, order);
    }
  }
}

int HandSets::tiles_to_win(std::span<const Member> set) const {
  int least = 1 << 20;
  for (const Member member : set) {
    int tiles = used(member) - shape_.jokers;
    for (int c = 0; c < shape_.colours; ++c) tiles += lacking_[part(member, c)];
    least = std::min(least, tiles);
  }
  return std::max(least, 0);
}

void HandSets::expand(std::span<const Member> set, std::vector<Step>& steps, int room) {
  steps.resize(symbols());
  for (int symbol = 0; symbol < symbols(); ++symbol) {
    by_runs_[symbol].clear();
    by_runs_plain_[symbol].members.clear();
    by_runs_plain_[symbol].orders.clear();
  }
  for (const Member member : set) spread(member, room, symbols() - 1);
  for (int symbol = 0; symbol < symbols(); ++symbol) {
    Step& step = steps[symbol];
    step.members.clear();
    if (symbol_size_[symbol] > room) continue;
    if (plain_) {
      gather_plain(symbol, room, step.members);
    } else {
      gather(set, symbol, room, step.members);
    }
    if (!step.members.empty()) step.fingerprint = canonicalise(step.members, step.permutation);
  }
}

// A member in the terms of an order for so many tiles to come; false where it cannot win any more.
bool HandSets::settle(Member& member, const Order& order, int left) const {
  if (!within(member, order, left)) return false;
  const int k = shape_.colours;
  Member settled = k == max_colours ? 0 : member & ~((Member{1} << (8 * k)) - 1);
  for (int c = 0; c < k; ++c) settled |= static_cast<Member>(order.same[part(member, c)]) << (8 * c);
  member = settled;
  return true;
}

// The set after a symbol where no joker is in play: whatever of it went into runs, the rest makes groups.
void HandSets::gather_plain(int symbol, int room, std::vector<Member>& members) {
  const int left = room - symbol_size_[symbol];
  const Order& order = this->order(left);
  const bool bounded = &order != &orders_.back();
  gathered_.members.clear();
  gathered_.orders.clear();
  for (const Source& source : sources_[symbol]) {
    const Packed& from = by_runs_plain_[source.runs];
    if (from.members.empty()) continue;
    if (!bounded && gathered_.members.empty()) {  // an antichain already
      gathered_ = from;
      continue;
    }
    for (std::size_t i = 0; i < from.members.size(); ++i) {
      Member member = from.members[i];
      std::uint64_t bits = from.orders[i];
      if (bounded) {
        if (!settle(member, order, left)) continue;
        bits = 0;
        for (int c = 0; c < shape_.colours; ++c) bits |= order.bits[part(member, c)] << (order.width * c);
      }
      offer_plain(gathered_, member, bits);
    }
  }
  members = gathered_.members;
}

// The same with jokers, some of which may help the groups; and the member without any run.
void HandSets::gather(std::span<const Member> set, int symbol, int room, std::vector<Member>& members) {
  const int budget = shape_.jokers;
  const int left = room - symbol_size_[symbol];
  const Order& order = this->order(left);
  const bool bounded = &order != &orders_.back();
  for (const Source& source : sources_[symbol]) {
    const std::vector<Member>& from = by_runs_[source.runs];
    if (source.jokers == 0 && members.empty() && !bounded) {
      members = from;
      continue;
    }
    for (const Member found : from) {
      if (used(found) + source.jokers > budget) continue;
      Member member = budget == 0 ? found : found + (static_cast<Member>(source.jokers) << 56);
      if (bounded) {
        if (!settle(member, order, left)) continue;
      } else if (source.jokers > 0 && !within(member, order, room)) {
        continue;
      }
      offer(members, member, order);
    }
  }
  if (budget == 0) return;
  for (const Member member : set) {
    if (!runless(member)) continue;
    for (int y = 0; used(member) + y <= budget; ++y) {
      if ((group_jokers_[symbol] >> y & 1) == 0) continue;
      offer(members, runless_bit | static_cast<Member>(used(member) + y) << 56, order);
    }
  }
}

std::vector<Member> HandSets::step(std::span<const Member> set, int symbol) {
  constexpr int any = 1 << 20;
  const Order& order = orders_.back();
  for (int runs = 0; runs <= symbol; ++runs) {
    by_runs_[runs].clear();
    by_runs_plain_[runs].members.clear();
    by_runs_plain_[runs].orders.clear();
  }
  for (const Member member : set) spread(member, any, symbol);
  std::vector<Member> result;
  for (const Source& source : sources_[symbol]) {
    const std::vector<Member>& from = plain_ ? by_runs_plain_[source.runs].members : by_runs_[source.runs];
    for (const Member found : from) {
      if (used(found) + source.jokers > shape_.jokers) continue;
      const Member member = found + (static_cast<Member>(source.jokers) << 56);
      if (within(member, order, any)) offer(result, member, order);
    }
  }
  for (const Member member : set) {
    if (!runless(member)) continue;
    for (int y = 0; used(member) + y <= shape_.jokers; ++y) {
      if ((group_jokers_[symbol] >> y & 1) == 0) continue;
      offer(result, runless_bit | static_cast<Member>(used(member) + y) << 56, order);
    }
  }
  return result;
}

std::uint32_t HandSets::read(std::span<const std::uint8_t> counts) {
  check_counts(shape_, counts);
  std::vector<Member> set = start();
  for (std::size_t at = 0; at < counts.size() && !set.empty(); at += shape_.colours) {
    int symbol = 0;
    for (int c = 0; c < shape_.colours; ++c) symbol += counts[at + c] * base_[c];
    set = step(set, symbol);
  }
  return accepts(set);
}

Fingerprint HandSets::canonicalise(std::vector<Member>& set, int& permutation) const {
  return canonical_colours(set, shape_.colours, permutation);
}

}  // namespace optimeld::counting
