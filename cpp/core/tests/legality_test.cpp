#include "table/legality.hpp"

#include "reading.hpp"
#include "solver/solver.hpp"
#include "table/matching.hpp"

using namespace optimeld;
using namespace optimeld::tests;

namespace {

void judged(Rules rules, const std::string& before, const std::string& rack, const std::string& after, Offence wanted,
            bool opening = false) {
  Judge judge(rules);
  const Verdict verdict = judge.judge(table_of(rules, before), tiles_of(rules, rack), opening, table_of(rules, after));
  expect(verdict.offence == wanted, before + " // " + rack + " -> " + after + ": offence " +
                                        std::to_string(static_cast<int>(verdict.offence)) + ", not " +
                                        std::to_string(static_cast<int>(wanted)));
}

Rules with(JokerRule rule) {
  Rules rules;
  rules.joker_rule = rule;
  return rules;
}

void tiles_and_melds() {
  const Rules rules;
  judged(rules, "K1 K2 K3", "K4", "K1 K2 K3 K4", Offence::none);
  judged(rules, "K1 K2 K3", "K4", "K2 K3 K4", Offence::tile_missing);
  judged(rules, "K1 K2 K3", "K5", "K1 K2 K3 K4", Offence::tile_not_on_rack);
  judged(rules, "K1 K2 K3", "K5", "K1 K2 K3 K5", Offence::not_a_meld);
  judged(rules, "K1 K2 K3", "K4", "K1 K2 K3", Offence::nothing_played);
  judged(rules, "K1 K2 K3 | K1 K2 K3", "K4 K4", "K1 K2 K3 K4 | K1 K2 K3 K4", Offence::none);
  judged(rules, "", "R5 B5 O5", "R5 B5 O5", Offence::none);
  judged(rules, "R5 R6 R7 J | K1 K2 K3", "K4", "R5 R6 R7 | J K1 K2 K3 K4", Offence::not_a_meld);
}

void opening() {
  Rules rules;
  judged(rules, "", "K10 B10 J", "K10 B10 J", Offence::none, true);
  judged(rules, "", "K9 B9 J", "K9 B9 J", Offence::too_few_points, true);
  judged(rules, "K1 K2 K3", "K10 B10 R10", "K1 K2 K3 | K10 B10 R10", Offence::none, true);
  judged(rules, "K10 B10 R10", "O10 K1", "K10 B10 R10 O10", Offence::table_touched, true);
  judged(rules, "K1 K2 K3 | R5 B5 O5", "K10 B10 R10", "B5 R5 O5 | K10 B10 R10 | K1 K2 K3", Offence::none, true);
  judged(rules, "K10 B10 R10", "K10 B10 R10 O10 R11 R12", "K10 B10 R10 O10 | K10 B10 O10", Offence::tile_not_on_rack,
         true);
  rules.opening_then_table = true;
  judged(rules, "K1 K2 K3", "K4 K10 B10 J", "K1 K2 K3 K4 | K10 B10 J", Offence::none, true);
  judged(rules, "K1 K2 K3", "K4 K9 B9 J", "K1 K2 K3 K4 | K9 B9 J", Offence::too_few_points, true);
  judged(rules, "R9 R10 R11", "R12 B12 K12", "R9 R10 R11 R12 | B12 K12 O12", Offence::tile_not_on_rack, true);
  judged(rules, "R9 R10 R11 | B10 B11 B12 B13", "R12 O12 K12", "R9 R10 R11 R12 | B10 B11 B13 | K12 B12 O12",
         Offence::not_a_meld, true);
  judged(rules, "R9 R10 R11 | B9 B10 B11 B12", "R12 O12 K12", "R9 R10 R11 R12 | B9 B10 B11 | K12 B12 O12",
         Offence::none, true);
}

void official_jokers() {
  const Rules rules = with(JokerRule::official);
  judged(rules, "R5 R6 R7 J | K1 K2 K3", "K5", "R5 R6 R7 | K1 K2 K3 J K5", Offence::none);
  judged(rules, "R5 R6 R7 J | K1 K2 K3", "R8", "R5 R6 R7 R8 | K1 K2 K3 J", Offence::joker_retrieved);
  judged(rules, "R5 R6 R7 J | K1 K2 K3", "R4", "R4 R5 R6 R7 | K1 K2 K3 J", Offence::joker_retrieved);
  // The joker still stands for O5 or one of its other colours.
  judged(rules, "R5 B5 J | K5 K6 K7 K8", "B9 B10 B11", "R5 B5 J K5 | K6 K7 K8 | B9 B10 B11", Offence::none);
  judged(rules, "R5 B5 J | O2 O3 O4", "K5", "R5 B5 K5 | O2 O3 O4 J", Offence::none);
  judged(rules, "R5 B5 J | O2 O3 O4 | K6 K7 K8", "K5", "R5 B5 J | O2 O3 O4 | K5 K6 K7 K8", Offence::none);
  judged(rules, "R5 B5 J | R2 R3 R4", "K5", "R5 B5 K5 | R2 R3 R4 J", Offence::joker_retrieved);
  // A rack joker beside a table joker counts as the rack tile.
  judged(rules, "R5 B5 K5 J | K1 K2 K3", "J", "R5 B5 K5 | K1 K2 K3 J J", Offence::none);
  // Jokers are alike: the table joker stays, the rack joker goes.
  judged(rules, "R5 B5 K5 J | K1 K2 K3", "J", "R5 B5 K5 J | K1 K2 K3 J", Offence::none);
  // One rack copy of K9 serves one of the two melds it could stand in.
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 K12 | O9 O10 O11", "K9",
         "R5 R6 R7 | B5 B6 B7 | K9 K10 K11 K12 J | K9 J O9 | O10 O11", Offence::not_a_meld);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | O1 O2 O3 O9 | R9 B9 O9", "K9",
         "R5 R6 R7 | B5 B6 B7 | K9 K10 K11 J | R9 B9 K9 J | O1 O2 O3 O9 | O9", Offence::not_a_meld);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | R9 B9 O9", "K9 O9",
         "R5 R6 R7 | B5 B6 B7 | K9 K10 K11 J | R9 B9 O9 J | K9 O9", Offence::not_a_meld);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | R9 B9 O9", "K9",
         "R5 R6 R7 | B5 B6 B7 | K9 K10 K11 J | R9 B9 K9 J | O9 O10 O11", Offence::tile_not_on_rack);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | R9 B9 O9", "K9",
         "R5 R6 R7 | B5 B6 B7 | K9 K10 K11 J J | R9 B9 O9 K9", Offence::none);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | R9 B9 O9", "K12 K1 K2 K3",
         "R5 R6 R7 | B5 B6 B7 J | J K9 K10 K11 K12 | R9 B9 O9 | K1 K2 K3", Offence::none);
  judged(rules, "R5 R6 R7 J | B5 B6 B7 J | K9 K10 K11 | R9 B9 O9", "K1 K2 K3",
         "R5 R6 R7 | B5 B6 B7 J | J K9 K10 K11 | R9 B9 O9 | K1 K2 K3", Offence::joker_retrieved);
  // Either reading of `R5 J J`: as a run its last joker is R7, as a group any fifth.
  judged(rules, "R5 J J | B7 O7 K7", "R6 O1 O2 O3", "R5 R6 J | B7 O7 K7 J | O1 O2 O3", Offence::none);
  judged(rules, "R5 J J | B8 O8 K8", "R6 O1 O2 O3", "R5 R6 J | B8 O8 K8 J | O1 O2 O3", Offence::joker_retrieved);
}

