// The finish test held against the exact solver, and against the clock, on positions of waiting games and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "strategy/tools.hpp"
#include "table/position.hpp"

namespace optimeld::game {

// One position and what was asked.
struct FinishCase {
  Position position;
  bool opened = true;
};

// Where positions come from. A source is numbered, and its positions follow from the seed and its number alone.
enum class FinishSource : std::uint8_t {
  game,    // every turn of a game among players who wait or do not
  random,  // melds and a rack at random
  near,    // melds at random, some of them on the table and the others' tiles on the rack; or one tile amiss
};
inline constexpr int finish_sources = 3;

class FinishCases {
 public:
  explicit FinishCases(const Rules& rules) : rules_(rules), tools_(rules) {}

  // All positions of source `number`, which is of kind number mod 3.
  const std::vector<FinishCase>& of(std::uint64_t seed, std::uint64_t number);
  static FinishSource kind(std::uint64_t number) { return static_cast<FinishSource>(number % finish_sources); }

 private:
  void from_game(std::uint64_t seed, std::uint64_t number);
  void from_melds(std::uint64_t seed, std::uint64_t number, bool near);

  Rules rules_;
  strategy::Tools tools_;
  std::vector<FinishCase> cases_;
};

struct FinishReport {
  std::uint64_t positions = 0;
  std::uint64_t finishing = 0;
  std::uint64_t by_solver = 0;  // tests that needed the exact solver
  std::vector<std::uint64_t> by_source = std::vector<std::uint64_t>(finish_sources);
  std::vector<FinishCase> differences;
};

// Sources first .. first+count-1, shared out to some threads; the report does not depend on their number.
FinishReport check_finish(const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                          int threads);

// What one test took; the tables get warm from game to game.
struct FinishTiming {
  double us;
  int rack, table, jokers, game;
  bool finishes, opened;
};
// Every turn of so many games of waiting players and others.
std::vector<FinishTiming> time_finish(const Rules& rules, std::uint64_t seed, std::uint64_t games);

}  // namespace optimeld::game
