// What a player is said to know, checked once at the edge as `table/checked.hpp` checks the rest.
#pragma once

#include <span>

#include "strategy/knowledge.hpp"

namespace optimeld::strategy {

// A table with seats for all, tiles out of one box, and a pool of what is left at most.
void check_knowledge(const Knowledge& known);

// Tiles that a player drew then must have been there to draw.
void check_comes(const Knowledge& known, std::span<const Tile> comes);

}  // namespace optimeld::strategy
