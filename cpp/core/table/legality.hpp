// The judge: is replacing one table by another a legal play? Written apart from the solver, whose every answer
// passes through here before it leaves, as does every play of a person or of an agent.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "table/joker_rules.hpp"
#include "table/melds.hpp"
#include "table/position.hpp"
#include "table/rules.hpp"

namespace optimeld {

enum class Offence : std::uint8_t {
  none,
  not_a_meld,        // meld: the new meld that is none
  tile_missing,      // tile: was on the table and is gone; old_meld: one that held it
  tile_not_on_rack,  // tile: on the table now, but neither from the old table nor from the rack; meld: holds it
  nothing_played,
  table_touched,    // opening; old_meld: the one that no longer stands
  too_few_points,   // opening; points: what the new melds are worth
  joker_retrieved,  // official; meld: its joker stands for another tile and no rack tile came with it
  joker_locked,     // locked; old_meld: split, or robbed of its joker
  must_play,        // house rule: a draw or a pass where a play exists
  wrong_figure,     // check: figure names the claim that is wrong
};

struct Verdict {
  Offence offence = Offence::none;
  int meld = -1;
  int old_meld = -1;
  int tile = -1;
  int points = -1;
  const char* figure = nullptr;

  bool ok() const { return offence == Offence::none; }
};

// Holds the work space: not for two threads at once, and nothing is allocated once it has grown to the table.
class Judge {
 public:
  explicit Judge(const Rules& rules);
  ~Judge();
  Judge(Judge&&) noexcept;
  Judge& operator=(Judge&&) noexcept;

  const Rules& rules() const;

  // May a player with this rack replace `before` by `after`? `opening`: it is the player's first play.
  Verdict judge(const MeldList& before, std::span<const Tile> rack, bool opening, const MeldList& after);

  // The same for a solver's answer, and every figure it claims.
  Verdict check(const Position& position, const SolveOptions& options, const Solution& solution);

  // For a legal play under the locked rule: what became of each meld with a joker, by the fewest swaps.
  std::vector<LockedMeld> locked_melds(const MeldList& before, const MeldList& after);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace optimeld
