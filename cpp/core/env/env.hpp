// A game as an environment to learn in: numbered actions with an exact mask of the legal ones, what a player sees as
// counts, rewards at the end. Seats may be taken by the engine's own agents; the others are asked from outside.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/agents.hpp"
#include "game/game.hpp"
#include "solver/joins.hpp"
#include "solver/play_worlds.hpp"
#include "solver/plays.hpp"
#include "solver/solver.hpp"

namespace optimeld::env {

// ranked: 0 draws (or passes), 1 .. ranked_plays play the best distinct plays in their order.
// tiles: one rack tile at a time, by kind (the joker last), then `stop`, which plays what was chosen; with nothing
// chosen it draws. Complete: every play can be reached, and every tile allowed leads to one.
// With the river both go on with one action for each kind of tile: take it from the river, or keep it of the two drawn.
enum class ActionSpace : std::uint8_t { ranked, tiles };

inline constexpr int ranked_plays = 64;

struct Spec {
  Rules rules;
  int players = 2;
  ActionSpace actions = ActionSpace::ranked;
  std::vector<std::string> agents;  // by seat: an engine's agent, or "" for one that is asked from outside
};

// Where each part of an observation begins, all in counts: by kind (the joker last) unless said otherwise.
struct Layout {
  explicit Layout(const Rules& rules, int players);

  int kinds;       // with the joker
  int rack;        // the player's own rack, less what is chosen
  int table;       // on the table
  int standing;    // table jokers that may stand for this kind; none for the joker
  int river;       // face up
  int pending;     // with the river: the two tiles drawn, while the player must choose
  int chosen;      // action space `tiles`: chosen so far this turn
  int rack_sizes;  // by player, from the observer on in turn order
  int opened;      // the same, 1: has opened
  int pool;        // one number
  int to_move;     // one number: how many seats after the observer
  int size;
};

// What environments of one thread share: tables that follow from the rules, and room to search in.
struct Workspace {
  explicit Workspace(const Rules& rules) : tools(rules), solver(*tools.solver), worlds(rules) {}
  strategy::Tools tools;
  solver::Solver& solver;
  solver::PlayWorlds worlds;
};

class Env {
 public:
  explicit Env(const Spec& spec) : Env(spec, std::make_shared<Workspace>(spec.rules)) {}
  Env(const Spec& spec, std::shared_ptr<Workspace> workspace);
  Env(const Env&) = delete;
  Env(Env&&) = default;

  const Spec& spec() const { return spec_; }
  const Layout& layout() const { return layout_; }
  int actions() const { return actions_; }
  const game::Game& game() const { return game_; }

  // Deals game `index` of `seed`, and plays on until a seat is asked from outside.
  void reset(std::uint64_t seed, std::uint64_t index);

  bool over() const { return game_.over(); }
  int to_move() const { return game_.to_move(); }

  // actions() bytes, 1 where the player to move may choose it. All 0 when the game is over.
  std::span<const std::uint8_t> mask() const { return mask_; }
  bool allows(std::int64_t action) const {
    return action >= 0 && action < actions_ && mask_[static_cast<std::size_t>(action)] != 0;
  }
  // The action that draws, or plays what was chosen.
  int stop() const { return spec_.actions == ActionSpace::ranked ? 0 : layout_.kinds; }
  // ranked: the tiles of the plays on offer, best first.
  const std::vector<std::vector<Tile>>& plays() const { return plays_; }
  // Whether there are more plays than are on offer.
  bool more_plays() const { return more_plays_; }
  // The action that plays exactly these tiles (sorted); -1 where it is not on offer. For action space `ranked`.
  int action_of(std::span<const Tile> played) const;

  void observe(int player, std::int16_t* out) const;

  // Throws std::invalid_argument where the mask forbids it.
  void step(int action);

  // Instead of an action that is not allowed: what was chosen is taken back and one tile drawn; of two tiles drawn
  // the first is kept.
  void lose_turn();

 private:
  void go_on();
  void offer();
  void offer_river();
  bool may_do_without(bool play);
  void play(const std::vector<Tile>& tiles);
  bool arrange(const std::vector<Tile>& tiles);
  void draw();

  Spec spec_;
  Layout layout_;
  int actions_;
  game::Game game_;
  std::shared_ptr<Workspace> workspace_;
  std::vector<std::unique_ptr<game::Agent>> agents_;  // by seat; null: asked from outside
  solver::Joins joins_;
  std::vector<std::uint8_t> mask_, may_;
  std::vector<std::vector<Tile>> plays_;
  bool more_plays_ = false;
  std::vector<std::uint8_t> chosen_;  // by kind
  int chosen_count_ = 0;
  SolveOptions options_;
  Position position_;
  Solution solution_;
  game::Decision decision_;
};

}  // namespace optimeld::env
