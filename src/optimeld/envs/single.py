"""Gymnasium's environment: the first seat learns, the others are agents of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from optimeld.envs.tables import ActionSpace, Observation, Reward, Tables
from optimeld.rules import RETAIL, Rules


class RummikubEnv(gymnasium.Env[Observation, np.int64]):
    """A game against named opponents; `action_masks()` is what sb3-contrib's MaskablePPO asks for.

    >>> env = RummikubEnv(opponents=("greedy", "simple"), actions="tiles")
    >>> observation, _ = env.reset(seed=3)
    >>> env.action_masks().shape == (env.action_space.n,)
    True
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        opponents: Sequence[str] = ("greedy",),
        *,
        rules: Rules = RETAIL,
        actions: ActionSpace = "ranked",
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        self.tables = Tables((None, *opponents), rules=rules, actions=actions, reward=reward)
        self.observation_space: spaces.Space[Any] = self.tables.observation_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.tables.actions)
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals, and lets who moves first move."""
        super().reset(seed=seed)
        self.tables.core.deal(0, int(self.np_random.integers(2**63)), 0)
        return self.tables.observation(0, 0), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action; the others move until it is this seat's turn again.

        An action that is not allowed loses the turn: a tile is drawn, and `info["allowed"]` is false.
        """
        core = self.tables.core
        info: dict[str, Any] = {"allowed": core.allows(0, int(action))}
        if info["allowed"]:
            self.tables.act(0, int(action))
        else:
            core.lose_turn(0)
        over = core.over(0)
        reward = 0.0
        if over:
            self.tables.settle()
            reward = float(self.tables.rewards()[0, 0])
            info |= {"won": bool(self.tables.winners[0] == 0), "score": int(self.tables.scores[0, 0])}
        return self.tables.observation(0, 0), reward, over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are allowed now."""
        self.tables.look(0)
        mask: npt.NDArray[np.bool_] = self.tables.masks[0].astype(bool)
        return mask

    def render(self) -> str:
        """The table and the own rack, as text."""
        return self.tables.picture(0, 0)
