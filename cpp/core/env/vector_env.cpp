#include "env/vector_env.hpp"

namespace optimeld::env {

VectorEnv::VectorEnv(const Spec& spec, int count) {
  const auto workspace = std::make_shared<Workspace>(spec.rules);
  for (int i = 0; i < count; ++i) envs_.emplace_back(spec, workspace);
  next_.resize(envs_.size());
}

void VectorEnv::reset(std::uint64_t seed) {
  seed_ = seed;
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    envs_[i].reset(seed_, i);
    next_[i] = i + envs_.size();
  }
}

void VectorEnv::step(const std::int64_t* actions, std::uint8_t* dealt, bool forgive) {
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    dealt[i] = envs_[i].over();
    if (dealt[i]) {
      envs_[i].reset(seed_, next_[i]);
      next_[i] += envs_.size();
    } else if (forgive && !envs_[i].allows(actions[i])) {
      envs_[i].lose_turn();
    } else {
      envs_[i].step(static_cast<int>(actions[i]));
    }
  }
}

}  // namespace optimeld::env
