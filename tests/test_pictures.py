from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given, settings

from optimeld import Meld, Position, Rules
from optimeld.pictures import svg
from optimeld.pictures.palette import INKS, Mark
from optimeld.pictures.terminal import Pen, wants_colour, wants_shapes
from optimeld.tiles import COLOUR_LETTERS
from strategies import SEEDS, random_position

ANSI = re.compile(r"\x1b\[[0-9;]*m")
NAMESPACE = "{http://www.w3.org/2000/svg}"


class Stream(io.StringIO):
    def __init__(self, terminal: bool, encoding: str | None = "utf-8") -> None:
        super().__init__()
        self.terminal, self.said = terminal, encoding

    @property
    def encoding(self) -> Any:  # type: ignore[override]
        return self.said

    def isatty(self) -> bool:
        return self.terminal


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_every_position_can_be_drawn_and_every_tile_is_in_the_picture(seed: int) -> None:
    position = random_position(random.Random(seed))
    everything = [*position.all_tiles()]
    drawn = ElementTree.fromstring(svg.position(position))
    assert len(drawn.findall(f"{NAMESPACE}g")) == len(everything)
    plain = Pen(colour=False, shapes=False, width=80).position(position)
    coloured = Pen(colour=True, shapes=True, width=80).position(position)
    assert len(ANSI.sub("", coloured)) > len(plain) or not everything
    for tile in everything:
        assert str(tile) in plain
    longest = max((len(meld) for meld in position.table), default=0)
    if longest <= 6:
        assert all(len(ANSI.sub("", line)) <= 80 for line in coloured.splitlines())


def test_nothing_is_drawn_outside_the_picture() -> None:
    position = random_position(random.Random(5), Rules())
    drawn = ElementTree.fromstring(svg.position(position, width=300))
    width, height = int(drawn.attrib["width"]), int(drawn.attrib["height"])
    for tile in drawn.findall(f"{NAMESPACE}g"):
        x, y = map(int, re.findall(r"\d+", tile.attrib["transform"]))
        assert 0 <= x <= width - svg.TILE_WIDTH
        assert 0 <= y <= height - svg.TILE_HEIGHT


def test_each_colour_has_a_shape_of_its_own() -> None:
    assert len(INKS) == len(COLOUR_LETTERS)
    assert len({ink.shape for ink in INKS}) == len(INKS)
    assert len({ink.svg for ink in INKS}) == len({ink.terminal for ink in INKS}) == len(INKS)


def test_jokers_say_what_they_stand_for() -> None:
    pen = Pen(colour=False, shapes=True, width=80)
    assert pen.meld(Meld.parse("R3 J R5")) == "R3◆ J☻=R4 R5◆"
    assert pen.meld(Meld.parse("K5 R5 J")) == "K5● R5◆ J☻=BO5"
    assert pen.meld(Meld.parse("J R5 J")) == "J☻=R4/KBO5 R5◆ J☻=KBO5/R6"
    assert pen.meld(Meld.parse("P5 J J", Rules(colours=8))) == "P5▼ J☻=*5/P6 J☻=*5/P7"
    assert "J: R4" in svg.meld(Meld.parse("R3 J R5"))


def test_marked_tiles_stand_out_with_and_without_colours() -> None:
    position = Position.parse("K1 K2 K3 // R6 J")
    marks: dict[tuple[int, int], Mark] = {(0, 1): "played", (0, 2): "moved"}
    text = Pen(colour=False, shapes=False, width=80).position(
        position, table_marks=marks, rack_marks={1: "hint"}
    )
    assert text == "Table\n  1  K1 +K2 >K3\nRack\n     R6 !J"
    plain, marked = svg.position(position), svg.position(position, table_marks=marks, rack_marks={1: "hint"})
    assert plain.count("<circle") + 3 == marked.count("<circle")


def test_before_and_after_stand_in_one_picture() -> None:
    position = Position.parse("K1 K2 K3 // R6 J")
    picture = svg.panels(
        [svg.Panel(position.table, position.rack, "Before"), svg.Panel(position.table, (), "After")]
    )
    text = " ".join(ElementTree.fromstring(picture).itertext())
    assert "Before" in text
    assert "After" in text


def test_a_title_cannot_break_the_picture() -> None:
    picture = svg.table((), caption="<&'\">")
    assert "<&'\">" in "".join(ElementTree.fromstring(picture).itertext())


def test_notebooks_show_positions_and_melds() -> None:
    assert Position.parse("K1 K2 K3 // J")._repr_svg_().startswith("<svg")
    assert Meld.parse("K1 K2 K3")._repr_svg_().startswith("<svg")


def test_colours_go_to_terminals_and_respect_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Stream(True))
    assert not wants_colour(Stream(False))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour(Stream(False))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Stream(True))


def test_a_stream_that_cannot_carry_the_shapes_gets_letters() -> None:
    assert wants_shapes(Stream(True))
    assert not wants_shapes(Stream(True, "ascii"))
    assert not wants_shapes(Stream(True, None))
    assert Pen(colour=False, shapes=False).tiles(Position.parse("// K1 J").rack) == "K1 J"
