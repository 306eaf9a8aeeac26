// A player who rearranges a little: some melds of the table at a time, as people do.
#pragma once

#include <memory>

#include "game/agent.hpp"
#include "solver/solver.hpp"

namespace optimeld::game {

inline constexpr int most_reached = 3;

// Lays the most tiles it finds by taking up at most `melds` melds of the table together with its rack, again and
// again until nothing more goes. One rearrangement that needs more melds at once is not seen.
std::unique_ptr<Agent> make_reach(std::shared_ptr<solver::Solver> solver, int melds);

}  // namespace optimeld::game
