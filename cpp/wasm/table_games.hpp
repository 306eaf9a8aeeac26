// Games that go on: dealt here, moved one turn at a time, known by a number until they are put away.
#pragma once

#include <string>

#include "game/game.hpp"
#include "json.hpp"

namespace optimeld::wasm {

// {"op": "new", "rules", "players", "seed", "index"} gives {"game": number}; every other question names the game.
// Each answers with the state after it, or with the judge's ruling where a play was refused.
void answer_game(const Json& question, std::string& out);

const game::Game& game_of(const Json& number);

}  // namespace optimeld::wasm
