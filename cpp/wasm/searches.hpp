// Thinking about a turn, a little at a time: a search goes on whenever it is asked to, until it is put away.
#pragma once

#include <string>

#include "json.hpp"

namespace optimeld::wasm {

// {"op": "new", "rules", "seed", "objective", "comes"} with a "game" whose player is to move, or with what a person
// tells of a table ("table", "rack", "rack_sizes", "opened", "pool", "turn"), gives {"search": number, "draws": tiles};
// every other question names the search.
void answer_search(const Json& question, std::string& out);

}  // namespace optimeld::wasm
