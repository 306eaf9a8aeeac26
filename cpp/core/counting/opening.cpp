#include "counting/opening.hpp"

#include <algorithm>
#include <stdexcept>

#include "counting/canonical.hpp"
#include "counting/run_states.hpp"

namespace optimeld::counting {

namespace {

// A member: byte c the run state of colour c, byte 6 the jokers used, byte 7 the points laid so far, as far as
// the points that an opening needs.
constexpr int joker_shift = 48, point_shift = 56;
constexpr int hopeless = 1000;

class Openings {
 public:
  Openings(int values, int colours, int copies, int min_meld, int jokers, int points)
      : k_(colours),
        copies_(copies),
        min_meld_(min_meld),
        jokers_(jokers),
        points_(points),
        runs_(Shape{colours, copies, min_meld, jokers, false}) {
    if (colours > 6 || points > 255) throw std::length_error("more colours or points than a member holds");
    states_ = runs_.size();
    int count = 1;
    for (int c = 0; c < k_; ++c, count *= copies + 1) base_.push_back(count);
    for (int symbol = 0; symbol < count; ++symbol) {
      std::vector<int> digits;
      int size = 0;
      std::uint64_t ways = 1;
      for (int c = 0; c < k_; ++c) {
        const int digit = symbol / base_[c] % (copies + 1);
        digits.push_back(digit);
        size += digit;
        for (int i = 1; i <= digit; ++i) ways = ways * (copies - digit + i) / i;
      }
      digits_.push_back(digits);
      sizes_.push_back(size);
      ways_.push_back(ways);
    }
    for (int symbol = 0; symbol < count; ++symbol) {
      group_tiles_.emplace_back();
      for (int y = 0; y <= jokers; ++y) group_tiles_.back().push_back(most_in_groups(digits_[symbol], y));
    }
    // loss_[v]: with the values below v still to come.
    loss_.resize(values + 2);
    for (int v = 1; v <= values + 1; ++v) build_loss(v);
  }

  int symbols() const { return static_cast<int>(sizes_.size()); }
  int size(int symbol) const { return sizes_[symbol]; }
  std::uint64_t ways(int symbol) const { return ways_[symbol]; }

  // The sets after the tiles of `value`, one for each symbol; empty where the hand holds an opening.
  void expand(std::span<const Member> set, int value, std::vector<std::vector<Member>>& after);

 private:
  // The most of these tiles that y jokers (all of them used) help into groups, jokers included; -1: impossible.
  int most_in_groups(const std::vector<int>& tiles, int y) const {
    if (y == 0 && std::all_of(tiles.begin(), tiles.end(), [](int n) { return n == 0; })) return 0;
    int best = y == 0 ? 0 : -1;
    for (int groups = 1; groups <= copies_ + jokers_; ++groups) {
      int sum = 0;
      for (const int n : tiles) sum += std::min(n, groups);
      if (sum + y >= min_meld_ * groups && sum + y <= k_ * groups) best = std::max(best, sum + y);
    }
    return best;
  }

  std::size_t at(int rho, int s, int t) const { return (static_cast<std::size_t>(rho) * states_ + s) * states_ + t; }

  // What may be lost, in points, by having state t in place of s when the values below v are to come and s has
  // at most rho jokers to use.
  void build_loss(int v) {
    std::vector<int>& now = loss_[v];
    now.assign(static_cast<std::size_t>(jokers_ + 1) * states_ * states_, -hopeless);
    for (int rho = 0; rho <= jokers_; ++rho) {
      for (int s = 0; s < states_; ++s) {
        for (int t = 0; t < states_; ++t) {
          int& worst = now[at(rho, s, t)];
          if (v == 1) {
            worst = runs_.end_cost(s) > 0 ? -hopeless : runs_.end_cost(t) > 0 ? hopeless : 0;
            continue;
          }
          const std::vector<int>& then = loss_[v - 1];
          for (const RunStates::Option& move : runs_.options(s)) {
            const int left = rho - move.jokers;
            if (left < 0 || then[at(left, move.next, move.next)] == -hopeless) continue;
            int best = hopeless;
            for (const RunStates::Option& reply : runs_.options(t)) {
              if (reply.tiles > move.tiles || reply.jokers > move.jokers) continue;
              const int after = then[at(left, move.next, reply.next)];
              if (after >= hopeless) continue;
              const int fewer = move.tiles + move.jokers - reply.tiles - reply.jokers;
              best = std::min(best, fewer * (v - 1) + after);
            }
            worst = std::max(worst, best);
          }
        }
      }
    }
  }

