// The exact solver: the best play in a position, proved.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "melds.hpp"
#include "rules.hpp"

namespace optimeld {

enum class Objective : std::uint8_t { tiles, value };

struct Position {
  MeldList table;
  std::vector<Tile> rack;
};

struct SolveOptions {
  Objective objective = Objective::tiles;
  bool opening = false;  // rack only, worth at least rules.opening_points; the table is not touched
  int joker_value = 30;  // what a played joker adds to the value of a play
  bool keep = true;      // among the best plays, keep the most table melds exactly as they were
  bool tidy = true;      // and then move the fewest tiles
  std::size_t memory_limit = std::size_t{2} << 30;
};

struct Solution {
  bool play = false;  // false: proved that no rack tile can be played
  int tiles = 0;      // rack tiles played
  int value = 0;      // sum of their numbers, a joker counting joker_value
  int kept = 0;       // table melds left exactly as they were
  int melds_before = 0;
  int points = -1;              // worth of the melds laid in an opening; -1 otherwise
  int moved = 0;                // table tiles that left their meld
  bool moved_proved = false;    // whether fewest moved is proved too
  MeldList table;               // the whole table after the play; kept melds as they were written
  std::vector<int> kept_from;   // for each meld of `table`: which old meld it is, or -1
  std::vector<Tile> played;     // sorted by tile
  std::vector<Tile> remaining;  // sorted by tile
  double elapsed_us = 0;
};

// Thrown when a generalised instance would need more memory than allowed: never a wrong or partial answer.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Holds the tables that follow from the rules and the work space; not for two threads at once.
class Solver {
 public:
  explicit Solver(const Rules& rules);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Rules& rules() const;
  Solution solve(const Position& position, const SolveOptions& options = {});
  void solve(const Position& position, const SolveOptions& options, Solution& out);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace optimeld
