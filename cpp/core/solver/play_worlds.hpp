// A position opened up for walks over all its plays: one world for each configuration of the joker rule, each with
// its graph of wild jokers. The work space is grown once and serves position after position.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "solver/prepare.hpp"
#include "solver/search.hpp"
#include "table/position.hpp"

namespace optimeld::solver {

class PlayWorlds {
 public:
  using Word = unsigned __int128;

  struct World {
    Problem problem;
    Search<Word> search;
    bool images = true;                  // the plain graph bounds the walk
    std::vector<std::uint8_t> replaced;  // rack tiles that freed a joker (locked rule), by tile
  };

  explicit PlayWorlds(const Rules& rules) : rules_(rules), moves_(rules_), preparer_(rules_, moves_) {}

  const Rules& rules() const { return rules_; }

  // Throws TooLarge where the open runs of the box do not fit a state.
  void read(const Position& position, const SolveOptions& options);

  std::size_t size() const { return used_; }
  World& operator[](std::size_t i) { return *worlds_[i]; }

  // Tiles of value v in a world: all the table's, and of each colour so many of the rack's.
  Cell cell(const World& world, int v, const std::vector<int>& rack_tiles) const;
  int rack_tiles(const World& world, int v, int colour) const {
    return moves_.optional_in(world.problem.cells[v], colour);
  }

 private:
  RunTables& tables(int parallel);

  Rules rules_;
  Position position_;
  SolveOptions options_;
  ValueMoves moves_;
  Preparer preparer_;
  std::map<int, std::unique_ptr<RunTables>> tables_;  // by the number of parallel runs
  std::vector<std::unique_ptr<World>> worlds_;
  std::size_t used_ = 0;
};

}  // namespace optimeld::solver
