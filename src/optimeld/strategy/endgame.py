"""The end of the pool between two players: all tiles are known, so the rest can be looked through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from optimeld import _core
from optimeld.errors import OptimeldError, TooLargeError
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.tiles import Tile

DEFAULT_TESTS = 100_000
DEFAULT_DEPTH = 4


@dataclass(frozen=True)
class Ending:
    """What the player to move should do, and what comes of it when both play their best.

    `proved`: every line was followed to its end. Otherwise the value is what the search saw within its number
    of finish tests and its depth, of the plays it looks at on racks with too many parts to try them all.
    """

    position: Position
    opponent: tuple[Tile, ...]
    wins: bool
    #: For the player to move.
    points: int
    proved: bool
    #: What to play; empty: pass.
    played: tuple[Tile, ...]
    table: tuple[Meld, ...]
    #: Finish tests asked, and turns looked at.
    tests: int
    turns: int

    @property
    def action(self) -> str:
        """`play` or `pass`."""
        return "play" if self.played else "pass"

    def to_json(self) -> dict[str, Any]:
        """The ending as JSON values."""
        return {
            "action": self.action,
            "played": [str(tile) for tile in self.played],
            "table": [meld.to_json() for meld in self.table],
            "wins": self.wins,
            "points": self.points,
            "proved": self.proved,
            "tests": self.tests,
            "turns": self.turns,
        }


def endgame(
    position: Position,
    opponent: Iterable[Tile],
    *,
    opponent_opened: bool = True,
    passed: bool = False,
    tests: int = DEFAULT_TESTS,
    depth: int = DEFAULT_DEPTH,
) -> Ending:
    """The best move with an empty pool, two players, and every tile known.

    `position` is that of the player to move, `opponent` the other rack; `passed`: the opponent has just
    passed, so that a pass ends the game and the lowest rack wins. `tests` bounds the work, `depth` the turns
    looked ahead where a rack has too many parts to try them all.

    >>> from optimeld.notation import parse_tiles
    >>> ending = endgame(Position.parse("K1 K2 K3 // K4 R9"), parse_tiles("K5 O1"))
    >>> ending.action, ending.wins, ending.points, ending.proved
    ('pass', False, -7, True)
    """
    other = tuple(opponent)
    together = Position(position.table, (*position.rack, *other), position.rules, position.opened)
    if not position.rack or not other:
        raise OptimeldError("both racks must hold a tile, or the game is over")
    if not 0 <= tests <= 10**12 or not 1 <= depth <= 100:
        raise OptimeldError(f"{tests} tests and a depth of {depth}: at least 0 and from 1 to 100")
    rules = together.rules
    try:
        points, wins, proved, played, table, asked, turns = _core.endgame(
            rules.core, position.core_table, position.core_rack, [rules.index_of(tile) for tile in other],
            opened=position.opened, other_opened=opponent_opened, passed=passed, tests=tests, depth=depth,
        )  # fmt: skip
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    return Ending(
        position, other, wins, points, proved,
        tuple(rules.tile_at(index) for index in played or ()),
        tuple(Meld(tuple(rules.tile_at(index) for index in meld), rules) for meld in table),
        asked, turns,
    )  # fmt: skip