  int part(Member member, int c) const { return static_cast<int>(member >> (8 * c) & 255); }
  int used(Member member) const { return static_cast<int>(member >> joker_shift & 255); }
  int laid(Member member) const { return static_cast<int>(member >> point_shift); }

  // Whether `strong` can do at least as well as `weak`: the losses are covered by its lead in points, or it has
  // all the points it needs and can finish its runs whenever `weak` can.
  bool stands_in(Member strong, Member weak, const std::vector<int>& loss) const {
    if (used(strong) > used(weak)) return false;
    const int rho = jokers_ - used(weak);
    const bool enough = laid(strong) >= points_;
    int slack = laid(strong) - laid(weak);
    for (int c = 0; c < k_; ++c) {
      const int lost = loss[at(rho, part(weak, c), part(strong, c))];
      if (lost >= hopeless) return false;
      if (lost == -hopeless) continue;
      slack -= lost;
    }
    return enough || slack >= 0;
  }

  void offer(std::vector<Member>& set, Member member, const std::vector<int>& loss) const {
    for (const Member other : set) {
      if (stands_in(other, member, loss)) return;
    }
    std::erase_if(set, [&](Member other) { return stands_in(member, other, loss); });
    set.push_back(member);
  }

  Member lay(Member member, int more) const {
    const int points = std::min(points_, laid(member) + more);
    return (member & ~(Member{255} << point_shift)) | static_cast<Member>(points) << point_shift;
  }

  int k_, copies_, min_meld_, jokers_, points_;
  RunStates runs_;
  int states_ = 0;
  std::vector<int> base_, sizes_;
  std::vector<std::uint64_t> ways_;
  std::vector<std::vector<int>> digits_;
  std::vector<std::vector<int>> group_tiles_;
  std::vector<std::vector<int>> loss_;
  std::vector<std::vector<Member>> by_runs_;
};

void Openings::expand(std::span<const Member> set, int value, std::vector<std::vector<Member>>& after) {
  const std::vector<int>& loss = loss_[value];
  by_runs_.resize(symbols());
  for (std::vector<Member>& runs : by_runs_) runs.clear();
  struct Partial {
    Member member;
    int symbol, tiles, jokers;
  };
  std::vector<Partial> now, next;
  for (const Member member : set) {
    now.assign(1, {member & ~((Member{1} << (8 * k_)) - 1), 0, 0, used(member)});
    for (int c = 0; c < k_; ++c) {
      next.clear();
      for (const RunStates::Option& option : runs_.options(part(member, c))) {
        for (const Partial& p : now) {
          const int jokers = p.jokers + option.jokers;
          if (jokers > jokers_) continue;
          if (loss[at(jokers_ - jokers, option.next, option.next)] == -hopeless) continue;
          next.push_back({p.member | static_cast<Member>(option.next) << (8 * c), p.symbol + option.tiles * base_[c],
                          p.tiles + option.tiles + option.jokers, jokers});
        }
      }
      std::swap(now, next);
    }
    for (const Partial& p : now) {
      const Member placed = (p.member & ~(Member{255} << joker_shift)) | static_cast<Member>(p.jokers) << joker_shift;
      offer(by_runs_[p.symbol], lay(placed, p.tiles * value), loss);
    }
  }
  after.resize(symbols());
  for (int symbol = 0; symbol < symbols(); ++symbol) {
    std::vector<Member>& gathered = after[symbol];
    gathered.clear();
    for (int runs = 0; runs <= symbol; ++runs) {
      bool within = true;
      for (int c = 0; c < k_; ++c) within = within && digits_[runs][c] <= digits_[symbol][c];
      if (!within) continue;
      for (int y = 0; y <= jokers_; ++y) {
        const int grouped = group_tiles_[symbol - runs][y];
        if (grouped < 0) continue;
        for (const Member member : by_runs_[runs]) {
          if (used(member) + y > jokers_) continue;
          offer(gathered, lay(member + (static_cast<Member>(y) << joker_shift), grouped * value), loss);
        }
      }
    }
    for (const Member member : gathered) {
      if (laid(member) < points_) continue;
      bool complete = true;
      for (int c = 0; c < k_; ++c) complete = complete && runs_.end_cost(part(member, c)) == 0;
      if (complete) {
        gathered.clear();
        break;
      }
    }
  }
}

struct Layer {
  std::vector<Member> members;
  std::vector<std::uint64_t> begins{0};
  std::vector<Double> deals;
  std::size_t width = 1;

