// What the policies of one thread think with, shared between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solver/solver.hpp"
#include "strategy/finish.hpp"

namespace optimeld::strategy {

struct Tools {
  explicit Tools(const Rules& rules)
      : solver(std::make_shared<solver::Solver>(rules)), finish(std::make_shared<FinishTest>(solver)) {}

  const Rules& rules() const { return solver->rules(); }

  // How much work was done so far, in states met: the same on every machine. Those of the solver take longer.
  std::uint64_t work() const { return finish->work() + 2 * solver->work(); }

  std::shared_ptr<solver::Solver> solver;
  std::shared_ptr<FinishTest> finish;
};

// Takes `tiles`, all of which are there, out of a sorted rack.
inline void take_out(std::vector<Tile>& rack, std::span<const Tile> tiles) {
  for (const Tile tile : tiles) rack.erase(std::ranges::lower_bound(rack, tile));
}

// How far a player who decides at once follows jokers that are bound: the steps of long racks take longer. It is a rare
// position that asks for more; there the player takes what is found. Who must play has to know whether it can.
inline std::size_t most_walked(const Rules& rules, std::size_t rack) {
  constexpr std::size_t long_rack = 24;
  if (rules.must_play) return SolveOptions{}.most_walked;
  return rack < long_rack ? 10000 : 3000;
}

}  // namespace optimeld::strategy
