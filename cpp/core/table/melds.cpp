#include "table/melds.hpp"

#include <algorithm>

namespace optimeld {

MeldShape read_meld(const Rules& rules, std::span<const Tile> tiles) {
  MeldShape shape;
  const int size = static_cast<int>(tiles.size());
  if (size < rules.min_meld) return shape;

  const Tile joker = rules.joker();
  int naturals = 0;
  int first_value = 0, first_colour = 0, first_place = 0;
  bool run = size <= rules.values, group = size <= rules.colours;
  for (int i = 0; i < size; ++i) {
    if (tiles[i] == joker) continue;
    if (tiles[i] > joker) return {};  // no tile of this box
    const int value = rules.value(tiles[i]), colour = rules.colour(tiles[i]);
    if (naturals++ == 0) {
      first_value = value, first_colour = colour, first_place = i;
    } else {
      run = run && colour == first_colour && value - first_value == i - first_place;
      group = group && value == first_value && !(shape.group_colours >> colour & 1);
    }
    shape.group_colours |= 1u << colour;
  }
  if (naturals == 0) {
    shape.run = run, shape.group = group, shape.all_jokers = run || group;
    return shape;
  }
  const int lowest = first_value - first_place;
  shape.run = run && lowest >= 1 && lowest + size - 1 <= rules.values;
  shape.run_colour = first_colour;
  shape.run_first = lowest;
  shape.group = group;
  shape.group_value = first_value;
  return shape;
}

bool may_stand_for(const Rules& rules, const MeldShape& shape, std::size_t size, std::size_t place, Tile tile) {
  const int value = rules.value(tile), colour = rules.colour(tile), at = static_cast<int>(place);
  if (shape.all_jokers) {
    const int first = value - at;
    return shape.group || (shape.run && first >= 1 && first + static_cast<int>(size) - 1 <= rules.values);
  }
  return (shape.run && colour == shape.run_colour && value == shape.run_first + at) ||
         (shape.group && value == shape.group_value && !(shape.group_colours >> colour & 1));
}

std::vector<std::vector<Tile>> identities(const Rules& rules, std::span<const Tile> tiles) {
  const MeldShape shape = read_meld(rules, tiles);
  if (!shape.legal()) return {};
  std::vector<std::vector<Tile>> result(tiles.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (!rules.is_joker(tiles[i])) {
      result[i].push_back(tiles[i]);
      continue;
    }
    for (Tile tile = 0; tile < rules.joker(); ++tile) {
      if (may_stand_for(rules, shape, tiles.size(), i, tile)) result[i].push_back(tile);
    }
  }
  return result;
}

std::vector<Tile> arrange_meld(const Rules& rules, std::span<const Tile> tiles) {
  std::vector<Tile> sorted(tiles.begin(), tiles.end());
  std::sort(sorted.begin(), sorted.end());  // by colour, then value; jokers last
  const int size = static_cast<int>(sorted.size());
  const auto end_of_naturals = std::lower_bound(sorted.begin(), sorted.end(), rules.joker());
  const int naturals = static_cast<int>(end_of_naturals - sorted.begin());
  const bool as_written = read_meld(rules, tiles).legal();
  if (naturals == 0) return as_written ? sorted : std::vector<Tile>{};
  if (size < rules.min_meld) return {};

  // Sorted with its jokers last is how a group is written, so the tiles are a group if this reads as one.
  const MeldShape grouped = read_meld(rules, sorted);
  int readings = grouped.group;

  // As a run they may start anywhere from which they reach both their lowest and their highest value.
  const int colour = rules.colour(sorted[0]);
  const int low = rules.value(sorted[0]), high = rules.value(sorted[naturals - 1]);
  const bool repeats = std::adjacent_find(sorted.begin(), end_of_naturals) != end_of_naturals;
  const bool ascending = size <= rules.values && !repeats && rules.colour(sorted[naturals - 1]) == colour;
  const int first_start = std::max(1, high - size + 1), last_start = std::min(low, rules.values - size + 1);
  if (ascending) readings += std::max(0, last_start - first_start + 1);

  if (readings == 0) return {};
  if (readings == 1 && grouped.group) return sorted;
  if (readings == 1) {
    std::vector<Tile> run(tiles.size(), rules.joker());
    for (int i = 0; i < naturals; ++i) run[rules.value(sorted[i]) - first_start] = sorted[i];
    return run;
  }
  if (!as_written) return {};
  // A lone natural tile among jokers that can only be a group as it is written: its jokers go last, unless
  // that order could be a run as well.
  const MeldShape written = read_meld(rules, tiles);
  if (!written.run && !grouped.run) return sorted;
  return {tiles.begin(), tiles.end()};
}

int meld_worth(const Rules& rules, std::span<const Tile> tiles) {
  const MeldShape shape = read_meld(rules, tiles);
  const int size = static_cast<int>(tiles.size());
  const auto run_worth = [&](int first) { return size * first + size * (size - 1) / 2; };
  int worth = 0;
  if (shape.all_jokers) {
    if (shape.run) worth = run_worth(rules.values - size + 1);
    if (shape.group) worth = std::max(worth, size * rules.values);
    return worth;
  }
  if (shape.run) worth = run_worth(shape.run_first);
  if (shape.group) worth = std::max(worth, size * shape.group_value);
  return worth;
}

}  // namespace optimeld
