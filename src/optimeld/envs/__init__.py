"""Environments to learn in: PettingZoo's AEC, Gymnasium's single agent and vector, OpenSpiel's game.

Importing this registers `optimeld/Rummikub-v0` with Gymnasium. The extra `env` installs what they need.

>>> import gymnasium, optimeld.envs
>>> env = gymnasium.make("optimeld/Rummikub-v0", opponents=("greedy",))
>>> observation, info = env.reset(seed=7)
>>> int(observation["rack"].sum()), int(observation["pool"][0])
(14, 78)
"""

from __future__ import annotations

import gymnasium

from optimeld.envs import rummikub_v0

__all__ = ["rummikub_v0"]

if "optimeld/Rummikub-v0" not in gymnasium.registry:
    gymnasium.register(
        "optimeld/Rummikub-v0",
        entry_point="optimeld.envs.single:RummikubEnv",
        vector_entry_point="optimeld.envs.vector:RummikubVectorEnv",
    )
