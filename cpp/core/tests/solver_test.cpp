// The solver on boxes of every shape: no crash, no answer the judge refuses (the solver throws then), and the order the
// joker rules imply. Run under the sanitizers by .ci/run.
#include <array>
#include <cstdio>
#include <limits>
#include <random>

#include "check.hpp"
#include "solver/plays.hpp"
#include "solver/solver.hpp"

using namespace optimeld;
using namespace optimeld::solver;
using namespace optimeld::tests;

namespace {

// A position of random melds, some with jokers, and a random rack; never more copies than the box has.
Position random_position(const Rules& rules, std::mt19937& rng, int melds, int rack) {
  Position position;
  std::vector<int> left(rules.kinds() + 1, rules.copies);
  left[rules.joker()] = rules.jokers;
  const auto below = [&](int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); };
  for (int i = 0; i < melds; ++i) {
    std::vector<Tile> meld;
    const bool run = rules.min_meld > rules.colours || (rules.min_meld <= rules.values && below(2) == 0);
    if (run) {
      const int size = rules.min_meld + below(std::min(4, rules.values - rules.min_meld + 1));
      const int colour = below(rules.colours), first = 1 + below(rules.values - size + 1);
      for (int v = first; v < first + size; ++v) meld.push_back(rules.tile(colour, v));
    } else {
      const int value = 1 + below(rules.values), skip = below(rules.colours);
      for (int c = 0; c < rules.colours; ++c)
        if (c != skip || rules.colours == rules.min_meld) meld.push_back(rules.tile(c, value));
    }
    if (rules.jokers > 0 && below(4) == 0) {
      const std::size_t place = static_cast<std::size_t>(below(static_cast<int>(meld.size())));
      meld[place] = rules.joker();
      if (!run) std::swap(meld[place], meld.back());
    }
    bool there = read_meld(rules, meld).legal();
    std::vector<int> need(rules.kinds() + 1, 0);
    for (const Tile tile : meld) there = there && ++need[tile] <= left[tile];
    if (!there) continue;
    for (const Tile tile : meld) --left[tile];
    position.table.add(meld);
  }
  for (int i = 0; i < rack; ++i) {
    const int tile = below(rules.kinds() + 1);
    if (left[tile] == 0) continue;
    --left[tile];
    position.rack.push_back(static_cast<Tile>(tile));
  }
  return position;
}

void solve_under_every_rule(Rules rules, std::mt19937& rng, int melds, int rack) {
  const Position position = random_position(rules, rng, melds, rack);
  for (const Objective objective : {Objective::tiles, Objective::value}) {
    Solution found[3];
    for (const JokerRule rule : {JokerRule::official, JokerRule::free, JokerRule::locked}) {
      rules.joker_rule = rule;
      Solver solver(rules);
      SolveOptions options;
      options.objective = objective;
      found[static_cast<int>(rule)] = solver.solve(position, options);
      const Solution again = solver.solve(position, options);
      CHECK(again.table == found[static_cast<int>(rule)].table);
      options.opening = true;
      solver.solve(position, options);
    }
    const auto rank = [&](const Solution& s) {
      return objective == Objective::tiles ? std::pair(s.tiles, s.value) : std::pair(s.value, s.tiles);
    };
    // Free jokers can do all that official and locked ones can.
    CHECK(rank(found[1]) >= rank(found[0]));
    CHECK(rank(found[1]) >= rank(found[2]));
  }
}

// Where graphs count as large from few states on, the searches go by bounds, and begin again where these lead too far:
// the answer is as good.
void solve_as_if_large(const Rules& rules, std::mt19937& rng, int melds, int rack) {
  const Position position = random_position(rules, rng, melds, rack);
  Solver solver(rules);
  for (const Objective objective : {Objective::tiles, Objective::value}) {
    SolveOptions options;
    options.objective = objective;
    options.large_graph = std::numeric_limits<std::size_t>::max();
    const Solution usual = solver.solve(position, options);
    options.tidy = false;
    for (const std::size_t large : {1, 12, 150}) {
      for (const bool keep : {true, false}) {
        options.large_graph = large;
        options.keep = keep;
        const Solution found = solver.solve(position, options);
        CHECK(found.tiles == usual.tiles && found.value == usual.value);
        CHECK(!keep || found.kept == usual.kept);
      }
    }
  }
}

}  // namespace

int main() {
  std::mt19937 rng(20260101);
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(rng() % static_cast<unsigned>(high - low + 1));
  };
  for (int i = 0; i < 60; ++i) solve_under_every_rule(Rules{}, rng, between(0, 14), between(0, 14));
  for (int i = 0; i < 300; ++i) {
    Rules rules;
    rules.joker_rule =
        std::array{JokerRule::free, JokerRule::official, JokerRule::locked}[static_cast<std::size_t>(i % 3)];
    if (i % 4 == 0) {
      rules.colours = between(3, 5);
      rules.copies = between(1, 3);
      rules.jokers = between(0, 4);
    }
    solve_as_if_large(rules, rng, between(0, 14), between(1, i % 10 == 0 ? 35 : 20));
  }
  int too_large = 0;
  for (int i = 0; i < 60; ++i) {
    Rules rules;
    rules.values = between(3, i % 10 == 0 ? 100 : 20);
    rules.colours = between(2, 8);
    rules.copies = between(1, 4);
    rules.jokers = between(0, 4);
    rules.min_meld = std::min(between(2, 6), std::max(rules.values, rules.colours));
    try {
      solve_under_every_rule(rules, rng, between(0, 8), between(0, 8));
    } catch (const TooLarge&) {
      ++too_large;
    }
  }
  for (int i = 0; i < 30; ++i) {
    Rules rules;
    rules.joker_rule = static_cast<JokerRule>(i % 3);
    const Position position = random_position(rules, rng, 6, 7);
    Plays plays(rules, position, {});
    Play play;
    int count = 0;
    while (count < 50 && plays.next(play, 2000)) ++count;
    CHECK((count > 0) == Solver(rules).solve(position).play);
  }
  std::printf("solver: %d too large, %d failed\n", too_large, failures);
  return failures != 0;
}
