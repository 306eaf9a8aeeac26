// How likely a hand holds an opening: the deals of each size from which no melds worth enough can be laid.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/automaton.hpp"
#include "counting/tally.hpp"

namespace optimeld::counting {

// result[h]: deals of h natural tiles that hold no opening with the jokers. Exact. Values are read from the highest
// down, so that a hand which holds an opening shows it early: it is dropped there and then. A tile need not be used,
// and neither need a joker; every hand has `jokers` of them.
std::vector<Wide> count_closed_hands(int values, int colours, int copies, int min_meld, int jokers, int points,
                                     int max_tiles, std::size_t memory_limit, const Watcher& watcher);

}  // namespace optimeld::counting
