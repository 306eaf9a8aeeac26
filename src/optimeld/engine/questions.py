"""What can be asked: each kind of question by its name, the fields it has, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from optimeld import __version__, analysis
from optimeld.errors import InputError
from optimeld.goals import Goal
from optimeld.legality import judge
from optimeld.notation import MELD_SEPARATOR, tiles_from_json
from optimeld.position import Position
from optimeld.rules import RETAIL, Rules
from optimeld.solver import solve
from optimeld.strategy.advise import DEFAULT_THINK, Situation, Thinking, advise_stream
from optimeld.strategy.finish import finishes, finishing_draws

#: The version of the requests and answers.
PROTOCOL = 1
_MOST_PLAYS = 10_000
_LARGEST_BUDGET = 10**9

Json = dict[str, Any]


class RequestError(InputError):
    """A request that does not have the form of one."""

    code = "bad-request"


@dataclass(frozen=True)
class Fields:
    """The fields of a request, read one by one and checked as they are."""

    data: Mapping[str, Any]
    #: Whether anybody still waits for the answer.
    wanted: Callable[[], bool] = lambda: True

    def number(self, name: str, usual: int, low: int, high: int) -> int:
        """A whole number."""
        value = self.data.get(name, usual)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise RequestError(f"{name} is {value!r}, but it must be a whole number from {low} to {high}")
        return value

    def flag(self, name: str, usual: bool) -> bool:
        """True or false."""
        value = self.data.get(name, usual)
        if not isinstance(value, bool):
            raise RequestError(f"{name} is {value!r}, but it must be true or false")
        return value

    @property
    def rules(self) -> Rules:
        """The rules; those left out are the retail ones."""
        given = self.data.get("rules")
        return RETAIL if given is None else Rules.from_json(given)

    @property
    def position(self) -> Position:
        """The position, as one text, or as a table and a rack."""
        rules, opened = self.rules, not self.flag("opening", False)
        text = self.data.get("position")
        if text is None:
            table, rack = self.data.get("table", []), self.data.get("rack", [])
            return Position.from_json({"table": table, "rack": rack, "opened": opened}, rules)
        if "table" in self.data or "rack" in self.data:
            raise RequestError("give a position, or a table and a rack, not both")
        if not isinstance(text, str):
            raise RequestError(f"position is {text!r}, but it must be a text 'TABLE // RACK'")
        return Position.parse(text, rules, opened=opened)

    @property
    def goal(self) -> Goal:
        """What is best."""
        return Goal(self.data.get("objective", "tiles"), self.number("joker_value", 30, 0, 1000))


def _solve(fields: Fields) -> Json:
    return solve(fields.position, fields.goal).to_json(steps=fields.flag("steps", True))


def _alternatives(fields: Fields) -> Json:
    n = fields.number("n", 8, 1, _MOST_PLAYS)
    budget = fields.number("budget", 100_000, 1, _LARGEST_BUDGET)
    complete = True
    try:
        found = analysis.alternatives(fields.position, n, fields.goal, budget=budget)
    except analysis.BudgetError as error:
        found, complete = [*error.found], False
    steps = fields.flag("steps", True)
    # Complete: these are the best n, or all there are.
    return {"plays": [play.to_json(steps=steps) for play in found if play.tiles], "complete": complete}


def _outs(fields: Fields) -> Json:
    position, goal = fields.position, fields.goal
    now = solve(position, goal)
    return {
        "tiles_now": now.tiles,
        "value_now": now.value,
        "outs": [out.to_json() for out in analysis.outs(position, goal)],
    }


def _judge(fields: Fields) -> Json:
    if "after" not in fields.data:
        raise RequestError("judge needs 'after': the table as it should lie after the play")
    position = fields.position
    after = fields.data["after"]
    melds = after.split(MELD_SEPARATOR) if isinstance(after, str) else after
    if not isinstance(melds, list):
        raise RequestError(f"after is {after!r}, but it must be a table: a text, or a list of melds")
    # What is no meld is for the judge to say.
    return judge(position, [tiles_from_json(meld, position.rules, place="tile") for meld in melds]).to_json()


def _finish(fields: Fields) -> Json:
    position = fields.position
    draws = finishing_draws(position) if fields.flag("draws", False) else None
    answer: Json = {"finishes": finishes(position)}
    return answer if draws is None else answer | {"draws": [str(tile) for tile in draws]}


def _advise(fields: Fields) -> Json:
    data = fields.data
    opponents, opened = data.get("opponents", [14]), data.get("opened")
    if not _is_list(opponents, int) or not (opened is None or _is_list(opened, bool)):
        raise RequestError("opponents is a list of rack sizes, and opened one of true and false for each")
    think = data.get("think", DEFAULT_THINK)
    if isinstance(think, bool) or not isinstance(think, int | float):
        raise RequestError(f"think is {think!r}, but it must be a number of seconds")
    budget = fields.number("rollouts", 0, 1, _LARGEST_BUDGET) if "rollouts" in data else None
    pool = fields.number("pool", 0, 0, _MOST_PLAYS) if "pool" in data else None
    situation = Situation.facing(fields.position, opponents, opened, pool)
    seed = fields.number("seed", 1, 0, 2**64 - 1)
    answers = advise_stream(situation, Thinking(data.get("objective", "win"), think, budget, seed))
    last = next(answers)
    while fields.wanted() and (better := next(answers, None)) is not None:
        last = better
    return last.to_json()


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _about(_fields: Fields) -> Json:
    return {"name": "optimeld", "version": __version__, "protocol": PROTOCOL, "types": sorted(QUESTIONS)}


@dataclass(frozen=True)
class Question:
    """A kind of question."""

    answer: Callable[[Fields], Json]
    #: The fields that it knows, beside `id`, `type` and `time_ms`.
    fields: frozenset[str] = frozenset()
    #: What takes longer comes after what is soon done.
    long: bool = False


_POSITION = frozenset({"position", "table", "rack", "rules", "opening"})
_GOAL = frozenset({"objective", "joker_value"})
_SITUATION = frozenset({"opponents", "opened", "pool", "objective", "think", "rollouts", "seed"})

QUESTIONS: dict[str, Question] = {
    "about": Question(_about),
    "solve": Question(_solve, _POSITION | _GOAL | {"steps"}),
    "alternatives": Question(_alternatives, _POSITION | _GOAL | {"n", "budget", "steps"}, long=True),
    "outs": Question(_outs, _POSITION | _GOAL, long=True),
    "judge": Question(_judge, _POSITION | {"after"}),
    "finish": Question(_finish, _POSITION | {"draws"}),
    "advise": Question(_advise, _POSITION | _SITUATION, long=True),
}
