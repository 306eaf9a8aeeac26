#include "solver/run_states.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace optimeld::solver {

namespace {

void enumerate(int counters, int left, std::vector<std::uint8_t>& prefix, std::vector<std::vector<std::uint8_t>>& out) {
  if (counters == 0) {
    out.push_back(prefix);
    return;
  }
  for (int i = 0; i <= left; ++i) {
    prefix.push_back(static_cast<std::uint8_t>(i));
    enumerate(counters - 1, left - i, prefix, out);
    prefix.pop_back();
  }
}

}  // namespace

RunStates::RunStates(int min_meld, int parallel, int copies, int wild)
    : min_meld_(min_meld), parallel_(parallel), copies_(copies), wild_(wild), width_(parallel + 1) {
  std::vector<std::vector<std::uint8_t>> states;
  std::vector<std::uint8_t> prefix;
  enumerate(min_meld, parallel, prefix, states);
  size_ = static_cast<int>(states.size());
  bits_ = std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(size_ - 1))));

  std::map<std::vector<std::uint8_t>, std::uint16_t> ids;
  for (int i = 0; i < size_; ++i) ids[states[i]] = static_cast<std::uint16_t>(i);
  const auto find = [&](const std::vector<std::uint8_t>& state) {
    const auto it = ids.find(state);
    return it == ids.end() ? dead : it->second;
  };

  const int longest = min_meld - 1;  // index of the counter of long runs
  step_.assign(static_cast<std::size_t>(size_) * width_, dead);
  without_.assign(static_cast<std::size_t>(size_) * (min_meld + 1), dead);
  with_.assign(static_cast<std::size_t>(size_) * (min_meld + 1), dead);
  for (int i = 0; i < size_; ++i) {
    const auto& state = states[i];
    int open_short = 0;
    for (int length = 0; length < longest; ++length) open_short += state[length];
    short_.push_back(static_cast<std::uint8_t>(open_short));
    for (int r = open_short; r <= parallel; ++r) {
      const int extended = std::min<int>(r - open_short, state[longest]);
      std::vector<std::uint8_t> next(min_meld, 0);
      for (int length = 0; length < longest; ++length) next[length + 1] = state[length];
      next[longest] = static_cast<std::uint8_t>(next[longest] + extended);
      next[0] = static_cast<std::uint8_t>(next[0] + r - open_short - extended);
      step_[i * width_ + r] = find(next);
    }
    for (int length = 1; length <= min_meld; ++length) {
      auto changed = state;
      if (changed[length - 1] > 0) {
        --changed[length - 1];
        without_[i * (min_meld + 1) + length] = find(changed);
      }
      changed = state;
      ++changed[length - 1];
      with_[i * (min_meld + 1) + length] = find(changed);
    }
  }

  const int reach = copies + 2;  // beyond, 0 .. copies
  const std::size_t tables = static_cast<std::size_t>(reach) * reach * (wild + 1);
  outlook_step_.resize(tables * size_ * width_);
  outlook_fit_.resize(tables * size_);
  outlook_deficit_.resize(tables * size_);
  outlook_range_.resize(tables * size_);
  std::size_t table = 0;
  for (int next = beyond; next <= copies; ++next) {
    for (int after = beyond; after <= copies; ++after) {
      for (int jokers = 0; jokers <= wild; ++jokers, ++table) {
        std::uint16_t* fit = &outlook_fit_[table * size_];
        std::uint8_t* deficit = &outlook_deficit_[table * size_];
        for (int i = 0; i < size_; ++i) {
          auto state = states[i];
          int shorter = 0;
          for (int length = 0; length < longest - 1; ++length) shorter += state[length];
          const int need_next = short_[i], need_after = shorter;
          int missing = std::max(0, need_next - std::max(next, 0)) + std::max(0, need_after - std::max(after, 0));
          if ((next == beyond && need_next > 0) || (after == beyond && need_after > 0)) missing = 255;
          deficit[i] = static_cast<std::uint8_t>(missing);
          if (missing > jokers) {
            fit[i] = dead;
            continue;
          }
          const int usable = next == beyond ? 0 : next + jokers;
          state[longest] = static_cast<std::uint8_t>(std::min<int>(state[longest], usable));
          fit[i] = find(state);
        }
        std::uint16_t* fitted = &outlook_step_[table * size_ * width_];
        for (int i = 0; i < size_ * width_; ++i) fitted[i] = step_[i] == dead ? dead : fit[step_[i]];
        for (int i = 0; i < size_; ++i) {
          int low = 0, high = width_ - 1;
          while (low <= high && fitted[i * width_ + low] == dead) ++low;
          while (low <= high && fitted[i * width_ + high] == dead) --high;
          outlook_range_[table * size_ + i] = low <= high ? static_cast<std::uint16_t>(low | high << 8) : dead;
        }
      }
    }
  }
}

}  // namespace optimeld::solver
