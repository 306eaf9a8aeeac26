"""The finish test held against the exact solver and the clock, on positions of waiting games and others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from optimeld import _core
from optimeld.bench.measure import Spread
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.rules import JOKER_RULES, RETAIL, Rules

#: Where positions come from, in the core's order: source number modulo three.
SOURCES = ("turns of waiting games", "random", "one tile from a finish")
_MOST_SOURCES_AT_ONCE = 24
#: About so many positions come from one source.
_POSITIONS_A_SOURCE = 50


@dataclass
class FinishCheck:
    """What was compared so far."""

    positions: int = 0
    finishing: int = 0
    #: Tests that took the exact solver.
    by_solver: int = 0
    by_source: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))
    by_rule: dict[str, int] = field(default_factory=lambda: dict.fromkeys(JOKER_RULES, 0))
    differences: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return dict(vars(self))


def check_finish(
    positions: int,
    seed: int = 1,
    *,
    rules: Rules = RETAIL,
    workers: int = 1,
    on_block: Callable[[FinishCheck], None] = lambda _: None,
) -> FinishCheck:
    """At least so many positions, the three joker rules in turn: the finish test and the solver on each.

    >>> check_finish(50).differences
    []
    """
    check = FinishCheck()
    first = 0
    # One of each kind at least; no more at once than are wanted.
    rounds = -(-positions // (_POSITIONS_A_SOURCE * len(SOURCES) * len(JOKER_RULES)))
    at_once = min(_MOST_SOURCES_AT_ONCE, len(SOURCES) * max(1, rounds))
    while check.positions < positions:
        for rule in JOKER_RULES:
            played = rules.replace(joker_rule=rule)
            count, finishing, by_solver, by_source, wrong = _core.check_finish(
                played.core, seed, first, at_once, workers
            )
            check.positions += count
            check.by_rule[rule] += count
            check.finishing += finishing
            check.by_solver += by_solver
            for name, number in zip(SOURCES, by_source, strict=True):
                check.by_source[name] += number
            check.differences += [_shown(played, *case) for case in wrong]
            on_block(check)
        first += at_once
    return check


def _shown(rules: Rules, table: list[list[int]], rack: list[int], opened: bool) -> str:
    melds = tuple(Meld(tuple(rules.tile_at(i) for i in meld), rules) for meld in table)
    position = Position(melds, tuple(rules.tile_at(i) for i in rack), rules, opened)
    return f"{position} [{rules.joker_rule}]{'' if opened else ' opening'}"


class FinishTime(NamedTuple):
    """One test: what it took, and of what."""

    us: float
    rack: int
    table: int
    jokers: int
    game: int
    finishes: bool
    opened: bool


def time_finish(games: int, seed: int = 1, rules: Rules = RETAIL) -> list[FinishTime]:
    """The finish test on the turns of waiting games, racks of 10 to 50 tiles after the opening.

    Half as many games before them warm the tables and are not counted.
    """
    warming = games // 2
    times = (FinishTime(*time) for time in _core.time_finish(rules.core, seed, games + warming))
    return [time for time in times if time.game >= warming and time.opened and 10 <= time.rack <= 50]


def spreads(times: list[FinishTime]) -> list[dict[str, Any]]:
    """By jokers on table and rack, and by answer: how many, and where their times lie."""
    rows = []
    for jokers in sorted({time.jokers for time in times}):
        for answer in (None, False, True):
            some = [t.us for t in times if t.jokers == jokers and answer in (None, t.finishes)]
            if some:
                rows.append(
                    {"jokers": jokers, "finishes": answer, "positions": len(some)}
                    | {"us": Spread.of(some).to_json()}
                )
    return rows
