// A game's turns as text, one line each: what people read and what Python parses and replays.
#pragma once

#include <string>

#include "game/game.hpp"

namespace optimeld::game {

// `2 plays K4 : K1 K2 K3 => K1 K2 K3 K4`: seat from 1, rack tiles, melds that went => melds that came.
// `before`: the table before the turn.
void write_turn(const Rules& rules, const MeldList& before, const Turn& turn, std::string& out);

// Every turn of the game on a line of its own.
std::string turn_lines(const Game& game);

}  // namespace optimeld::game
