// A step in English.
#pragma once

#include <string>
#include <vector>

#include "steps/steps.hpp"

namespace optimeld::steps {

const char* action_name(Action action);

// Appends one sentence. `names`: the words for the tiles by number, the joker last.
void describe(const Step& step, const std::vector<std::string>& names, std::string& out);

}  // namespace optimeld::steps
