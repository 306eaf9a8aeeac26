// Laying a handful whole: which runs cover which, and hands near the whole box against the solver.
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "check.hpp"
#include "solver/run_order.hpp"
#include "solver/solver.hpp"
#include "solver/whole.hpp"

using namespace optimeld;
using namespace optimeld::solver;
using namespace optimeld::tests;

namespace {

// What a few numbers say against what tiles can do: from all that could cover, what some tiles contradict is struck
// out, until nothing is.
void runs_cover_what_can_do_no_more(int min_meld, int parallel) {
  const RunStates runs(min_meld, parallel, 2, 2);
  const RunOrder order(runs);
  const auto size = static_cast<std::size_t>(runs.size());
  std::vector<std::vector<bool>> covers(size, std::vector<bool>(size, true));
  const auto stands = [&](int more, int less) {
    if (runs.open_short(more) > 0 && runs.open_short(less) == 0) return false;
    for (int tiles = 0; tiles <= parallel; ++tiles) {
      const std::uint16_t to = runs.step(less, tiles), beside = runs.step(more, tiles);
      if (to != RunStates::dead && (beside == RunStates::dead || !covers[beside][to])) return false;
    }
    return true;
  };
  for (bool struck = true; struck;) {
    struck = false;
    for (int more = 0; more < runs.size(); ++more) {
      for (int less = 0; less < runs.size(); ++less) {
        if (!covers[static_cast<std::size_t>(more)][static_cast<std::size_t>(less)] || stands(more, less)) continue;
        covers[static_cast<std::size_t>(more)][static_cast<std::size_t>(less)] = false;
        struck = true;
      }
    }
  }
  for (int more = 0; more < runs.size(); ++more) {
    for (int less = 0; less < runs.size(); ++less) {
      CHECK(covers[static_cast<std::size_t>(more)][static_cast<std::size_t>(less)] ==
            RunOrder::covers(order.numbers(more), order.numbers(less), order.free_bits()));
    }
  }
}

// The box without a few tiles is what the end of the pool asks about; its answers take the longest.
void hands_near_the_box_are_as_the_solver_says(Rules rules, unsigned taken, int hands) {
  rules.joker_rule = JokerRule::free;
  Whole whole(rules), forgetful(rules, 0);
  Solver solver(rules);
  SolveOptions options;
  options.keep = options.tidy = false;
  options.large_graph = std::numeric_limits<std::size_t>::max();  // every state for itself
  std::mt19937 rng(5);
  int laid = 0, all_but_one = 0;
  for (int hand = 0; hand < hands; ++hand) {
    std::vector<std::uint8_t> counts(static_cast<std::size_t>(rules.kinds()) + 1);
    for (int kind = 0; kind <= rules.kinds(); ++kind)
      counts[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(rules.copies_of(static_cast<Tile>(kind)));
    // All copies of some tiles are elsewhere.
    for (unsigned i = rng() % taken; i < taken; ++i) counts[rng() % static_cast<unsigned>(rules.kinds())] = 0;
    Position position;
    for (int kind = 0; kind <= rules.kinds(); ++kind)
      position.rack.insert(position.rack.end(), counts[static_cast<std::size_t>(kind)], static_cast<Tile>(kind));
    const int tiles = solver.solve(position, options).tiles, all = static_cast<int>(position.rack.size());
    CHECK(whole.can_lay(counts) == (tiles == all));
    CHECK(forgetful.can_lay(counts) == (tiles == all));
    if (tiles == all) CHECK(whole.melds() == forgetful.melds());
    options.whole = true;
    CHECK(solver.solve(position, options).tiles == (tiles == all ? all : 0));
    options.whole = false;
    laid += tiles == all;
    all_but_one += tiles == all - 1;
  }
  CHECK(laid > 0 && all_but_one > 0 && laid + all_but_one < hands);
}

}  // namespace

int main() {
  for (const int min_meld : {2, 3, 4})
    for (const int parallel : {1, 2, 3, 4}) runs_cover_what_can_do_no_more(min_meld, parallel);
  Rules box;
  box.values = 8;
  hands_near_the_box_are_as_the_solver_says(box, 12, 100);
  box.min_meld = 4, box.values = 7, box.jokers = 1;
  hands_near_the_box_are_as_the_solver_says(box, 4, 100);
  std::printf("whole: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
