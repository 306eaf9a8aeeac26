// What the policies of one thread think with, shared between them.
#pragma once

#include <memory>

#include "solver/solver.hpp"
#include "strategy/finish.hpp"

namespace optimeld::strategy {

struct Tools {
  explicit Tools(const Rules& rules)
      : solver(std::make_shared<solver::Solver>(rules)), finish(std::make_shared<FinishTest>(solver)) {}

  const Rules& rules() const { return solver->rules(); }

  std::shared_ptr<solver::Solver> solver;
  std::shared_ptr<FinishTest> finish;
};

// How far a player who decides at once follows jokers that are bound. It is the rare position of a long rack that asks
// for more; there it takes what it has found. Who must play has to know whether it can.
inline std::size_t most_walked(const Rules& rules) {
  return rules.must_play ? SolveOptions{}.most_walked : std::size_t{5000};
}

}  // namespace optimeld::strategy
