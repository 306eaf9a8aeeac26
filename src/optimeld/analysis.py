"""What else a position allows: every play, the best few, what a drawn tile would bring, a table rebuilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from optimeld import _core
from optimeld.deadlines import core_deadline, deadline
from optimeld.errors import InputError, ResourceError, TooLargeError
from optimeld.goals import Goal, Objective, ask
from optimeld.melds import Meld
from optimeld.moves import Play
from optimeld.position import Position, as_position
from optimeld.rules import RETAIL, Rules
from optimeld.solver import Solution, solve, solve_many
from optimeld.tiles import Tile


class BudgetError(ResourceError):
    """The search for plays was stopped at its budget or its time limit: there may be more than were given."""

    code = "budget"
    #: The plays that `alternatives` had laid out by then: the best ones, best first.
    found: tuple[Solution, ...] = ()


def plays(
    position: Position | str,
    objective: Objective | Goal = "tiles",
    *,
    opening: bool | None = None,
    joker_value: int | None = None,
    budget: int = 100_000,
    time_limit: float | None = None,
) -> Iterator[Play]:
    """Every distinct play, best first, found one at a time as they are asked for.

    Plays that leave the same rack are the same play. Each is laid out when its `table` is first asked for; an
    agent may answer with one as it is. `budget` bounds the branches the search opens in all, `time_limit` its
    seconds; `BudgetError` says that one of them was reached.

    >>> [str(play) for play in plays("K1 K2 K3 // K4 K5")]
    ['K4 K5', 'K4']
    """
    position, goal = ask(position, objective, opening, joker_value)
    try:
        search = _core.Plays(
            position.rules.core,
            position.core_table,
            position.core_rack,
            opening=not position.opened,
            **goal.core,
            **core_deadline(time_limit),
        )
        every = position.rules.tiles
        while (found := search.next(budget - search.opened)) is not None:
            played = tuple([every[index] for index in found])
            yield Play(
                played=played,
                value=sum(map(goal.worth, played)),
                lay=lambda played=played: _laid(position, played, goal).table,  # type: ignore[misc]
            )
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    except _core.Stopped:
        raise BudgetError("stopped at the time limit: there may be more plays") from None
    if not search.exhausted:
        raise BudgetError(f"stopped after opening {budget} branches: there may be more plays", budget=budget)


def _proved(found: Solution) -> Solution:
    """A solution whose tiles and value are proved: what follows from them would otherwise be a guess."""
    if not found.play_proved:
        raise BudgetError("stopped at the time limit, before the best play was proved")
    return found


def play_of(
    position: Position | str,
    played: Iterable[Tile],
    objective: Objective | Goal = "tiles",
    *,
    opening: bool | None = None,
    joker_value: int | None = None,
) -> Solution | None:
    """How exactly these rack tiles are played best, most melds kept; None where they cannot all be played.

    >>> found = play_of(Position.parse("K1 K2 K3 // K4 K5"), [Tile(0, 4)])
    >>> found and str(found.table[0])
    'K1 K2 K3 K4'
    """
    position, goal = ask(position, objective, opening, joker_value)
    chosen = Counter(played)
    left = Counter(position.rack) - chosen
    if chosen - Counter(position.rack):
        missing = next(iter(chosen - Counter(position.rack)))
        raise InputError(f"'{missing}' is not on the rack so often", word=str(missing))
    smaller = Position(position.table, tuple(chosen.elements()), position.rules, position.opened)
    found = _proved(solve(smaller, goal))
    if found.remaining:
        return None
    return replace(found, position=position, remaining=tuple(sorted(left.elements())))


def _laid(position: Position, played: Iterable[Tile], goal: Goal) -> Solution:
    """A play that the search found, laid out: it must be possible."""
    found = play_of(position, played, goal)
    assert found is not None, f"a play the search found cannot be laid out: {position} -> {played}"
    return found


def alternatives(
    position: Position | str,
    count: int = 5,
    objective: Objective | Goal = "tiles",
    *,
    opening: bool | None = None,
    joker_value: int | None = None,
    budget: int = 100_000,
    time_limit: float | None = None,
) -> list[Solution]:
    """The `count` best distinct plays, each laid out with the most melds kept; the best one first.

    Where the budget or the time limit ends before there are so many, the `BudgetError` holds those that were
    `found`.

    >>> [found.tiles for found in alternatives(Position.parse("K1 K2 K3 // K4 K5"), 3)]
    [2, 1]
    """
    position, goal = ask(position, objective, opening, joker_value)
    best: list[Solution] = []
    try:
        with deadline(time_limit):
            for play in islice(plays(position, goal, budget=budget), count):
                best.append(_laid(position, play.played, goal))
    except BudgetError as error:
        error.found = tuple(best)
        raise
    return best


@dataclass(frozen=True)
class Out:
    """What drawing one kind of tile would bring."""

    tile: Tile
    #: How many copies are neither on the table nor on the rack.
    unseen: int
    #: The best play with the tile on the rack.
    best: Solution

    @property
    def finishes(self) -> bool:
        """Whether the whole rack could then be played."""
        return not self.best.remaining

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "tile": str(self.tile),
            "unseen": self.unseen,
            "tiles": self.best.tiles,
            "value": self.best.value,
            "finishes": self.finishes,
            "played": [str(tile) for tile in self.best.played],
        }


def unseen(position: Position | str) -> dict[Tile, int]:
    """How many copies of each kind of tile are neither on the table nor on the rack, where there are any.

    >>> sum(unseen(Position.parse("K1 K2 K3 // K4 J")).values())
    101
    """
    return as_position(position).unseen


def outs(
    position: Position | str,
    objective: Objective | Goal = "tiles",
    *,
    opening: bool | None = None,
    joker_value: int | None = None,
) -> list[Out]:
    """For every kind of unseen tile: how many there are, and the best play once it is drawn.

    >>> found = outs(Position.parse("K1 K2 K3 // K5"))
    >>> [str(out.tile) for out in found if out.finishes]
    ['K4', 'J']
    """
    position, goal = ask(position, objective, opening, joker_value)
    kinds = unseen(position)
    drawn = [
        Position(position.table, (*position.rack, tile), position.rules, position.opened) for tile in kinds
    ]
    found = solve_many(drawn, goal, threads=1)
    return [
        Out(tile, number, _proved(best)) for (tile, number), best in zip(kinds.items(), found, strict=True)
    ]


def rebuild(tiles: Iterable[Tile], rules: Rules = RETAIL) -> tuple[Meld, ...] | None:
    """Loose tiles laid out as melds, all of them; None where that is proved impossible.

    For the table that someone knocked over.

    >>> from optimeld.notation import parse_tiles
    >>> [str(meld) for meld in rebuild(parse_tiles("K3 R7 K1 B7 K2 O7")) or ()]
    ['K1 K2 K3', 'R7 B7 O7']
    >>> rebuild(parse_tiles("K1 K2")) is None
    True
    """
    found = _proved(solve(Position((), tuple(tiles), rules), opening=False))
    return None if found.remaining else found.table