  std::size_t size() const { return begins.size() - 1; }
  std::size_t bytes() const { return members.capacity() * 8 + begins.capacity() * 8 + deals.capacity() * 16; }
};

}  // namespace

std::vector<Wide> count_closed_hands(int values, int colours, int copies, int min_meld, int jokers, int points,
                                     int max_tiles, std::size_t memory_limit, const Watcher& watcher) {
  Openings openings(values, colours, copies, min_meld, jokers, points);
  const int most = colours * copies;
  Layer now;
  now.members = {0};
  now.begins.push_back(1);
  now.deals = {1};
  std::vector<std::vector<Member>> after;
  for (int value = values; value >= 1; --value) {
    Layer next;
    next.width = static_cast<std::size_t>(std::min(max_tiles, most * (values - value + 1))) + 1;
    FingerprintTable numbers;
    for (std::size_t state = 0; state < now.size(); ++state) {
      if (state % 256 == 0) {
        Progress progress{static_cast<std::size_t>(values - value + 1), now.size() + next.size(), state, 0};
        progress.bytes = now.bytes() + next.bytes() + numbers.bytes();
        if (progress.bytes > memory_limit) throw OutOfBounds("the layer does not fit", progress);
        if (watcher && !watcher(progress)) throw Interrupted();
      }
      openings.expand({now.members.data() + now.begins[state], now.begins[state + 1] - now.begins[state]}, value,
                      after);
      const Double* from = now.deals.data() + state * now.width;
      for (int symbol = 0; symbol < openings.symbols(); ++symbol) {
        std::vector<Member>& set = after[symbol];
        const std::size_t size = static_cast<std::size_t>(openings.size(symbol));
        if (set.empty() || size >= next.width) continue;
        int unused = 0;
        const Fingerprint print = canonical_colours(set, colours, unused);
        const std::size_t number = numbers.find_or_add(print, static_cast<std::uint32_t>(next.size()));
        if (number == next.size()) {
          next.members.insert(next.members.end(), set.begin(), set.end());
          next.begins.push_back(next.members.size());
          next.deals.resize(next.size() * next.width, 0);
        }
        Double* to = next.deals.data() + number * next.width + size;
        const std::size_t stop = std::min(now.width, next.width - size);
        for (std::size_t h = 0; h < stop; ++h) to[h] += from[h] * openings.ways(symbol);
      }
    }
    now = std::move(next);
  }
  std::vector<Double> closed(now.width, 0);
  for (std::size_t state = 0; state < now.size(); ++state) {
    for (std::size_t h = 0; h < now.width; ++h) closed[h] += now.deals[state * now.width + h];
  }
  std::vector<Wide> result;
  for (const Double sum : closed) {
    result.push_back({static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(sum >> 64)});
  }
  return result;
}

}  // namespace optimeld::counting
