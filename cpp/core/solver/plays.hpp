// Every distinct play of a position, best first. Two plays that leave the same rack are the same play.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "table/position.hpp"

namespace optimeld::solver {

class PlayWorlds;

struct Play {
  std::vector<Tile> played;  // sorted by tile
  int tiles = 0;
  int value = 0;
};

// An exact best-first search over which tiles of each value are played: a branch is the set of all states the sweep can
// be in after playing exactly those, so every play is met once. Lazy: each call of next() does the work for one play.
class Plays {
 public:
  Plays(const Rules& rules, const Position& position, const SolveOptions& options);
  // In a work space that is lent, and busy as long as this lives: for positions one after another.
  Plays(PlayWorlds& space, const Position& position, const SolveOptions& options);
  ~Plays();
  Plays(Plays&&) noexcept;

  // The next best play; false when there is none, or when `budget` more branches were opened without finding one
  // (exhausted() tells which). Throws Stopped at the deadline of the options, as the constructor does; what was found
  // stays found.
  bool next(Play& play, std::size_t budget);
  bool exhausted() const;
  std::size_t opened() const;  // branches so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace optimeld::solver
