// Many environments stepped together, in the layout that arrays of a learner have.
#pragma once

#include <cstdint>
#include <vector>

#include "env/env.hpp"

namespace optimeld::env {

// Environment i plays games i, i + count, i + 2 * count, ... of the seed, whatever happens in the others. After the end
// of a game the next step deals the next one, whatever its action (as Gymnasium's NEXT_STEP).
class VectorEnv {
 public:
  VectorEnv(const Spec& spec, int count);
  VectorEnv(const VectorEnv&) = delete;

  int count() const { return static_cast<int>(envs_.size()); }
  Env& operator[](int i) { return envs_[static_cast<std::size_t>(i)]; }
  const Env& operator[](int i) const { return envs_[static_cast<std::size_t>(i)]; }

  void reset(std::uint64_t seed);
  // One action for each; `dealt[i]` is set where the step dealt a new game instead. `forgive`: an action that is not
  // allowed loses the turn instead of throwing.
  void step(const std::int64_t* actions, std::uint8_t* dealt, bool forgive);

 private:
  std::vector<Env> envs_;
  std::vector<std::uint64_t> next_;
  std::uint64_t seed_ = 0;
};

}  // namespace optimeld::env
