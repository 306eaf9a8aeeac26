"""A position as SVG: tiles that look like tiles, melds in rows, jokers with what they stand for.

The pictures carry no ids, style sheets or fonts of their own, so any number of them can stand in one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from optimeld.melds import Meld
from optimeld.notation import format_table, format_tiles
from optimeld.pictures.palette import INKS, JOKER_INK, Mark, RackMarks, TableMarks, ink_of, stands_for
from optimeld.position import Position
from optimeld.tiles import Tile

TILE_WIDTH = 40
TILE_HEIGHT = 56
_TILE_GAP = 2
_MELD_GAP = 22
_ROW_GAP = 16
_MARGIN = 18
_CAPTION = 26
_FONT = "font-family=\"'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif\""
_FELT, _FELT_EDGE = "#2f6b4f", "#285c44"
_WOOD, _WOOD_LIGHT, _WOOD_DARK = "#a8763e", "#c08d52", "#7d5529"
_IVORY, _IVORY_EDGE, _IVORY_SHADE = "#fbf6e6", "#d9cfae", "#e9e0c4"
_MARK_COLOURS: dict[Mark, str] = {"played": "#ffc21a", "moved": "#5cc8ff", "hint": "#7be07b"}


@dataclass(frozen=True)
class Panel:
    """One table and one rack of a picture, with a caption and marks on tiles."""

    table: Sequence[Meld]
    rack: Sequence[Tile] | None = None
    caption: str = ""
    table_marks: TableMarks = field(default_factory=dict)
    rack_marks: RackMarks = field(default_factory=dict)


def position(
    position: Position,
    *,
    table_marks: TableMarks | None = None,
    rack_marks: RackMarks | None = None,
    caption: str = "",
    width: int = 640,
) -> str:
    """A position: its table on felt, its rack in wood.

    >>> position(Position.parse("K1 K2 K3 // J")).startswith("<svg")
    True
    """
    return panels(
        [Panel(position.table, position.rack, caption, table_marks or {}, rack_marks or {})], width=width
    )


def table(
    melds: Sequence[Meld], *, marks: TableMarks | None = None, caption: str = "", width: int = 640
) -> str:
    """A table alone."""
    return panels([Panel(melds, None, caption, marks or {})], width=width)


def meld(meld: Meld, *, marks: RackMarks | None = None) -> str:
    """One meld, without a table under it."""
    pad = 4
    width = 2 * pad + _meld_width(meld)
    body = _draw_meld(meld, pad, pad, marks or {})
    return _svg(width, TILE_HEIGHT + 2 * pad + 2, str(meld), body)


def tiles(tiles: Sequence[Tile], *, marks: RackMarks | None = None) -> str:
    """Tiles in a row, without a rack under them."""
    pad = 4
    marks = marks or {}
    body = [
        _draw_tile(tile, pad + place * (TILE_WIDTH + _TILE_GAP), pad, marks.get(place))
        for place, tile in enumerate(tiles)
    ]
    width = 2 * pad + max(1, len(tiles)) * (TILE_WIDTH + _TILE_GAP)
    return _svg(width, TILE_HEIGHT + 2 * pad + 2, format_tiles(tiles), body)


def panels(panels: Sequence[Panel], *, width: int = 640) -> str:
    """Tables one below the other, such as before and after a play."""
    body: list[str] = []
    y = 0
    for panel in panels:
        drawn, height = _draw_panel(panel, y, _panel_width(panel, width))
        body += drawn
        y += height + 12
    real_width = max(_panel_width(panel, width) for panel in panels)
    title = "; ".join(
        (f"{panel.caption}: " if panel.caption else "")
        + format_table(panel.table)
        + (f" // {format_tiles(panel.rack)}" if panel.rack is not None else "")
        for panel in panels
    )
    return _svg(real_width, y - 12, title, body)


def _svg(width: int, height: int, title: str, body: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" {_FONT}>'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", *body, "</svg>\n"])


def _panel_width(panel: Panel, width: int) -> int:
    """As wide as asked for, or as the longest meld needs."""
    return max(width, 2 * _MARGIN + max((_meld_width(meld) for meld in panel.table), default=0))


def _meld_width(meld: Meld) -> int:
    return len(meld) * (TILE_WIDTH + _TILE_GAP) - _TILE_GAP


def _draw_panel(panel: Panel, top: int, width: int) -> tuple[list[str], int]:
    body: list[str] = []
    y = top + _MARGIN
    if panel.caption:
        body.append(
            f'<text x="{_MARGIN}" y="{y + 11}" font-size="16" font-weight="600" fill="#f3efe0">'
            f"{escape(panel.caption)}</text>"
        )
        y += _CAPTION
    x = _MARGIN
    for number, laid in enumerate(panel.table):
        if x > _MARGIN and x + _meld_width(laid) > width - _MARGIN:
            x, y = _MARGIN, y + TILE_HEIGHT + _ROW_GAP
        marks = {place: mark for (index, place), mark in panel.table_marks.items() if index == number}
        body += _draw_meld(laid, x, y, marks)
        x += _meld_width(laid) + _MELD_GAP
    if not panel.table:
        body.append(
            f'<text x="{width / 2:g}" y="{y + 33}" font-size="15" font-style="italic" fill="#a9cdb9" '
            'text-anchor="middle">nothing on the table</text>'
        )
    y += TILE_HEIGHT + _MARGIN
    felt = (
        f'<rect x="1" y="{top + 1}" width="{width - 2}" height="%d" rx="12" fill="{_FELT}" '
        f'stroke="{_FELT_EDGE}" stroke-width="2"/>'
    )
    if panel.rack is None:
        return [felt % (y - top - 2), *body], y - top
    drawn, height = _draw_rack(panel.rack, panel.rack_marks, y, width)
    return [felt % (y - top + height - 2), *body, *drawn], y - top + height


def _draw_rack(rack: Sequence[Tile], marks: RackMarks, top: int, width: int) -> tuple[list[str], int]:
    in_row = max(1, (width - 2 * _MARGIN - 8) // (TILE_WIDTH + _TILE_GAP))
    rows = max(1, -(-len(rack) // in_row))
    step = TILE_HEIGHT + 14
    height = rows * step + 14
    body = [
        f'<rect x="8" y="{top}" width="{width - 16}" height="{height - 6}" rx="9" fill="{_WOOD}"/>',
        f'<rect x="8" y="{top}" width="{width - 16}" height="9" rx="4.5" fill="{_WOOD_LIGHT}"/>',
    ]
    for row in range(rows):
        ledge = top + 9 + row * step + TILE_HEIGHT - 4
        body.append(f'<rect x="12" y="{ledge}" width="{width - 24}" height="14" rx="4" fill="{_WOOD_DARK}"/>')
        for place in range(row * in_row, min(len(rack), (row + 1) * in_row)):
            x = _MARGIN + 4 + (place - row * in_row) * (TILE_WIDTH + _TILE_GAP)
            body.append(_draw_tile(rack[place], x, top + 9 + row * step, marks.get(place)))
        body.append(
            f'<rect x="12" y="{ledge + 6}" width="{width - 24}" height="9" rx="4" fill="{_WOOD_LIGHT}"/>'
        )
    if not rack:
        body.append(
            f'<text x="{width / 2:g}" y="{top + 42}" font-size="15" font-style="italic" fill="#e9d3b3" '
            'text-anchor="middle">the rack is empty</text>'
        )
    return body, height


def _draw_meld(meld: Meld, x: int, y: int, marks: RackMarks) -> list[str]:
    drawn = []
    for place, tile in enumerate(meld.tiles):
        identities = meld.identities[place] if tile.is_joker else ()
        drawn.append(_draw_tile(tile, x + place * (TILE_WIDTH + _TILE_GAP), y, marks.get(place), identities))
    return drawn


def _draw_tile(
    tile: Tile, x: int, y: int, mark: Mark | None = None, identities: tuple[Tile, ...] = ()
) -> str:
    w, h = TILE_WIDTH, TILE_HEIGHT
    parts = [f'<g transform="translate({x} {y})">']
    if identities:
        parts.append(f"<title>{tile}: {escape(format_tiles(identities))}</title>")
    parts.append(f'<rect x="1" y="2.5" width="{w}" height="{h}" rx="6" fill="#000" fill-opacity=".32"/>')
    if mark:
        glow = _MARK_COLOURS[mark]
        parts.append(f'<rect x="-2.5" y="-2.5" width="{w + 5}" height="{h + 5}" rx="8.5" fill="{glow}"/>')
    parts.append(f'<rect width="{w}" height="{h}" rx="6" fill="{_IVORY_EDGE}"/>')
    parts.append(f'<rect x="1" y="1" width="{w - 2}" height="{h - 4}" rx="5.5" fill="{_IVORY}"/>')
    parts += _joker_face(identities) if tile.is_joker else _number_face(tile)
    if mark:
        parts.append(_badge(mark))
    parts.append("</g>")
    return "".join(parts)


def _number_face(tile: Tile) -> list[str]:
    ink = ink_of(tile)
    middle = TILE_WIDTH / 2
    digits = len(str(tile.value))
    size = {1: 25, 2: 23}.get(digits, 17)
    squeeze = ' letter-spacing="-1"' if digits > 1 else ""
    return [
        f'<text x="{middle:g}" y="27" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'fill="{ink.svg}"{squeeze}>{tile.value}</text>',
        f'<circle cx="{middle:g}" cy="41" r="9.5" fill="{_IVORY_SHADE}"/>',
        _shape(tile.colour, middle, 41, 1.0),
    ]


def _joker_face(identities: tuple[Tile, ...]) -> list[str]:
    middle = TILE_WIDTH / 2
    ink = JOKER_INK.svg
    face = [
        f'<circle cx="{middle:g}" cy="21" r="12.5" fill="none" stroke="{ink}" stroke-width="2.4"/>',
        f'<circle cx="{middle - 4.4:g}" cy="18" r="1.9" fill="{ink}"/>',
        f'<circle cx="{middle + 4.4:g}" cy="18" r="1.9" fill="{ink}"/>',
        f'<path d="M{middle - 6.4:g} 23.5q6.4 7.4 12.8 0" fill="none" stroke="{ink}" stroke-width="2.2" '
        'stroke-linecap="round"/>',
    ]
    if not identities:
        return face
    one = identities[0] if len(identities) == 1 else None
    label = stands_for(identities)
    colour = ink_of(one).svg if one else "#4a4a4a"
    size = 13 if len(label) <= 3 else 11 if len(label) <= 5 else 9
    if one:
        face.append(_shape(one.colour, middle - 9, 44.5, 0.62))
        face.append(
            f'<text x="{middle - 1:g}" y="49" font-size="13" font-weight="700" '
            f'fill="{colour}">{one.value}</text>'
        )
    else:
        face.append(
            f'<text x="{middle:g}" y="48.5" font-size="{size}" font-weight="700" text-anchor="middle" '
            f'fill="{colour}">{label}</text>'
        )
    return face


def _shape(colour: int, x: float, y: float, scale: float) -> str:
    """The colour's shape, drawn rather than written so that it looks the same with every font."""
    shape = INKS[colour].shape
    paths = {
        "◆": "M0-7.2L6.4 0 0 7.2-6.4 0Z",
        "■": "M-5-5H5V5H-5Z",
        "▲": "M0-6.4L6.4 4.8H-6.4Z",
        "▼": "M0 6.4L6.4-4.8H-6.4Z",
        "★": "M0-7L1.7-2.3 6.7-2.2 2.7.9 4.1 5.7 0 2.9-4.1 5.7-2.7.9-6.7-2.2-1.7-2.3Z",
        "✚": "M-2-6.4H2V-2H6.4V2H2V6.4H-2V2H-6.4V-2H-2Z",
    }
    where = f'transform="translate({x:g} {y:g}) scale({scale:g})"'
    ink = INKS[colour].svg
    if shape in paths:
        return f'<path {where} d="{paths[shape]}" fill="{ink}"/>'
    if shape == "●":
        return f'<circle {where} r="5.8" fill="{ink}"/>'
    return f'<circle {where} r="4.8" fill="none" stroke="{ink}" stroke-width="2.6"/>'


def _badge(mark: Mark) -> str:
    sign = {"played": "+", "moved": "→", "hint": "!"}[mark]
    return (
        f'<circle cx="{TILE_WIDTH - 3}" cy="3" r="7" fill="{_MARK_COLOURS[mark]}" stroke="#fff"/>'
        f'<text x="{TILE_WIDTH - 3}" y="6.8" font-size="11" font-weight="700" text-anchor="middle" '
        f'fill="#1d1d1f">{sign}</text>'
    )
