"""The rules of one game, as one validated value: everything else asks it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from optimeld.errors import RulesError, TileError
from optimeld.tiles import COLOUR_LETTERS, JOKER, Tile

if TYPE_CHECKING:
    from optimeld import _core

JokerRule = Literal["official", "free", "locked"]
JOKER_RULES: tuple[JokerRule, ...] = get_args(JokerRule)


class _ByBox(int):
    """The rack size that was not given: the retail size, or the whole box where that is smaller."""


_RETAIL_RACK = 14
_BY_BOX = _ByBox(_RETAIL_RACK)

#: The range of each numeric rule. A rack's upper bound is the box, checked apart.
RANGES: dict[str, tuple[int, int]] = {
    "values": (3, 100),
    "colours": (2, len(COLOUR_LETTERS)),
    "copies": (1, 4),
    "jokers": (0, 4),
    "min_meld": (2, 6),
    "rack_size": (1, 100 * len(COLOUR_LETTERS) * 4 + 4),
    "opening_points": (0, 1000),
    "joker_penalty": (0, 1000),
}


#: What each rule is about, in a few words.
RULE_WORDS = {
    "values": "Numbers in each colour.",
    "colours": "Colours.",
    "copies": "Copies of each tile.",
    "jokers": "Jokers.",
    "min_meld": "Shortest meld.",
    "rack_size": "Tiles dealt to each player.",
    "opening_points": "Points an opening needs.",
    "joker_penalty": "What a joker left on the rack costs.",
    "joker_rule": "What may be done with a joker on the table: " + ", ".join(JOKER_RULES) + ".",
    "opening_then_table": "After an opening the same turn may go on with the table.",
    "river": "Who does not play draws two and lays one face up.",
    "must_play": "Who can play must: no draw and no pass while a play exists.",
}

_YES_NO = {"yes": True, "no": False}


def rule_word(value: object) -> str:
    """A rule's value as one word of a record or a URL.

    >>> rule_word(True), rule_word(13), rule_word("free")
    ('yes', '13', 'free')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_rule_word(word: str) -> object:
    """The value that a word stands for; whether it is one of the rule's, `Rules` says.

    >>> read_rule_word("no"), read_rule_word("13"), read_rule_word("free")
    (False, 13, 'free')
    """
    if word.isascii() and word.isdigit() and len(word) < 9:
        return int(word)
    return _YES_NO.get(word, word)


@lru_cache(maxsize=64)
def every_tile(values: int, colours: int) -> tuple[Tile, ...]:
    """Every kind of tile by colour, then value, the joker last; the same objects each time."""
    return (*(Tile(colour, value) for colour in range(colours) for value in range(1, values + 1)), JOKER)


