"""Every meld there is under some rules, counted the way the papers do and listed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from optimeld import _core
from optimeld.errors import RulesError
from optimeld.melds import Meld, MeldKind
from optimeld.rules import RETAIL, Rules
from optimeld.tiles import Tile

#: More melds than this are counted by nobody in one sitting, and would not fit in memory.
LARGEST = 5_000_000


@dataclass(frozen=True)
class PlacedMeld:
    """A meld with each joker in its place: the tiles as laid, and the tiles that they stand for."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    reading: tuple[Tile, ...]


@dataclass(frozen=True)
class Row:
    """How many melds of one kind and length there are, by the number of jokers in them."""

    kind: MeldKind
    size: int
    distinct: tuple[int, ...]
    placed: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The row as JSON values; entry j of a list counts the melds with j jokers."""
        return {
            "kind": self.kind,
            "size": self.size,
            "distinct": sum(self.distinct),
            "placed": sum(self.placed),
            "distinct_by_jokers": list(self.distinct),
            "placed_by_jokers": list(self.placed),
        }


@dataclass(frozen=True)
class Universe:
    """Every meld under some rules, with runs up to `limit` tiles: by itself, as long as they do not split.

    >>> retail = Universe()
    >>> len(retail.distinct), len(retail.placed)
    (1173, 1831)
    >>> retail.rows[2]
    Row(kind='run', size=5, distinct=(36, 148, 232), placed=(36, 180, 360))
    """

    rules: Rules = RETAIL
    limit: int | None = None

    def __post_init__(self) -> None:
        rules = self.rules
        if self.limit is not None and not 1 <= self.limit <= rules.values:
            raise RulesError(
                f"the longest run is {self.limit}, but it must be from 1 to {rules.values}",
                rule="longest_run", given=self.limit,
            )  # fmt: skip
        count = _count_placed(rules, self.longest_run)
        if count > LARGEST:
            raise RulesError(
                f"these rules have {count} melds with runs up to {self.longest_run}, too many to list",
                rule="longest_run", given=self.longest_run,
            )  # fmt: skip

    @cached_property
    def longest_run(self) -> int:
        """The longest run listed."""
        if self.limit is not None:
            return self.limit
        # A longer run is two melds side by side, so the papers stop one short of that.
        return min(_core.run_that_splits(self.rules.core) - 1, self.rules.values)

    @cached_property
    def _distinct(self) -> list[tuple[bool, list[int]]]:
        return _core.distinct_melds(self.rules.core, self.longest_run)

    @cached_property
    def _placed(self) -> list[tuple[bool, list[int], list[int]]]:
        return _core.placed_melds(self.rules.core, self.longest_run)

    @cached_property
    def distinct(self) -> tuple[Meld, ...]:
        """Melds as multisets of tiles, each in its reading of highest worth."""
        every = self.rules.tiles
        return tuple(
            Meld.laid(tuple([every[index] for index in tiles]), self.rules) for _, tiles in self._distinct
        )

    @cached_property
    def placed(self) -> tuple[PlacedMeld, ...]:
        """Melds with the place of each joker told apart."""
        every = self.rules.tiles
        return tuple(
            PlacedMeld(_kind(group), tuple(every[i] for i in written), tuple(every[i] for i in reading))
            for group, reading, written in self._placed
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The counts by kind, length and jokers: runs first. What may be either counts as a run."""
        joker = self.rules.kinds
        distinct = Counter((group, len(tiles), tiles.count(joker)) for group, tiles in self._distinct)
        placed = Counter((group, len(tiles), tiles.count(joker)) for group, _, tiles in self._placed)
        by_jokers = range(self.rules.jokers + 1)
        return tuple(
            Row(
                _kind(group),
                size,
                tuple(distinct[group, size, jokers] for jokers in by_jokers),
                tuple(placed[group, size, jokers] for jokers in by_jokers),
            )
            for group, size in sorted({key[:2] for key in (*distinct, *placed)})
        )

    def to_json(self) -> dict[str, Any]:
        """Counts, rows and the list of distinct melds as JSON values."""
        rows = [row.to_json() for row in self.rows]
        by_jokers = range(self.rules.jokers + 1)
        return {
            "distinct": len(self._distinct),
            "placed": len(self._placed),
            "longest_run": self.longest_run,
            "distinct_by_jokers": [sum(row["distinct_by_jokers"][j] for row in rows) for j in by_jokers],
            "placed_by_jokers": [sum(row["placed_by_jokers"][j] for row in rows) for j in by_jokers],
            "rows": rows,
            "rules": self.rules.to_json(),
            "melds": [meld.to_json() for meld in self.distinct],
        }


def _kind(group: bool) -> MeldKind:
    return "group" if group else "run"


def _count_placed(rules: Rules, longest_run: int) -> int:
    """How many placed melds there are, without listing them."""

    def with_jokers(size: int) -> int:
        return sum(comb(size, jokers) for jokers in range(rules.jokers + 1))

    runs = sum(
        rules.colours * (rules.values - size + 1) * with_jokers(size)
        for size in range(rules.min_meld, min(longest_run, rules.values) + 1)
    )
    groups = sum(
        rules.values * comb(rules.colours, size) * with_jokers(size)
        for size in range(rules.min_meld, rules.colours + 1)
    )
    return runs + groups
