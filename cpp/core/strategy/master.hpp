// The player that searches: it plays every candidate on from sampled worlds, and leaves the quick move only for a
// better one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/agent.hpp"
#include "strategy/search.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

struct Budget {
  double seconds = 1.0;
  std::size_t rollouts = 0;  // where not 0: so many, whatever the time
};

// `think=0.5`, `rollouts=500`, `points`: separated by colons. What is wrong with them, if anything.
std::optional<std::string> master_fault(std::string_view words);

// The words must be without fault.
std::unique_ptr<game::Agent> make_master(const Tools& tools, std::string_view words, AgentMaker make);

// Steps until the budget is spent or there is nothing left to find out.
void think(Search& search, const Budget& budget);

}  // namespace optimeld::strategy
