// A position, what is asked about it, and the answer: the words that the judge, the solver and all above them share.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "base/deadline.hpp"
#include "table/melds.hpp"

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
  bool whole = false;    // only a play of the whole rack counts: where there is none, the answer is no play
  std::size_t memory_limit = std::size_t{2} << 30;
  // States from which on a search goes by bounds first; the answer is the same. The highest number: never.
  std::size_t large_graph = 3000;
  // Steps of the search for what bound jokers can do, after which it ends as at a deadline. Counted and not timed, that
  // is the same on every machine. The highest number: never.
  std::size_t most_walked = std::numeric_limits<std::size_t>::max();
  Deadline deadline;  // then the best that is known is the answer, and says how much of it is proved
};

struct Solution {
  bool play = false;  // false: no rack tile can be played, or none is known where that is not proved
  int tiles = 0;      // rack tiles played
  int value = 0;      // sum of their numbers, a joker counting joker_value
  int kept = 0;       // table melds left exactly as they were
  int melds_before = 0;
  int points = -1;              // worth of the melds laid in an opening; -1 otherwise
  int moved = 0;                // table tiles that left their meld
  bool play_proved = false;     // whether no play is better: all that the objective counts
  bool kept_proved = false;     // whether no play as good keeps more melds
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

}  // namespace optimeld
