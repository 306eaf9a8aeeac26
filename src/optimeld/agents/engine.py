"""The engine's agents as agents like any other: they decide from a view."""

from __future__ import annotations

from optimeld import _core
from optimeld.game import View, check_engine_agent
from optimeld.melds import Meld
from optimeld.moves import Draw, Move, Play, Take
from optimeld.rules import Rules
from optimeld.tiles import Tile


class EngineAgent:
    """An agent of the engine by its name.

    >>> from optimeld.game import Game
    >>> EngineAgent("greedy").choose(Game(seed=1).view(0))
    Play('K8 B8 O8 | K12 R12 O12')
    """

    def __init__(self, name: str) -> None:
        check_engine_agent(name)
        self.name = name
        self._rules: Rules | None = None
        self._core: _core.EngineAgent | None = None

    def choose(self, view: View) -> Move:
        """The move to make."""
        every = view.rules.tiles
        action, table, tile = self._agent(view.rules).choose_seen(_seen(view))
        if table is not None:
            return Play(tuple(Meld(tuple(every[index] for index in meld), view.rules) for meld in table))
        if tile is not None:
            return Take(every[tile])
        assert action in ("draw", "pass")
        return Draw()

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Tile:
        """With the river: which of two drawn tiles stays."""
        first, second = (view.rules.index_of(tile) for tile in tiles)
        return view.rules.tile_at(self._agent(view.rules).keep_seen(_seen(view), first, second))

    def _agent(self, rules: Rules) -> _core.EngineAgent:
        if self._core is None or self._rules != rules:
            self._rules, self._core = rules, _core.EngineAgent(self.name, rules.core)
        return self._core


def _seen(view: View) -> _core.Seen:
    index_of = view.rules.index_of
    return _core.Seen(
        view.rules.core, view.player, view.turn,
        [index_of(tile) for tile in view.rack],
        [[index_of(tile) for tile in meld.tiles] for meld in view.table],
        [index_of(tile) for tile in view.river],
        view.pool_size, list(view.rack_sizes), list(view.opened), list(view.conduct), view.passes,
        view.luck,
    )  # fmt: skip
