"""OpenSpiel's game `python_rummikub`; importing this registers it.

Chance speaks once, at the start: it picks one of `deals` shuffles, which fixes every tile to come. A state
can be copied and replayed from its history, as OpenSpiel asks.

>>> import pyspiel
>>> game = pyspiel.load_game("python_rummikub", {"players": 3, "actions": "tiles"})
>>> state = game.new_initial_state()
>>> state.apply_action(5)
>>> state.current_player(), len(state.legal_actions()) > 0
(0, True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from optimeld.envs.tables import Tables

#: What a game is made with; `deals` is how many shuffles chance picks from.
DEFAULTS: dict[str, Any] = {"players": 2, "actions": "ranked", "reward": "win", "deals": 4096}
#: The largest number that a score can reach in the retail box: every tile on the losers' racks.
_MOST_POINTS = 2000.0

_TYPE = pyspiel.GameType(
    short_name="python_rummikub",
    long_name="Rummikub",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class RummikubGame(pyspiel.Game):  # type: ignore[misc]
    """Rummikub by the rules of the retail box."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.players, self.deals = int(given["players"]), int(given["deals"])
        self.options: dict[str, Any] = {"actions": given["actions"], "reward": given["reward"]}
        tables = Tables((None,) * self.players, **self.options)
        most = 1.0 if given["reward"] == "win" else _MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=tables.actions,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            # Every turn plays or draws; in the space `tiles` a turn of k tiles is k + 1 actions.
            max_game_length=6 * tables.rules.tiles_in_box + 8 * self.players,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> RummikubState:
        """Before the deal."""
        return RummikubState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RummikubObserver:
        """An observer of what a player sees."""
        return RummikubObserver(self)


class _Line:
    """A deal and the actions since, and the core's game that follows from them, made when it is asked for."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players, self.options = players, options
        self.deal: int | None = None
        self.actions: list[int] = []
        self._tables: Tables | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is copied and stored: the core's game is made again."""
        return self.__dict__ | {"_tables": None}

    @property
    def tables(self) -> Tables:
        if self._tables is None:
            self._tables = Tables((None,) * self.players, **self.options)
            self._tables.core.deal(0, 0, self.deal or 0)
            for action in self.actions:
                self._tables.act(0, action)
        return self._tables

    @property
    def over(self) -> bool:
        return self.deal is not None and self.tables.core.over(0)

    def add(self, action: int) -> None:
        self.tables.act(0, action)
        self.actions.append(action)


class RummikubState(pyspiel.State):  # type: ignore[misc]
    """A game so far."""

    def __init__(self, game: RummikubGame) -> None:
        super().__init__(game)
        self.line = _Line(game.players, game.options)
        self.deals = game.deals

    def current_player(self) -> int:
        """Whose turn it is, chance before the deal."""
        if self.line.deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.line.over else self.line.tables.core.to_move(0)

    def _legal_actions(self, player: int) -> list[int]:
        self.line.tables.look(player)
        return [int(action) for action in np.flatnonzero(self.line.tables.masks[0])]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every shuffle alike."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.line.deal is None:
            self.line.deal = action
        else:
            self.line.add(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return f"{action}: {self.line.tables.words(0, action)}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.line.over

    def returns(self) -> list[float]:
        """The rewards, 0 until the end."""
        if not self.line.over:
            return [0.0] * self.line.players
        self.line.tables.settle()
        return [float(reward) for reward in self.line.tables.rewards()[0]]

    def __str__(self) -> str:
        if self.line.deal is None:
            return "before the deal"
        seats = range(self.line.players)
        racks = [f"player {seat}\n{self.line.tables.picture(0, seat)}" for seat in seats]
        return f"deal {self.line.deal}, {len(self.line.actions)} actions\n" + "\n".join(racks)


class RummikubObserver:
    """What one player sees, as one array of the counts that `optimeld.envs.tables` describes."""

    def __init__(self, game: RummikubGame) -> None:
        self._size = Tables((None,) * game.players, **game.options).layout["size"]
        self.tensor = np.zeros(self._size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RummikubState, player: int) -> None:
        """Fills the array with what `player` sees."""
        self.tensor.fill(0)
        if state.line.deal is not None:
            tables = state.line.tables
            tables.look(player)
            self.tensor[:] = tables.observations[0]

    def string_from(self, state: RummikubState, player: int) -> str:
        """The table and the player's own rack, as text."""
        return "before the deal" if state.line.deal is None else state.line.tables.picture(0, player)


pyspiel.register_game(_TYPE, RummikubGame)
