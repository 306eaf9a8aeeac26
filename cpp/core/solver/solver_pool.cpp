#include "solver/solver_pool.hpp"

#include "base/crew.hpp"

namespace optimeld::solver {

Solution SolverPool::solve(const Position& position, const SolveOptions& options) {
  return borrow([&](Solver& solver) { return solver.solve(position, options); });
}

std::vector<Solution> SolverPool::solve_many(const std::vector<Position>& positions, const SolveOptions& options,
                                             int threads) {
  std::vector<Solution> solutions(positions.size());
  share_out(positions.size(), threads, [&](Turns& turns) {
    borrow([&](Solver& solver) {
      for (std::size_t i; turns.take(i);) solver.solve(positions[i], options, solutions[i]);
    });
  });
  return solutions;
}

}  // namespace optimeld::solver
