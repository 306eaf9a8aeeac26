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

#include "problem.hpp"
#include "run_states.hpp"
#include "value_moves.hpp"

namespace optimeld {

enum class OpKind : std::uint8_t {
  keep,            // a: index into olds
  block_absorb,    // a: block, length: of the open run it extends (0: none)
  block_group,     // a: block, mask: natural colours added, jokers: colours jokers are added for
  identity,        // a: joker, colour
  special_natural, // a special run (a: what it was, mask: what it becomes, 0 for ordinary) is extended by a table tile
  special_rack,    // by a rack tile
  special_table_joker,
  special_rack_joker,
  start_rack,      // an ordinary run (length; 0: none) is extended by the tile and becomes special
  start_rack_joker,
  start_table_joker,
  special_group,   // mask: natural colours (a: the one that must be a rack tile, or -1), jokers: colours of jokers
};

struct Op {
  OpKind kind;
  std::int8_t colour = 0;
  std::int8_t length = 0;   // length class of the run it acts on
  bool settled = false;     // a special run becomes an ordinary one
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
  std::uint64_t outside = 0;  // a byte a colour: tiles of this value in kept and special runs
  int jokers = 0;             // jokers placed at this value before the ordinary move
  int wild, retrieved;
  std::uint32_t placed;
  std::uint32_t points;
  std::array<std::uint8_t, 4> specials;
  std::uint8_t special_count = 0, add_count = 0, op_count = 0;
  std::uint8_t kept_blocks = 0;  // bit set: blocks that stay exactly as they were
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
class Sweep {
 public:
  using State = SweepState<Word>;
  using F = Frame<Word>;

  Sweep(const Rules& rules, const Problem& problem, const RunStates& runs, ValueMoves& moves)
      : rules_(rules), problem_(problem), runs_(runs), moves_(moves), k_(problem.colours), bits_(runs.bits()),
        mask_((Word{1} << runs.bits()) - 1) {}

