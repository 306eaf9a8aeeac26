"""Melds: is this one, which kind, what may each joker stand for, what is it worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from optimeld import _core
from optimeld.errors import MeldError
from optimeld.rules import RETAIL, Rules
from optimeld.tiles import Tile

MeldKind = Literal["run", "group"]


@dataclass(frozen=True, init=False)
class Meld:
    """A meld in the order it is written: a run low to high, a group with its jokers last.

    `Meld("R5 J R3")` and `Meld.of` put the tiles in order, and tiles given to `Meld` itself must be in order
    already. Two melds are equal when their tiles are.

    >>> meld = Meld("R5 J R3")
    >>> str(meld), meld.kind, meld.worth
    ('R3 J R5', 'run', 12)
    >>> meld.identities[1]
    (Tile('R4'),)
    """

    tiles: tuple[Tile, ...]
    rules: Rules = field(default=RETAIL, compare=False, repr=False)

    def __init__(self, tiles: str | Iterable[Tile | str], rules: Rules = RETAIL) -> None:
        if isinstance(tiles, str):
            given = Meld.parse(tiles, rules).tiles
        else:
            given = tuple([Tile(tile) if isinstance(tile, str) else tile for tile in tiles])
            if not is_meld(given, rules):
                raise _not_a_meld(given, rules, "")
        object.__setattr__(self, "tiles", given)
        object.__setattr__(self, "rules", rules)

    @classmethod
    def laid(cls, tiles: tuple[Tile, ...], rules: Rules) -> Meld:
        """The meld of tiles that the core itself laid out, so that nothing is checked again."""
        meld = object.__new__(cls)
        object.__setattr__(meld, "tiles", tiles)
        object.__setattr__(meld, "rules", rules)
        return meld

    @classmethod
    def of(cls, tiles: Iterable[Tile | str], rules: Rules = RETAIL, *, place: str = "") -> Meld:
        """The meld these tiles make, in the order melds are written in.

        Tiles in any order will do where they have one reading; otherwise they are read as given. `place` is
        where the tiles come from, for the error's sake.

        >>> Meld.of(["B5", "K5", "R5"])
        Meld('K5 R5 B5')
        """
        given = tuple([Tile(tile) if isinstance(tile, str) else tile for tile in tiles])
        arranged = _core.arrange_meld(rules.core, [rules.index_of(tile) for tile in given])
        if not arranged:
            raise _not_a_meld(given, rules, place)
        every = rules.tiles
        return cls.laid(tuple([every[index] for index in arranged]), rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = RETAIL) -> Meld:
        """The meld written in `text`.

        >>> Meld.parse("j k5 r5")
        Meld('K5 R5 J')
        """
        from optimeld import notation

        return notation.parse_meld(text, rules)

    @cached_property
    def core(self) -> list[int]:
        """The core's numbers of the tiles, in order."""
        return [self.rules.index_of(tile) for tile in self.tiles]

    @cached_property
    def kinds(self) -> tuple[MeldKind, ...]:
        """Every kind the written order can be read as; `R5 J J` may be a run and a group.

        >>> Meld.parse("R5 J J").kinds
        ('run', 'group')
        """
        shape = _core.read_meld(self.rules.core, self.core)
        kinds: list[MeldKind] = []
        if shape.run:
            kinds.append("run")
        if shape.group:
            kinds.append("group")
        return tuple(kinds)

    @property
    def kind(self) -> MeldKind:
        """`run` or `group`; one that may be either counts as a run, as in the published tables."""
        return self.kinds[0]

    @cached_property
    def worth(self) -> int:
        """What it adds to an opening: the sum of the numbers its tiles stand for, in the best reading.

        >>> Meld.parse("K10 B10 J").worth
        30
        """
        return _core.meld_worth(self.rules.core, self.core)

    @cached_property
    def identities(self) -> tuple[tuple[Tile, ...], ...]:
        """For each tile, what it may stand for: itself, or all that a joker may be in some reading.

        >>> [str(tile) for tile in Meld.parse("K5 R5 J").identities[2]]
        ['B5', 'O5']
        """
        every = self.rules.tiles
        found = _core.identities(self.rules.core, self.core)
        return tuple(tuple(every[index] for index in choices) for choices in found)

    @property
    def jokers(self) -> int:
        """How many of its tiles are jokers."""
        return sum(tile.is_joker for tile in self.tiles)

    def to_json(self) -> list[str]:
        """The tiles as words."""
        return [str(tile) for tile in self.tiles]

    def _repr_svg_(self) -> str:
        from optimeld.pictures import svg

        return svg.meld(self)

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Tile]:
        """Its tiles in order.

        >>> [tile.value for tile in Meld.parse("R3 R4 R5")]
        [3, 4, 5]
        """
        return iter(self.tiles)

    def __contains__(self, tile: object) -> bool:
        """Whether it holds a tile, or the tile of a word.

        >>> "R4" in Meld.parse("R3 R4 R5"), Tile("R6") in Meld.parse("R3 R4 R5")
        (True, False)
        """
        return (Tile(tile) if isinstance(tile, str) else tile) in self.tiles

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))

    def __repr__(self) -> str:
        return f"Meld('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return Meld, (self.tiles, self.rules)


def is_meld(tiles: Iterable[Tile], rules: Rules = RETAIL) -> bool:
    """Whether the tiles, in the order given, are a meld.

    >>> is_meld([Tile(1, 3), Tile(1, 4), Tile(1, 5)]), is_meld([Tile(1, 4), Tile(1, 3), Tile(1, 5)])
    (True, False)
    """
    shape = _core.read_meld(rules.core, [rules.index_of(tile) for tile in tiles])
    return shape.run or shape.group


def _not_a_meld(tiles: tuple[Tile, ...], rules: Rules, place: str) -> MeldError:
    text = " ".join(map(str, tiles))
    where = f" at {place}" if place else ""
    return MeldError(f"'{text}'{where} is not a meld: {_why_not(tiles, rules)}", meld=text, place=place)


def _why_not(tiles: tuple[Tile, ...], rules: Rules) -> str:
    """The nearest reason, in words."""
    numbers = [rules.index_of(tile) for tile in tiles]
    if _core.arrange_meld(rules.core, numbers):
        return "its tiles are not in the order in which a meld is written (Meld.of puts them so)"
    return _core.why_not_a_meld(rules.core, numbers)
