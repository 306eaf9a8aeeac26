// Where each tile of a new table comes from, so that carrying it out takes few actions.
//
// An action moves tiles from one place (an old meld, or what the player holds) to one new meld. Each new meld
// may grow out of one old meld, its *base*, whose tiles then need not move. So the number of actions is the
// number of different (from, to) pairs less the number of bases, and the freedom is which of several alike
// tiles goes where.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "table/matching.hpp"
#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld::steps {

constexpr int from_rack = -1;

struct Parcel {
  Tile tile;
  int from;  // old meld, or from_rack
  int to;    // new meld
};

// A telling of the whole play. Parcels that stay in their base are there too.
struct Sources {
  std::vector<Parcel> parcels;  // by new meld, in its written order
  std::vector<int> base;        // of each new meld: an old meld, or -1
  std::vector<int> component;   // of each new meld: melds in different components share no table tile
  int components = 0;
};

class SourcePlanner {
 public:
  // `glued`: old meld -> new meld that must hold all its tiles (locked melds); every other tile of the old
  // table and, for the rest, of the rack goes where it saves most. Fewest actions first, then fewest tiles
  // moved: exact for components with few alike tiles, otherwise a local optimum.
  void plan(const MeldList& before, const MeldList& after, const std::vector<std::pair<int, int>>& glued, Sources& out);

 private:
  struct Kind {             // one kind of tile with a choice
    int begin, end;         // its range in supply_ and demand_
    std::vector<int> best;  // supply in the best order found
  };

  void list_tiles(const MeldList& before, const MeldList& after, const std::vector<std::pair<int, int>>& glued);
  void find_components(int rows, int columns, Sources& out);
  void settle(int component, const Sources& out);
  int list_kinds(int component, const Sources& out);
  void try_every_order();
  void order_one_by_one();
  void improve_orders();
  void keep(Kind& kind) const;
  void restore(const Kind& kind);
  bool next_order(const Kind& kind);
  void add(int begin, int end, int sign);
  int new_pairs(int begin, int end) const;
  int cost(int best);
  int find(int node);

  Matching matching_;
  std::vector<std::pair<Tile, int>> supply_, demand_;  // (tile, row) and (tile, column), sorted
  std::vector<Parcel> fixed_;                          // glued tiles
  std::vector<int> parent_;
  std::vector<int> row_at_, column_at_;  // place of a meld in its component's matrix
  std::vector<int> rows_, columns_;      // the component's melds
  std::vector<int> flow_;                // tiles from each row (the rack last) to each column
  std::vector<int> weights_;
  std::vector<Kind> kinds_;
  std::vector<int> component_of_row_;
};

}  // namespace optimeld::steps
