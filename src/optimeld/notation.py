"""Reading tiles, melds, tables and racks from text; every error names the offending word and its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from optimeld.errors import NotationError, TooManyCopiesError, UnknownTileError
from optimeld.melds import Meld
from optimeld.rules import RETAIL, Rules, every_tile
from optimeld.tiles import COLOUR_ALIASES, COLOUR_LETTERS, JOKER_LETTER, Tile

MELD_SEPARATOR = "|"
RACK_SEPARATOR = "//"

_TILE_FORM = re.compile(r"([A-Za-z])([0-9]+)")


def tile_words(rules: Rules) -> dict[str, Tile]:
    """Every word that names a tile, in upper and in lower case."""
    return _words_of(rules.values, rules.colours)


@lru_cache(maxsize=64)
def _words_of(values: int, colours: int) -> dict[str, Tile]:
    words: dict[str, Tile] = {}
    for tile in every_tile(values, colours):
        word = str(tile)
        spellings = [word]
        spellings += [
            word.replace(letter, alias) for alias, letter in COLOUR_ALIASES.items() if letter == tile.letter
        ]
        for spelling in spellings:
            words[spelling] = words[spelling.lower()] = tile
    return words


def parse_tile(word: str, rules: Rules = RETAIL, *, place: str = "") -> Tile:
    """The tile that a word names.

    >>> parse_tile("r5"), parse_tile("Y13"), parse_tile("J")
    (Tile('R5'), Tile('O13'), Tile('J'))
    >>> parse_tile("R14", place="rack tile 2")
    Traceback (most recent call last):
    ...
    optimeld.errors.UnknownTileError: no tile 'R14' at rack tile 2: values go from 1 to 13
    """
    tile = tile_words(rules).get(word)
    if tile is None:
        raise _unknown_tile(word, rules, place)
    return tile


def _unknown_tile(word: str, rules: Rules, place: str) -> UnknownTileError:
    form = _TILE_FORM.fullmatch(word)
    letter = word[:1].upper()
    letter = COLOUR_ALIASES.get(letter, letter)
    if form and letter not in rules.colour_letters and letter != JOKER_LETTER:
        letters = " ".join(rules.colour_letters)
        more = " in these rules" if letter in COLOUR_LETTERS else ""
        why = f"the colours{more} are {letters}"
    elif form and letter != JOKER_LETTER and not form[2].startswith("0"):
        why = f"values go from 1 to {rules.values}"
    else:
        why = f"a tile is a colour letter and a value, such as {rules.tiles[0]}, or {JOKER_LETTER}"
    where = f" at {place}" if place else ""
    return UnknownTileError(f"no tile {word!r}{where}: {why}", word=word, place=place)


def parse_tiles(text: str, rules: Rules = RETAIL, *, place: str = "tile") -> tuple[Tile, ...]:
    """The tiles of a list of words, in the order written.

    >>> parse_tiles("R6 k4 j")
    (Tile('R6'), Tile('K4'), Tile('J'))
    """
    return _tiles_of(text.split(), rules, place)


def _tiles_of(words: Sequence[str | Tile], rules: Rules, place: str) -> tuple[Tile, ...]:
    known = tile_words(rules)
    try:
        return tuple([word if type(word) is Tile else known[word] for word in words])  # type: ignore[index]
    except (KeyError, TypeError):
        for number, word in enumerate(words, 1):
            if isinstance(word, Tile):
                continue
            if not isinstance(word, str):
                raise NotationError(
                    f"a tile is a word, but {place} {number} is {word!r}", place=f"{place} {number}"
                ) from None
            parse_tile(word, rules, place=f"{place} {number}")
        raise


def parse_rack(text: str, rules: Rules = RETAIL) -> tuple[Tile, ...]:
    """The tiles of a rack, in the order written; the copies are checked.

    >>> parse_rack("")
    ()
    """
    for separator in (RACK_SEPARATOR, MELD_SEPARATOR):
        if separator in text:
            raise NotationError(
                f"a rack is a list of tiles, without {separator!r}: {text.strip()!r}", word=separator
            )
    rack = parse_tiles(text, rules, place="rack tile")
    check_copies(rack, rules, lambda: places_of((), rack))
    return rack


def parse_meld(text: str, rules: Rules = RETAIL, *, place: str = "") -> Meld:
    """The meld written in `text`: in any order where that has one reading, and otherwise as written.

    >>> parse_meld("J R4 R5"), parse_meld("R7 R5 R6"), parse_meld("J B5 K5")
    (Meld('J R4 R5'), Meld('R5 R6 R7'), Meld('K5 B5 J'))
    """
    tile_place = f"{place}, tile" if place else "tile"
    return Meld.of(_tiles_of(text.split(), rules, tile_place), rules, place=place)


def parse_table(text: str, rules: Rules = RETAIL) -> tuple[Meld, ...]:
    """The melds of a table, separated by `|`; an empty text is an empty table. The copies are checked.

    >>> parse_table("K1 K2 K3 | R5 B5 O5")
    (Meld('K1 K2 K3'), Meld('R5 B5 O5'))
    """
    if RACK_SEPARATOR in text:
        raise NotationError(
            f"a table is melds separated by {MELD_SEPARATOR!r}, without {RACK_SEPARATOR!r}: {text.strip()!r}",
            word=RACK_SEPARATOR,
        )
    table = _table_of(text, rules)
    check_copies([tile for meld in table for tile in meld.tiles], rules, lambda: places_of(table, ()))
    return table


def _table_of(text: str, rules: Rules) -> tuple[Meld, ...]:
    if not text.strip():
        return ()
    melds = []
    for number, part in enumerate(text.split(MELD_SEPARATOR), 1):
        place = f"table meld {number}"
        if not part.strip():
            raise NotationError(f"{place} is empty in {text.strip()!r}", place=place)
        melds.append(parse_meld(part, rules, place=place))
    return tuple(melds)


def parse_position(text: str, rules: Rules = RETAIL) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """The table and the rack of `TABLE // RACK`. Either may be empty, but `//` must be there.

    >>> parse_position("K1 K2 K3 // R6 J")
    ((Meld('K1 K2 K3'),), (Tile('R6'), Tile('J')))
    """
    parts = text.split(RACK_SEPARATOR)
    if len(parts) == 1:
        shown = text.strip()
        raise NotationError(
            f"no {RACK_SEPARATOR!r} in {shown!r}: a position is 'TABLE // RACK', "
            "with the table or the rack left empty where there is none",
            word=shown,
        )
    if len(parts) > 2:
        raise NotationError(f"more than one {RACK_SEPARATOR!r} in {text.strip()!r}", word=RACK_SEPARATOR)
    if MELD_SEPARATOR in parts[1]:
        raise NotationError(
            f"{MELD_SEPARATOR!r} in the rack {parts[1].strip()!r}: melds go before {RACK_SEPARATOR!r}",
            word=MELD_SEPARATOR, place="rack",
        )  # fmt: skip
    return _table_of(parts[0], rules), parse_tiles(parts[1], rules, place="rack tile")


def check_copies(
    tiles: Sequence[Tile], rules: Rules, places: Callable[[], Sequence[str]] | None = None
) -> None:
    """Raises when there are more copies of a tile than the rules have.

    `places` says where each of the tiles is, and is asked only when something is wrong.

    >>> check_copies(parse_tiles("K1 K1 K1"), Rules())
    Traceback (most recent call last):
    ...
    optimeld.errors.TooManyCopiesError: 'K1' comes 3 times, but there are only 2 of it
    """
    always = min(rules.copies, rules.jokers)
    for tile, count in Counter(tiles).items():
        if count <= always:
            continue
        copies = rules.copies_of(tile)
        if count > copies:
            raise _too_many(tile, count, copies, [] if places is None else _where(tile, tiles, places()))


def _where(tile: Tile, tiles: Sequence[Tile], places: Sequence[str]) -> list[str]:
    return [place for other, place in zip(tiles, places, strict=True) if other == tile]


def _too_many(tile: Tile, count: int, copies: int, where: list[str]) -> TooManyCopiesError:
    times = {1: "once", 2: "twice"}.get(count, f"{count} times")
    have = {0: "there are none in these rules", 1: "there is only 1 of it"}.get(
        copies, f"there are only {copies} of it"
    )
    shown = f" ({', '.join(where)})" if where else ""
    return TooManyCopiesError(
        f"'{tile}' comes {times}{shown}, but {have}", word=str(tile), places=where, count=count, copies=copies
    )


def places_of(table: Iterable[Meld], rack: Iterable[Tile]) -> list[str]:
    """Where each tile of a position is, table first.

    >>> places_of(parse_table("K1 K2 K3"), parse_rack("J"))
    ['table meld 1', 'table meld 1', 'table meld 1', 'rack tile 1']
    """
    places = [f"table meld {number}" for number, meld in enumerate(table, 1) for _ in meld.tiles]
    return places + [f"rack tile {number}" for number, _ in enumerate(rack, 1)]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as text.

    >>> format_tiles([Tile(0, 1), Tile(1, 2)])
    'K1 R2'
    """
    return " ".join(map(str, tiles))