  // Prepares for the moves at value v. `cell` replaces the position's own tiles of that value when plays are enumerated.
  void at(int v) { at(v, problem_.cells[v]); }
  void at(int v, Cell cell) {
    v_ = v;
    cell_ = cell;
    const int most = problem_.wild + problem_.identity_jokers;
    for (int left = 0; left <= most; ++left)
      for (int c = 0; c < k_; ++c)
        look_[left][c] = runs_.outlook(problem_.available[v + 1][c], problem_.available[v + 2][c], left);
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

  // One step of the plain automaton, in which every joker is wild: `tiles` into runs (a byte a colour), `jokers` of them
  // or of the groups being jokers. False where that cannot be finished.
  bool plain_step(const State& from, std::uint64_t tiles, int jokers, State& to) const {
    const int used = extra::wild(from.extra) + jokers;
    const int left = problem_.wild + problem_.identity_jokers - used;
    if (left < 0) return false;
    Word runs = 0;
    int missing = 0;
    for (int c = 0; c < k_; ++c) {
      const auto& look = look_[left][c];
      const std::uint16_t next = look.step[run_state(from.runs, c) * runs_.width() + static_cast<int>(tiles >> (8 * c) & 255)];
      if (next == RunStates::dead) return false;
      runs |= static_cast<Word>(next) << (bits_ * c);
      missing += look.deficit[next];
    }
    if (missing > left) return false;
    to = State{runs, static_cast<std::uint64_t>(used), 0};
    return true;
  }

  // What was decided at this value on the way to the frame given to emit.
  std::span<const Op> ops(const F& frame) const { return {ops_.data(), frame.op_count}; }

  // Calls emit(state, gain, frame, jokers, move) for everything that can happen at the value given to at().
  // losses < 0: melds are not told apart. Otherwise exactly `losses` of the old melds that start here are given up.
  template <class Emit>
  void expand(const State& state, std::int64_t gain, int losses, Emit&& emit) {
    F frame;
    frame.cell = cell_;
    frame.runs = state.runs;
    frame.gain = gain;
    frame.kept = state.kept;
    frame.wild = extra::wild(state.extra);
    frame.retrieved = extra::retrieved(state.extra);
    frame.placed = extra::placed(state.extra);
    frame.points = 0;
    if (problem_.opening) {
      frame.points = extra::upper(state.extra);
    } else if (problem_.identity_jokers > 0) {
      for (std::uint32_t rest = extra::upper(state.extra); rest; rest >>= 8)
        frame.specials[frame.special_count++] = static_cast<std::uint8_t>(rest);
    }
    if (losses >= 0) {
      keep(frame, losses, emit);
    } else if (!problem_.blocks.empty()) {
      blocks(frame, 0, emit);
    } else {
      identities(frame, 0, emit);
    }
  }

  bool finished(const State& state) const {
    return state.runs == 0 && extra::wild(state.extra) >= problem_.wild_forced &&
           std::popcount(extra::placed(state.extra)) + extra::retrieved(state.extra) == problem_.identity_jokers &&
           (problem_.opening ? extra::upper(state.extra) >= static_cast<std::uint32_t>(problem_.threshold)
                             : extra::upper(state.extra) == 0);
  }
  std::int64_t final_gain(const State& state, std::int64_t gain) const {
    return gain + (extra::wild(state.extra) - problem_.wild_forced) * problem_.joker_unit;
  }

  int run_state(Word runs, int colour) const { return static_cast<int>(runs >> (bits_ * colour) & mask_); }

 private:
  Word with_state(Word runs, int colour, int state) const {
    return (runs & ~(mask_ << (bits_ * colour))) | static_cast<Word>(state) << (bits_ * colour);
  }

  // The search goes down one branch at a time, so one stack serves them all.
  void note(F& frame, const Op& op) { ops_[frame.op_count++] = op; }

  // ---- which old melds stay exactly as they were
  template <class Emit>
  void keep(F frame, int losses, Emit& emit) {
    // Kept runs that go on through this value.
    for (std::uint64_t rest = frame.kept; rest; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const auto& old = problem_.olds[problem_.active[v_][i]];
      take_naturals(frame, old);
      if (old.block >= 0) frame.kept_blocks |= 1 << old.block;
      if (old.last <= v_) frame.kept &= ~(std::uint64_t{1} << i);
    }
    keep_new(frame, 0, losses, emit);
  }

  template <class Emit>
  void keep_new(const F& frame, std::size_t next, int losses, Emit& emit) {
    const auto& here = problem_.olds_at[v_];
    const int left = static_cast<int>(here.size() - next);
    if (losses > left) return;
    if (left == 0) {
      problem_.blocks.empty() ? identities(frame, 0, emit) : blocks(frame, 0, emit);
      return;
    }
    const int index = here[next];
    const auto& old = problem_.olds[index];
    if (losses < left) {  // keep it
      F kept = frame;
      if (old.block >= 0) {
        kept.kept_blocks |= 1 << old.block;
      } else {
        take_naturals(kept, old);
        if (problem_.identity_jokers > 0) {
          // Its own jokers must not have gone elsewhere, nor be promised.
          if (kept.placed & old.own_jokers) goto lose;
          kept.placed |= old.own_jokers;
          if (unclaimed(kept, paid_count(kept)) < 0) goto lose;
        } else {
          kept.wild += old.jokers;
          if (kept.wild > problem_.wild) goto lose;
        }
      }
      if (old.last > v_) kept.kept |= std::uint64_t{1} << problem_.slot[index];
      note(kept, {OpKind::keep, 0, 0, false, static_cast<std::int16_t>(index)});
      keep_new(kept, next + 1, losses, emit);
    }
  lose:
    if (losses > 0) keep_new(frame, next + 1, losses - 1, emit);
  }

  void take_naturals(F& frame, const OldMeld& old) const {
    if (old.block >= 0) return;  // a block's tiles are not among the cells
    if (old.one_value) {
      for (const Tile tile : old.tiles) take_kept(frame, tile);
      return;
    }
    take_kept(frame, old.tiles[v_ - old.first]);
    frame.outside += std::uint64_t{1} << (8 * old.colour);
  }
  void take_kept(F& frame, Tile tile) const {
    if (rules_.is_joker(tile))
      ++frame.jokers;
    else
      frame.cell -= moves_.forced(rules_.colour(tile));
  }

  // ---- locked rule: melds with jokers that stay whole
  template <class Emit>
  void blocks(const F& frame, std::size_t next, Emit& emit) {
    const auto& here = problem_.blocks_at[v_];
    if (next == here.size()) {
      F done = frame;
      for (const int b : problem_.blocks_end[v_]) {
        if (done.kept_blocks >> b & 1) continue;
        const auto& block = problem_.blocks[b];
        done.adds[done.add_count++] = {static_cast<std::int8_t>(block.colour), static_cast<std::int8_t>(runs_.min_meld())};
      }
      ordinary(done, emit);
      return;
    }
    const int b = here[next];
    const auto& block = problem_.blocks[b];
    if (frame.kept_blocks >> b & 1) {
      blocks(frame, next + 1, emit);
      return;
    }
    if (block.run) {
      F plain = frame;
      note(plain, {OpKind::block_absorb, static_cast<std::int8_t>(block.colour), 0, false, static_cast<std::int16_t>(b)});
      blocks(plain, next + 1, emit);
      // A short open run may be completed by the block; a long one gains nothing by it.
      for (int length = 1; length < runs_.min_meld(); ++length) {
        const int state = runs_.without(run_state(frame.runs, block.colour), length);
        if (state == RunStates::dead) continue;
        F joined = frame;
        joined.runs = with_state(joined.runs, block.colour, state);
        note(joined, {OpKind::block_absorb, static_cast<std::int8_t>(block.colour), static_cast<std::int8_t>(length), false,
                   static_cast<std::int16_t>(b)});
        blocks(joined, next + 1, emit);
      }
    } else {
      extend_group_block(frame, next, b, 0, block.size, 0, 0, emit);
    }
  }

  template <class Emit>
  void extend_group_block(const F& frame, std::size_t next, int b, int colour, int size, int naturals, int jokers,
                          Emit& emit) {
    const auto& block = problem_.blocks[b];
    if (colour == k_ || size == k_) {
      F done = frame;
      note(done, {OpKind::block_group, 0, 0, false, static_cast<std::int16_t>(b), static_cast<std::uint16_t>(naturals),
               static_cast<std::uint16_t>(jokers)});
      blocks(done, next + 1, emit);
      return;
    }
    extend_group_block(frame, next, b, colour + 1, size, naturals, jokers, emit);
    if (block.colours >> colour & 1) return;
    F more = frame;
    if (take_natural(more, colour))
      extend_group_block(more, next, b, colour + 1, size + 1, naturals | 1 << colour, jokers, emit);
    if (frame.wild < problem_.wild) {
      more = frame;
      ++more.wild;
      extend_group_block(more, next, b, colour + 1, size + 1, naturals, jokers | 1 << colour, emit);
    }
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

  // ---- official rule: table jokers that stay in their identity
  template <class Emit>
  void identities(const F& frame, std::size_t next, Emit& emit) {
    if (problem_.identity_jokers == 0) {
      ordinary(frame, emit);
      return;
    }
    const auto& here = problem_.identities[v_];
    if (next == here.size()) {
      retrieval_ ? specials(frame, 0, emit) : ordinary(frame, emit);
      return;
    }
    identities(frame, next + 1, emit);
    const auto& identity = here[next];
    if (frame.placed >> identity.joker & 1) return;
    if (std::popcount(frame.placed) + frame.retrieved + paid_count(frame) >= problem_.identity_jokers) return;
    F more = frame;
    ++more.jokers;
    more.placed |= 1u << identity.joker;
    more.cell += moves_.forced(identity.colour);
    note(more, {OpKind::identity, static_cast<std::int8_t>(identity.colour), 0, false,
             static_cast<std::int16_t>(identity.joker)});
    identities(more, next + 1, emit);
  }

  int paid_count(const F& frame) const {
    int count = 0;
    for (int i = 0; i < frame.special_count; ++i) count += SpecialRun::paid(frame.specials[i]);
    return count;
  }
  // Table jokers that are neither placed, nor retrieved, nor promised to a paid run.
  int unclaimed(const F& frame, int paid) const {
    return problem_.identity_jokers - std::popcount(frame.placed) - frame.retrieved - paid;
  }

  // Every special run must be extended at this value.
  template <class Emit>
  void specials(const F& frame, int next, Emit& emit) {
    if (next == frame.special_count) {
      F settled = frame;
      int count = 0;
      for (int i = 0; i < frame.special_count; ++i)
        if (frame.specials[i]) settled.specials[count++] = frame.specials[i];
      settled.special_count = static_cast<std::uint8_t>(count);
      start_specials(settled, 0, emit);
      return;
    }
    const std::uint8_t special = frame.specials[next];
    const int colour = SpecialRun::colour(special), length = SpecialRun::length(special);
    const bool paid = SpecialRun::paid(special);
    const int longer = std::min(length + 1, runs_.min_meld());
    const int free_jokers = unclaimed(frame, paid_count(frame));

    const auto go = [&](F more, OpKind kind, bool now_paid, bool settle) {
      more.outside += std::uint64_t{1} << (8 * colour);
      more.jokers += kind == OpKind::special_table_joker || kind == OpKind::special_rack_joker;
      const std::uint8_t now = settle ? 0 : SpecialRun::make(now_paid, colour, longer);
      note(more, {kind, static_cast<std::int8_t>(colour), static_cast<std::int8_t>(length), settle, special, now});
      more.specials[next] = now;
      if (settle) more.adds[more.add_count++] = {static_cast<std::int8_t>(colour), static_cast<std::int8_t>(longer)};
      specials(more, next + 1, emit);
    };

    if (moves_.forced_in(frame.cell, colour) > 0) {
      F more = frame;
      more.cell -= moves_.forced(colour);
      go(more, OpKind::special_natural, paid, false);
    }
    if (moves_.optional_in(frame.cell, colour) > 0 && (!paid || moves_.forced_in(frame.cell, colour) == 0)) {
      F more = frame;
      take_rack(more, colour);
      if (paid) {
        go(more, OpKind::special_rack, true, false);
      } else {
        go(more, OpKind::special_rack, false, true);
        if (free_jokers > 0) go(more, OpKind::special_rack, true, false);
      }
    }
    if (paid) {
      F more = frame;
      ++more.retrieved;
      go(more, OpKind::special_table_joker, true, true);
      if (free_jokers > 0) go(more, OpKind::special_table_joker, true, false);
    } else if (free_jokers > 0) {
      F more = frame;
      ++more.retrieved;
      go(more, OpKind::special_table_joker, false, false);
    }
    if (frame.wild < problem_.wild) {
      F more = frame;
      ++more.wild;
      if (paid) {
        go(more, OpKind::special_rack_joker, true, false);
      } else {
        go(more, OpKind::special_rack_joker, false, true);
        if (free_jokers > 0) go(more, OpKind::special_rack_joker, true, false);
      }
    }
  }

  // Ordinary runs (or new ones) that begin to owe, in a fixed order (colour, length, kind) so that a pair of them is met
  // once.
  template <class Emit>
  void start_specials(const F& frame, int from, Emit& emit) {
    ordinary_after_groups(frame, emit);
    if (v_ == problem_.values || frame.special_count == 4) return;
    if (unclaimed(frame, paid_count(frame)) <= 0) return;
    const bool rack_joker = frame.wild < problem_.wild;
    const std::uint32_t colours = rack_joker ? (1u << k_) - 1 : rack_colours_ | payable_colours_;
    const int lengths = runs_.min_meld() + 1;
    for (std::uint32_t rest = colours; rest; rest &= rest - 1) {
      const int colour = std::countr_zero(rest);
      const bool rack = moves_.optional_in(frame.cell, colour) > 0;
      const bool owe = (payable_colours_ >> colour & 1) && can_pay_later(colour, rack_joker, spare_jokers(frame) - 1);
      if (!rack && !owe && !rack_joker) continue;
      const int open = run_state(frame.runs, colour);
      for (int length = 0; length < lengths; ++length) {
        const int state = length == 0 ? open : runs_.without(open, length);
        if (state == RunStates::dead) continue;
        for (int kind = 0; kind < 3; ++kind) {
          const int option = (colour * lengths + length) * 3 + kind;
          if (option < from || !(kind == 0 ? owe : kind == 1 ? rack : rack_joker)) continue;
          F more = frame;
          more.runs = with_state(more.runs, colour, state);
          if (kind == 0) ++more.retrieved;
          if (kind == 1) take_rack(more, colour);
          if (kind == 2) ++more.wild;
          more.jokers += kind != 1;
          more.outside += std::uint64_t{1} << (8 * colour);
          const std::uint8_t special = SpecialRun::make(kind != 0, colour, std::min(length + 1, runs_.min_meld()));
          more.specials[more.special_count++] = special;
          constexpr OpKind kinds[] = {OpKind::start_table_joker, OpKind::start_rack, OpKind::start_rack_joker};
          note(more, {kinds[kind], static_cast<std::int8_t>(colour), static_cast<std::int8_t>(length), false, 0, special});
          start_specials(more, option, emit);
        }
      }
    }
  }

  // Jokers that may still stand somewhere above this value.
  int spare_jokers(const F& frame) const {
    return problem_.wild - frame.wild + problem_.identity_jokers - std::popcount(frame.placed) - frame.retrieved;
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

  // Groups that hold a retrieved joker and a rack tile, chosen colour by colour; the rest of the value is ordinary.
  template <class Emit>
  void ordinary_after_groups(const F& frame, Emit& emit) {
    ordinary(frame, emit);
    if (unclaimed(frame, paid_count(frame)) <= 0) return;
    int colours = 0;
    bool payer = frame.wild < problem_.wild;
    for (int c = 0; c < k_; ++c) {
      const int here = static_cast<int>(frame.cell >> (6 * c) & 63);
      colours += here > 0;
      payer = payer || moves_.optional_in(frame.cell, c) > 0;
    }
    if (!payer || colours + spare_jokers(frame) < runs_.min_meld()) return;
    special_group(frame, 0, 0, 0, 0, 0, -1, emit);
  }

  template <class Emit>
  void special_group(const F& frame, int colour, int naturals, int table_jokers, int rack_jokers, int size, int payer,
                     Emit& emit) {
    if (size + k_ - colour < runs_.min_meld()) return;
    if (colour == k_) {
      if (table_jokers == 0 || (payer < 0 && rack_jokers == 0)) return;
      F done = frame;
      note(done, {OpKind::special_group, 0, 0, false, static_cast<std::int16_t>(payer),
               static_cast<std::uint16_t>(naturals), static_cast<std::uint16_t>(table_jokers | rack_jokers)});
      ordinary_after_groups(done, emit);
      return;
    }
    special_group(frame, colour + 1, naturals, table_jokers, rack_jokers, size, payer, emit);
    F more = frame;
    if (take_natural(more, colour))
      special_group(more, colour + 1, naturals | 1 << colour, table_jokers, rack_jokers, size + 1, payer, emit);
    if (payer < 0 && moves_.optional_in(frame.cell, colour) > 0) {
      more = frame;
      take_rack(more, colour);
      special_group(more, colour + 1, naturals | 1 << colour, table_jokers, rack_jokers, size + 1, colour, emit);
    }
    if (unclaimed(frame, paid_count(frame)) > 0) {
      more = frame;
      ++more.retrieved;
      ++more.jokers;
      special_group(more, colour + 1, naturals, table_jokers | 1 << colour, rack_jokers, size + 1, payer, emit);
    }
    if (frame.wild < problem_.wild) {
      more = frame;
      ++more.wild;
      ++more.jokers;
      special_group(more, colour + 1, naturals, table_jokers, rack_jokers | 1 << colour, size + 1, payer, emit);
    }
  }

  // ---- the ordinary tiles of the value
  template <class Emit>
  void ordinary(const F& frame, Emit& emit) {
    std::uint64_t upper = 0;
    if (frame.special_count > 0) {
      if (v_ == problem_.values) return;
      auto sorted = frame.specials;
      std::sort(sorted.begin(), sorted.begin() + frame.special_count, std::greater<>());
      for (int i = frame.special_count - 1; i >= 0; --i) upper = upper << 8 | sorted[i];
      for (int i = 0; i < frame.special_count; ++i)
        if (!SpecialRun::paid(sorted[i]) && 
            !can_pay_later(SpecialRun::colour(sorted[i]), frame.wild < problem_.wild, spare_jokers(frame)))
          return;
    }
    const std::uint64_t base = static_cast<std::uint64_t>(frame.retrieved) << 8 |
                               static_cast<std::uint64_t>(frame.placed) << 16 | upper << 32;
    const int unresolved = problem_.identity_jokers - std::popcount(frame.placed) - frame.retrieved;
    const int spare = problem_.wild - frame.wild;
    for (int jokers = 0; jokers <= spare; ++jokers) {
      const auto& list = list_for(frame.cell, jokers);
      const int left = spare - jokers + unresolved;
      const auto& look = look_[left];
      const std::uint16_t* rows[max_colours];
      // Per colour, how many tiles of this value its runs can take at all; most moves fail this at a glance.
      std::uint64_t least = 0, most = 0;
      bool possible = true;
      for (int c = 0; c < k_ && possible; ++c) {
        const int state = run_state(frame.runs, c);
        int range = runs_.open_short(state) | (runs_.width() - 1) << 8;
        if (frame.add_count == 0) {
          rows[c] = look[c].step + state * runs_.width();
          range = look[c].range[state];
          possible = range != RunStates::dead;
        }
        least |= static_cast<std::uint64_t>(range & 255) << (8 * c);
        most |= static_cast<std::uint64_t>(range >> 8) << (8 * c);
      }
      if (!possible) continue;
      constexpr std::uint64_t guard = 0x8080808080808080u;
      for (const auto& move : list) {
        if ((((move.runs | guard) - least) & ((most | guard) - move.runs) & guard) != guard) continue;
        Word runs = 0;
        int missing = 0;
        if (frame.add_count == 0) {
          bool alive = true;
          for (int c = 0; c < k_; ++c) {
            const std::uint16_t to = rows[c][move.runs >> (8 * c) & 255];
            if (to == RunStates::dead) {
              alive = false;
              break;
            }
            runs |= static_cast<Word>(to) << (bits_ * c);
            missing += look[c].deficit[to];
          }
          if (!alive) continue;
        } else if (!step_with_adds(frame, move, look, runs, missing)) {
          continue;
        }
        if (missing > left) continue;
        std::uint64_t e = base | static_cast<std::uint64_t>(frame.wild + jokers);
        if (problem_.opening) {
          const std::uint32_t points = std::min<std::uint32_t>(
              static_cast<std::uint32_t>(problem_.threshold), frame.points + static_cast<std::uint32_t>(v_) * (move.used + jokers));
          e |= static_cast<std::uint64_t>(points) << 32;
        }
        emit(State{runs, e, frame.kept}, frame.gain + move.used * problem_.unit[v_], frame, jokers, move);
      }
    }
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

  const std::vector<ValueMove>& list_for(Cell cell, int jokers) {
    if (cell != cell_) return moves_.moves(cell, jokers);
    if (!lists_[jokers]) lists_[jokers] = &moves_.moves(cell, jokers);
    return *lists_[jokers];
  }

 private:
  const Rules& rules_;
  const Problem& problem_;
  const RunStates& runs_;
  ValueMoves& moves_;
  int k_, bits_;
  Word mask_;
  bool retrieval_ = true;
  int v_ = 0;
  Cell cell_ = 0;
  std::uint32_t rack_colours_ = 0;     // colours with a rack tile at this value
  std::uint32_t payable_colours_ = 0;  // colours in which a retrieved joker placed now might meet a rack tile
  std::array<Op, 64> ops_;
  std::array<std::array<RunStates::Outlook, max_colours>, 9> look_{};
  std::array<const std::vector<ValueMove>*, 5> lists_{};
};

}  // namespace optimeld
