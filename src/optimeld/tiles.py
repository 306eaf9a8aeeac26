"""A tile: a colour and a value, or a joker."""

from __future__ import annotations

from dataclasses import dataclass

from optimeld.errors import TileError

#: Colour letters in their order; a rule set with k colours uses the first k.
COLOUR_LETTERS = "KRBOGPCW"
JOKER_LETTER = "J"
#: Other letters that people write: read, never printed.
COLOUR_ALIASES = {"Y": "O"}
_JOKER_COLOUR = len(COLOUR_LETTERS)


@dataclass(frozen=True, slots=True, order=True, init=False)
class Tile:
    """A kind of tile, by its word or by colour and value; copies are alike.

    Tiles sort by colour, then value, jokers last.

    >>> Tile("r5"), Tile(1, 5)
    (Tile('R5'), Tile('R5'))
    >>> str(JOKER), JOKER.is_joker
    ('J', True)
    >>> Tile(1, 0)
    Traceback (most recent call last):
    ...
    optimeld.errors.TileError: Tile(1, 0) is no tile: values begin at 1, and the joker is JOKER
    """

    colour: int
    value: int

    def __init__(self, colour: int | str, value: int | None = None) -> None:
        if isinstance(colour, str) and value is None:
            colour, value = _read(colour)
        if not (isinstance(colour, int) and isinstance(value, int)):
            raise _no_tile(colour, value, "a tile is a word, or a colour and a value in whole numbers")
        if value < 1:
            if value < 0 or colour != _JOKER_COLOUR:
                raise _no_tile(colour, value, "values begin at 1, and the joker is JOKER")
        elif not 0 <= colour < len(COLOUR_LETTERS):
            raise _no_tile(colour, value, f"colours are numbered from 0 to {len(COLOUR_LETTERS) - 1}")
        object.__setattr__(self, "colour", colour)
        object.__setattr__(self, "value", value)

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker, which has neither colour nor value of its own."""
        return self.value == 0

    @property
    def letter(self) -> str:
        """The colour's letter, or the joker's."""
        return JOKER_LETTER if self.value == 0 else COLOUR_LETTERS[self.colour]

    def __str__(self) -> str:
        return JOKER_LETTER if self.value == 0 else f"{COLOUR_LETTERS[self.colour]}{self.value}"

    def __repr__(self) -> str:
        return f"Tile('{self}')"


def _read(word: str) -> tuple[int, int]:
    """The colour and the value that a word names, whatever the box."""
    letter = word[:1].upper()
    letter = COLOUR_ALIASES.get(letter, letter)
    if letter == JOKER_LETTER and len(word) == 1:
        return _JOKER_COLOUR, 0
    number = word[1:]
    if not letter or letter not in COLOUR_LETTERS or not (number.isascii() and number.isdigit()):
        letters = " ".join(COLOUR_LETTERS)
        raise TileError(f"no tile {word!r}: a tile is a colour ({letters}) and a value, or J", word=word)
    return COLOUR_LETTERS.index(letter), int(number)


def _no_tile(colour: object, value: object, why: str) -> TileError:
    text = f"Tile({colour!r}, {value!r})"
    return TileError(f"{text} is no tile: {why}", word=text)


#: The joker. Its colour is one past the last, so that jokers sort last, as in the core's numbering.
JOKER = Tile(_JOKER_COLOUR, 0)
