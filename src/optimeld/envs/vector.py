"""Many games stepped at once in the core: Gymnasium's vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from optimeld.envs.tables import ActionSpace, Observation, Reward, Tables
from optimeld.rules import RETAIL, Rules


class RummikubVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games against named opponents; after the end of one, the next step deals the next.

    >>> envs = RummikubVectorEnv(num_envs=8)
    >>> observations, _ = envs.reset(seed=1)
    >>> observations["rack"].sum(axis=1).tolist()
    [14, 14, 14, 14, 14, 14, 14, 14]
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[str] = ("greedy",),
        *,
        rules: Rules = RETAIL,
        actions: ActionSpace = "ranked",
        reward: Reward = "win",
    ) -> None:
        self.tables = Tables((None, *opponents), rules=rules, actions=actions, reward=reward, count=num_envs)
        self.num_envs = num_envs
        self.single_observation_space = self.tables.observation_space()
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self.tables.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals every game. One seed serves them all: environment i plays games i, i + num_envs, ..."""
        super().reset(seed=seed)
        self.tables.reset(int(self.np_random.integers(2**63)))
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """One action for each game; one that is not allowed loses the turn."""
        self.tables.step(actions, forgive=True)
        self.tables.settle()
        over = self.tables.over.astype(bool)
        return self._observations(), self.tables.rewards()[:, 0], over, np.zeros_like(over), {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are allowed now, by game."""
        return self.tables.masks.astype(bool)

    def _observations(self) -> Observation:
        self.tables.look(0)
        found = {name: part.copy() for name, part in self.tables.parts(self.tables.observations).items()}
        if self.tables.ranked:
            found["plays"] = self.tables.plays.copy()
        found["action_mask"] = self.tables.masks.astype(np.int8)
        return found
