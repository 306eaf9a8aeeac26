"""The best play in a position, proved: `solve` and what is built on it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, get_args

from optimeld import _core
from optimeld.errors import OptimeldError
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.rules import JokerRule, Rules
from optimeld.steps import Step, plan
from optimeld.tiles import Tile

Objective = Literal["tiles", "value"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)


class ObjectiveError(OptimeldError):
    """An objective there is none of, or a value for the joker that makes no sense."""

    code = "bad-objective"


class TooLargeError(OptimeldError):
    """A position of a box so large that memory would run out: no answer, rather than a wrong one."""

    code = "too-large"


@dataclass(frozen=True)
class Solution:
    """The best play: what is played, what stays, and the whole table after it.

    >>> solution = solve(Position.parse("K1 K2 K3 | R5 B5 O5 // R6 K4 J"))
    >>> solution.status, solution.tiles, solution.value, solution.kept
    ('optimal', 2, 34, 1)
    >>> [str(tile) for tile in solution.played]
    ['K4', 'J']
    """

    position: Position
    status: Literal["optimal", "no-play"]
    objective: Objective
    opening: bool
    joker_rule: JokerRule
    played: tuple[Tile, ...]
    tiles: int
    value: int
    kept: int
    melds_before: int
    table: tuple[Meld, ...]
    remaining: tuple[Tile, ...]
    points: int | None
    moved: int
    moved_proved: bool
    #: For each meld of `table`: which meld of the old table it is, untouched, or -1.
    kept_from: tuple[int, ...]
    elapsed_us: float

    def to_json(self, *, steps: bool = True) -> dict[str, Any]:
        """The answer as the contract has it.

        >>> solve(Position.parse("K1 K2 K3 // R9")).to_json()["status"]
        'no-play'
        """
        answer: dict[str, Any] = {
            "status": self.status,
            "objective": self.objective,
            "joker_rule": self.joker_rule,
            "played": [str(tile) for tile in self.played],
            "tiles": self.tiles,
            "value": self.value,
            "kept": self.kept,
            "melds_before": self.melds_before,
            "table": [meld.to_json() for meld in self.table],
            "remaining": [str(tile) for tile in self.remaining],
            "points": self.points,
            "moved": self.moved,
            "moved_proved": self.moved_proved,
        }
        if steps:
            answer["steps"] = [step.to_json() for step in self.steps]
        answer["elapsed_us"] = round(self.elapsed_us, 1)
        return answer

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How to carry the play out.

        >>> for step in solve(Position.parse("R4 R5 R6 R7 // K7 B7")).steps:
        ...     print(step)
        Take R7 from the run R4 R5 R6 R7 and put it aside.
        Add K7 and B7 from your rack to R7: K7 R7 B7.
        """
        return plan(self.position, self.table, self.kept_from) if self.tiles else ()


@lru_cache(maxsize=32)
def core_solver(rules: Rules) -> _core.Solver:
    """The native solver of these rules: safe to call from several threads, warm after its first answer."""
    return _core.Solver(rules.core)


def solve(
    position: Position,
    objective: Objective = "tiles",
    *,
    rules: Rules | None = None,
    opening: bool | None = None,
    joker_value: int | None = None,
) -> Solution:
    """The best play in a position, exact always.

    `opening`: the player's first play, from the rack alone; left out, the position knows whether the player
    has opened. `joker_value` is what a played joker adds to the value of a play; left out, its penalty.

    >>> solve(Position.parse("R5 R6 R7 J | K1 K2 K3 // K4")).tiles
    1
    >>> solve(Position.parse("// K10 B10 J R1"), opening=True).points
    30
    """
    if rules is not None and rules != position.rules:
        position = Position.of(
            " | ".join(map(str, position.table)),
            " ".join(map(str, position.rack)),
            rules,
            opened=position.opened,
        )
    opening, joker_value = play_options(position, objective, opening, joker_value)
    try:
        found = core_solver(position.rules).solve(
            position.core_table,
            position.core_rack,
            by_value=objective == "value",
            opening=opening,
            joker_value=joker_value,
        )
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    return to_solution(position, objective, opening, found)


def solve_many(
    positions: Iterable[Position],
    objective: Objective = "tiles",
    *,
    opening: bool = False,
    joker_value: int | None = None,
    threads: int | None = None,
) -> list[Solution]:
    """The best play in each of many positions by the same rules, on all cores, in order.

    >>> [found.tiles for found in solve_many([Position.parse("// K1 K2 K3"), Position.parse("// K1")])]
    [3, 0]
    """
    given = list(positions)
    if not given:
        return []
    rules = given[0].rules
    if any(position.rules != rules for position in given):
        raise OptimeldError("positions solved together must share their rules")
    _, joker_value = play_options(given[0], objective, opening, joker_value)
    try:
        found = core_solver(rules).solve_many(
            [(position.core_table, position.core_rack) for position in given],
            by_value=objective == "value",
            opening=opening,
            joker_value=joker_value,
            threads=threads or os.cpu_count() or 1,
        )
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    return [
        to_solution(position, objective, opening, one) for position, one in zip(given, found, strict=True)
    ]


def play_options(
    position: Position, objective: str, opening: bool | None, joker_value: int | None
) -> tuple[bool, int]:
    """What was left out filled in from the position: whether it is an opening, and what a joker is worth."""
    if opening is None:
        opening = not position.opened
    if joker_value is None:
        joker_value = position.rules.joker_penalty
    check_options(objective, joker_value)
    return opening, joker_value


def check_options(objective: str, joker_value: int) -> Objective:
    """The objective, once it and the value of a joker are known to be ones.

    >>> check_options("most", 30)
    Traceback (most recent call last):
    ...
    optimeld.solver.ObjectiveError: no objective is called 'most': it is one of tiles, value
    """
    if objective not in OBJECTIVES:
        raise ObjectiveError(f"no objective is called {objective!r}: it is one of {', '.join(OBJECTIVES)}")
    if not 0 <= joker_value <= 1000:
        raise ObjectiveError(f"joker value is {joker_value}, but it must be from 0 to 1000")
    return objective


def to_solution(position: Position, objective: Objective, opening: bool, found: _core.Solution) -> Solution:
    """The core's answer in the package's values."""
    rules = position.rules
    every = rules.tiles
    kept_from = tuple(found.kept_from)
    table = tuple(
        position.table[old] if old >= 0 else Meld(_tiles(every, meld), rules)
        for meld, old in zip(found.table, kept_from, strict=True)
    )
    return Solution(
        position=position,
        status="optimal" if found.play else "no-play",
        objective=objective,
        opening=opening,
        joker_rule=rules.joker_rule,
        played=_tiles(every, found.played),
        tiles=found.tiles,
        value=found.value,
        kept=found.kept,
        melds_before=found.melds_before,
        table=table,
        remaining=_tiles(every, found.remaining),
        points=found.points if found.points >= 0 else None,
        moved=found.moved,
        moved_proved=found.moved_proved,
        kept_from=kept_from,
        elapsed_us=found.elapsed_us,
    )


def _tiles(every: Sequence[Tile], indexes: Iterable[int]) -> tuple[Tile, ...]:
    return tuple([every[index] for index in indexes])
