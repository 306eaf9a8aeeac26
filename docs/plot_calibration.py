"""Draws docs/pictures/calibration.svg from what cpp/tools/calibrate prints: predicted against won, ten bins.

build/tools/calibrate 32000 48 77 16 < docs/calibration_games.txt | python docs/plot_calibration.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SIZE, EDGE = 360, 44
BIN = re.compile(r"bin \d +(\d+) decisions +predicted (\S+) +won (\S+)")


def place(share: float, *, up: bool) -> float:
    """Where a share lies on an axis."""
    along = share * (SIZE - 2 * EDGE)
    return SIZE - EDGE - along if up else EDGE + along


def picture(text: str) -> str:
    """The bins as circles, the larger the more decisions, around the line where both are equal."""
    bins = [(int(n), float(p), float(w)) for n, p, w in BIN.findall(text)]
    most = max(n for n, _, _ in bins)
    low, high = place(0, up=False), place(1, up=False)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>',
        f'<path d="M{low} {high}H{high}V{low}H{low}Z" fill="none" stroke="#999"/>',
        f'<path d="M{low} {high}L{high} {low}" stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        label = f"{100 * share:.0f} %"
        parts.append(
            f'<text x="{place(share, up=False):.0f}" y="{SIZE - 26}" text-anchor="middle">{label}</text>'
        )
        parts.append(
            f'<text x="{EDGE - 6}" y="{place(share, up=True) + 4:.0f}" text-anchor="end">{label}</text>'
        )
    for n, predicted, won in bins:
        radius = 3 + 6 * (n / most) ** 0.5
        parts.append(
            f'<circle cx="{place(predicted, up=False):.1f}" cy="{place(won, up=True):.1f}" r="{radius:.1f}" '
            'fill="#1f6fb2" fill-opacity="0.75"/>'
        )
    parts.append(
        f'<text x="{SIZE / 2}" y="{SIZE - 8}" text-anchor="middle">predicted chance of winning</text>'
    )
    parts.append(
        f'<text transform="translate(12 {SIZE / 2}) rotate(-90)" text-anchor="middle">games won</text>'
    )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    out = Path(__file__).parent / "pictures" / "calibration.svg"
    out.write_text(picture(sys.stdin.read()), encoding="utf-8")
