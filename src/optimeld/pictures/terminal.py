"""A position in the terminal: a chip for each tile, in its colour and with the colour's shape."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import IO

from optimeld.melds import Meld
from optimeld.pictures.palette import Mark, RackMarks, TableMarks, ink_of, stands_for
from optimeld.position import Position
from optimeld.tiles import Tile

_RESET = "\x1b[0m"
_DIM = "\x1b[2m"
_BOLD = "\x1b[1m"
_FACE = {None: 230, "played": 220, "moved": 153, "hint": 157}
#: Without colours a mark is a sign in front of the tile.
_SIGNS: dict[Mark | None, str] = {None: "", "played": "+", "moved": ">", "hint": "!"}
_GAP = 3


def wants_colour(stream: IO[str] | None = None) -> bool:
    """Whether to write colours: to a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` insists."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def wants_shapes(stream: IO[str] | None = None) -> bool:
    """Whether the stream can carry the shapes."""
    stream = sys.stdout if stream is None else stream
    try:
        "●".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Pen:
    """How to write tiles on one stream: with colours or not, with shapes or not, how wide.

    >>> plain = Pen(colour=False, shapes=True, width=60)
    >>> print(plain.position(Position.parse("R3 J R5 | K7 B7 O7 // K1 J")))
    Table
      1  R3◆ J☻=R4 R5◆   2  K7● B7■ O7▲
    Rack
         K1● J☻
    """

    def __init__(
        self, *, colour: bool | None = None, shapes: bool | None = None, width: int | None = None
    ) -> None:
        self.colour = wants_colour() if colour is None else colour
        self.shapes = wants_shapes() if shapes is None else shapes
        self.width = shutil.get_terminal_size().columns if width is None else width

    def tile(self, tile: Tile, mark: Mark | None = None, identities: tuple[Tile, ...] = ()) -> str:
        """One tile; a joker with what it may stand for."""
        return self._chip(tile, mark, identities)[0]

    def tiles(self, tiles: Sequence[Tile], marks: RackMarks | None = None) -> str:
        """Tiles in a row.

        >>> Pen(colour=False, shapes=False).tiles([Tile(0, 1), Tile(1, 2)], {1: "played"})
        'K1 +R2'
        """
        marks = marks or {}
        return self._join([self._chip(tile, marks.get(place))[0] for place, tile in enumerate(tiles)])

    def meld(self, meld: Meld, marks: RackMarks | None = None) -> str:
        """One meld."""
        return self._meld(meld, marks or {})[0]

    def table(self, melds: Sequence[Meld], marks: TableMarks | None = None, *, first: int = 1) -> str:
        """Melds in rows, numbered."""
        marks = marks or {}
        if not melds:
            return f"     {self.dim('nothing yet')}"
        digits = len(str(first + len(melds) - 1))
        lines: list[str] = []
        line, used = "", 0
        for number, meld in enumerate(melds):
            own = {place: mark for (index, place), mark in marks.items() if index == number}
            text, length = self._meld(meld, own)
            label = f"{first + number:>{digits + 2}}  "
            length += len(label)
            if line and used + _GAP - 2 + length > self.width:
                lines.append(line)
                line, used = "", 0
            if line:
                line, used = line + " " * (_GAP - 2), used + _GAP - 2
            line, used = line + self.dim(label) + text, used + length
        # Coloured rows would touch.
        return ("\n\n" if self.colour else "\n").join([*lines, line])

    def rack(self, tiles: Sequence[Tile], marks: RackMarks | None = None) -> str:
        """A rack, over as many lines as it needs."""
        marks = marks or {}
        if not tiles:
            return f"     {self.dim('empty')}"
        lines: list[list[str]] = []
        chips: list[str] = []
        used = 5
        for place, tile in enumerate(tiles):
            text, length = self._chip(tile, marks.get(place))
            if chips and used + length + 1 > self.width:
                lines.append(chips)
                chips, used = [], 5
            chips.append(text)
            used += length + 1
        between = "\n\n" if self.colour else "\n"
        return between.join("     " + self._join(row) for row in [*lines, chips])

    def position(
        self,
        position: Position,
        *,
        table_marks: TableMarks | None = None,
        rack_marks: RackMarks | None = None,
    ) -> str:
        """A table and a rack."""
        note = "" if position.opened else self.dim("  not opened yet")
        parts = [self.bold("Table"), self.table(position.table, table_marks)]
        parts += [self.bold("Rack") + note, self.rack(position.rack, rack_marks)]
        return "\n".join(parts)

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return f"{_BOLD}{text}{_RESET}" if self.colour else text

    def dim(self, text: str) -> str:
        """Text that stands back."""
        return f"{_DIM}{text}{_RESET}" if self.colour else text

    def _join(self, chips: Sequence[str]) -> str:
        return " ".join(chips)

    def _meld(self, meld: Meld, marks: RackMarks) -> tuple[str, int]:
        chips = [
            self._chip(tile, marks.get(place), meld.identities[place] if tile.is_joker else ())
            for place, tile in enumerate(meld.tiles)
        ]
        return self._join([text for text, _ in chips]), sum(length for _, length in chips) + len(chips) - 1

    def _chip(self, tile: Tile, mark: Mark | None, identities: tuple[Tile, ...] = ()) -> tuple[str, int]:
        """The text of a tile, and how many columns it takes."""
        ink = ink_of(tile)
        text = f"{_SIGNS[mark]}{tile}" + (ink.shape if self.shapes else "")
        if identities:
            text += f"={stands_for(identities)}"
        if not self.colour:
            return text, len(text)
        text = f" {text} "
        return f"\x1b[48;5;{_FACE[mark]};38;5;{ink.terminal};1m{text}{_RESET}", len(text)
