#include "steps/sources.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace optimeld::steps {

namespace {

constexpr int exhaustive_limit = 4096;  // orders tried one by one; beyond, a local search
constexpr int rounds = 4;
constexpr int matched_weight = 4096;  // a base is worth more than any number of tiles

}  // namespace

int SourcePlanner::find(int node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

void SourcePlanner::list_tiles(const MeldList& before, const MeldList& after,
                               const std::vector<std::pair<int, int>>& glued) {
  supply_.clear();
  demand_.clear();
  fixed_.clear();
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const Tile tile : before[i]) supply_.emplace_back(tile, static_cast<int>(i));
  }
  for (std::size_t j = 0; j < after.size(); ++j) {
    for (const Tile tile : after[j]) demand_.emplace_back(tile, static_cast<int>(j));
  }
  for (const auto& [from, to] : glued) {
    for (const Tile tile : before[from]) {
      const auto given = std::find(supply_.begin(), supply_.end(), std::pair<Tile, int>(tile, from));
      const auto taken = std::find(demand_.begin(), demand_.end(), std::pair<Tile, int>(tile, to));
      if (given == supply_.end() || taken == demand_.end()) continue;
      supply_.erase(given);
      demand_.erase(taken);
      fixed_.push_back({tile, from, to});
    }
  }
  std::sort(supply_.begin(), supply_.end());
  std::sort(demand_.begin(), demand_.end());
  // Whatever the table does not supply came from the rack, which is the row after the last.
  const int rack = static_cast<int>(before.size());
  for (std::size_t i = 0; i < demand_.size(); ++i) {
    const Tile tile = demand_[i].first;
    if (i >= supply_.size() || supply_[i].first != tile) {
      supply_.insert(supply_.begin() + static_cast<std::ptrdiff_t>(i), {tile, rack});
    }
  }
}

void SourcePlanner::find_components(int rows, int columns, Sources& out) {
  parent_.resize(rows + columns);
  std::iota(parent_.begin(), parent_.end(), 0);
  const auto join = [&](int a, int b) { parent_[find(a)] = find(b); };
  for (const Parcel& parcel : fixed_) join(parcel.from, rows + parcel.to);
  for (std::size_t begin = 0, end = 0; begin < demand_.size(); begin = end) {
    end = begin;
    int row = -1;
    for (; end < demand_.size() && demand_[end].first == demand_[begin].first; ++end) {
      if (supply_[end].second < rows) row = supply_[end].second;
    }
    if (row < 0) continue;  // from the rack alone: ties nothing together
    for (std::size_t i = begin; i < end; ++i) {
      join(row, rows + demand_[i].second);
      if (supply_[i].second < rows) join(row, supply_[i].second);
    }
  }
  // Numbered by their first old meld, those from the rack alone after them.
  out.component.assign(columns, -1);
  out.components = 0;
  row_at_.assign(rows + columns, -1);
  for (int node = 0; node < rows + columns; ++node) {
    const int root = find(node);
    if (row_at_[root] < 0) row_at_[root] = out.components++;
    if (node >= rows) out.component[node - rows] = row_at_[root];
  }
}

void SourcePlanner::add(int begin, int end, int sign) {
  const int width = static_cast<int>(columns_.size());
  for (int i = begin; i < end; ++i) {
    flow_[row_at_[supply_[i].second] * width + column_at_[demand_[i].second]] += sign;
  }
}

// Pairs that this order of one kind would open, less a little for joining strong ones.
int SourcePlanner::new_pairs(int begin, int end) const {
  const int width = static_cast<int>(columns_.size());
  int opened = 0;
  for (int i = begin; i < end; ++i) {
    const int flow = flow_[row_at_[supply_[i].second] * width + column_at_[demand_[i].second]];
    opened += flow == 0 ? 1024 : -flow;
  }
  return opened;
}

