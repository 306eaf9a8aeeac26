"""What all environments share: the core's games, observations by name, rewards, and a picture in text.

An observation is counts, all of one player's own knowledge:

| part | shape | what it counts |
|---|---|---|
| `rack` | kinds | the player's own tiles, less those chosen; the joker last |
| `table` | kinds | tiles on the table |
| `standing` | kinds | table jokers that may stand for this kind |
| `river`, `pending` | kinds | face-up tiles; the two tiles drawn, while one must be kept |
| `chosen` | kinds | action space `tiles`: what was chosen so far this turn |
| `rack_sizes`, `opened` | players | by player, from the observer on in turn order |
| `pool` | 1 | tiles left to draw |
| `to_move` | 1 | how many seats after the observer the player to move sits |
| `plays` | 64 x kinds | action space `ranked`: the tiles of each play on offer |
| `action_mask` | actions | 1 where the action is allowed |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from optimeld import _core
from optimeld.errors import OptimeldError
from optimeld.melds import Meld
from optimeld.pictures.terminal import Pen
from optimeld.position import Position
from optimeld.rules import RETAIL, Rules

ActionSpace = Literal["ranked", "tiles"]
Reward = Literal["win", "points"]
ACTION_SPACES: tuple[ActionSpace, ...] = ("ranked", "tiles")
REWARDS: tuple[Reward, ...] = ("win", "points")
#: How many plays the action space `ranked` offers at most.
RANKED_PLAYS: int = _core.RANKED_PLAYS

#: Parts of an observation with one number for each kind of tile, and with one for each player.
_BY_KIND = ("rack", "table", "standing", "river", "pending", "chosen")
_BY_PLAYER = ("rack_sizes", "opened")

Observation = dict[str, npt.NDArray[Any]]


class EnvError(OptimeldError):
    """An environment that cannot be made as asked for."""

    code = "bad-environment"


class Tables:
    """Some games of the core stepped together, with their arrays.

    `agents` names who sits where: an agent of the engine, or `None` for a seat that is asked from outside.

    >>> tables = Tables((None, None), actions="tiles")
    >>> tables.reset(seed=1)
    >>> int(tables.observation(0, 0)["rack"].sum())
    14
    """

    def __init__(
        self,
        agents: Sequence[str | None],
        *,
        rules: Rules = RETAIL,
        actions: ActionSpace = "ranked",
        reward: Reward = "win",
        count: int = 1,
    ) -> None:
        if actions not in ACTION_SPACES:
            raise EnvError(f"no action space is called {actions!r}: it is ranked or tiles", word=str(actions))
        if reward not in REWARDS:
            raise EnvError(f"no reward is called {reward!r}: it is win or points", word=str(reward))
        try:
            self.core = _core.Envs(rules.core, [agent or "" for agent in agents], actions == "tiles", count)
        except ValueError as error:
            raise EnvError(str(error)) from None
        self.rules = rules
        self.players = len(agents)
        self.count = count
        self.ranked = actions == "ranked"
        self.reward: Reward = reward
        self.actions: int = self.core.actions
        self.layout: Mapping[str, int] = self.core.layout
        self.kinds = self.layout["kinds"]
        self.observations = np.zeros((count, self.layout["size"]), np.int16)
        self.masks = np.zeros((count, self.actions), np.uint8)
        self.plays = np.zeros((count if self.ranked else 0, RANKED_PLAYS, self.kinds), np.uint8)
        self.over = np.zeros(count, np.uint8)
        self.winners = np.zeros(count, np.int32)
        self.scores = np.zeros((count, self.players), np.int32)
        self.dealt = np.zeros(count, np.uint8)

    def reset(self, seed: int) -> None:
        """Deals every game anew."""
        self.core.reset(seed)

    def step(self, actions: npt.NDArray[np.int64], *, forgive: bool) -> None:
        """One action in every game; a game that is over is dealt anew instead (`dealt` says which).

        `forgive`: an action that is not allowed loses the turn, as at the table; otherwise it is an error.
        """
        try:
            self.core.step(np.ascontiguousarray(actions, np.int64), self.dealt, forgive)
        except ValueError as error:
            raise EnvError(str(error)) from None

    def act(self, game: int, action: int) -> None:
        """One action in one game."""
        try:
            self.core.act(game, int(action))
        except (ValueError, TypeError) as error:
            raise EnvError(str(error).splitlines()[0]) from None

    def look(self, player: int = -1) -> None:
        """Fills `observations`, `masks` and `plays`: as `player` sees it, or who is to move (-1)."""
        self.core.observe(player, self.observations, self.masks)
        if self.ranked:
            self.core.observe_plays(self.plays)

    def settle(self) -> None:
        """Fills `over`, `winners` and `scores`."""
        self.core.results(self.over, self.winners, self.scores)

    def rewards(self) -> npt.NDArray[np.float32]:
        """By game and player, after `settle`: they cancel out, and are 0 until the end.

        `win`: 1 for the winner, the others share -1. `points`: the score of the game.
        """
        if self.reward == "points":
            return self.scores.astype(np.float32)
        rewards = np.full((self.count, self.players), -1 / (self.players - 1), np.float32)
        rewards[np.arange(self.count), np.maximum(self.winners, 0)] = 1
        rewards[self.over == 0] = 0
        return rewards

    def parts(self, flat: npt.NDArray[np.int16]) -> Observation:
        """An array of observations (the last axis) cut into its parts, without copying."""
        at = self.layout
        found: Observation = {name: flat[..., at[name] : at[name] + self.kinds] for name in _BY_KIND}
        found |= {name: flat[..., at[name] : at[name] + self.players] for name in _BY_PLAYER}
        found |= {name: flat[..., at[name] : at[name] + 1] for name in ("pool", "to_move")}
        return found

    def observation(self, game: int, player: int) -> Observation:
        """One game as one player sees it; the mask is empty for those who are not to move."""
        self.look(player)
        observation = {name: part[game].copy() for name, part in self.parts(self.observations).items()}
        turn = not self.core.over(game) and self.core.to_move(game) == player
        if self.ranked:
            observation["plays"] = self.plays[game].copy() if turn else np.zeros_like(self.plays[game])
        observation["action_mask"] = self.masks[game].astype(np.int8) * turn
        return observation

    def observation_space(self) -> spaces.Dict:
        """The space of `observation`."""
        box = self.rules.tiles_in_box

        def counts(*shape: int, high: int = box, dtype: type[np.generic] = np.int16) -> spaces.Box:
            return spaces.Box(0, high, shape, dtype)  # type: ignore[arg-type]

        parts: dict[str, spaces.Space[Any]] = {name: counts(self.kinds) for name in _BY_KIND}
        parts |= {"rack_sizes": counts(self.players), "opened": counts(self.players, high=1)}
        parts |= {"pool": counts(1), "to_move": counts(1, high=self.players - 1)}
        if self.ranked:
            parts["plays"] = counts(RANKED_PLAYS, self.kinds, high=box % 256, dtype=np.uint8)
        parts["action_mask"] = counts(self.actions, high=1, dtype=np.int8)
        return spaces.Dict(parts)

    def words(self, game: int, action: int) -> str:
        """What an action does now, in words of the game.

        >>> tables = Tables((None, None))
        >>> tables.reset(seed=1)
        >>> tables.words(0, 0)
        'draw'
        """
        every = self.rules.tiles
        of_river = self.actions - (self.kinds if self.rules.river else 0)
        if action >= of_river:
            return f"take or keep {every[action - of_river]}"
        if self.ranked and action > 0:
            plays = self.core.plays(game)
            return (
                "not on offer"
                if action > len(plays)
                else "play " + " ".join(str(every[t]) for t in plays[action - 1])
            )
        if not self.ranked and action < self.kinds:
            return f"choose {every[action]}"
        return "draw" if self.ranked else "stop"

    def picture(self, game: int, player: int) -> str:
        """The table and one player's rack, as text."""
        core = self.core.game(game)
        every = self.rules.tiles
        table = [Meld(tuple(every[index] for index in meld), self.rules) for meld in core.table]
        rack = tuple(every[index] for index in core.rack(player))
        position = Position(tuple(table), rack, self.rules, core.opened(player))
        return Pen(colour=False, shapes=True, width=100).position(position)
