#include "table/matching.hpp"

#include <algorithm>
#include <limits>

namespace optimeld {

bool same_as_written(std::span<const Tile> a, std::span<const Tile> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

void UnchangedMelds::complete(const MeldList& before, const MeldList& after, std::vector<int>& from) {
  taken_.assign(before.size(), 0);
  for (const int old : from)
    if (old >= 0) taken_[old] = 1;
  for (std::size_t j = 0; j < after.size(); ++j) {
    for (std::size_t i = 0; i < before.size() && from[j] < 0; ++i) {
      if (taken_[i] || !same_as_written(before[i], after[j])) continue;
      from[j] = static_cast<int>(i);
      taken_[i] = 1;
    }
  }
}

int Matching::solve(int rows, int columns, const std::vector<int>& weights) {
  row_of_.assign(columns, -1);
  if (rows == 0 || columns == 0) return 0;
  if (rows == 1 && columns == 1) {
    if (weights[0] > 0) row_of_[0] = 0;
    return weights[0];
  }
  // Shortest augmenting paths over the shorter side; cost = -weight. Index 0 is the usual sentinel.
  const bool flip = rows > columns;
  const int n = std::min(rows, columns), m = std::max(rows, columns);
  const auto cost = [&](int i, int j) { return flip ? -weights[j * columns + i] : -weights[i * columns + j]; };
  row_price_.assign(n + 1, 0);
  column_price_.assign(m + 1, 0);
  owner_.assign(m + 1, 0);
  way_.assign(m + 1, 0);
  constexpr int infinite = std::numeric_limits<int>::max() / 2;
  for (int i = 1; i <= n; ++i) {
    owner_[0] = i;
    int at = 0;
    least_.assign(m + 1, infinite);
    used_.assign(m + 1, 0);
    do {
      used_[at] = 1;
      const int row = owner_[at];
      int delta = infinite, next = 0;
      for (int j = 1; j <= m; ++j) {
        if (used_[j]) continue;
        const int reduced = cost(row - 1, j - 1) - row_price_[row] - column_price_[j];
        if (reduced < least_[j]) least_[j] = reduced, way_[j] = at;
        if (least_[j] < delta) delta = least_[j], next = j;
      }
      for (int j = 0; j <= m; ++j) {
        if (used_[j]) {
          row_price_[owner_[j]] += delta, column_price_[j] -= delta;
        } else {
          least_[j] -= delta;
        }
      }
      at = next;
    } while (owner_[at] != 0);
    do {
      const int before = way_[at];
      owner_[at] = owner_[before];
      at = before;
    } while (at != 0);
  }
  int total = 0;
  for (int j = 1; j <= m; ++j) {
    if (owner_[j] == 0) continue;
    const int row = flip ? j - 1 : owner_[j] - 1, column = flip ? owner_[j] - 1 : j - 1;
    const int weight = weights[row * columns + column];
    if (weight > 0) row_of_[column] = row, total += weight;
  }
  return total;
}

int MovedTiles::fewest(const Rules& rules, const MeldList& before, const MeldList& after) {
  // A meld that stands in both tables is matched with itself in some best matching: for multisets
  // |A & X| + |A & Y| <= |A| + |X & Y|. What remains is usually small.
  const std::vector<int>& from = unchanged_.find(before, after);
  old_left_.clear();
  new_left_.clear();
  stands_.assign(before.size(), 0);
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (from[j] >= 0) stands_[from[j]] = 1;
    else new_left_.push_back(static_cast<int>(j));
  }
  int loose = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!stands_[i]) old_left_.push_back(static_cast<int>(i)), loose += static_cast<int>(before[i].size());
  }
  if (old_left_.empty()) return 0;
  const int rows = static_cast<int>(old_left_.size()), columns = static_cast<int>(new_left_.size());
  weights_.assign(static_cast<std::size_t>(rows) * columns, 0);
  count_.resize(rules.kinds() + 1);
  for (int i = 0; i < rows; ++i) {
    const auto meld = before[old_left_[i]];
    for (int j = 0; j < columns; ++j) {
      for (const Tile tile : meld) count_[tile] = 0;
      const auto other = after[new_left_[j]];
      for (const Tile tile : other) count_[tile] = 0;
      for (const Tile tile : meld) ++count_[tile];
      int shared = 0;
      for (const Tile tile : other) {
        if (count_[tile] > 0) --count_[tile], ++shared;
      }
      weights_[i * columns + j] = shared;
    }
  }
  return loose - matching_.solve(rows, columns, weights_);
}

}  // namespace optimeld
