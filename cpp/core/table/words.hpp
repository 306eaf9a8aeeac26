// Tiles, and what is wrong with a meld or a play, in words a player understands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "table/legality.hpp"
#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld {

// `K7`, `J`: a tile as it is written.
void write_tile(const Rules& rules, Tile tile, std::string& out);
void write_tiles(const Rules& rules, std::span<const Tile> tiles, std::string& out);  // separated by spaces
std::vector<std::string> tile_names(const Rules& rules);                              // by number

// The nearest reason why tiles are not a meld, whatever their order.
std::string why_not_a_meld(const Rules& rules, std::span<const Tile> tiles);

// `joker-retrieved`: an offence for programs.
const char* offence_name(Offence offence);

// An offence in one sentence that names the meld, the rule and the joker. The verdict is the judge's on
// replacing `before` by `after`.
std::string reason(const Rules& rules, const Verdict& verdict, const MeldList& before, std::span<const Tile> rack,
                   const MeldList& after);

}  // namespace optimeld