// Pairs less bases, then less the tiles that stay. An order that cannot be better than `best` is not worked out.
int SourcePlanner::cost(int best) {
  const int rows = static_cast<int>(rows_.size()), columns = static_cast<int>(columns_.size());
  int pairs = 0;
  for (const int flow : flow_) pairs += flow > 0;
  if ((pairs - std::min(rows, columns) - 1) * matched_weight >= best) return std::numeric_limits<int>::max();
  weights_.resize(static_cast<std::size_t>(rows) * columns);
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = flow_[i] > 0 ? matched_weight + flow_[i] : 0;
  // The matching's total is bases * matched_weight + tiles that stay.
  return pairs * matched_weight - matching_.solve(rows, columns, weights_);
}

// Finds the best order of the alike tiles of one component. It is left in supply_.
void SourcePlanner::settle(int component, const Sources& out) {
  const int orders = list_kinds(component, out);
  if (kinds_.empty()) return;
  if (orders <= exhaustive_limit) {
    try_every_order();
  } else {
    order_one_by_one();
    improve_orders();
  }
}

// Lists the kinds of tiles with a choice, and counts the flow of all others. Returns in how many orders those with a
// choice can be, as far as that matters.
int SourcePlanner::list_kinds(int component, const Sources& out) {
  const int width = static_cast<int>(columns_.size());
  flow_.assign((rows_.size() + 1) * width, 0);
  for (const Parcel& parcel : fixed_) {
    if (out.component[parcel.to] == component) ++flow_[row_at_[parcel.from] * width + column_at_[parcel.to]];
  }
  kinds_.clear();
  int orders = 1;
  for (std::size_t begin = 0, end = 0; begin < demand_.size(); begin = end) {
    end = begin;
    bool one_source = true, one_target = true, mine = false;
    for (; end < demand_.size() && demand_[end].first == demand_[begin].first; ++end) {
      one_source = one_source && supply_[end].second == supply_[begin].second;
      one_target = one_target && demand_[end].second == demand_[begin].second;
      mine = mine || out.component[demand_[end].second] == component;
    }
    if (!mine) continue;
    if (one_source || one_target) {
      // A rack kind may serve several components; only this one's columns count here.
      for (std::size_t i = begin; i < end; ++i) {
        if (out.component[demand_[i].second] != component) continue;
        ++flow_[row_at_[supply_[i].second] * width + column_at_[demand_[i].second]];
      }
      continue;
    }
    kinds_.push_back({static_cast<int>(begin), static_cast<int>(end), {}});
    int choices = 1;
    for (std::size_t i = begin + 1; i < end; ++i) choices *= static_cast<int>(i - begin + 1);
    orders = std::min(orders * choices, exhaustive_limit + 1);
  }
  return orders;
}

void SourcePlanner::keep(Kind& kind) const {
  kind.best.clear();
  for (int i = kind.begin; i < kind.end; ++i) kind.best.push_back(supply_[i].second);
}

void SourcePlanner::restore(const Kind& kind) {
  for (int i = kind.begin; i < kind.end; ++i) supply_[i].second = kind.best[i - kind.begin];
}

bool SourcePlanner::next_order(const Kind& kind) {
  return std::next_permutation(supply_.begin() + kind.begin, supply_.begin() + kind.end);
}

// An odometer of permutations: the first kind turns fastest.
void SourcePlanner::try_every_order() {
  int best = std::numeric_limits<int>::max();
  for (const Kind& kind : kinds_) add(kind.begin, kind.end, 1);
  for (bool more = true; more;) {
    const int now = cost(best);
    if (now < best) {
      best = now;
      for (Kind& kind : kinds_) keep(kind);
    }
    more = false;
    for (std::size_t k = 0; k < kinds_.size() && !more; ++k) {
      add(kinds_[k].begin, kinds_[k].end, -1);
      more = next_order(kinds_[k]);
      add(kinds_[k].begin, kinds_[k].end, 1);
    }
  }
  for (const Kind& kind : kinds_) restore(kind);
}

// Kind after kind, each in the order that opens the fewest new pairs.
void SourcePlanner::order_one_by_one() {
  for (Kind& kind : kinds_) {
    int best = std::numeric_limits<int>::max();
    do {
      const int now = new_pairs(kind.begin, kind.end);
      if (now < best) best = now, keep(kind);
    } while (next_order(kind));
    restore(kind);
    add(kind.begin, kind.end, 1);
  }
}

