// The joker rules `official` and `locked` as the judge applies them: small exact searches over what each joker
// of the old table became. Jokers are alike, and so are the copies of a tile, so a play is legal when *some*
// telling of it is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld {

// Official: every table joker stands for a tile of its identity, or in a meld that holds a tile played from
// the rack. Which meld holds which copy may be chosen; one rack copy serves one meld.
class OfficialRule {
 public:
  // `shapes`: of the new melds; `played`: rack copies played, by kind with the joker last.
  // Returns -1, or the new meld whose joker cannot be accounted for.
  int offending_meld(const Rules& rules, const MeldList& before, const MeldList& after,
                     const std::vector<MeldShape>& shapes, const std::vector<int>& played);

 private:
  struct TableJoker {
    int place, size;
    MeldShape shape;
    bool used;
  };

  bool settle(std::size_t next);
  bool fill(std::size_t next, std::size_t place);
  bool readable(int meld) const;
  bool stands(std::size_t given, int value, int colour) const;
  bool fits_run(int colour, int first) const;
  bool fits_group(int value, std::uint32_t colours, std::size_t given) const;

  const Rules* rules_ = nullptr;
  const MeldList* after_ = nullptr;
  const std::vector<MeldShape>* shapes_ = nullptr;
  std::vector<TableJoker> jokers_;
  std::vector<int> melds_;                  // new melds with a joker
  std::vector<int> spare_;                  // by kind: rack copies that serve no meld yet
  std::vector<std::pair<int, int>> given_;  // (place in its new meld, table joker)
  std::size_t given_from_ = 0;              // the part of given_ that is the meld being filled
  std::size_t deepest_ = 0;
};

// What became, under the locked rule, of one old meld that holds a joker.
struct LockedMeld {
  struct Swap {
    int place;  // of the joker in the old meld
    Tile tile;  // from the rack, takes its place
  };
  int old_meld = -1;
  int new_meld = -1;  // where it stands whole (the swapped tiles in place), or -1: all its jokers were freed
  std::vector<Swap> swaps;
};

// Locked: every old meld with a joker stands whole inside one new meld, each in places of its own, but for
// jokers whose place a rack tile took; or all its jokers were freed so.
class LockedRule {
 public:
  // Returns -1 and fills `fates()`, or the old meld that was split or robbed.
  int offending_meld(const Rules& rules, const MeldList& before, const MeldList& after,
                     const std::vector<MeldShape>& shapes, const std::vector<int>& played);
  const std::vector<LockedMeld>& fates() const { return fates_; }

 private:
  bool settle(std::size_t next, int swaps);
  bool place_in_run(std::size_t next, int swaps, int target);
  bool place_in_group(std::size_t next, int swaps, int target);
  bool place_group_jokers(std::size_t next, int swaps, int target, std::size_t joker, std::size_t from);
  bool free_all(std::size_t next, int swaps);
  bool free_run(std::size_t next, int swaps, int colour, int first);
  bool free_group(std::size_t next, int swaps, int value, std::uint32_t colours, std::size_t joker, int from);
  std::size_t begin_of(int meld) const { return meld == 0 ? 0 : after_->ends[meld - 1]; }

  const Rules* rules_ = nullptr;
  const MeldList* before_ = nullptr;
  const MeldList* after_ = nullptr;
  const std::vector<MeldShape>* shapes_ = nullptr;
  std::vector<LockedMeld> fates_;
  std::vector<std::vector<int>> joker_places_;  // of each locked meld
  std::vector<int> spare_;
  std::vector<std::uint8_t> claimed_;  // by tile of the new table
  std::vector<std::uint8_t> reading_;  // of the new melds: open, as a run, as a group
  std::vector<MeldShape> old_shapes_;
  std::size_t deepest_ = 0;
};

}  // namespace optimeld