void locked_jokers() {
  const Rules rules = with(JokerRule::locked);
  judged(rules, "R3 J R5", "R6", "R3 J R5 R6", Offence::none);
  judged(rules, "R3 J R5 R6", "R4", "R3 R4 R5 R6", Offence::tile_missing);
  judged(rules, "R3 J R5", "R4 K1 K2", "R3 R4 R5 | K1 K2 J", Offence::none);
  judged(rules, "R3 J R5 | R4 B4 K4 O4", "K1 K2", "R3 R4 R5 | B4 K4 O4 | K1 K2 J", Offence::joker_locked);
  judged(rules, "R3 J R5 R6", "K6 B6", "R3 J R5 | R6 K6 B6", Offence::joker_locked);
  judged(rules, "R5 B5 K5 J", "O6 O7", "R5 B5 K5 | J O6 O7", Offence::joker_locked);
  judged(rules, "R5 B5 K5 J", "O5 O6 O7", "R5 B5 K5 | O5 O6 O7 J", Offence::none);
  judged(rules, "R5 B5 J", "K5", "R5 B5 K5 J", Offence::none);
  judged(rules, "R1 J R3 | R4 J R6", "K1 K2 K3", "R1 J R3 R4 J R6 | K1 K2 K3", Offence::none);
  judged(rules, "R1 J R3 | R4 J R6", "R7", "R1 J R3 R4 | J R6 R7", Offence::joker_locked);
  // Freed with a rack tile, the meld is ordinary: its tiles may go anywhere, the rack tile too.
  judged(rules, "R3 J R5 | R6 R7 R8 | K4 B4 O4", "R4 K1 K2 R2", "J R5 R6 R7 R8 | K4 B4 O4 R4 | R3 K1 K2",
         Offence::not_a_meld);
  judged(rules, "R3 J R5 | R6 R7 R8 | K4 B4 O4 | K3 B3 O3", "R4 K1 K2",
         "R5 R6 R7 R8 | K4 B4 O4 R4 | K3 B3 O3 R3 | K1 K2 J", Offence::none);
  // One of two jokers freed: the other still locks the meld with R6 in place.
  judged(rules, "R5 J J", "R6 K1 K2", "R5 R6 J | K1 K2 J", Offence::none);
  judged(rules, "R5 J J", "B5 K1 K2", "R5 B5 J | K1 K2 J", Offence::none);
  judged(rules, "R5 J J | R2 R3 R4", "R6 K1 K2", "R2 R3 R4 R5 | J R6 J | K1 K2", Offence::not_a_meld);
  judged(rules, "R5 J J | R6 R7 R8", "R6", "R5 R6 J R8 | R6 R7 J", Offence::none);
  judged(rules, "R5 J J | R6 R7 R8 | R2 R3 R4", "R6", "R2 R3 R4 R5 | R6 J R8 | R6 R7 J", Offence::joker_locked);
  // Two equal blocks need two places.
  judged(rules, "R3 J R5 | R3 J R5", "R4 R6", "R3 J R5 R6 | R3 J R4 R5", Offence::not_a_meld);
  judged(rules, "R3 J R5 | R3 J R5", "R6", "R3 J R5 R6 | R3 J R5", Offence::none);
}

