"""What a reference method answers, in the core's tile numbers, and the parts of a position it works from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from optimeld.goals import Goal
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.tiles import Tile

Tiles = tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """The best play as a reference method found it; tiles are the core's numbers."""

    rules: Rules
    tiles: int
    value: int
    kept: int
    melds_before: int
    points: int | None  # worth of the melds laid in an opening
    played: Tiles  # sorted
    remaining: Tiles  # sorted
    table: tuple[Tiles, ...]
    moved: int | None = None  # the fewest table tiles that must leave their meld, where the method knows

    @property
    def status(self) -> Literal["optimal", "no-play"]:
        return "optimal" if self.tiles else "no-play"

    @property
    def figures(self) -> tuple[int, int, int]:
        """What another method must agree on: tiles, value, kept."""
        return self.tiles, self.value, self.kept

    def melds(self) -> tuple[Meld, ...]:
        """The table after the play as melds."""
        return tuple(
            Meld.of([self.rules.tile_at(index) for index in tiles], self.rules) for tiles in self.table
        )

    def played_tiles(self) -> tuple[Tile, ...]:
        return tuple(self.rules.tile_at(index) for index in self.played)


def make_answer(
    position: Position,
    table: list[Tiles],
    kept: int,
    points: int | None,
    goal: Goal,
    moved: int | None = None,
) -> Answer:
    """The answer whose table after the play is `table`: what was played follows from it."""
    rules, rack = position.rules, Counter(position.core_rack)
    before = Counter(tile for meld in position.core_table for tile in meld)
    played = Counter(tile for meld in table for tile in meld)
    played.subtract(before)
    if min(played.values(), default=0) < 0 or any(played[tile] > rack[tile] for tile in played):
        raise AssertionError(f"tiles went astray in {position}")
    rack.subtract(played)
    value = sum(
        count * (goal.joker_value if tile == rules.kinds else tile % rules.values + 1)
        for tile, count in played.items()
    )
    if not sum(played.values()):
        table, kept, points = [tuple(meld) for meld in position.core_table], len(position.table), None
    return Answer(
        rules=rules,
        tiles=sum(played.values()),
        value=value,
        kept=kept,
        melds_before=len(position.table),
        points=points,
        played=tuple(sorted(played.elements())),
        remaining=tuple(sorted(rack.elements())),
        table=tuple(table),
        moved=moved,
    )
