"""PettingZoo's AEC environment: 2 to 6 players in turn, each with a mask of what is legal.

>>> env = env(players=3, actions="tiles")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("player_0")["rack"].sum())
('player_0', 14)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from optimeld.envs.tables import ActionSpace, EnvError, Observation, Reward, Tables
from optimeld.rules import RETAIL, Rules


def env(**options: Any) -> Any:
    """The environment with PettingZoo's usual checks around it; `raw_env` says which options there are."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class raw_env(AECEnv):  # type: ignore[misc]
    """A game in which every seat is asked for its actions.

    `actions`: `ranked` (0 draws, 1..64 are the best distinct plays) or `tiles` (one at a time, then stop).
    `reward`: `win` or `points`. A turn of several actions is several steps of the same agent.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "rummikub_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        rules: Rules = RETAIL,
        actions: ActionSpace = "ranked",
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise EnvError(
                f"no render mode is called {render_mode!r}: it is ansi or human", word=str(render_mode)
            )
        self.tables = Tables((None,) * players, rules=rules, actions=actions, reward=reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        # Each agent has spaces of its own, since each is seeded by itself.
        self.observation_spaces = {agent: self.tables.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.tables.actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent; the parts are those of `optimeld.envs.tables`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals: the same seed, the same tiles. Without one, games follow each other from the last seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.tables.core.deal(0, int(self._seeds.integers(2**63)), 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.tables.core.to_move(0)]

    def observe(self, agent: str) -> Observation:
        """What an agent sees: never another's tiles, nor the order of the pool."""
        return self.tables.observation(0, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.tables.act(0, -1 if action is None else action)
        self.agent_selection = self.possible_agents[self.tables.core.to_move(0)]
        if self.tables.core.over(0):
            self.tables.settle()
            rewards = self.tables.rewards()[0]
            self.rewards = {name: float(rewards[seat]) for seat, name in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table and the rack of the player to move, as text."""
        seat = self.possible_agents.index(self.agent_selection)
        text = f"{self.agent_selection}\n{self.tables.picture(0, seat)}"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
