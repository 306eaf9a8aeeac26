// The exact solver: the best play in a position, proved.
#pragma once

#include <memory>

#include "table/position.hpp"
#include "table/rules.hpp"

namespace optimeld::solver {

// Holds the tables that follow from the rules and the work space; not for two threads at once.
class Solver {
 public:
  explicit Solver(const Rules& rules);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Rules& rules() const;

  // How much work it did so far, roughly: the same on every machine.
  std::uint64_t work() const;
  Solution solve(const Position& position, const SolveOptions& options = {});
  void solve(const Position& position, const SolveOptions& options, Solution& out);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace optimeld::solver
