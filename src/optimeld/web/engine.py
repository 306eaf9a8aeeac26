"""What the server asks of the package, within what one request may cost: values in, values out.

Only the short way for plain texts (`solve_text`) answers in JSON: there the core writes it itself.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from optimeld import analysis
from optimeld.analysis import Out
from optimeld.errors import OptimeldError
from optimeld.goals import Goal
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import Solution, solve
from optimeld.stream import PositionStream
from optimeld.tiles import Tile

#: Tiles on table and rack of nearly every position out of a game. With more, some take a tenth of a second.
USUAL_TILES = 60
#: Branches that the search for other plays may open: a fraction of a second.
PLAYS_BUDGET = 20_000
#: Plays among which those that differ in kind are looked for.
PLAYS_LOOKED_AT = 300


@lru_cache(maxsize=64)
def _lane(rules: Rules, goal: Goal, opened: bool) -> PositionStream:
    return PositionStream(rules, goal, opened=opened, threads=1)


def solve_text(text: str, rules: Rules, goal: Goal, *, opened: bool = True) -> str | None:
    """The best play in a position given as text, as JSON text made by the core; None where it is not plain.

    >>> solve_text("K1 K2 K3 // K4", Rules(), Goal())[:20]
    '{"status": "optimal"'
    >>> solve_text("K1 K2 K3 // X4", Rules(), Goal()) is None
    True
    """
    return _lane(rules, goal, opened).plain(text)


def tiles_in(text: str) -> int:
    """About how many tiles a text has.

    >>> tiles_in("K1 K2 K3 | R5 B5 O5 // K4")
    8
    """
    return len(text.split()) - text.count("|")


def solve_any(text: str, rules: Rules, goal: Goal, *, opened: bool = True) -> str:
    """The best play in a position given as text, as JSON text; an error where it cannot be read."""
    # The short way has no end before its end: it is for what is soon done.
    answer = solve_text(text, rules, goal, opened=opened) if tiles_in(text) <= USUAL_TILES else None
    if answer is not None:
        return answer
    try:
        found = solve(Position.parse(text, rules, opened=opened), goal).to_json()
    except OptimeldError as error:
        found = error.to_json()
    return json.dumps(found)


def alternatives(position: Position, n: int, goal: Goal) -> list[Solution]:
    """The n best distinct plays, best first; where there are too many to look through, those found."""
    try:
        found = analysis.alternatives(position, n, goal, budget=PLAYS_BUDGET)
    except analysis.BudgetError as error:
        # The best one is known without any search among the plays.
        found = [*error.found] or [solve(position, goal)]
    return [play for play in found if play.tiles]


def different_plays(position: Position, n: int, goal: Goal) -> list[Solution]:
    """The best plays that differ in kind, best first: none lays only some of the tiles of one before it.

    >>> found = different_plays(Position.parse("K1 K2 K3 | R9 R10 R11 // K4 K5 R12"), 5, Goal())
    >>> [play.tiles for play in found]
    [3]
    """
    best: list[Counter[Tile]] = []
    with contextlib.suppress(analysis.BudgetError):
        for play in islice(analysis.plays(position, goal, budget=PLAYS_BUDGET), PLAYS_LOOKED_AT):
            laid = Counter(play.played)
            if not any(laid <= other for other in best):
                best.append(laid)
            if len(best) == n:
                break
    laid_out = [analysis.play_of(position, laid.elements(), goal) for laid in best]
    return [play for play in laid_out if play is not None and play.tiles] or alternatives(position, 1, goal)


@dataclass(frozen=True)
class Draws:
    """What drawing would bring: the best play now, and for every unseen tile the best play with it."""

    now: Solution
    outs: tuple[Out, ...]

    def to_json(self) -> dict[str, Any]:
        """The draws and their sums as JSON values."""
        better = [out for out in self.outs if out.best.tiles > self.now.tiles and not out.finishes]
        return {
            "outs": [out.to_json() for out in self.outs],
            "unseen": sum(out.unseen for out in self.outs),
            "finishing": sum(out.unseen for out in self.outs if out.finishes),
            "improving": sum(out.unseen for out in better),
            "tiles_now": self.now.tiles,
        }


def draws(position: Position, goal: Goal) -> Draws:
    """For every unseen tile: how many are unseen, and what the best play becomes when it is drawn."""
    return Draws(solve(position, goal), tuple(analysis.outs(position, goal)))
