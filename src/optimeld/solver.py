"""The best play in a position, proved: `solve` and what is built on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from optimeld import _core
from optimeld.deadlines import core_deadline, deadline
from optimeld.errors import InputError, TooLargeError
from optimeld.goals import Goal, Objective, ask
from optimeld.machine import cores
from optimeld.melds import Meld
from optimeld.position import Position, as_position
from optimeld.rules import JokerRule, Rules
from optimeld.steps import Step, plan
from optimeld.tiles import Tile


@dataclass(frozen=True, repr=False)
class Solution:
    """The best play: what is played, what stays, and the whole table after it.

    >>> solution = solve(Position.parse("K1 K2 K3 | R5 B5 O5 // R6 K4 J"))
    >>> solution.status, solution.tiles, solution.value, solution.kept
    ('optimal', 2, 34, 1)
    >>> [str(tile) for tile in solution.played]
    ['K4', 'J']
    """

    position: Position
    goal: Goal
    #: `time-limit`: stopped before all was proved. The play is the best known; the flags say what is proved.
    status: Literal["optimal", "no-play", "time-limit"]
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
    #: Whether no play is better by what the objective counts: tiles and value.
    play_proved: bool = True
    #: Whether no play as good keeps more melds.
    kept_proved: bool = True

    def __repr__(self) -> str:
        played = " ".join(map(str, self.played)) or "nothing"
        return f"Solution('{self.position}': {played}, {self.status}, value {self.value})"

    def __bool__(self) -> bool:
        """Whether anything can be played.

        >>> bool(solve("K1 K2 K3 // R9"))
        False
        """
        return self.tiles > 0

    @property
    def after(self) -> Position:
        """The position once the play is made; the same position where there is none.

        >>> print(solve("K1 K2 K3 // K4 R9").after)
        K1 K2 K3 K4 // R9
        """
        before = self.position
        return Position(self.table, self.remaining, before.rules, before.opened or bool(self))

    @property
    def finishes(self) -> bool:
        """Whether the play lays the whole rack: it wins the game.

        >>> solve("K1 K2 K3 // K4").finishes
        True
        """
        return bool(self) and not self.remaining

    @property
    def objective(self) -> Objective:
        """What was asked for first: tiles or value."""
        return self.goal.objective

    @property
    def opening(self) -> bool:
        """Whether this is the player's first play."""
        return not self.position.opened

    @property
    def joker_rule(self) -> JokerRule:
        """What may be done with a joker on the table."""
        return self.position.rules.joker_rule

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
        if self.status == "time-limit":
            answer |= {"play_proved": self.play_proved, "kept_proved": self.kept_proved}
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

    def __str__(self) -> str:
        """Before and after, what was played and moved, and the steps, as text."""
        from optimeld.pictures.terminal import Pen
        from optimeld.play_pictures import as_text

        return as_text(self, Pen(colour=False, shapes=True))

    def _repr_svg_(self) -> str:
        from optimeld.play_pictures import as_svg

        return as_svg(self)


@lru_cache(maxsize=32)
def core_solver(rules: Rules) -> _core.Solver:
    """The native solver of these rules: safe to call from several threads, warm after its first answer."""
    return _core.Solver(rules.core)


def solve(
    position: Position | str,
    objective: Objective | Goal = "tiles",
    *,
    rules: Rules | None = None,
    opening: bool | None = None,
    joker_value: int | None = None,
    time_limit: float | None = None,
) -> Solution:
    """The best play in a position, exact always.

    `opening`: the player's first play, from the rack alone; left out, the position knows whether the player
    has opened. `joker_value` is what a played joker adds to the value of a play; left out, its penalty. A
    `Goal` says both the objective and that value. After `time_limit` seconds (see also `deadlines.deadline`)
    the answer is the best play known, its status `time-limit`, and it says what is proved of it.

    >>> solve("R5 R6 R7 J | K1 K2 K3 // K4").tiles
    1
    >>> solve("// K10 B10 J R1", opening=True).points
    30
    """
    position, goal = ask(as_position(position, rules), objective, opening, joker_value)
    try:
        found = core_solver(position.rules).solve(
            position.core_table,
            position.core_rack,
            opening=not position.opened,
            **goal.core,
            **core_deadline(time_limit),
        )
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    return to_solution(position, goal, found)


def solve_many(
    positions: Iterable[Position | str],
    objective: Objective | Goal = "tiles",
    *,
    opening: bool | None = None,
    joker_value: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> list[Solution]:
    """The best play in each of many positions by the same rules, on all cores, in order.

    `time_limit` is for all of them together: those not done by then have the status `time-limit`.

    >>> [found.tiles for found in solve_many(["// K1 K2 K3", "// K1"])]
    [3, 0]
    """
    asked = [ask(position, objective, opening, joker_value) for position in positions]
    if not asked:
        return []
    rules, goal = asked[0][0].rules, asked[0][1]
    if any(position.rules != rules for position, _ in asked):
        raise InputError("positions solved together must share their rules")
    with deadline(time_limit):
        return _solve_asked(asked, rules, goal, threads or cores())


def _solve_asked(
    asked: list[tuple[Position, Goal]], rules: Rules, goal: Goal, threads: int
) -> list[Solution]:
    found: dict[int, Solution] = {}
    for opened in (True, False):
        # The core takes openings and other plays apart.
        some = [place for place, (position, _) in enumerate(asked) if position.opened == opened]
        if not some:
            continue
        try:
            answers = core_solver(rules).solve_many(
                [(asked[place][0].core_table, asked[place][0].core_rack) for place in some],
                opening=not opened,
                threads=threads,
                **goal.core,
                **core_deadline(),
            )
        except _core.TooLarge as error:
            raise TooLargeError(str(error)) from None
        for place, answer in zip(some, answers, strict=True):
            found[place] = to_solution(asked[place][0], goal, answer)
    return [found[place] for place in range(len(asked))]


def to_solution(position: Position, goal: Goal, found: _core.Solution) -> Solution:
    """The core's answer in the package's values."""
    rules = position.rules
    every = rules.tiles
    kept_from = tuple(found.kept_from)
    table = tuple(
        position.table[old] if old >= 0 else Meld.laid(_tiles(every, meld), rules)
        for meld, old in zip(found.table, kept_from, strict=True)
    )
    return Solution(
        position=position,
        goal=goal,
        status=_status(found),
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
        play_proved=found.play_proved,
        kept_proved=found.kept_proved,
    )


def _status(found: _core.Solution) -> Literal["optimal", "no-play", "time-limit"]:
    if not (found.play_proved and found.kept_proved):
        return "time-limit"
    return "optimal" if found.play else "no-play"


def _tiles(every: Sequence[Tile], indexes: Iterable[int]) -> tuple[Tile, ...]:
    return tuple([every[index] for index in indexes])
