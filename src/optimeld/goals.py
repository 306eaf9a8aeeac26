"""What is asked of a position: which play is the best. Whether it is an opening, the position itself says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict, get_args

from optimeld.errors import InputError
from optimeld.position import Position, as_position
from optimeld.tiles import Tile

Objective = Literal["tiles", "value"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
MOST_JOKER_VALUE = 1000


class ObjectiveError(InputError):
    """An objective there is none of, or a value for the joker that makes no sense."""

    code = "bad-objective"


class CoreGoal(TypedDict):
    """A goal as the native core takes it."""

    by_value: bool
    joker_value: int


@dataclass(frozen=True)
class Goal:
    """The objective of a play, and what a played joker adds to its value.

    >>> Goal("value", joker_value=25).worth(Tile(1, 5))
    5
    >>> Goal("most")
    Traceback (most recent call last):
    ...
    optimeld.goals.ObjectiveError: no objective is called 'most': it is one of tiles, value
    """

    objective: Objective = "tiles"
    joker_value: int = 30

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            names = ", ".join(OBJECTIVES)
            raise ObjectiveError(f"no objective is called {self.objective!r}: it is one of {names}")
        if not 0 <= self.joker_value <= MOST_JOKER_VALUE:
            raise ObjectiveError(
                f"joker value is {self.joker_value}, but it must be from 0 to {MOST_JOKER_VALUE}"
            )

    @property
    def core(self) -> CoreGoal:
        """The same for the core."""
        return {"by_value": self.objective == "value", "joker_value": self.joker_value}

    def worth(self, tile: Tile) -> int:
        """What a tile adds to the value of a play."""
        return self.joker_value if tile.is_joker else tile.value


#: What is asked where nothing else is said.
MOST_TILES = Goal()


def ask(
    given: Position | str, objective: Objective | Goal, opening: bool | None, joker_value: int | None
) -> tuple[Position, Goal]:
    """What a function's arguments ask, as one position and one goal; what was left out the position says.

    >>> position, goal = ask(Position.parse("// K1"), "value", True, None)
    >>> position.opened, goal
    (False, Goal(objective='value', joker_value=30))
    """
    position = as_position(given)
    if isinstance(objective, Goal):
        goal = objective
    else:
        goal = Goal(objective, position.rules.joker_penalty if joker_value is None else joker_value)
    return (position if opening is None else position.with_opened(not opening)), goal
