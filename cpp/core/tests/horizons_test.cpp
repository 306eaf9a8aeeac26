// What a horizon says of a colour, against all that can happen to it, tried out.
#include <cstdio>
#include <random>
#include <vector>

#include "check.hpp"
#include "solver/horizons.hpp"
#include "solver/value_moves.hpp"

using namespace optimeld;
using namespace optimeld::solver;
using namespace optimeld::tests;

namespace {

constexpr int many = 1000;

struct Ahead {
  const RunStates& runs;
  std::vector<ValueNeed> needs;  // value by value
  int jokers;

  // The fewest jokers with which a state can be finished from value v on; with those in groups or without.
  int fewest(std::size_t v, int state, bool groups) const {
    if (v == needs.size()) return runs.open_short(state) == 0 ? 0 : many;
    int best = many;
    const auto& need = needs[v];
    for (int natural = 0; natural <= need.available; ++natural)
      for (int in_runs = 0; in_runs <= jokers && natural + in_runs <= runs.parallel(); ++in_runs)
        for (int in_groups = 0; in_groups <= jokers; ++in_groups) {
          const std::uint16_t to = runs.step(state, natural + in_runs);
          if (natural < need.least[in_groups] || to == RunStates::dead) continue;
          best = std::min(best, fewest(v + 1, to, groups) + in_runs + (groups ? in_groups : 0));
        }
    return best;
  }

  // Whether two states can be finished by the same tiles, whatever comes.
  bool same(std::size_t v, int a, int b, int left) const {
    const bool finished = fewest(v, a, true) <= left;
    if (finished != (fewest(v, b, true) <= left)) return false;
    if (!finished || v == needs.size()) return true;
    for (int after = 0; after <= left; ++after)
      for (int r = needs[v].least[left]; r <= std::min(needs[v].available + left - after, runs.parallel()); ++r) {
        const std::uint16_t x = runs.step(a, r), y = runs.step(b, r);
        const bool alive = x != RunStates::dead && fewest(v + 1, x, true) <= after;
        if (alive != (y != RunStates::dead && fewest(v + 1, y, true) <= after)) return false;
        if (alive && !same(v + 1, x, y, after)) return false;
      }
    return true;
  }
};

void tells_what_can_be_finished(const Rules& rules, int parallel, int length, std::mt19937& rng) {
  ValueMoves moves(rules);
  RunTables tables(rules, parallel);
  const auto below = [&](int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); };
  Ahead ahead{tables.runs, {}, rules.jokers};
  Horizons::Id id = Horizons::end;
  Patience patience;
  std::vector<int> kinds;
  for (int i = 0; i < length; ++i) {
    Cell cell = 0;
    for (int c = 0; c < rules.colours; ++c) {
      const int forced = below(rules.copies + 1);
      cell += forced * moves.forced(c) + below(rules.copies - forced + 1) * moves.optional(c);
    }
    kinds.push_back(moves.at(cell).needs[0]);
    ahead.needs.push_back(moves.need(kinds.back()));
  }
  for (int i = length - 1; i >= 0; --i)
    id = tables.horizons.below(id, kinds[static_cast<std::size_t>(i)], moves, patience);
  for (int left = 0; left <= rules.jokers; ++left) {
    for (int state = 0; state < tables.runs.size(); ++state) {
      const std::uint32_t* row = tables.horizons.row(tables.horizons.rows(id), left, state);
      for (int r = 0; r <= parallel; ++r) {
        const std::uint16_t step = tables.runs.step(state, r);
        const bool finished = step != RunStates::dead && ahead.fewest(0, step, true) <= left;
        CHECK(finished == (row[1 + r] != Horizons::dead));
        if (!finished) continue;
        const int to = static_cast<int>(row[1 + r] & 0xFFFF), share = static_cast<int>(row[1 + r] >> 16);
        CHECK(static_cast<int>(row[0] & 255) <= r && r <= static_cast<int>(row[0] >> 8));
        CHECK(ahead.same(0, step, to, left));
        // A colour's share is at least what its runs take, and never more than all that it takes.
        CHECK(share >= tables.horizons.shares_of(ahead.fewest(0, step, false)));
        CHECK(share <= tables.horizons.shares_of(ahead.fewest(0, step, true)));
      }
    }
  }
}

}  // namespace

int main() {
  std::mt19937 rng(1);
  Rules retail;
  Rules pairs;
  pairs.colours = 3, pairs.copies = 2, pairs.jokers = 1, pairs.min_meld = 2;
  Rules fours;
  fours.colours = 5, fours.copies = 1, fours.jokers = 2, fours.min_meld = 4;
  for (int i = 0; i < 40; ++i) {
    tells_what_can_be_finished(retail, 2, 3, rng);
    tells_what_can_be_finished(retail, 3, 2, rng);
    tells_what_can_be_finished(pairs, 3, 3, rng);
    tells_what_can_be_finished(fours, 2, 3, rng);
  }
  std::printf("horizons: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
