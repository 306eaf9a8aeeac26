"""What the colours look like, and what the pictures of both kinds have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from optimeld.tiles import Tile

#: Why a tile stands out: it came from the rack, it left its old meld, or it is what the text speaks of.
Mark = Literal["played", "moved", "hint"]
#: Marks of table tiles by meld and place in it, and of rack tiles by place.
TableMarks = Mapping[tuple[int, int], Mark]
RackMarks = Mapping[int, Mark]

MARK_WORDS: dict[Mark, str] = {
    "played": "played from the rack",
    "moved": "moved on the table",
    "hint": "pointed out",
}


@dataclass(frozen=True)
class Ink:
    """How one colour is drawn. The shape tells it apart where the colour cannot."""

    shape: str
    svg: str
    terminal: int


#: In the order of the colour letters: K R B O G P C W.
INKS = (
    Ink("●", "#1d1d1f", 16),
    Ink("◆", "#cf1f2e", 160),
    Ink("■", "#1560b4", 25),
    Ink("▲", "#dd6b00", 166),
    Ink("★", "#1a7f37", 28),
    Ink("▼", "#7a2ea0", 91),
    Ink("✚", "#0b8793", 30),
    Ink("○", "#767c86", 243),
)
JOKER_INK = Ink("☻", "#b3261e", 88)


def ink_of(tile: Tile) -> Ink:
    """How a tile is drawn.

    >>> ink_of(Tile(1, 5)).shape
    '◆'
    """
    return JOKER_INK if tile.is_joker else INKS[tile.colour]


def stands_for(identities: tuple[Tile, ...]) -> str:
    """What a joker may stand for, in a few letters; `*` is one of more than three colours.

    >>> stands_for((Tile(1, 4),)), stands_for((Tile(2, 5), Tile(3, 5))), stands_for((Tile(1, 4), Tile(2, 5)))
    ('R4', 'BO5', 'R4/B5')
    """
    letters: dict[int, str] = {}
    for tile in sorted(identities, key=lambda tile: (tile.value, tile.colour)):
        letters[tile.value] = letters.get(tile.value, "") + tile.letter
    if len(letters) > 2:
        return "any"
    return "/".join(f"{'*' if len(few) > 3 else few}{value}" for value, few in letters.items())
