// Whole games between the agents of the core, many at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game/agents.hpp"

namespace optimeld::game {

struct GameResult {
  int winner = -1;  // all by agent, in the order the agents were given
  int turns = 0;
  int pool_left = 0;
  bool blocked = false;
  std::array<int, max_players> scores{};
  std::array<int, max_players> opened_on{};  // the agent's own turn number from 1; 0: never
};

struct Match {
  Rules rules;
  std::vector<std::string> agents;  // one for each seat
  std::uint64_t seed = 0;
  bool check = false;  // test every invariant after every turn
};

// Plays games one after another with buffers that are grown once.
class Simulator {
 public:
  explicit Simulator(const Match& match);

  // Deal `index`; the agent of seat s is number (s + rotation) mod players.
  void play(std::uint64_t index, int rotation, GameResult& result);
  const Game& game() const { return game_; }
  void keep_history(bool keep) { game_.keep_history(keep); }

 private:
  void check(const Decision& decision, Agent& agent);

  Match match_;
  std::vector<std::unique_ptr<Agent>> agents_;
  Game game_;
  Decision decision_, again_;
};

// A match on some threads, each with a simulator that lives as long as this does.
class Simulation {
 public:
  Simulation(const Match& match, int threads);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Deals first .. first+count-1, each in every one of `rotations` rotations (deal by deal). What comes back
  // does not depend on the threads. Throws std::logic_error where a check fails. `records`: the turns of every
  // game as text too.
  const std::vector<GameResult>& run(std::uint64_t first, std::uint64_t count, int rotations,
                                     std::vector<std::string>* records = nullptr);

 private:
  std::vector<Simulator> simulators_;
  std::vector<GameResult> results_;
};

}  // namespace optimeld::game
