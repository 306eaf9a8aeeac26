// The sweep over values: dynamic programming whose state is the open runs of every colour and what the jokers did.
//
// One `expand` says everything that can happen at a value; the search for the main objective, the search for the
// most melds kept, the enumeration of plays and the reconstruction of the melds all go through it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "solver/problem.hpp"
#include "solver/run_states.hpp"
#include "solver/value_moves.hpp"

namespace optimeld::solver {

enum class OpKind : std::uint8_t {
  keep,             // a: index into olds
  block_absorb,     // a: block, length: of the open run it extends (0: none)
  block_group,      // a: block, mask: natural colours added, jokers: colours jokers are added for
  identity,         // a: joker, colour
  special_natural,  // a special run (a: what it was, mask: what it becomes, 0 for ordinary) is extended by a table tile
  special_rack,     // by a rack tile
  special_table_joker,
  special_rack_joker,
  start_rack,  // an ordinary run (length; 0: none) is extended by the tile and becomes special
  start_rack_joker,
  start_table_joker,
  special_group,  // mask: natural colours (a: the one that must be a rack tile, or -1), jokers: colours of jokers
};

struct Op {
  OpKind kind;
  std::int8_t colour = 0;
  std::int8_t length = 0;  // length class of the run it acts on
  bool settled = false;    // a special run becomes an ordinary one
  std::int16_t a = 0;
  std::uint16_t mask = 0, jokers = 0;
};

// What the jokers did so far, in one word: bytes for wild jokers used, jokers retrieved, the set of jokers standing in
// their identity; the upper half holds special runs, or the points of an opening.
namespace extra {
inline int wild(std::uint64_t e) { return static_cast<int>(e & 255); }
inline int retrieved(std::uint64_t e) { return static_cast<int>(e >> 8 & 255); }
inline std::uint32_t placed(std::uint64_t e) { return static_cast<std::uint32_t>(e >> 16 & 255); }
inline std::uint64_t jokers(std::uint64_t e) { return e & 0xFFFFFF; }
inline std::uint32_t upper(std::uint64_t e) { return static_cast<std::uint32_t>(e >> 32); }
}  // namespace extra

// A special run (official rule) still owes something: `owing` holds a retrieved joker and needs a rack tile; `paid`
// holds a rack tile and is bound to take a retrieved joker. A run that owes nothing is an ordinary one.
struct SpecialRun {
  static constexpr std::uint8_t present = 0x80, paid_bit = 0x40;
  static std::uint8_t make(bool paid, int colour, int length) {
    return static_cast<std::uint8_t>(present | (paid ? paid_bit : 0) | colour << 3 | length);
  }
  static bool paid(std::uint8_t s) { return s & paid_bit; }
  static int colour(std::uint8_t s) { return s >> 3 & 7; }
  static int length(std::uint8_t s) { return s & 7; }
};

// Everything decided at one value before the ordinary tiles move.
template <class Word>
struct Frame {
  Cell cell;
  Word runs;
  std::int64_t gain;
  std::uint64_t kept;
  std::uint64_t outside = 0;  // a byte a colour: tiles of this value in kept, held and special runs
  int jokers = 0;             // jokers placed at this value before the ordinary move
  int wild, retrieved;
  std::uint32_t placed;
  std::uint32_t points;
  std::array<std::uint8_t, 4> specials;
  std::uint8_t special_count = 0, add_count = 0, op_count = 0;
  std::uint8_t kept_blocks = 0;                             // bit set: blocks that stay exactly as they were
  std::array<std::pair<std::int8_t, std::int8_t>, 8> adds;  // runs that join the ordinary ones after the step
};

template <class Word>
struct SweepState {
  Word runs = 0;
  std::uint64_t extra = 0;
  std::uint64_t kept = 0;
  bool operator==(const SweepState&) const = default;
};

template <class Word>
std::uint64_t state_hash(const SweepState<Word>& state, int layer) {
  std::uint64_t h = static_cast<std::uint64_t>(state.runs) * 0x9E3779B97F4A7C15u;
  if constexpr (sizeof(Word) > 8) h ^= static_cast<std::uint64_t>(state.runs >> 64) * 0xC2B2AE3D27D4EB4Fu;
  h ^= (state.extra + static_cast<std::uint64_t>(layer) * 0x100000001B3u) * 0xD6E8FEB86659FD93u;
  h ^= state.kept * 0xA0761D6478BD642Fu;
  return h ^ h >> 29 ^ h >> 47;
}

// Who is told what can happen: anything that takes (state, gain, frame, jokers, move). Called through a pointer, so
// that the sweep is compiled once and not for every search.
template <class Word>
class Emitter {
 public:
  template <class Callable>
  Emitter(Callable& callable)  // NOLINT: meant to convert
      : object_(&callable),
        call_([](void* object, const SweepState<Word>& state, std::int64_t gain, const Frame<Word>& frame, int jokers,
                 const ValueMove& move) { (*static_cast<Callable*>(object))(state, gain, frame, jokers, move); }) {}

  void operator()(const SweepState<Word>& state, std::int64_t gain, const Frame<Word>& frame, int jokers,
                  const ValueMove& move) const {
    call_(object_, state, gain, frame, jokers, move);
  }

