// Every meld there is under some rules.
#pragma once

#include <cstdint>
#include <vector>

#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld {

// A run of this length or longer is two shorter melds side by side, so the papers count runs below it.
constexpr int run_that_splits(const Rules& rules) { return 2 * rules.min_meld; }

// Melds as multisets of tiles: where the jokers of a meld stand makes no difference. Each is written in its
// reading of highest worth. One that may be a run (of at most `longest_run` tiles) and a group is listed
// once, as a run.
struct DistinctMelds {
  MeldList melds;
  std::vector<std::uint8_t> is_group;
};
DistinctMelds distinct_melds(const Rules& rules, int longest_run);

// Melds with the place of each joker told apart: the natural tiles that are stood for, and the same with
// jokers in the places where they stand for one.
struct PlacedMelds {
  MeldList readings;
  MeldList written;
  std::vector<std::uint8_t> is_group;
};
PlacedMelds placed_melds(const Rules& rules, int longest_run);

}  // namespace optimeld
