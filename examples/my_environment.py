"""An environment: random play in PettingZoo, and many games at once in Gymnasium, each with exact masks."""

import gymnasium
import numpy as np

from optimeld.envs import rummikub_v0

env = rummikub_v0.env(players=3, actions="tiles")
env.reset(seed=1)
decisions = 0
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        env.step(None)
        continue
    env.step(env.action_space(agent).sample(observation["action_mask"]))
    decisions += 1
print(f"a game of three took {decisions} decisions, tile by tile")

envs = gymnasium.make_vec("optimeld/Rummikub-v0", num_envs=16, opponents=("simple",))
observations, _ = envs.reset(seed=1)
won = played = 0
while played < 40:
    # The best play where there is one, a draw otherwise: what greedy does.
    actions = np.minimum(observations["action_mask"].sum(axis=1) - 1, 1)
    observations, rewards, over, _, _ = envs.step(actions)
    played += int(over.sum())
    won += int((rewards > 0).sum())
print(f"the best play every time won {won} of {played} games against simple")