void free_jokers() {
  const Rules rules = with(JokerRule::free);
  judged(rules, "R5 R6 R7 J | K1 K2 K3", "R8", "R5 R6 R7 R8 | K1 K2 K3 J", Offence::none);
  judged(rules, "R3 J R5 R6 | R7 R8 R9", "K6 B6 R4", "R3 R4 R5 | R6 K6 B6 | J R7 R8 R9", Offence::none);
}

void figures() {
  const Rules rules;
  Judge judge(rules);
  Position position{table_of(rules, "K1 K2 K3 | R5 B5 O5 | O7 O8 O9 O10"), tiles_of(rules, "R10 K4 B10 K9")};
  Solution right;
  right.play = true;
  right.tiles = 3, right.value = 24, right.kept = 1, right.melds_before = 3, right.moved = 1;
  right.table = table_of(rules, "K1 K2 K3 K4 | R5 B5 O5 | O7 O8 O9 | R10 B10 O10");
  right.kept_from = {-1, 1, -1, -1};
  right.played = tiles_of(rules, "K4 R10 B10");
  right.remaining = tiles_of(rules, "K9");
  expect(judge.check(position, {}, right).ok(), "a right answer passes");
  const auto refuses = [&](const std::string& figure, auto change) {
    Solution claim = right;
    change(claim);
    const Verdict verdict = judge.check(position, {}, claim);
    expect(verdict.offence == Offence::wrong_figure && verdict.figure == figure, "a wrong " + figure + " is found");
  };
  refuses("tiles", [](Solution& s) { ++s.tiles; });
  refuses("value", [](Solution& s) { ++s.value; });
  refuses("kept", [](Solution& s) { ++s.kept; });
  refuses("kept", [](Solution& s) { s.kept = 0, s.kept_from[1] = -1; });
  refuses("kept_from", [](Solution& s) { s.kept_from[0] = 0; });
  refuses("kept_from", [](Solution& s) { s.kept_from[1] = 7; });
  refuses("melds_before", [](Solution& s) { ++s.melds_before; });
  refuses("moved", [](Solution& s) { ++s.moved; });
  refuses("points", [](Solution& s) { s.points = 30; });
  refuses("remaining", [](Solution& s) { s.remaining.clear(); });
  refuses("played", [](Solution& s) { std::swap(s.played[0], s.played[1]); });
  refuses("played",
          [&](Solution& s) { s.played = tiles_of(rules, "K4 K9 B10"), s.remaining = tiles_of(rules, "R10"); });

  Solution none;
  none.melds_before = none.kept = 3, none.kept_from = {0, 1, 2};
  none.table = position.table;
  none.remaining = tiles_of(rules, "K4 K9 R10 B10");
  expect(judge.check(position, {}, none).ok(), "no play, the table as given");
}

void moved_tiles() {
  const Rules rules;
  MovedTiles moved;
  const auto fewest = [&](const char* before, const char* after) {
    return moved.fewest(rules, table_of(rules, before), table_of(rules, after));
  };
  expect(fewest("K1 K2 K3 K4 K5 K6", "K1 K2 | K3 K4 K5 K6") == 2, "the longer part stays");
  expect(fewest("K1 K2 K3 | K4 K5 K6", "K1 K2 K3 K4 K5 K6") == 3, "one of two melds moves");
  expect(fewest("K1 K2 K3 | R1 R2 R3 | B1 B2 B3", "K1 R1 B1 | K2 R2 B2 | K3 R3 B3") == 6, "runs to groups");
  expect(fewest("K1 K2 K3 | K1 K2 K3", "K1 K2 K3 | K1 K2 K3") == 0, "the same table");
  expect(fewest("K1 K2 K3 | K3 K4 K5", "K3 | K1 K2 K3 K4 K5") == 2, "copies are alike");
}

}  // namespace

int main() {
  tiles_and_melds();
  opening();
  official_jokers();
  locked_jokers();
  free_jokers();
  figures();
  moved_tiles();
  return failures == 0 ? 0 : 1;
}
