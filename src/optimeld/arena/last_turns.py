"""The end of a game for two, when the pool is empty: everything is known, so the winner can be proved.

Without jokers on the table or the racks the arrangement of the table does not matter, only its tiles: what a
turn changes is told by the tiles that were laid. That makes the whole rest of the game a small graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from optimeld.analysis import plays, rebuild
from optimeld.errors import InputError, ResourceError
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.tiles import Tile

Rack = tuple[Tile, ...]
#: A turn by the tiles that it lays; none is a pass.
LastTurn = tuple[Tile, ...]
PASS: LastTurn = ()


class LastTurns:
    """The rest of a game for two players on an empty pool, solved to its end when it is asked about.

    >>> last = LastTurns(Position.parse("K1 K2 K3 // K4 R9"), Position.parse("// K5 O13").rack)
    >>> [" ".join(map(str, turn)) for turn in last.winning()]
    ['K4', '']
    """

    def __init__(self, position: Position, other: Sequence[Tile], *, most: int = 400) -> None:
        everything = (*position.all_tiles(), *other)
        if any(tile.is_joker for tile in everything):
            raise InputError("the last turns are solved without jokers alone")
        self.rules: Rules = position.rules
        self.position = position
        self.other: Rack = tuple(sorted(other))
        self._box = Counter(everything)
        self._most = most
        self._wins: dict[tuple[Rack, Rack, bool], bool] = {}
        self._turns: dict[tuple[Rack, Rack], tuple[LastTurn, ...]] = {}

    @property
    def looked_at(self) -> int:
        """How many situations the answer rests on."""
        return len(self._wins)

    @property
    def choices(self) -> int:
        """How many turns there are to choose from."""
        return len(self._plays(tuple(sorted(self.position.rack)), self.other)) + 1

    def winning(self) -> list[LastTurn]:
        """The turns that win whatever the other does; a pass is empty."""
        mine = tuple(sorted(self.position.rack))
        return [
            turn
            for turn in (*self._plays(mine, self.other), PASS)
            if self._is_won_by(turn, mine, self.other, False)
        ]

    def _is_won_by(self, turn: LastTurn, mine: Rack, theirs: Rack, they_passed: bool) -> bool:
        if turn == PASS:
            if they_passed:
                # The one who passed first is first in turn order again, so an equal rack is theirs.
                return _worth(mine) < _worth(theirs)
            return not self._wins_for(theirs, mine, True)
        left = tuple((Counter(mine) - Counter(turn)).elements())
        return not left or not self._wins_for(theirs, tuple(sorted(left)), False)

    def _wins_for(self, mine: Rack, theirs: Rack, they_passed: bool) -> bool:
        """Whether the player to move, who holds `mine`, wins."""
        key = (mine, theirs, they_passed)
        if key not in self._wins:
            if len(self._wins) >= self._most:
                raise TooLongError(f"more than {self._most} situations")
            ahead = partial(self._is_won_by, mine=mine, theirs=theirs, they_passed=they_passed)
            self._wins[key] = any(map(ahead, (*self._plays(mine, theirs), PASS)))
        return self._wins[key]

    def _plays(self, mine: Rack, theirs: Rack) -> tuple[LastTurn, ...]:
        key = (mine, theirs)
        if key not in self._turns:
            self._turns[key] = tuple(self._search(mine, theirs))
        return self._turns[key]

    def _search(self, mine: Rack, theirs: Rack) -> Iterator[LastTurn]:
        lying = self._box - Counter(mine) - Counter(theirs)
        table = rebuild(lying.elements(), self.rules)
        assert table is not None, "a table that was reached can be laid out"
        for play in plays(Position(table, mine, self.rules)):
            yield play.played


class TooLongError(ResourceError):
    """The rest of the game has more to look at than was allowed."""

    code = "too-long"


def _worth(rack: Rack) -> tuple[int, int]:
    return sum(tile.value for tile in rack), len(rack)
