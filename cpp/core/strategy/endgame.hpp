// The end of the pool between two players: every tile is known, and the rest is a game of perfect information.
//
// What a player can lay is asked of the finish test, one set of tiles at a time: some of the rack can be played if a
// rack of just these could be laid whole. Racks only get smaller and two passes end the game, so the game is finite.
// Where the rack has few enough different parts, all of them are looked at, and the value is proved. Otherwise some
// are: single tiles, melds from the rack, and pairs of those, the cheapest that overtake the other rack first, for that
// is what matters: as long as what a player keeps spoils the rest of the box, the other can never finish.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "strategy/finish.hpp"

namespace optimeld::strategy {

struct EndgamePosition {
  MeldList table;
  std::vector<Tile> rack, other;  // of the player to move, and of the other one; sorted
  bool opened = true, other_opened = true;
  bool passed = false;  // the other one has just passed, so that a pass ends the game
};

struct EndgameLimits {
  std::uint64_t tests = 100000;  // finish tests in all
  int parts = 4096;              // all parts of a rack are looked at where they are at most so many
  int tries = 48, plays = 10;    // otherwise: sets of tiles asked for at one turn, and plays followed
  int depth = 4;                 // and turns looked ahead
  // How far a test follows jokers that are bound, as SolveOptions has it. With less than all, nothing is proved where
  // there are such jokers.
  std::size_t most_walked = SolveOptions{}.most_walked;
};

// What a player who decides at once may take: some milliseconds.
inline constexpr EndgameLimits quick_endgame{
    .tests = 1500, .parts = 256, .tries = 40, .plays = 8, .depth = 3, .most_walked = 1000};

struct EndgameValue {
  int points = 0;       // for the player to move, with best play of both
  bool wins = false;    // points say it too, but for a tie
  bool proved = false;  // every line was followed to its end
  bool play = false;    // what to do: play, or pass
  std::vector<Tile> played;
  MeldList table;  // after it
  std::uint64_t tests = 0, turns = 0;
};

class Endgame {
 public:
  explicit Endgame(std::shared_ptr<FinishTest> finish) : rules_(finish->rules()), finish_(std::move(finish)) {}

  // Needs an empty pool and no river. The same answer for the same limits, always.
  EndgameValue solve(const EndgamePosition& position, const EndgameLimits& limits = {});

 private:
  // Twice the points, and one more or less for who wins: a win by a tie is a win.
  struct Score {
    int value;
    bool proved;
  };
  struct Known {
    int value;
    int depth;
    std::int8_t bound;  // -1: at most this, 1: at least, 0: exactly
    bool proved;
  };

  Score search(const EndgamePosition& position, int alpha, int beta, int depth, EndgameValue* best);
  bool all_parts(const std::vector<Tile>& rack, std::vector<std::vector<Tile>>& parts) const;
  void some_parts(const EndgamePosition& position, std::vector<std::vector<Tile>>& parts) const;
  int settled(const EndgamePosition& position) const;
  std::uint64_t key(const EndgamePosition& position) const;
  bool bound_jokers(const MeldList& table) const;

  Rules rules_;
  std::shared_ptr<FinishTest> finish_;
  EndgameLimits limits_;
  std::uint64_t tests_ = 0, turns_ = 0;
  std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace optimeld::strategy
