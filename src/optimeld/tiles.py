"""A tile: a colour and a value, or a joker."""

from __future__ import annotations

from dataclasses import dataclass

#: Colour letters in their order; a rule set with k colours uses the first k.
COLOUR_LETTERS = "KRBOGPCW"
JOKER_LETTER = "J"
#: Other letters that people write: read, never printed.
COLOUR_ALIASES = {"Y": "O"}


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A kind of tile; copies are alike. Tiles sort by colour, then value, jokers last.

    >>> Tile(1, 5)
    Tile('R5')
    >>> str(JOKER), JOKER.is_joker
    ('J', True)
    """

    colour: int
    value: int

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


#: The joker. Its colour is one past the last, so that jokers sort last, as in the core's numbering.
JOKER = Tile(len(COLOUR_LETTERS), 0)
