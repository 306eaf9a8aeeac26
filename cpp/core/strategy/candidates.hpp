// What is worth thinking about in a turn: drawing, and a choice of the distinct plays.
#pragma once

#include <string>
#include <vector>

#include "game/agent.hpp"
#include "solver/solver.hpp"
#include "strategy/knowledge.hpp"

namespace optimeld::strategy {

struct Candidate {
  game::Decision decision;
  std::vector<Tile> played;  // sorted
};

// The one of `base` first, then drawing (and each face-up tile), then plays: the whole rack where that is possible, the
// most tiles, the most value, each tile that goes alone, and others spread over how many tiles they lay. At most
// `most`.
std::vector<Candidate> find_candidates(const Knowledge& known, const game::Decision& base, solver::Solver& solver,
                                       std::size_t most);

// Rack tiles that a decision lays, sorted.
std::vector<Tile> played_tiles(const Knowledge& known, const game::Decision& decision);

}  // namespace optimeld::strategy
