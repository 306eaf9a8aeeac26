"""What a player may do in a turn: play, draw, or take a tile of the river."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from optimeld.melds import Meld
from optimeld.solver import Solution
from optimeld.tiles import Tile

Layout = tuple[Meld, ...]


class Play:
    """Lay tiles: `table` is the whole table afterwards. What `plays` yields, and what an agent may answer.

    A play that was found knows its tiles and their value, and is laid out when its table is first asked for.

    >>> Play([Meld.parse("K1 K2 K3")])
    Play('K1 K2 K3')
    >>> from optimeld import plays
    >>> found = next(plays("K1 K2 K3 // K4 R9"))
    >>> str(found), found.value, str(found.table[0])
    ('K4', 4, 'K1 K2 K3 K4')
    """

    __slots__ = ("_lay", "_table", "played", "value")

    def __init__(
        self,
        table: Iterable[Meld] = (),
        *,
        played: Iterable[Tile] = (),
        value: int = 0,
        lay: Callable[[], Layout] | None = None,
    ) -> None:
        self._table: Layout | None = tuple(table) if lay is None else None
        self._lay = lay
        #: The rack tiles that go down, sorted; empty where only the table was given.
        self.played = tuple(played)
        self.value = value

    @property
    def table(self) -> Layout:
        """The whole table after it."""
        if self._table is None:
            assert self._lay is not None
            self._table = self._lay()
        return self._table

    @property
    def tiles(self) -> int:
        """How many rack tiles go down, where they are known."""
        return len(self.played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.played == other.played and (bool(self.played) or self.table == other.table)

    def __hash__(self) -> int:
        return hash(self.played)

    def __str__(self) -> str:
        return " ".join(map(str, self.played)) or " | ".join(map(str, self.table))

    def __repr__(self) -> str:
        return f"Play('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return _play, (self.table, self.played, self.value)


def _play(table: Layout, played: tuple[Tile, ...], value: int) -> Play:
    return Play(table, played=played, value=value)


@dataclass(frozen=True)
class Draw:
    """Draw a tile (with an empty pool: pass).

    >>> from optimeld import Game
    >>> from optimeld.agents import take_turn
    >>> class Patient:
    ...     def choose(self, view):
    ...         return Draw()
    >>> take_turn(Game(seed=1), Patient()).action
    'draw'
    """


@dataclass(frozen=True)
class Take:
    """Take a face-up tile of the river.

    >>> Take(Tile("R5")).tile
    Tile('R5')
    """

    tile: Tile


Move = Play | Draw | Take


def as_move(answer: object) -> object:
    """An answer of the solver as the move it stands for; anything else as it is.

    >>> from optimeld.solver import solve
    >>> as_move(solve("K1 K2 K3 // K4")), as_move(solve("// K4"))
    (Play('K4'), Draw())
    """
    if isinstance(answer, Solution):
        return Play(answer.table, played=answer.played, value=answer.value) if answer else Draw()
    return answer
