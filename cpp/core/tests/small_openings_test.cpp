// The openings of fewest tiles against every handful of the rack, each put before the solver.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <random>
#include <vector>

#include "check.hpp"
#include "solver/solver.hpp"
#include "strategy/small_openings.hpp"

using namespace optimeld;
using namespace optimeld::tests;

namespace {

using Handfuls = std::vector<std::vector<Tile>>;

std::vector<Tile> some_tiles(const Rules& rules, std::size_t size, std::mt19937& rng) {
  std::vector<Tile> box;
  for (int kind = 0; kind <= rules.kinds(); ++kind) {
    const Tile tile = static_cast<Tile>(kind);
    box.insert(box.end(), static_cast<std::size_t>(rules.copies_of(tile)), tile);
  }
  std::ranges::shuffle(box, rng);
  box.resize(size);
  std::ranges::sort(box);
  return box;
}

Handfuls by_trying_all(const Rules& rules, solver::Solver& solver, const std::vector<Tile>& rack) {
  SolveOptions options;
  options.opening = true;
  options.keep = options.tidy = false;
  Handfuls fewest;
  std::pair<std::ptrdiff_t, std::size_t> best{1000, 1000};  // jokers, tiles
  for (unsigned set = 1; set < 1U << rack.size(); ++set) {
    std::vector<Tile> handful;
    for (std::size_t i = 0; i < rack.size(); ++i) {
      if ((set >> i & 1U) != 0) handful.push_back(rack[i]);
    }
    const std::pair cost{std::ranges::count(handful, rules.joker()), handful.size()};
    if (cost > best) continue;
    const Solution solution = solver.solve({{}, handful}, options);
    if (!solution.play || !solution.remaining.empty()) continue;
    if (cost < best) fewest.clear(), best = cost;
    if (std::ranges::find(fewest, handful) == fewest.end()) fewest.push_back(handful);
  }
  std::ranges::sort(fewest);
  return fewest;
}

int openings_are_the_fewest(const Rules& rules, std::size_t size, int racks) {
  strategy::SmallOpenings openings(rules);
  solver::Solver solver(rules);
  std::mt19937 rng(3);
  int opened = 0;
  for (int i = 0; i < racks; ++i) {
    const std::vector<Tile> rack = some_tiles(rules, size, rng);
    Handfuls found = openings.find(rack);
    std::ranges::sort(found);
    CHECK(!openings.broken_off());
    CHECK(found == by_trying_all(rules, solver, rack));
    opened += !found.empty();
  }
  return opened;
}

}  // namespace

int main() {
  Rules small;
  small.values = 8;
  small.opening_points = 20;
  Rules short_melds = small;
  short_melds.min_meld = 2;
  short_melds.jokers = 1;
  const int opened = openings_are_the_fewest({}, 11, 60) + openings_are_the_fewest(small, 10, 100) +
                     openings_are_the_fewest(short_melds, 8, 60);
  CHECK(opened > 60);
  std::printf("%d of 220 racks open\n", opened);
  return failures != 0;
}
