// What an agent of the core is, and what it decides. It sees a View and nothing else.
#pragma once

#include "game/game.hpp"

namespace optimeld::game {

struct Decision {
  Action action = Action::draw;  // play, draw or take; a draw from an empty pool is a pass
  MeldList table;                // play: the whole table after it
  Tile tile = no_tile;           // take: which
};

class Agent {
 public:
  virtual ~Agent() = default;
  virtual void choose(const View& view, Decision& decision) = 0;
  virtual Tile keep(const View& view, Tile first, Tile second) = 0;  // with the river: which of two drawn
};

// Carries a decision out; what is wrong with it, if anything, as the judge's verdict (then nothing changed).
Verdict carry_out(Game& game, const Decision& decision, Agent& agent);

}  // namespace optimeld::game
