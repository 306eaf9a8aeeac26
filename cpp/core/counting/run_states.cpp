#include "counting/run_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::counting {

RunStates::RunStates(const Shape& shape) : shape_(shape) {
  counters_.push_back(std::vector<int>(shape.min_meld, 0));
  for (std::size_t state = 0; state < counters_.size(); ++state) {
    std::vector<Option> options;
    for (int tiles = 0; tiles <= shape.copies; ++tiles) {
      for (int jokers = 0; jokers <= shape.jokers; ++jokers) {
        const int next = step(static_cast<int>(state), tiles, jokers);
        if (next < 0) continue;
        if (next > 255) throw std::length_error("more than 256 run states for one colour");
        options.push_back({static_cast<std::uint8_t>(tiles), static_cast<std::uint8_t>(jokers),
                           static_cast<std::uint8_t>(next)});
      }
    }
    options_.push_back(std::move(options));
  }
  for (const std::vector<int>& counters : counters_) {
    int cost = 0;
    for (int length = 1; length < shape.min_meld; ++length) {
      cost += counters[length - 1] * (shape.absorbing ? shape.min_meld - length : shape.jokers + 1);
    }
    end_cost_.push_back(std::min(cost, never()));
  }
}

int RunStates::step(int state, int tiles, int jokers) {
  const std::vector<int> now = counters_[state];
  const int last = shape_.min_meld - 1;
  int short_runs = 0;
  for (int i = 0; i < last; ++i) short_runs += now[i];
  const int spare = tiles + jokers - short_runs;
  if (spare < 0) return -1;
  const int extended = std::min(spare, now[last]);
  const int started = spare - extended;
  // A joker at the low end of a run does as well at its high end, or below it after the last value.
  if (shape_.absorbing && started > tiles) return -1;
  std::vector<int> next(shape_.min_meld, 0);
  for (int i = 0; i < last; ++i) next[i + 1] = now[i];
  next[last] += extended;
  next[0] += started;
  const auto found = std::find(counters_.begin(), counters_.end(), next);
  if (found != counters_.end()) return static_cast<int>(found - counters_.begin());
  counters_.push_back(std::move(next));
  return static_cast<int>(counters_.size()) - 1;
}

RunStates::Metric RunStates::metric(int values_left) const {
  const int n = size();
  const int jokers = shape_.jokers;
  const int lowest = -never();
  const auto at = [n](int rho, int s, int t) { return (static_cast<std::size_t>(rho) * n + s) * n + t; };

  // The least fixed point from below is the worth of every finite continuation; with a given number of values
  // left, so many rounds that each start afresh.
  Metric now;
  const auto finish = [&](Metric& m) {
    m.need.assign(n, 0);
    m.cost.assign(static_cast<std::size_t>(jokers + 1) * n * n, static_cast<std::int8_t>(lowest));
    for (int s = 0; s < n; ++s) {
      m.need[s] = static_cast<std::uint8_t>(end_cost_[s]);
      for (int rho = end_cost_[s]; rho <= jokers; ++rho) {
        for (int t = 0; t < n; ++t) {
          m.cost[at(rho, s, t)] = static_cast<std::int8_t>(std::clamp(end_cost_[t] - end_cost_[s], lowest, never()));
        }
      }
    }
  };
  finish(now);
  const bool open_ended = values_left == any_number_left;
  for (int round = 0; open_ended || round < values_left; ++round) {
    Metric next;
    if (open_ended) {
      next = now;
    } else {
      next.need.assign(n, static_cast<std::uint8_t>(never()));
      next.cost.assign(now.cost.size(), static_cast<std::int8_t>(lowest));
    }
    for (int s = 0; s < n; ++s) {
      int need = next.need[s];
      for (const Option& option : options_[s]) need = std::min(need, option.jokers + now.need[option.next]);
      next.need[s] = static_cast<std::uint8_t>(std::min(need, never()));
    }
    for (int rho = 0; rho <= jokers; ++rho) {
      for (int s = 0; s < n; ++s) {
        for (int t = 0; t < n; ++t) {
          int worst = next.cost[at(rho, s, t)];
          for (const Option& move : options_[s]) {
            const int left = rho - move.jokers;
            if (left < 0 || now.need[move.next] > left) continue;
            int best = never();
            for (const Option& reply : options_[t]) {
              if (reply.tiles != move.tiles) continue;
              if (!shape_.absorbing && reply.jokers != move.jokers) continue;
              const int cost = now.cost[at(left, move.next, reply.next)];
              if (cost < never()) best = std::min(best, reply.jokers - move.jokers + cost);
            }
            worst = std::max(worst, best);
          }
          next.cost[at(rho, s, t)] = static_cast<std::int8_t>(std::clamp(worst, lowest, never()));
        }
      }
    }
    const bool settled = open_ended && next.cost == now.cost && next.need == now.need;
    now = std::move(next);
    if (settled) break;
  }
  return now;
}

}  // namespace optimeld::counting
