"""A position: what lies on the table, what one player holds, and by which rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from optimeld import notation
from optimeld.errors import MeldError, NotationError, RulesError
from optimeld.melds import Meld
from optimeld.rules import RETAIL, RULE_NAMES, Rules, read_rule_word, rule_word
from optimeld.tiles import Tile

#: What may be given where a tile, a rack, a meld or a table is wanted.
TileLike = Tile | str
RackLike = str | Iterable[TileLike]
TableLike = str | Iterable[Meld | str | Iterable[TileLike]]


@dataclass(frozen=True, init=False)
class Position:
    """A table and a rack, checked: every table meld is one, and no tile comes more often than it exists.

    Text or values: `Position("K1 K2 K3 // K4")`, `Position("K1 K2 K3", "K4")` and
    `Position([["K1", "K2", "K3"]], ["K4"])` are the same position.

    >>> position = Position("k1 k2 k3 | r5 b5 y5 // r6 k4 j")
    >>> str(position)
    'K1 K2 K3 | R5 B5 O5 // R6 K4 J'
    >>> position.to_url()
    'K1K2K3_R5B5O5~R6K4J'
    """

    table: tuple[Meld, ...]
    rack: tuple[Tile, ...]
    rules: Rules
    #: Whether the player has opened, and so may touch the table.
    opened: bool

    def __init__(
        self, table: TableLike = (), rack: RackLike = (), rules: Rules = RETAIL, opened: bool = True
    ) -> None:
        if isinstance(table, str) and notation.RACK_SEPARATOR in table:
            if rack:
                raise NotationError(f"{table!r} has a rack already, besides {rack!r}", word=table)
            table, rack = notation.parse_position(table, rules)
        object.__setattr__(self, "table", notation.table_from_json(_listed(table), rules))
        object.__setattr__(self, "rack", notation.tiles_from_json(_listed(rack), rules))
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "opened", opened)
        for number, meld in enumerate(self.table, 1):
            if meld.rules is not rules and meld.rules != rules:
                raise MeldError(
                    f"'{meld}' at table meld {number} was read by other rules",
                    meld=str(meld),
                    place=f"table meld {number}",
                )
        _ = self.core_rack  # every tile is in the box
        notation.check_copies(
            [*self.all_tiles()], self.rules, lambda: notation.places_of(self.table, self.rack)
        )

    @classmethod
    def parse(cls, text: str, rules: Rules = RETAIL, *, opened: bool = True) -> Position:
        """The position written `TABLE // RACK`.

        >>> Position.parse("// J").rack
        (Tile('J'),)
        """
        table, rack = notation.parse_position(text, rules)
        return cls(table, rack, rules, opened)

    @classmethod
    def of(
        cls, table: TableLike = "", rack: RackLike = "", rules: Rules = RETAIL, *, opened: bool = True
    ) -> Position:
        """The position of a table and a rack given apart.

        >>> str(Position.of([["K1", "K2", "K3"]], ["K4"]))
        'K1 K2 K3 // K4'
        """
        if isinstance(table, str):
            table = notation.parse_table(table, rules)
        if isinstance(rack, str):
            rack = notation.parse_rack(rack, rules)
        return cls(table, rack, rules, opened)

    def with_rack(self, rack: RackLike) -> Position:
        """The same table before another rack.

        >>> str(Position("K1 K2 K3 // K4").with_rack("K5 J"))
        'K1 K2 K3 // K5 J'
        """
        return Position(self.table, rack, self.rules, self.opened)

    @property
    def unseen(self) -> dict[Tile, int]:
        """How many copies of each kind of tile are neither on the table nor on the rack, where there are any.

        >>> Position("K1 K2 K3 // K4 J").unseen[Tile("J")]
        1
        """
        return self.rules.unseen(self.all_tiles())

    def with_opened(self, opened: bool) -> Position:
        """The same tiles for a player who has opened, or has not."""
        return self if opened == self.opened else Position(self.table, self.rack, self.rules, opened)

    def all_tiles(self) -> Iterable[Tile]:
        """Every tile of the table and the rack."""
        for meld in self.table:
            yield from meld.tiles
        yield from self.rack

    @cached_property
    def core_table(self) -> list[list[int]]:
        """The table in the core's numbers; not to be changed."""
        return [meld.core for meld in self.table]

    @cached_property
    def core_rack(self) -> list[int]:
        """The rack in the core's numbers; not to be changed."""
        return [self.rules.index_of(tile) for tile in self.rack]

    def to_json(self) -> dict[str, Any]:
        """The whole position, with its rules, as JSON values.

        >>> Position.parse("K1 K2 K3 // J").to_json()["table"]
        [['K1', 'K2', 'K3']]
        """
        return {
            "table": [meld.to_json() for meld in self.table],
            "rack": [str(tile) for tile in self.rack],
            "opened": self.opened,
            "rules": self.rules.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], rules: Rules = RETAIL) -> Position:
        """The position of `to_json`. What is left out is empty, opened, and by `rules`.

        >>> str(Position.from_json({"table": [["K1", "K2", "K3"]], "rack": "J"}))
        'K1 K2 K3 // J'
        """
        if not isinstance(data, Mapping):
            raise NotationError(f"a position is an object with a table and a rack, not {data!r}")
        unknown = [name for name in data if name not in ("table", "rack", "opened", "rules")]
        if unknown:
            raise NotationError(f"a position has no {unknown[0]!r}", word=str(unknown[0]))
        opened = data.get("opened", True)
        if not isinstance(opened, bool):
            raise NotationError(f"opened is {opened!r}, but it must be true or false", place="opened")
        if "rules" in data:
            rules = Rules.from_json(data["rules"])
        table = notation.table_from_json(data.get("table", []), rules)
        return cls(table, notation.tiles_from_json(data.get("rack", []), rules), rules, opened)

    def to_url(self) -> str:
        """The whole position in characters that need no escaping in any part of a URL.

        Melds are separated by `_`, the rack follows `~`, and then come the rules that differ from retail.

        >>> Position.parse("// K1 J", Rules(jokers=1), opened=False).to_url()
        '~K1J~jokers.1~opened.no'
        """
        parts = ["_".join("".join(meld.to_json()) for meld in self.table), "".join(map(str, self.rack))]
        for name in RULE_NAMES:
            value = getattr(self.rules, name)
            if value != getattr(RETAIL, name):
                parts.append(f"{name.replace('_', '-')}.{rule_word(value)}")
        if not self.opened:
            parts.append("opened.no")
        return "~".join(parts)

    @classmethod
    def from_url(cls, text: str) -> Position:
        """The position of `to_url`.

        >>> str(Position.from_url("K1K2K3_R5B5O5~R6K4J"))
        'K1 K2 K3 | R5 B5 O5 // R6 K4 J'
        """
        parts = text.split("~")
        if len(parts) == 1:
            raise NotationError(f"no '~' in {text!r}: a position in a URL is 'TABLE~RACK'", word=text)
        changes: dict[str, Any] = {}
        opened = True
        for part in parts[2:]:
            name, dot, word = part.partition(".")
            name = name.replace("-", "_")
            if not dot:
                raise NotationError(f"{part!r} in a URL should be 'rule.value'", word=part)
            if name == "opened":
                value = read_rule_word(word)
                if not isinstance(value, bool):
                    raise NotationError(f"opened is {word!r}, but it must be yes or no", word=word)
                opened = value
            elif name in RULE_NAMES:
                changes[name] = read_rule_word(word)
            else:
                raise RulesError(f"no rule is called {name!r}", rule=name)
        rules = RETAIL.replace(**changes)
        table = []
        for number, part in enumerate(parts[0].split("_") if parts[0] else [], 1):
            place = f"table meld {number}"
            words = _url_tiles(part)
            if not words:
                raise NotationError(f"{place} is empty in {text!r}", place=place)
            table.append(notation.parse_meld(" ".join(words), rules, place=place))
        rack = notation.parse_tiles(" ".join(_url_tiles(parts[1])), rules, place="rack tile")
        return cls(tuple(table), rack, rules, opened)

    def _repr_svg_(self) -> str:
        from optimeld.pictures import svg

        return svg.position(self)

    def __str__(self) -> str:
        return notation.format_position(self.table, self.rack)

    def __repr__(self) -> str:
        return f"Position('{self}')"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.table, self.rack, self.rules, self.opened))

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.table, self.rack, self.rules, self.opened)


def _listed(given: Any) -> Any:
    """Text and lists as they are, any other iterable as a tuple; the rest is for the reader to refuse."""
    return given if isinstance(given, str | list | tuple) or not isinstance(given, Iterable) else tuple(given)


def as_position(given: Position | str, rules: Rules | None = None) -> Position:
    """The position given, or the one that the text says; with `rules`, read by these.

    >>> as_position("K1 K2 K3 // K4").rack
    (Tile('K4'),)
    """
    if isinstance(given, str):
        return Position.parse(given, rules or RETAIL)
    if not isinstance(given, Position):
        raise NotationError(f"a position is a Position or its text, not {given!r}")
    if rules is not None and rules != given.rules:
        return Position.parse(str(given), rules, opened=given.opened)
    return given


def _url_tiles(text: str) -> list[str]:
    """`K1K2J` is K1, K2, J. What is no tile is left for the parser to quote."""
    return re.findall(r"[A-Za-z][^A-Za-z]*|^[^A-Za-z]+", text)
