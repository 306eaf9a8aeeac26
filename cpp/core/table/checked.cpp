#include "table/checked.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld {

namespace {

constexpr char colour_letters[] = "KRBOGPCW";
constexpr int most_colours = 8, most_values = 100, most_copies = 4, most_jokers = 4, most_points = 1000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::string quoted(const Rules& rules, std::span<const Tile> meld) {
  std::string text = "'";
  for (const Tile tile : meld) text += (text.size() > 1 ? " " : "") + tile_name(rules, tile);
  return text + "'";
}

}  // namespace

std::string tile_name(const Rules& rules, Tile tile) {
  if (tile > rules.joker()) return "tile " + std::to_string(tile);
  if (rules.is_joker(tile)) return "J";
  return colour_letters[rules.colour(tile)] + std::to_string(rules.value(tile));
}

void check_range(const char* name, long long number, long long low, long long high) {
  if (number >= low && number <= high) return;
  refuse(std::string(name) + " is " + std::to_string(number) + ", but it must be from " + std::to_string(low) + " to " +
         std::to_string(high));
}

void check_rules(const Rules& rules) {
  check_range("values", rules.values, 3, most_values);
  check_range("colours", rules.colours, 2, most_colours);
  check_range("copies", rules.copies, 1, most_copies);
  check_range("jokers", rules.jokers, 0, most_jokers);
  check_range("min_meld", rules.min_meld, 2, std::min(6, std::max(rules.values, rules.colours)));
  check_range("rack_size", rules.rack_size, 1, rules.tiles_in_box());
  check_range("opening_points", rules.opening_points, 0, most_points);
  check_range("joker_penalty", rules.joker_penalty, 0, most_points);
}

void check_tiles(const Rules& rules, std::span<const Tile> tiles) {
  for (const Tile tile : tiles)
    if (tile > rules.joker())
      refuse("tile " + std::to_string(tile) + " is not in the box: its tiles are numbered from 0 to " +
             std::to_string(rules.joker()));
}

void check_tiles(const Rules& rules, const MeldList& melds) { check_tiles(rules, std::span(melds.tiles)); }

void check_melds(const Rules& rules, const MeldList& melds) {
  check_tiles(rules, melds);
  for (std::size_t i = 0; i < melds.size(); ++i)
    if (!read_meld(rules, melds[i]).legal()) refuse(quoted(rules, melds[i]) + " is not a meld");
}

void check_position(const Rules& rules, const Position& position) {
  check_melds(rules, position.table);
  check_tiles(rules, position.rack);
  std::vector<int> count(static_cast<std::size_t>(rules.kinds()) + 1);
  for (const Tile tile : position.table.tiles) ++count[tile];
  for (const Tile tile : position.rack) ++count[tile];
  for (Tile tile = 0; tile <= rules.joker(); ++tile)
    if (count[tile] > rules.copies_of(tile))
      refuse("'" + tile_name(rules, tile) + "' comes " + std::to_string(count[tile]) + " times, but the box has " +
             std::to_string(rules.copies_of(tile)));
}

void check_options(const SolveOptions& options) { check_range("joker_value", options.joker_value, 0, most_points); }

}  // namespace optimeld