 private:
  void* object_;
  void (*call_)(void*, const SweepState<Word>&, std::int64_t, const Frame<Word>&, int, const ValueMove&);
};

template <class Word>
class Sweep {
 public:
  using State = SweepState<Word>;
  using F = Frame<Word>;
  using Emit = Emitter<Word>;

  Sweep(const Rules& rules, const Problem& problem, const RunStates& runs, ValueMoves& moves, Patience& patience)
      : rules_(rules),
        problem_(problem),
        runs_(runs),
        moves_(moves),
        patience_(patience),
        k_(problem.colours),
        bits_(runs.bits()),
        mask_((Word{1} << runs.bits()) - 1) {}

  // Prepares for the moves at value v. `cell` replaces the position's own tiles of that value when plays are
  // enumerated.
  void at(int v) { at(v, problem_.cells[v]); }
  void at(int v, Cell cell) {
    v_ = v;
    cell_ = cell;
    const int most = problem_.wild + problem_.identity_jokers;
    for (int c = 0; c < k_; ++c) {
      const std::size_t base = runs_.outlook_base(problem_.available[v + 1][c], problem_.available[v + 2][c]);
      for (int left = 0; left <= most; ++left) look_[left][c] = runs_.outlook(base, left);
    }
    held_ = 0;
    held_jokers_ = 0;
    for (const Block& block : problem_.blocks) {
      if (block.run && block.first <= v && v <= block.last) held_ += std::uint64_t{1} << (8 * block.colour);
      if (!block.run && block.value == v)
        held_jokers_ += static_cast<int>(std::count(block.tiles.begin(), block.tiles.end(), rules_.joker()));
    }
    for (auto& list : lists_) list = nullptr;
    rack_colours_ = payable_colours_ = 0;
    if (problem_.identity_jokers > 0) {
      for (int c = 0; c < k_; ++c) {
        if (moves_.optional_in(cell, c) > 0) rack_colours_ |= 1u << c;
        if (v < problem_.values && can_pay_later(c, problem_.wild > 0, most - 1)) payable_colours_ |= 1u << c;
      }
    }
  }

  // Whether table jokers may leave their identity.
  void allow_retrieval(bool allowed) { retrieval_ = allowed; }

  // What was decided at this value on the way to the frame given to emit.
  std::span<const Op> ops(const F& frame) const { return {ops_.data(), frame.op_count}; }

  // Calls emit(state, gain, frame, jokers, move) for everything that can happen at the value given to at().
  // losses < 0: melds are not told apart. Otherwise exactly `losses` of the old melds that start here are given up.
  // What lies outside the limits, where there are any, may be left out. Throws Stopped when the patience ends.
  template <class Callable>
  void expand(const State& state, std::int64_t gain, int losses, const StepLimits* limits, Callable&& callable) {
    limits_ = limits;
    expand_to(state, gain, losses, Emit(callable));
  }
  template <class Callable>
  void expand(const State& state, std::int64_t gain, int losses, Callable&& callable) {
    expand(state, gain, losses, nullptr, callable);
  }

  bool finished(const State& state) const {
    return state.runs == 0 && extra::wild(state.extra) >= problem_.wild_forced &&
           count(extra::placed(state.extra)) + extra::retrieved(state.extra) == problem_.identity_jokers &&
           (problem_.opening ? extra::upper(state.extra) >= static_cast<std::uint32_t>(problem_.threshold)
                             : extra::upper(state.extra) == 0);
  }
  std::int64_t final_gain(const State& state, std::int64_t gain) const {
    return gain + (extra::wild(state.extra) - problem_.wild_forced) * problem_.joker_unit;
  }

  static int count(std::uint32_t jokers) {  // of a small set; popcount would be a call on plain x86-64
    constexpr std::uint64_t counts = 0x4332322132212110u;
    return static_cast<int>(counts >> (4 * (jokers & 15)) & 15);
  }
  int run_state(Word runs, int colour) const { return static_cast<int>(runs >> (bits_ * colour) & mask_); }

 private:
  Word with_state(Word runs, int colour, int state) const {
    return (runs & ~(mask_ << (bits_ * colour))) | static_cast<Word>(state) << (bits_ * colour);
  }

  void expand_to(const State& state, std::int64_t gain, int losses, const Emit& emit);

  // The search goes down one branch at a time, so one stack serves them all.
  void note(F& frame, const Op& op) { ops_[frame.op_count++] = op; }

  // What may be decided at a value, in this order; each hands on to the next.
  void keep(F frame, int losses, const Emit& emit);
  void keep_new(const F& frame, std::size_t next, int losses, const Emit& emit);
  bool set_aside(F& frame, const OldMeld& old) const;
  void blocks(const F& frame, std::size_t next, const Emit& emit);
  void extend_group_block(const F& frame, std::size_t next, int b, int colour, int size, int naturals, int jokers,
                          const Emit& emit);
  void identities(const F& frame, std::size_t next, const Emit& emit);
  void specials(const F& frame, int next, const Emit& emit);
  void start_specials(const F& frame, int from, const Emit& emit);
  void start_special(F& frame, OpKind starter, int colour, int length);
  void ordinary_after_groups(const F& frame, const Emit& emit);
  void special_group(const F& frame, int colour, int naturals, int table_jokers, int rack_jokers, int size, int payer,
                     const Emit& emit);
  void ordinary(const F& frame, const Emit& emit);

