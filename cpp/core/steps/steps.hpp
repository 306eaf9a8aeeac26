// The way from one table to another as the actions of a person at the table.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld::steps {

enum class Action : std::uint8_t {
  lay,        // tiles from the rack start a meld
  extend,     // tiles from the rack join a meld
  split,      // part of a meld starts another
  move,       // part of a meld joins another
  join,       // all that is left of a meld joins another
  swap,       // tiles take the place of jokers, which come into the hand
  place,      // jokers from the hand join or start a meld
  rearrange,  // the same tiles in another order
};

// Tiles that lie together: a meld, or on the way something incomplete, or a heap.
struct Pile {
  enum class Kind : std::uint8_t { none, run, group, either };

  std::vector<Tile> tiles;
  Kind kind = Kind::none;  // none: not a meld
  int loose = 0;           // so many tiles at the end of a heap are still to leave it

  bool operator==(const Pile&) const = default;
};

// One action. A meld has a number: those of the old table theirs, those started on the way the next ones. With
// `left` and `makes` the table after the action is fixed.
struct Step {
  static constexpr int rack = -1, hand = -2;

  Action action = Action::lay;
  int from = rack;          // rack, hand, or a meld
  int to = 0;               // a meld
  std::vector<Tile> tiles;  // that go from `from` to `to`; in a swap first those that take a joker's place
  int laid_jokers = 0;      // besides them, jokers from the hand that go along
  int freed_jokers = 0;     // jokers that come from `to` into the hand
  Pile from_was, to_was;    // before the action; from_was where `from` is a meld
  Pile left;                // what `from` becomes, where it is a meld; empty: it is gone
  Pile makes;               // what `to` becomes

  bool operator==(const Step&) const = default;
};

// For each new meld the old one that is written the same, or -1; every old one at most once.
std::vector<int> unchanged(const MeldList& before, const MeldList& after);

// Plans steps: few actions, in an order that leaves few melds incomplete on the way. Holds its work space: not
// for two threads at once.
class StepPlanner {
 public:
  explicit StepPlanner(const Rules& rules);
  ~StepPlanner();
  StepPlanner(StepPlanner&&) noexcept;
  StepPlanner& operator=(StepPlanner&&) noexcept;

  // For a legal play. `kept_from`: for each new meld the old meld that it is, untouched, or -1, as in Solution.
  void plan(const MeldList& before, const MeldList& after, const std::vector<int>& kept_from, std::vector<Step>& out);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace optimeld::steps
