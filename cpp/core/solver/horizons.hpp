// What lies ahead of the runs of one colour.
//
// Read from the highest value down, the tiles of a colour say which run states can still be finished, how many
// jokers that takes at least, and which states come to the same in all that can still happen. Positions share most of
// these outlooks, so they are made once each and kept: a horizon is one, and the tiles of one more value lead from it
// to the next.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "solver/run_order.hpp"
#include "solver/run_states.hpp"
#include "solver/value_moves.hpp"

namespace optimeld::solver {

class Horizons {
 public:
  using Id = std::uint32_t;

  Horizons(const RunStates& runs, int jokers);

  // Behind the highest value: every run must have been finished.
  static constexpr Id end = 0;

  // The horizon seen from below a value, given the one seen from above it and what the value holds. Throws Stopped
  // where it is not known yet and the patience ends before it is made.
  Id below(Id above, int need, const ValueMoves& moves, Patience& patience) {
    const std::size_t at = static_cast<std::size_t>(above) * need_kinds_ + need;
    if (at < next_.size() && next_[at] != unknown) return next_[at];
    return make(above, need, moves, patience);
  }

  // With `left` jokers still to come: what becomes of a state at the value below the horizon. First the least and
  // (second byte) the most tiles that its runs can take there; then, for each number of tiles, the state above the
  // value, one for all that come to the same, and in the upper half what that takes at least of the jokers, as the
  // colour's share. Where it cannot be finished the share is more than there are.
  const std::uint32_t* rows(Id id) const { return tables_[id].data(); }
  const std::uint32_t* row(const std::uint32_t* rows, int left, int state) const {
    return rows + (left * size_ + state) * (width_ + 1);
  }
  static constexpr std::uint32_t no_tiles = 0x000000FF;  // a range that no move meets
  static constexpr std::uint32_t dead = 0xFFFFFFFF;

  // Several colours may be served by one joker in a group, so jokers are counted in shares that may be added up over
  // the colours. A joker is worth min_meld - 1 shares: one in a run costs its colour all of them; where a value allows
  // g groups without jokers, each tile of a colour in groups beyond the g-th costs one. (x more groups than g take at
  // least x jokers, and hold at most min_meld - 1 colours each beyond g, or one of them would not have needed its
  // joker.)
  int shares_of(int jokers) const { return jokers * joker_shares_; }

  std::size_t bytes() const { return table_bytes_ + next_.size() * sizeof(Id); }

 private:
  static constexpr Id unknown = 0xFFFFFFFF;

  // What is kept of a horizon to make the next one and to tell whether it is known, row after row, a number a state:
  // the shares and the jokers needed, then for each number of jokers left the state that stands for this one.
  using Content = std::vector<std::uint16_t>;
  std::size_t shares_row(int state) const { return state; }
  std::size_t jokers_row(int state) const { return size_ + state; }
  std::size_t same_row(int left, int state) const { return static_cast<std::size_t>(left + 2) * size_ + state; }
  struct Hash {
    std::size_t operator()(const Content& content) const {
      std::uint64_t h = 0;
      for (const std::uint16_t number : content) h = (h ^ number) * 0x9E3779B97F4A7C15u;
      return static_cast<std::size_t>(h ^ h >> 32);
    }
  };

  Id make(Id above, int need, const ValueMoves& moves, Patience& patience);
  void make_room(int need);
  void find_needs(const ValueNeed& need, const Content& behind, Content& content, Patience& patience) const;
  void find_same(int left, const ValueNeed& need, const Content& behind, Content& content, Patience& patience) const;
  Id keep(Content&& content);

  const RunStates& runs_;
  int jokers_, joker_shares_, size_, width_;
  std::size_t need_kinds_ = 0;  // room in next_ for the kinds of a value's needs
  std::unordered_map<Content, Id, Hash> known_;
  std::vector<const Content*> contents_;
  std::vector<std::vector<std::uint32_t>> tables_;  // by horizon; each stays where it is
  std::size_t table_bytes_ = 0;
  std::vector<Id> next_;
};

// The automaton of one colour's runs and what may lie ahead of it, for so many runs open at once.
struct RunTables {
  RunTables(const Rules& rules, int parallel) : runs(rules, parallel), order(runs), horizons(runs, rules.jokers) {}
  RunTables(const RunTables&) = delete;

  RunStates runs;
  RunOrder order;
  Horizons horizons;
};

// Those of the boxes and positions met so far, by the number of parallel runs, kept for later ones.
class KeptTables {
 public:
  explicit KeptTables(const Rules& rules, std::size_t most_bytes = std::size_t{64} << 20)
      : rules_(rules), most_bytes_(most_bytes) {}
  RunTables& at(int parallel) { return tables_.try_emplace(parallel, rules_, parallel).first->second; }

  // Lets go of those that have grown large. Only before a new question: a search points into them until all of its
  // answer is told.
  void trim() {
    std::erase_if(tables_, [&](const auto& kept) { return kept.second.horizons.bytes() > most_bytes_; });
  }

 private:
  const Rules& rules_;
  std::size_t most_bytes_;
  std::map<int, RunTables> tables_;
};

}  // namespace optimeld::solver
