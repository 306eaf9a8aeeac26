#include "solver_pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace optimeld {

Solution SolverPool::solve(const Position& position, const SolveOptions& options) {
  return borrow([&](Solver& solver) { return solver.solve(position, options); });
}

std::vector<Solution> SolverPool::solve_many(const std::vector<Position>& positions, const SolveOptions& options,
                                             int threads) {
  std::vector<Solution> solutions(positions.size());
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      borrow([&](Solver& solver) {
        for (std::size_t i; (i = next.fetch_add(1)) < positions.size();) solver.solve(positions[i], options, solutions[i]);
      });
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = positions.size();
    }
  };
  const int helpers = std::min<int>(threads, static_cast<int>(positions.size())) - 1;
  std::vector<std::thread> crew;
  for (int i = 0; i < helpers; ++i) crew.emplace_back(work);
  work();
  for (auto& thread : crew) thread.join();
  if (failure) std::rethrow_exception(failure);
  return solutions;
}

}  // namespace optimeld
