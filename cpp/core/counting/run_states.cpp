#include "counting/run_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::counting {

RunStates::RunStates(const Shape& shape)
    : shape_(shape), runs_(shape.min_meld, shape.copies + shape.jokers), reached_(1, 0) {
  for (std::size_t state = 0; state < reached_.size(); ++state) {
    std::vector<Option> options;
    for (int tiles = 0; tiles <= shape.copies; ++tiles) {
      for (int jokers = 0; jokers <= shape.jokers; ++jokers) {
        const int next = step(static_cast<int>(state), tiles, jokers);
        if (next < 0) continue;
        if (next > 255) throw std::length_error("more than 256 run states for one colour");
        options.push_back(
            {static_cast<std::uint8_t>(tiles), static_cast<std::uint8_t>(jokers), static_cast<std::uint8_t>(next)});
      }
    }
    options_.push_back(std::move(options));
  }
  for (int state = 0; state < size(); ++state) {
    int cost = 0;
    for (int length = 1; length < shape.min_meld; ++length) {
      cost += counts(state)[length - 1] * (shape.absorbing ? shape.min_meld - length : shape.jokers + 1);
    }
    end_cost_.push_back(std::min(cost, never()));
  }
}

// Where it leads, numbered as it is met, or -1.
int RunStates::step(int state, int tiles, int jokers) {
  const int from = reached_[state];
  const std::uint16_t to = runs_.step(from, tiles + jokers);
  if (to == OpenRuns::dead) return -1;
  // A joker at the low end of a run does as well at its high end, or below it after the last value.
  const int begun = tiles + jokers - runs_.open_short(from) - runs_.open_long(from);
  if (shape_.absorbing && begun > tiles) return -1;
  const auto met = std::find(reached_.begin(), reached_.end(), to) - reached_.begin();
  if (met == size()) reached_.push_back(to);
  return static_cast<int>(met);
}

// The worth of every finite continuation with at most `room` tiles (any number, where negative): the least fixed
// point from below. A move that takes tiles leads to the metric of a smaller room.
RunStates::Metric RunStates::metric(int room, const std::vector<Metric>& smaller) const {
  const int n = size();
  const int jokers = shape_.jokers;
  const int lowest = -never();
  const auto at = [n](int rho, int s, int t) { return (static_cast<std::size_t>(rho) * n + s) * n + t; };

  Metric now;
  now.need.assign(n, 0);
  now.cost.assign(static_cast<std::size_t>(jokers + 1) * n * n, static_cast<std::int8_t>(lowest));
  for (int s = 0; s < n; ++s) {
    now.need[s] = static_cast<std::uint8_t>(end_cost_[s]);
    for (int rho = end_cost_[s]; rho <= jokers; ++rho) {
      for (int t = 0; t < n; ++t) {
        now.cost[at(rho, s, t)] = static_cast<std::int8_t>(std::clamp(end_cost_[t] - end_cost_[s], lowest, never()));
      }
    }
  }
  const auto after = [&](int tiles) -> const Metric& {
    return room < 0 || tiles == 0 ? now : smaller[static_cast<std::size_t>(room - tiles)];
  };
  for (bool settled = false; !settled;) {
    settled = true;
    for (int s = 0; s < n; ++s) {
      int need = now.need[s];
      for (const Option& option : options_[s]) {
        if (room >= 0 && option.tiles > room) continue;
        need = std::min(need, option.jokers + after(option.tiles).need[option.next]);
      }
      if (need < now.need[s]) {
        now.need[s] = static_cast<std::uint8_t>(need);
        settled = false;
      }
    }
    for (int rho = 0; rho <= jokers; ++rho) {
      for (int s = 0; s < n; ++s) {
        for (int t = 0; t < n; ++t) {
          int worst = now.cost[at(rho, s, t)];
          for (const Option& move : options_[s]) {
            if (room >= 0 && move.tiles > room) continue;
            const Metric& then = after(move.tiles);
            const int left = rho - move.jokers;
            if (left < 0 || then.need[move.next] > left) continue;
            int best = never();
            for (const Option& reply : options_[t]) {
              if (reply.tiles != move.tiles) continue;
              if (!shape_.absorbing && reply.jokers != move.jokers) continue;
              const int cost = then.cost[at(left, move.next, reply.next)];
              if (cost < never()) best = std::min(best, reply.jokers - move.jokers + cost);
            }
            worst = std::max(worst, best);
          }
          worst = std::clamp(worst, lowest, never());
          if (worst != now.cost[at(rho, s, t)]) {
            now.cost[at(rho, s, t)] = static_cast<std::int8_t>(worst);
            settled = false;
          }
        }
      }
    }
  }
  return now;
}

std::vector<RunStates::Metric> RunStates::metrics() const {
  const Metric whole = metric(-1, {});
  std::vector<Metric> result;
  // With enough room the bound is not felt; it ends where no step changes anything, copies at a time.
  for (int room = 0;; ++room) {
    result.push_back(metric(room, result));
    bool same = true;
    for (int back = 0; back < shape_.copies && same; ++back) {
      const std::size_t i = result.size() - 1 - static_cast<std::size_t>(back);
      same = static_cast<int>(result.size()) > back && result[i].cost == whole.cost && result[i].need == whole.need;
    }
    if (same) break;
    if (room > 255) break;
  }
  result.back() = whole;
  return result;
}

}  // namespace optimeld::counting