// Every kind again, in every order, as long as that helps.
void SourcePlanner::improve_orders() {
  int best = cost(std::numeric_limits<int>::max());
  bool better = true;
  for (int round = 0; round < rounds && better; ++round) {
    better = false;
    for (Kind& kind : kinds_) {
      add(kind.begin, kind.end, -1);
      std::sort(supply_.begin() + kind.begin, supply_.begin() + kind.end);
      do {
        add(kind.begin, kind.end, 1);
        const int now = cost(best);
        if (now < best) best = now, better = true, keep(kind);
        add(kind.begin, kind.end, -1);
      } while (next_order(kind));
      restore(kind);
      add(kind.begin, kind.end, 1);
    }
  }
}

void SourcePlanner::plan(const MeldList& before, const MeldList& after, const std::vector<std::pair<int, int>>& glued,
                         Sources& out) {
  const int rows = static_cast<int>(before.size()), columns = static_cast<int>(after.size());
  list_tiles(before, after, glued);
  find_components(rows, columns, out);
  out.base.assign(columns, -1);
  out.parcels.clear();

  // Which component each old meld belongs to; an old meld always shares a tile with some new one.
  component_of_row_.assign(rows, -1);
  for (const Parcel& parcel : fixed_) component_of_row_[parcel.from] = out.component[parcel.to];
  for (std::size_t i = 0; i < demand_.size(); ++i) {
    if (supply_[i].second < rows) component_of_row_[supply_[i].second] = out.component[demand_[i].second];
  }
  row_at_.resize(rows + 1);
  column_at_.resize(columns);
  for (int component = 0; component < out.components; ++component) {
    rows_.clear();
    columns_.clear();
    for (int i = 0; i < rows; ++i) {
      if (component_of_row_[i] == component) row_at_[i] = static_cast<int>(rows_.size()), rows_.push_back(i);
    }
    for (int j = 0; j < columns; ++j) {
      if (out.component[j] == component) column_at_[j] = static_cast<int>(columns_.size()), columns_.push_back(j);
    }
    if (rows_.empty()) continue;  // a meld from the rack alone
    row_at_[rows] = static_cast<int>(rows_.size());
    settle(component, out);
    // settle leaves the flow of its last trial, so count again what it kept.
    const int width = static_cast<int>(columns_.size());
    flow_.assign((rows_.size() + 1) * width, 0);
    for (const Parcel& parcel : fixed_) {
      if (out.component[parcel.to] == component) ++flow_[row_at_[parcel.from] * width + column_at_[parcel.to]];
    }
    for (std::size_t i = 0; i < demand_.size(); ++i) {
      const int to = demand_[i].second;
      if (out.component[to] == component) ++flow_[row_at_[supply_[i].second] * width + column_at_[to]];
    }
    cost(std::numeric_limits<int>::max());
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const int row = matching_.row_of()[j];
      if (row >= 0) out.base[columns_[j]] = rows_[row];
    }
  }

  // Parcels by new meld in its written order.
  for (std::size_t i = 0; i < demand_.size(); ++i) {
    fixed_.push_back({demand_[i].first, supply_[i].second < rows ? supply_[i].second : from_rack, demand_[i].second});
  }
  std::sort(fixed_.begin(), fixed_.end(), [](const Parcel& a, const Parcel& b) {
    return a.to != b.to ? a.to < b.to : a.tile != b.tile ? a.tile < b.tile : a.from < b.from;
  });
  std::size_t next = 0;
  for (int j = 0; j < columns; ++j) {
    std::size_t end = next;
    while (end < fixed_.size() && fixed_[end].to == j) ++end;
    for (const Tile tile : after[j]) {
      for (std::size_t i = next; i < end; ++i) {
        if (fixed_[i].tile != tile) continue;
        out.parcels.push_back(fixed_[i]);
        fixed_[i].tile = std::numeric_limits<Tile>::max();
        break;
      }
    }
    next = end;
  }
}

}  // namespace optimeld::steps
