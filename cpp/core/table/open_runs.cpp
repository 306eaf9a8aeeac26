#include "table/open_runs.hpp"

#include <algorithm>
#include <numeric>

namespace optimeld {

namespace {

// Appends all ways to have at most `left` runs of `lengths` lengths behind what `prefix` holds.
void enumerate(int lengths, int left, std::vector<std::uint8_t>& prefix, std::vector<std::uint8_t>& out) {
  if (lengths == 0) {
    out.insert(out.end(), prefix.begin(), prefix.end());
    return;
  }
  for (int runs = 0; runs <= left; ++runs) {
    prefix.push_back(static_cast<std::uint8_t>(runs));
    enumerate(lengths - 1, left - runs, prefix, out);
    prefix.pop_back();
  }
}

}  // namespace

OpenRuns::OpenRuns(int min_meld, int parallel) : min_meld_(min_meld), parallel_(parallel) {
  std::vector<std::uint8_t> prefix;
  enumerate(min_meld, parallel, prefix, counts_);
  short_.resize(counts_.size() / static_cast<std::size_t>(min_meld));
  for (int state = 0; state < size(); ++state) {
    const auto of = counts(state);
    short_[state] = static_cast<std::uint8_t>(std::accumulate(of.begin(), of.end() - 1, 0));
  }
  for (int state = 0; state < size(); ++state) {
    for (int tiles = 0; tiles <= parallel; ++tiles) step_.push_back(next(state, tiles));
    for (int length = 0; length <= min_meld; ++length) {
      without_.push_back(changed(state, length, -1));
      with_.push_back(changed(state, length, 1));
    }
  }
}

std::uint16_t OpenRuns::find(std::span<const std::uint8_t> wanted) const {
  int low = 0, high = size();
  while (low < high) {
    const int middle = (low + high) / 2;
    if (std::ranges::lexicographical_compare(counts(middle), wanted)) low = middle + 1;
    else high = middle;
  }
  return low < size() && std::ranges::equal(counts(low), wanted) ? static_cast<std::uint16_t>(low) : dead;
}

std::uint16_t OpenRuns::next(int state, int tiles) const {
  const auto now = counts(state);
  const int spare = tiles - open_short(state);
  if (spare < 0) return dead;
  const int extended = std::min(spare, open_long(state));
  std::vector<std::uint8_t> then(now.size(), 0);
  std::copy(now.begin(), now.end() - 1, then.begin() + 1);
  then.back() = static_cast<std::uint8_t>(then.back() + extended);
  then.front() = static_cast<std::uint8_t>(then.front() + spare - extended);
  return find(then);
}

std::uint16_t OpenRuns::changed(int state, int length, int by) const {
  if (length == 0) return dead;
  std::vector<std::uint8_t> then(counts(state).begin(), counts(state).end());
  const int runs = then[length - 1] + by;
  if (runs < 0) return dead;
  then[length - 1] = static_cast<std::uint8_t>(runs);
  return find(then);
}

}  // namespace optimeld
