#include "game/agent.hpp"

namespace optimeld::game {

Verdict carry_out(Game& game, const Decision& decision, Agent& agent) {
  if (decision.action == Action::play) {
    return game.play(decision.table);
  }
  if (!game.may_draw()) {
    Verdict verdict;
    verdict.offence = Offence::must_play;
    return verdict;
  }
  if (decision.action == Action::take) {
    game.take(decision.tile);
    return {};
  }
  game.draw();
  if (const auto pending = game.pending(); !pending.empty()) {
    game.keep(agent.keep(game.view(game.to_move()), pending[0], pending[1]));
  }
  return {};
}

}  // namespace optimeld::game
