// From a position to the problem the sweep solves: one for each way the joker rule lets jokers be set free.
#pragma once

#include <algorithm>
#include <vector>

#include "solver/problem.hpp"

namespace optimeld::solver {

class Preparer {
 public:
  Preparer(const Rules& rules, ValueMoves& moves) : rules_(rules), moves_(moves) {}

  // Reads the position and finds its configurations. Only the locked rule with a joker on the table has more than
  // one: which jokers are replaced by which rack tiles, and how a meld that reads two ways is held.
  void read(const Position& position, const SolveOptions& options);
  std::size_t configurations() const { return configurations_.size(); }

  // The rack tiles that replace jokers in one configuration.
  std::vector<Tile> replaced(std::size_t configuration) const {
    std::vector<Tile> tiles;
    for (const auto& held : configurations_[configuration])
      tiles.insert(tiles.end(), held.replaced.begin(), held.replaced.end());
    return tiles;
  }

  // Fills `problem` for one configuration.
  void fill(std::size_t configuration, Problem& problem);

 private:
  struct Held {  // one table meld with jokers under the locked rule
    int meld;
    bool run;                    // held as a run, or as a group
    std::vector<Tile> tiles;     // with its replacements in place
    int freed;                   // jokers replaced
    std::vector<Tile> replaced;  // by these rack tiles
    int colour = 0, first = 0;   // as a run
    int value = 0;               // as a group
    std::uint32_t colours = 0;

    // Without a joker left in it.
    bool whole(const Rules& rules) const { return std::find(tiles.begin(), tiles.end(), rules.joker()) == tiles.end(); }
  };
  using Configuration = std::vector<Held>;
  using Counts = std::vector<std::uint8_t>;  // by tile

  void hold(std::size_t next, Configuration& chosen);
  void replace_jokers(std::size_t place, Held& held, std::vector<Held>& ways);
  void add_readings(const Held& held, std::vector<Held>& ways) const;
  void clear(Problem& problem) const;
  void set_units(Problem& problem) const;
  void set_jokers(Problem& problem);
  void set_held(const Held& held, Problem& problem, Counts& table, Counts& rack) const;
  int set_cells(Problem& problem, const Counts& table, const Counts& rack) const;
  void official_jokers(Problem& problem);
  void old_melds(Problem& problem, const Configuration& configuration);

  const Rules& rules_;
  ValueMoves& moves_;
  const Position* position_ = nullptr;
  const SolveOptions* options_ = nullptr;
  Counts table_, rack_;
  std::vector<MeldShape> shapes_;
  std::vector<int> joker_melds_;
  std::vector<Configuration> configurations_;
};

}  // namespace optimeld::solver
