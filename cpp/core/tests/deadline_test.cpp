// Work that is called off ends at the next look, in whatever phase it is, and leaves nothing half made behind.
#include <cstdio>

#include "check.hpp"
#include "reading.hpp"
#include "solver/horizons.hpp"
#include "solver/plays.hpp"
#include "solver/solver.hpp"

using namespace optimeld;
using namespace optimeld::solver;
using namespace optimeld::tests;

namespace {

// Says yes when it is asked for the `most`-th time, and from then on.
struct Asked {
  explicit Asked(int most) : deadline{Deadline::Clock::time_point::max(), [this, most] { return ++times >= most; }} {}
  Asked(const Asked&) = delete;

  int times = 0;
  Deadline deadline;
};

// Nearly the whole box lies on the table or the rack: the jokers, the melds kept and the tiles moved all take long.
const char* const hard =
    "R10 J J | K8 K9 K10 K11 | K8 K9 K10 K11 | B1 K1 O1 R1 | B1 K1 O1 R1 | K2 O2 R2 B2 | B2 B3 B4 B5 B6 B7 B8 | "
    "R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 | O5 K5 B5 R5 | R6 B6 O6 K6 | K13 B13 R13 O13 | K3 K4 K5 K6 | R11 R12 R13 | "
    "O8 O9 O10 | O8 O9 O10 | B7 R7 K7 O7 // O11 B10 B9 O11 B8 B9 R3 R2 B3 O4 K4 O7 B11 K12 B10 R8 K7 K2 B13 O5 K13 "
    "K12 R4 B4 O2 O4 O6 O3 K3 O3";

// A box in which the moves of one value alone are millions, and its horizons many.
Rules vast() {
  Rules rules;
  rules.colours = 8, rules.copies = 4, rules.jokers = 4, rules.joker_rule = JokerRule::free;
  return rules;
}

void ends_at_the_look_that_says_so() {
  const Rules rules;
  const Position position = position_of(rules, hard);
  Solver solver(rules);
  solver.solve(position, {});  // lists of moves and horizons are made once
  Asked never(1 << 30);
  SolveOptions options;
  options.deadline = never.deadline;
  const Solution whole = solver.solve(position, options);
  CHECK(whole.play_proved && whole.kept_proved);
  CHECK(never.times > 50);
  for (int most = 1; most < never.times; most += 1 + most / 2) {
    Asked asked(most);
    options.deadline = asked.deadline;
    const Solution found = solver.solve(position, options);  // the solver throws where it is not legal
    CHECK(!found.moved_proved);
    CHECK(!found.play_proved || found.tiles == whole.tiles);
    CHECK(!found.kept_proved || found.kept == whole.kept);
    CHECK(asked.times == most);
  }
}

void ends_before_a_list_of_moves_is_whole() {
  const Rules rules = vast();
  ValueMoves moves(rules);
  Cell cell = 0;
  for (int c = 0; c < rules.colours; ++c) cell += 3 * moves.optional(c);
  Asked asked(2);
  Patience patience;
  patience.begin(asked.deadline);
  bool stopped = false;
  try {
    moves.moves(cell, rules.jokers, patience);
  } catch (const Stopped&) {
    stopped = true;
  }
  CHECK(stopped && asked.times == 2);
  CHECK(!moves.at(cell).by_jokers[static_cast<std::size_t>(rules.jokers)]);
}

void ends_before_a_horizon_is_made() {
  Rules rules = vast();
  rules.min_meld = 6;
  ValueMoves moves(rules);
  RunTables tables(rules, 6);
  const int need = moves.at(2 * moves.optional(0)).needs[0];
  Asked asked(1);
  Patience patience, endless;
  patience.begin(asked.deadline);
  bool stopped = false;
  try {
    tables.horizons.below(Horizons::end, need, moves, patience);
  } catch (const Stopped&) {
    stopped = true;
  }
  CHECK(stopped && asked.times == 1);
  const Horizons::Id made = tables.horizons.below(Horizons::end, need, moves, endless);
  CHECK(made != Horizons::end);
  CHECK(tables.horizons.below(Horizons::end, need, moves, endless) == made);
}

void plays_go_on_where_they_were_stopped() {
  const Rules rules;
  const Position position = position_of(rules, "K1 K2 K3 | R5 B5 O5 | K7 K8 K9 // R6 K4 J K5 R7 B6 B7 O1 R8");
  bool waiting = true;
  int times = 0;
  SolveOptions options;
  options.keep = options.tidy = false;
  Plays whole(rules, position, options);
  // Patient while it begins, then called off at every third question.
  options.deadline.called_off = [&] { return !waiting && ++times % 3 == 0; };
  Plays broken(rules, position, options);
  waiting = false;
  const auto next = [&](Play& play) {
    for (;;) {
      try {
        return broken.next(play, 1 << 20);
      } catch (const Stopped&) {
      }
    }
  };
  Play a, b;
  for (int i = 0; i < 200; ++i) {
    const bool more = whole.next(a, 1 << 20);
    CHECK(next(b) == more);
    CHECK(!more || a.played == b.played);
    if (!more) break;
  }
  CHECK(times > 3);
}

}  // namespace

int main() {
  ends_at_the_look_that_says_so();
  ends_before_a_list_of_moves_is_whole();
  ends_before_a_horizon_is_made();
  plays_go_on_where_they_were_stopped();
  std::printf("deadline: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