  void take_naturals(F& frame, const OldMeld& old) const {
    if (old.block >= 0) return;  // a block's tiles are not among the cells
    if (old.one_value) {
      for (const Tile tile : old.tiles) take_kept(frame, tile);
      return;
    }
    take_kept(frame, old.tiles[v_ - old.first]);
    frame.outside += std::uint64_t{1} << (8 * old.colour);
  }
  static void keep_block(F& frame, int block) {
    frame.kept_blocks = static_cast<std::uint8_t>(frame.kept_blocks | 1 << block);
  }
  void take_kept(F& frame, Tile tile) const {
    if (rules_.is_joker(tile)) ++frame.jokers;
    else frame.cell -= moves_.forced(rules_.colour(tile));
  }

  // Uses one natural tile: a table tile first, for what a table tile leaves open includes all a rack tile would.
  bool take_natural(F& frame, int colour) const {
    if (moves_.forced_in(frame.cell, colour) > 0) {
      frame.cell -= moves_.forced(colour);
      return true;
    }
    return take_rack(frame, colour);
  }
  bool take_rack(F& frame, int colour) const {
    if (moves_.optional_in(frame.cell, colour) == 0) return false;
    frame.cell -= moves_.optional(colour);
    frame.gain += problem_.unit[v_];
    return true;
  }

  int paid_count(const F& frame) const {
    int count = 0;
    for (int i = 0; i < frame.special_count; ++i) count += SpecialRun::paid(frame.specials[i]);
    return count;
  }
  // Table jokers that are neither placed, nor retrieved, nor promised to a paid run.
  int unclaimed(const F& frame, int paid) const {
    return problem_.identity_jokers - count(frame.placed) - frame.retrieved - paid;
  }

  // Jokers that may still stand somewhere above this value.
  int spare_jokers(const F& frame) const {
    return problem_.wild - frame.wild + problem_.identity_jokers - count(frame.placed) - frame.retrieved;
  }

  // Could a run of this colour that holds a retrieved joker now still meet a rack tile further up, with at most
  // `spare` jokers in between?
  bool can_pay_later(int colour, bool rack_joker, int spare) const {
    for (int w = v_ + 1; w <= problem_.values; ++w) {
      if (rack_joker || moves_.optional_in(problem_.cells[w], colour) > 0) return true;
      if (problem_.available[w][colour] == 0 && --spare < 0) return false;
    }
    return false;
  }

  bool step_with_adds(const F& frame, const ValueMove& move, const std::array<RunStates::Outlook, max_colours>& look,
                      Word& runs, int& missing) const {
    for (int c = 0; c < k_; ++c) {
      const int r = static_cast<int>(move.runs >> (8 * c) & 255);
      int to = runs_.step(run_state(frame.runs, c), r);
      for (int i = 0; i < frame.add_count && to != RunStates::dead; ++i)
        if (frame.adds[i].first == c) to = runs_.with(to, frame.adds[i].second);
      if (to == RunStates::dead) return false;
      to = look[c].fit[to];
      if (to == RunStates::dead) return false;
      runs |= static_cast<Word>(to) << (bits_ * c);
      missing += look[c].deficit[to];
    }
    return true;
  }

  const MoveList& list_for(const F& frame, int jokers) {
    if (limits_ && frame.gain < limits_->enough) {
      const std::int64_t unit = problem_.unit[v_];
      const auto least_used = static_cast<int>((limits_->enough - frame.gain + unit - 1) / unit);
      return moves_.moves_playing(frame.cell, moves_.at(frame.cell), jokers, least_used, patience_);
    }
    if (frame.cell != cell_) return moves_.moves(frame.cell, jokers, patience_);
    if (!lists_[jokers]) lists_[jokers] = &moves_.moves(frame.cell, jokers, patience_);
    return *lists_[jokers];
  }

  const Rules& rules_;
  const Problem& problem_;
  const RunStates& runs_;
  ValueMoves& moves_;
  Patience& patience_;
  int k_, bits_;
  Word mask_;
  bool retrieval_ = true;
  const StepLimits* limits_ = nullptr;
  int v_ = 0;
  Cell cell_ = 0;
  std::uint32_t rack_colours_ = 0;     // colours with a rack tile at this value
  std::uint32_t payable_colours_ = 0;  // colours in which a retrieved joker placed now might meet a rack tile
  std::uint64_t held_ = 0;             // a byte a colour: tiles of this value in melds held whole that are runs
  int held_jokers_ = 0;                // jokers in those that are groups of it
  std::array<Op, 64> ops_;
  std::array<std::array<RunStates::Outlook, max_colours>, 9> look_{};
  std::array<const MoveList*, max_jokers + 1> lists_{};
};

extern template class Sweep<std::uint64_t>;
extern template class Sweep<unsigned __int128>;

}  // namespace optimeld::solver
