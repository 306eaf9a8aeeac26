#include "solver/run_states.hpp"

#include <bit>

namespace optimeld::solver {

namespace {
constexpr int never = 255;  // jokers that no box has
}

RunStates::RunStates(int min_meld, int parallel, int copies, int wild)
    : OpenRuns(min_meld, parallel),
      copies_(copies),
      wild_(wild),
      bits_(std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(size() - 1))))) {
  for (int next = beyond; next <= copies; ++next) {
    for (int after = beyond; after <= copies; ++after) {
      for (int jokers = 0; jokers <= wild; ++jokers) add_outlook({next, after, jokers});
    }
  }
}

// The jokers that the short runs of a state need at the next two values.
int RunStates::missing(int state, const Ahead& ahead) const {
  const auto runs = counts(state);
  int needed_after = 0;  // by those that two more tiles leave just long enough, or still short
  for (int length = 1; length <= min_meld() - 2; ++length) needed_after += runs[length - 1];
  const int needed_next = open_short(state);
  if ((ahead.next == beyond && needed_next > 0) || (ahead.after == beyond && needed_after > 0)) return never;
  return std::max(0, needed_next - std::max(ahead.next, 0)) + std::max(0, needed_after - std::max(ahead.after, 0));
}

// The same without the long runs that nothing can extend, or dead.
std::uint16_t RunStates::fitted(int state, const Ahead& ahead) const {
  if (missing(state, ahead) > ahead.jokers) return dead;
  const int usable = ahead.next == beyond ? 0 : ahead.next + ahead.jokers;
  std::vector<std::uint8_t> runs(counts(state).begin(), counts(state).end());
  runs.back() = static_cast<std::uint8_t>(std::min<int>(runs.back(), usable));
  return find(runs);
}

void RunStates::add_outlook(const Ahead& ahead) {
  const std::size_t table = outlook_fit_.size();
  for (int state = 0; state < size(); ++state) {
    outlook_fit_.push_back(fitted(state, ahead));
    outlook_deficit_.push_back(static_cast<std::uint8_t>(missing(state, ahead)));
  }
  const std::uint16_t* const fit = &outlook_fit_[table];
  for (int state = 0; state < size(); ++state) {
    int low = width(), high = -1;
    for (int tiles = 0; tiles < width(); ++tiles) {
      const std::uint16_t to = step(state, tiles) == dead ? dead : fit[step(state, tiles)];
      outlook_step_.push_back(to);
      if (to == dead) continue;
      low = std::min(low, tiles);
      high = tiles;
    }
    outlook_range_.push_back(low <= high ? static_cast<std::uint16_t>(low | high << 8) : dead);
  }
}

}  // namespace optimeld::solver
