// Solvers for many threads: each call borrows one, and gives it back warm.
#pragma once

#include <memory>
#include <vector>

#include "base/threads.hpp"
#include "solver/solver.hpp"

namespace optimeld::solver {

class SolverPool {
 public:
  explicit SolverPool(const Rules& rules) : rules_(rules) {}

  const Rules& rules() const { return rules_; }

  Solution solve(const Position& position, const SolveOptions& options);

  // Answers in the order of the positions. threads: how many work at once (at least one).
  std::vector<Solution> solve_many(const std::vector<Position>& positions, const SolveOptions& options, int threads);

  // Calls use(solver) with a solver no other thread has.
  template <class Use>
  auto borrow(Use&& use) {
    Loan loan(*this);
    return use(*loan.solver);
  }

 private:
  struct Loan {
    explicit Loan(SolverPool& lender) : pool(lender) {
      {
        const std::lock_guard lock(lender.mutex_);
        if (!lender.idle_.empty()) {
          solver = std::move(lender.idle_.back());
          lender.idle_.pop_back();
        }
      }
      if (!solver) solver = std::make_unique<Solver>(lender.rules_);
    }
    ~Loan() {
      const std::lock_guard lock(pool.mutex_);
      pool.idle_.push_back(std::move(solver));
    }
    SolverPool& pool;
    std::unique_ptr<Solver> solver;
  };

  Rules rules_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Solver>> idle_;
};

}  // namespace optimeld::solver
