// Turns the path the sweep found into melds.
#pragma once

#include <span>
#include <vector>

#include "solver/problem.hpp"
#include "solver/sweep.hpp"

namespace optimeld::solver {

class Arranger {
 public:
  Arranger(const Rules& rules, ValueMoves& moves) : rules_(rules), moves_(moves) {}

  void begin(const Problem& problem, const MeldList& old_table);
  // The values one after another: what was decided there, and the ordinary move that followed.
  void at(int value, std::span<const Op> ops, Cell cell, int jokers, const ValueMove& move);
  void end();

  MeldList melds;
  std::vector<int> kept_from;

 private:
  struct OpenRun {
    std::vector<Tile> tiles;
    std::uint8_t special = 0;
    int block = -1;        // a block that is still being passed through
    bool goes_on = false;  // beyond the value at hand
  };

  void special_ops(std::span<const Op> ops);
  void runs(const ValueDetail& detail);
  void grow_runs(std::vector<OpenRun>& runs);
  void groups(const ValueDetail& detail);
  Tile natural(int colour);
  OpenRun take_open(int colour, int length, std::uint8_t special);
  void close(const OpenRun& run);
  void add_group(std::vector<Tile>& tiles);

  const Rules& rules_;
  ValueMoves& moves_;
  const Problem* problem_ = nullptr;
  const MeldList* old_table_ = nullptr;
  int value_ = 0;
  std::array<std::vector<OpenRun>, max_colours> open_;
  std::array<int, max_colours> identity_left_{};
  std::vector<std::pair<int, OpenRun>> settled_;
  std::vector<Tile> run_tiles_;  // of one colour and value, natural ones first
  std::vector<std::vector<Tile>> group_scratch_;
};

}  // namespace optimeld::solver
