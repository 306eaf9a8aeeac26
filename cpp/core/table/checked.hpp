// What comes from outside, checked once at the edge: past it the core takes rules, tiles and melds as they are.
//
// Each throws std::invalid_argument with one line that quotes what is wrong.
#pragma once

#include <span>
#include <string>

#include "table/position.hpp"

namespace optimeld {

// The numbers that the core can hold; Python's Rules has the same ranges.
void check_rules(const Rules& rules);

// low <= number <= high.
void check_range(const char* name, long long number, long long low, long long high);

// Every tile is one of the box.
void check_tiles(const Rules& rules, std::span<const Tile> tiles);
void check_tiles(const Rules& rules, const MeldList& melds);

// Every meld is one, as it is written.
void check_melds(const Rules& rules, const MeldList& melds);

// A table of melds and a rack out of one box.
void check_position(const Rules& rules, const Position& position);

void check_options(const SolveOptions& options);

// A tile as people write it; its number where it is none.
std::string tile_name(const Rules& rules, Tile tile);

}  // namespace optimeld
