// What a player may think of the tiles it does not see, and of how the others play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "game/game.hpp"
#include "solver/solver.hpp"
#include "strategy/knowledge.hpp"

namespace optimeld::strategy {

// How a player is taken to play on.
enum class Manner : std::uint8_t {
  lays,   // whatever it can, every turn
  waits,  // opens, and then lays nothing until everything can go at once
};

// The chance that a player lays nothing but its opening until it can finish: from its turns since the opening, where
// they are known, or else from the size of its rack.
double chance_of_waiting(const Knowledge& known, int player);

// One way things may be: every tile told, and every player's manner.
struct World {
  game::Scene scene;
  std::array<Manner, game::max_players> manners{};
};

// Deals the unseen tiles again and again. Who has not opened holds no opening, and who lays whatever it can holds what
// could not be laid: few of all racks are like that, so a rack that is not gives the tiles it could have laid back for
// others from the pool until it is. The tile drawn last came after that and may be any. In a look back the tiles that
// the player drew next are known to lie on top of the pool, the first of `comes` first.
class Belief {
 public:
  Belief(const Knowledge& known, std::shared_ptr<solver::Solver> solver, std::vector<Tile> comes = {});

  // World `number` of `seed`: the two fix everything in it.
  void deal(std::uint64_t seed, std::uint64_t number, World& world);

 private:
  void settle(int player, Manner manner, Random& random, World& world);
  void bring(std::uint64_t seed, std::uint64_t number, std::vector<Tile>& shuffled) const;
  bool has_moved(int player) const;

  const Knowledge& known_;
  std::shared_ptr<solver::Solver> solver_;
  std::vector<Tile> comes_, unseen_;
  Position position_;
  SolveOptions options_;
  Solution solution_;
};

}  // namespace optimeld::strategy
