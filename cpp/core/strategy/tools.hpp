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

}  // namespace optimeld::strategy
