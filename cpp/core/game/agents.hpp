// The agents that come with the engine. They see a View and nothing else.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "game/game.hpp"
#include "solver/solver.hpp"

namespace optimeld::game {

struct Decision {
  Action action = Action::draw;  // play, draw or take; a draw from an empty pool is a pass
  MeldList table;                // play: the whole table after it
  Tile tile = kNoTile;           // take: which
};

class Agent {
 public:
  virtual ~Agent() = default;
  virtual void choose(const View& view, Decision& decision) = 0;
  virtual Tile keep(const View& view, Tile first, Tile second) = 0;  // with the river: which of two drawn
};

// random: any distinct play alike (by the rack it leaves), drawing only where there is none.
// simple: a beginner, who lays new melds and adds to melds on the table, but rearranges nothing.
// greedy: the exact play of most tiles. greedy-value: of highest value.
inline constexpr std::string_view kAgents[] = {"random", "simple", "greedy", "greedy-value"};

// Agents of one thread may share a solver. Nothing for a name that is not in kAgents.
std::unique_ptr<Agent> make_agent(std::string_view name, std::shared_ptr<solver::Solver> solver);

// Carries a decision out; what is wrong with it, if anything, as the judge's verdict (then nothing changed).
Verdict carry_out(Game& game, const Decision& decision, Agent& agent);

}  // namespace optimeld::game
