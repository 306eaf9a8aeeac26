#include "melds.hpp"

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