def format_table(table: Iterable[Meld]) -> str:
    """A table as text.

    >>> format_table(parse_table("k1 k2 k3|r5 b5 y5"))
    'K1 K2 K3 | R5 B5 O5'
    """
    return f" {MELD_SEPARATOR} ".join(map(str, table))


def format_position(table: Iterable[Meld], rack: Iterable[Tile]) -> str:
    """A position as text.

    >>> format_position(parse_table("K1 K2 K3"), parse_rack("J"))
    'K1 K2 K3 // J'
    """
    return f"{format_table(table)} {RACK_SEPARATOR} {format_tiles(rack)}".strip()


def table_from_json(data: Any, rules: Rules = RETAIL) -> tuple[Meld, ...]:
    """A table from JSON or from values: a list of melds, each a list of words; or the text of a table.

    >>> table_from_json([["K1", "K2", "K3"]])
    (Meld('K1 K2 K3'),)
    """
    if isinstance(data, str):
        return _table_of(data, rules)
    if not isinstance(data, list | tuple):
        raise NotationError(f"a table is a list of melds, not {data!r}", place="table")
    melds = []
    for number, words in enumerate(data, 1):
        place = f"table meld {number}"
        if isinstance(words, Meld):
            melds.append(words)
            continue
        if isinstance(words, str):
            words = words.split()
        if not isinstance(words, list | tuple):
            raise NotationError(f"a meld is a list of tiles, but {place} is {words!r}", place=place)
        if not words:
            raise NotationError(f"{place} is empty", place=place)
        melds.append(Meld.of(_tiles_of(words, rules, f"{place}, tile"), rules, place=place))
    return tuple(melds)


def tiles_from_json(data: Any, rules: Rules = RETAIL, *, place: str = "rack tile") -> tuple[Tile, ...]:
    """Tiles from JSON or from values: a list of words or tiles; or their text.

    >>> tiles_from_json(["K1", "J"])
    (Tile('K1'), Tile('J'))
    """
    if isinstance(data, str):
        return parse_tiles(data, rules, place=place)
    if not isinstance(data, list | tuple):
        raise NotationError(f"tiles are a list of words, not {data!r}", place=place)
    return _tiles_of(data, rules, place)
