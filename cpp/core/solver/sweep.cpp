#include "solver/sweep.hpp"

namespace optimeld::solver {

template <class Word>
void Sweep<Word>::expand_to(const State& state, std::int64_t gain, int losses, const Emit& emit) {
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

// ---- which old melds stay exactly as they were
template <class Word>
void Sweep<Word>::keep(F frame, int losses, const Emit& emit) {
  // Kept runs that go on through this value.
  for (std::uint64_t rest = frame.kept; rest; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const auto& old = problem_.olds[problem_.active[v_][i]];
    take_naturals(frame, old);
    if (old.block >= 0) keep_block(frame, old.block);
    if (old.last <= v_) frame.kept &= ~(std::uint64_t{1} << i);
  }
  keep_new(frame, 0, losses, emit);
}

template <class Word>
void Sweep<Word>::keep_new(const F& frame, std::size_t next, int losses, const Emit& emit) {
  const auto& here = problem_.olds_at[v_];
  const int left = static_cast<int>(here.size() - next);
  if (losses > left) return;
  if (left == 0) {
    problem_.blocks.empty() ? identities(frame, 0, emit) : blocks(frame, 0, emit);
    return;
  }
  const int index = here[next];
  if (losses < left) {
    F kept = frame;
    if (set_aside(kept, problem_.olds[index])) {
      if (problem_.olds[index].last > v_) kept.kept |= std::uint64_t{1} << problem_.slot[index];
      note(kept, {OpKind::keep, 0, 0, false, static_cast<std::int16_t>(index)});
      keep_new(kept, next + 1, losses, emit);
    }
  }
  if (losses > 0) keep_new(frame, next + 1, losses - 1, emit);
}

// Takes the tiles that a meld which begins here has at this value, and all its jokers; false where those are gone.
template <class Word>
bool Sweep<Word>::set_aside(F& frame, const OldMeld& old) const {
  if (old.block >= 0) {
    keep_block(frame, old.block);
    return true;
  }
  take_naturals(frame, old);
  if (problem_.identity_jokers == 0) {
    frame.wild += old.jokers;
    return frame.wild <= problem_.wild;
  }
  // Its own jokers must not have gone elsewhere, nor be promised.
  if (frame.placed & old.own_jokers) return false;
  frame.placed |= old.own_jokers;
  return unclaimed(frame, paid_count(frame)) >= 0;
}

// ---- locked rule: melds with jokers that stay whole
template <class Word>
void Sweep<Word>::blocks(const F& frame, std::size_t next, const Emit& emit) {
  const auto& here = problem_.blocks_at[v_];
  if (next == here.size()) {
    F done = frame;
    done.outside += held_;
    done.jokers += held_jokers_;
    for (const int b : problem_.blocks_end[v_]) {
      if (done.kept_blocks >> b & 1) continue;
      const auto& block = problem_.blocks[b];
      done.adds[done.add_count++] = {static_cast<std::int8_t>(block.colour),
                                     static_cast<std::int8_t>(runs_.min_meld())};
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
      note(joined, {OpKind::block_absorb, static_cast<std::int8_t>(block.colour), static_cast<std::int8_t>(length),
                    false, static_cast<std::int16_t>(b)});
      blocks(joined, next + 1, emit);
    }
  } else {
    extend_group_block(frame, next, b, 0, block.size, 0, 0, emit);
  }
}

template <class Word>
void Sweep<Word>::extend_group_block(const F& frame, std::size_t next, int b, int colour, int size, int naturals,
                                     int jokers, const Emit& emit) {
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
    ++more.jokers;
    extend_group_block(more, next, b, colour + 1, size + 1, naturals, jokers | 1 << colour, emit);
  }
}

// ---- official rule: table jokers that stay in their identity
template <class Word>
void Sweep<Word>::identities(const F& frame, std::size_t next, const Emit& emit) {
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
  if (count(frame.placed) + frame.retrieved + paid_count(frame) >= problem_.identity_jokers) return;
  F more = frame;
  ++more.jokers;
  more.placed |= 1u << identity.joker;
  more.cell += moves_.forced(identity.colour);
  note(more, {OpKind::identity, static_cast<std::int8_t>(identity.colour), 0, false,
              static_cast<std::int16_t>(identity.joker)});
  identities(more, next + 1, emit);
}

// Every special run must be extended at this value.
template <class Word>
void Sweep<Word>::specials(const F& frame, int next, const Emit& emit) {
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

// What turns a run into a special one: a retrieved joker (it owes), or a rack tile or rack joker (it has paid).
namespace {
constexpr std::array starters{OpKind::start_table_joker, OpKind::start_rack, OpKind::start_rack_joker};
}

// Runs that become special at this value. Each choice has a number (colour, then length, then starter), and the next
// one is not below it, so that a pair of them is met once.
template <class Word>
void Sweep<Word>::start_specials(const F& frame, int from, const Emit& emit) {
  ordinary_after_groups(frame, emit);
  if (v_ == problem_.values || frame.special_count == frame.specials.size()) return;
  if (unclaimed(frame, paid_count(frame)) <= 0) return;
  const bool rack_joker = frame.wild < problem_.wild;
  const std::uint32_t colours = rack_joker ? (1u << k_) - 1 : rack_colours_ | payable_colours_;
  const int lengths = runs_.min_meld() + 1;  // 0: a new run
  for (std::uint32_t rest = colours; rest; rest &= rest - 1) {
    const int colour = std::countr_zero(rest);
    const bool rack = moves_.optional_in(frame.cell, colour) > 0;
    const bool owe = (payable_colours_ >> colour & 1) && can_pay_later(colour, rack_joker, spare_jokers(frame) - 1);
    if (!rack && !owe && !rack_joker) continue;
    const std::array<bool, starters.size()> possible{owe, rack, rack_joker};
    const int open = run_state(frame.runs, colour);
    for (int length = 0; length < lengths; ++length) {
      const int others = length == 0 ? open : runs_.without(open, length);
      if (others == RunStates::dead) continue;
      for (std::size_t i = 0; i < starters.size(); ++i) {
        const int choice = (colour * lengths + length) * static_cast<int>(starters.size()) + static_cast<int>(i);
        if (choice < from || !possible[i]) continue;
        F more = frame;
        more.runs = with_state(more.runs, colour, others);
        start_special(more, starters[i], colour, length);
        start_specials(more, choice, emit);
      }
    }
  }
}

// A run of this length (0: a new one), already taken out of the ordinary ones, grows by what makes it special.
template <class Word>
void Sweep<Word>::start_special(F& frame, OpKind starter, int colour, int length) {
  if (starter == OpKind::start_table_joker) ++frame.retrieved;
  if (starter == OpKind::start_rack) take_rack(frame, colour);
  if (starter == OpKind::start_rack_joker) ++frame.wild;
  frame.jokers += starter != OpKind::start_rack;
  frame.outside += std::uint64_t{1} << (8 * colour);
  const bool paid = starter != OpKind::start_table_joker;
  const std::uint8_t special = SpecialRun::make(paid, colour, std::min(length + 1, runs_.min_meld()));
  frame.specials[frame.special_count++] = special;
  note(frame, {starter, static_cast<std::int8_t>(colour), static_cast<std::int8_t>(length), false, 0, special});
}

// Groups that hold a retrieved joker and a rack tile, chosen colour by colour; the rest of the value is ordinary.
template <class Word>
void Sweep<Word>::ordinary_after_groups(const F& frame, const Emit& emit) {
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

template <class Word>
void Sweep<Word>::special_group(const F& frame, int colour, int naturals, int table_jokers, int rack_jokers, int size,
                                int payer, const Emit& emit) {
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
template <class Word>
void Sweep<Word>::ordinary(const F& frame, const Emit& emit) {
  std::uint64_t upper = 0;
  if (frame.special_count > 0) {
    if (v_ == problem_.values) return;
    auto sorted = frame.specials;
    for (int i = 1; i < frame.special_count; ++i)
      for (int j = i; j > 0 && sorted[j] > sorted[j - 1]; --j) std::swap(sorted[j], sorted[j - 1]);
    for (int i = frame.special_count - 1; i >= 0; --i) upper = upper << 8 | sorted[i];
    for (int i = 0; i < frame.special_count; ++i)
      if (!SpecialRun::paid(sorted[i]) &&
          !can_pay_later(SpecialRun::colour(sorted[i]), frame.wild < problem_.wild, spare_jokers(frame)))
        return;
  }
  const std::uint64_t base =
      static_cast<std::uint64_t>(frame.retrieved) << 8 | static_cast<std::uint64_t>(frame.placed) << 16 | upper << 32;
  const int unresolved = problem_.identity_jokers - count(frame.placed) - frame.retrieved;
  const int spare = problem_.wild - frame.wild;
  for (int jokers = 0; jokers <= spare; ++jokers) {
    const int all_jokers = frame.jokers + jokers;
    if (limits_ && all_jokers > limits_->most_jokers) return;
    const auto& list = list_for(frame, jokers);
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
      int low = range & 255, high = range >> 8;
      if (limits_) {
        const int outside = static_cast<int>(frame.outside >> (8 * c) & 255);
        low = std::max(low, static_cast<int>(limits_->least[all_jokers] >> (8 * c) & 255) - outside);
        high = std::min(high, static_cast<int>(limits_->most[all_jokers] >> (8 * c) & 255) - outside);
        possible = possible && low <= high;
      }
      least |= static_cast<std::uint64_t>(low) << (8 * c);
      most |= static_cast<std::uint64_t>(high) << (8 * c);
    }
    if (!possible) continue;
    const std::size_t looked = list.within(least, most, [&](const ValueMove& move) {
      patience_.step();
      Word runs = 0;
      int missing = 0;
      if (frame.add_count == 0) {
        for (int c = 0; c < k_; ++c) {
          const std::uint16_t to = rows[c][move.runs >> (8 * c) & 255];
          if (to == RunStates::dead) return;
          runs |= static_cast<Word>(to) << (bits_ * c);
          missing += look[c].deficit[to];
        }
      } else if (!step_with_adds(frame, move, look, runs, missing)) {
        return;
      }
      if (missing > left) return;
      std::uint64_t e = base | static_cast<std::uint64_t>(frame.wild + jokers);
      if (problem_.opening) {
        const std::uint32_t points =
            std::min<std::uint32_t>(static_cast<std::uint32_t>(problem_.threshold),
                                    frame.points + static_cast<std::uint32_t>(v_) * (move.used + jokers));
        e |= static_cast<std::uint64_t>(points) << 32;
      }
      emit(State{runs, e, frame.kept}, frame.gain + move.used * problem_.unit[v_], frame, jokers, move);
    });
    patience_.step(1 + looked);
  }
}

template class Sweep<std::uint64_t>;
template class Sweep<unsigned __int128>;

}  // namespace optimeld::solver
