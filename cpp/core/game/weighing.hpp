// Agents that can weigh a rack against the table: the choices of the river follow from that.
#pragma once

#include <vector>

#include "game/agent.hpp"

namespace optimeld::game {

class Weighing : public Agent {
 public:
  Tile keep(const View& view, Tile first, Tile second) override;

 protected:
  // What a rack could do at once, as one number; 0: nothing.
  virtual long weigh(const View& view, const std::vector<Tile>& rack) = 0;

  // Nothing is to be played: a river tile that is worth something next turn is taken, the best of them; else draw.
  void draw_or_take(const View& view, Decision& decision);

 private:
  long weigh_with(const View& view, Tile tile);

  std::vector<Tile> with_;
};

}  // namespace optimeld::game