@dataclass(frozen=True)
class Rules:
    """The rules of one game. Without arguments: today's retail box and sheet.

    >>> Rules().tiles_in_box, Rules.six_players().tiles_in_box
    (106, 160)
    >>> Rules(values=2)
    Traceback (most recent call last):
    ...
    optimeld.errors.RulesError: values is 2, but it must be from 3 to 100
    """

    values: int = 13
    colours: int = 4
    copies: int = 2
    jokers: int = 2
    min_meld: int = 3
    #: Tiles dealt to each player; left out, it is 14 or the whole box where that is smaller.
    rack_size: int = _BY_BOX
    opening_points: int = 30
    #: What a joker left on a rack costs.
    joker_penalty: int = 30
    joker_rule: JokerRule = "official"
    #: House rule: after an opening the same turn may go on with the table.
    opening_then_table: bool = False
    #: House rule: who does not play draws two and lays one face up, or takes a face-up one.
    river: bool = False
    #: House rule: who can play must.
    must_play: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                raise RulesError(f"{name} is {number!r}, but it must be a whole number", rule=name)
            if not low <= number <= high:
                raise RulesError(
                    f"{name} is {number}, but it must be from {low} to {high}",
                    rule=name, given=number, low=low, high=high,
                )  # fmt: skip
        if self.joker_rule not in JOKER_RULES:
            raise RulesError(
                f"joker_rule is {self.joker_rule!r}, but it must be one of {', '.join(JOKER_RULES)}",
                rule="joker_rule", given=str(self.joker_rule), choices=list(JOKER_RULES),
            )  # fmt: skip
        for name in ("opening_then_table", "river", "must_play"):
            if not isinstance(getattr(self, name), bool):
                raise RulesError(
                    f"{name} is {getattr(self, name)!r}, but it must be true or false", rule=name
                )
        if self.min_meld > max(self.values, self.colours):
            raise RulesError(
                f"min_meld is {self.min_meld}, but with values {self.values} and colours {self.colours} "
                "no run and no group is that long",
                rule="min_meld", given=self.min_meld,
            )  # fmt: skip
        if isinstance(self.rack_size, _ByBox):
            object.__setattr__(self, "rack_size", self._rack_by_box())
        if self.rack_size > self.tiles_in_box:
            raise RulesError(
                f"rack_size is {self.rack_size}, but the box holds only {self.tiles_in_box} tiles",
                rule="rack_size", given=self.rack_size,
            )  # fmt: skip

    @classmethod
    def retail(cls) -> Rules:
        """The box for two to four players: 106 tiles."""
        return cls()

    @classmethod
    def six_players(cls) -> Rules:
        """The box for five and six players: 160 tiles.

        >>> Rules.six_players().copies, Rules.six_players().jokers
        (3, 4)
        """
        return cls(copies=3, jokers=4)

    def replace(self, **changes: Any) -> Rules:
        """The same rules but for some changes.

        >>> Rules().replace(jokers=0).tiles_in_box
        104
        """
        fields = self.to_json() | changes
        unknown = [name for name in changes if name not in RULE_NAMES]
        if unknown:
            raise RulesError(f"no rule is called {unknown[0]!r}", rule=unknown[0])
        if "rack_size" not in changes and self.rack_size == self._rack_by_box():
            del fields["rack_size"]
        return Rules(**fields)

    def to_json(self) -> dict[str, Any]:
        """Every rule by its name.

        >>> Rules().to_json()["joker_rule"]
        'official'
        """
        return {name: getattr(self, name) for name in RULE_NAMES}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        """The rules in a mapping; those left out are the retail ones.

        >>> Rules.from_json({"copies": 3, "jokers": 4}) == Rules.six_players()
        True
        """
        if not isinstance(data, Mapping):
            raise RulesError(f"rules must be an object of rules by name, not {data!r}")
        return cls().replace(**data)

    def _rack_by_box(self) -> int:
        return min(_RETAIL_RACK, self.tiles_in_box)

    @property
    def kinds(self) -> int:
        """How many different tiles there are, the joker apart."""
        return self.values * self.colours

    @property
    def tiles_in_box(self) -> int:
        """How many tiles there are in all."""
        return self.kinds * self.copies + self.jokers

    @property
    def colour_letters(self) -> str:
        """The letters of the colours in use.

        >>> Rules().colour_letters
        'KRBO'
        """
        return COLOUR_LETTERS[: self.colours]

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every kind of tile in the core's order: by colour, then value, the joker last."""
        return every_tile(self.values, self.colours)

    def index_of(self, tile: Tile) -> int:
        """The core's number of a tile. What the box of these rules does not hold has none.

        >>> Rules().index_of(Tile(1, 5)), Rules().index_of(JOKER)
        (17, 52)
        >>> Rules().index_of(Tile(0, 14))
        Traceback (most recent call last):
        ...
        optimeld.errors.TileError: 'K14' is not in the box: values go from 1 to 13
        """
        if tile.is_joker:
            return self.values * self.colours
        if tile.value > self.values:
            raise TileError(f"'{tile}' is not in the box: values go from 1 to {self.values}", word=str(tile))
        if tile.colour >= self.colours:
            raise TileError(
                f"'{tile}' is not in the box: its colours are {' '.join(self.colour_letters)}", word=str(tile)
            )
        return tile.colour * self.values + tile.value - 1

    def tile_at(self, index: int) -> Tile:
        """The tile with the core's number `index`.

        >>> Rules().tile_at(17)
        Tile('R5')
        """
        return self.tiles[index]

    def copies_of(self, tile: Tile) -> int:
        """How many copies of a tile the box has.

        >>> Rules().copies_of(Tile(0, 1))
        2
        """
        return self.jokers if tile.is_joker else self.copies

    def unseen(self, seen: Iterable[Tile]) -> dict[Tile, int]:
        """How many of each kind of tile the box has beyond those that are seen, where there are any.

        >>> sum(Rules().unseen([JOKER, JOKER, Tile(0, 1)]).values())
        103
        """
        there = Counter(seen)
        left = {tile: self.copies_of(tile) - there[tile] for tile in self.tiles}
        return {tile: count for tile, count in left.items() if count > 0}

    @cached_property
    def core(self) -> _core.Rules:
        """The same rules as the native core takes them."""
        from optimeld import _core

        fields = self.to_json()
        fields["joker_rule"] = getattr(_core.JokerRule, self.joker_rule)
        return _core.Rules(**fields)

    def __reduce__(self) -> tuple[object, ...]:
        # Only the rules travel, not what was cached from them.
        return Rules, tuple(self.to_json().values())


RULE_NAMES: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(Rules))
RETAIL = Rules()
