"""The bodies of requests, as the OpenAPI description shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from optimeld.errors import UsageError
from optimeld.goals import MOST_JOKER_VALUE, Goal, Objective
from optimeld.position import Position
from optimeld.rules import RANGES, RETAIL, RULE_WORDS, JokerRule, Rules
from optimeld.web.limits import Limits, OverLimitError

TileWord = Annotated[str, StringConstraints(max_length=8)]
Text = Annotated[str, StringConstraints(max_length=8000)]


class Strict(BaseModel):
    """A body with nothing in it that the server does not know."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _rule(name: str) -> Any:
    low, high = RANGES.get(name, (None, None))
    return Field(default=None, ge=low, le=high, description=RULE_WORDS[name])


class RulesBody(Strict):
    """Rules that differ from the retail ones."""

    values: int | None = _rule("values")
    colours: int | None = _rule("colours")
    copies: int | None = _rule("copies")
    jokers: int | None = _rule("jokers")
    min_meld: int | None = _rule("min_meld")
    rack_size: int | None = _rule("rack_size")
    opening_points: int | None = _rule("opening_points")
    joker_penalty: int | None = _rule("joker_penalty")
    joker_rule: JokerRule | None = _rule("joker_rule")
    opening_then_table: bool | None = _rule("opening_then_table")
    river: bool | None = _rule("river")
    must_play: bool | None = _rule("must_play")

    def rules(self, limits: Limits) -> Rules:
        """The rules, within what this server takes on."""
        return _rules_of(tuple(self.model_dump(exclude_none=True).items()), limits)


@lru_cache(maxsize=256)
def _rules_of(changes: tuple[tuple[str, Any], ...], limits: Limits) -> Rules:
    rules = Rules.from_json(dict(changes))
    if (
        rules.tiles_in_box > limits.box_tiles
        or rules.jokers > limits.jokers
        or rules.colours > limits.colours
    ):
        raise OverLimitError(
            f"this server takes boxes of up to {limits.box_tiles} tiles in {limits.colours} colours "
            f"with {limits.jokers} jokers; use the command line for more",
        )  # fmt: skip
    return rules


class WithRules(Strict):
    """A body that may name rules."""

    rules: RulesBody | None = None

    def read_rules(self, limits: Limits) -> Rules:
        """The rules asked for."""
        return self.rules.rules(limits) if self.rules else RETAIL


class WithGoal(Strict):
    """A body that says which play is the best."""

    objective: Objective = "tiles"
    opening: bool = Field(default=False, description="the player has not opened yet")
    joker_value: int = Field(
        default=30, ge=0, le=MOST_JOKER_VALUE, description="what a played joker adds to the value"
    )

    @property
    def goal(self) -> Goal:
        """What is asked; whether it is an opening is said with the position."""
        return Goal(self.objective, self.joker_value)


class SolveBody(WithRules, WithGoal):
    """A position (one text, or a table and a rack, as texts or lists of words), and what is best in it."""

    position: Text | None = Field(
        default=None, description="`TABLE // RACK`", examples=["K1 K2 K3 | R5 B5 O5 // R6 K4 J"]
    )
    table: Text | list[list[TileWord]] | None = Field(default=None, examples=[[["K1", "K2", "K3"]]])
    rack: Text | list[TileWord] | None = Field(default=None, examples=[["K4", "J"]])

    def read(self, limits: Limits) -> Position:
        """The position, checked."""
        opened = not self.opening
        rules = self.read_rules(limits)
        if self.position is not None:
            if self.table is not None or self.rack is not None:
                raise UsageError("give a position, or a table and a rack, not both")
            return Position.parse(self.position, rules, opened=opened)
        data: dict[str, Any] = {"table": self.table or [], "rack": self.rack or [], "opened": opened}
        return Position.from_json(data, rules)


class AlternativesBody(SolveBody):
    """A position, and how many plays to list."""

    n: int = Field(default=8, ge=1, le=50)


class BatchBody(WithRules, WithGoal):
    """Several positions at once."""

    positions: list[Text] = Field(examples=[["K1 K2 K3 // K4", "// K1 K2 K3"]])


class CheckBody(WithRules):
    """A table and a rack as they are laid out, right or wrong."""

    table: list[list[TileWord]] = Field(default_factory=list, max_length=400)
    rack: list[TileWord] = Field(default_factory=list, max_length=400)


class AnalyseBody(CheckBody, WithGoal):
    """What the analysis page sends on every edit."""

    alternatives: int = Field(default=8, ge=0, le=50)
    outs: bool = True


class RebuildBody(WithRules):
    """Loose tiles, for instance of a table that someone knocked over."""

    tiles: Text | list[TileWord]


class ErrorInside(BaseModel):
    """What is wrong: a code for programs, one line for people, and details such as the offending word."""

    model_config = ConfigDict(extra="allow")
    code: str
    message: str


class ErrorBody(BaseModel):
    """The body of every refusal."""

    error: ErrorInside


ERRORS: dict[int | str, dict[str, Any]] = {
    413: {"model": ErrorBody, "description": "The body is too large."},
    422: {"model": ErrorBody, "description": "Bad input; the message quotes what is wrong."},
    400: {"model": ErrorBody, "description": "The body is not JSON."},
    429: {"model": ErrorBody, "description": "Too many requests are waiting."},
    503: {
        "model": ErrorBody,
        "description": "A good question, for which time or memory did not suffice.",
    },
}
