"""How far something long has got: one line on standard error, renewed where someone is looking."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimeld.counting.automata import Headway

_WIDTH = 28
#: Seconds between two lines: on a terminal, where the line is renewed, and elsewhere, where each is one more.
_ON_TERMINAL, _ELSEWHERE = 0.1, 10.0


class Progress:
    """How much is done, of how much where that is known, at what rate, and how long the rest will take.

    A context: at its end the line is taken away.

    >>> Progress("games", 10).line(5, 2.0)
    'games  ##############..............    5/10   2.5/s   0:00:02 left'
    >>> Progress("positions").line(5, 2.0)
    'positions  5   2.5/s'
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what = what
        self.total = total
        self._live = sys.stderr.isatty()
        self._start = self._told = time.perf_counter()
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn and self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def update(self, done: int, more: str = "") -> None:
        """Tells that so much is done, unless it was told just now."""
        now = time.perf_counter()
        if now - self._told < (_ON_TERMINAL if self._live else _ELSEWHERE):
            return
        self._told, self._drawn = now, True
        text = self.line(done, now - self._start) + more
        if self._live:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        else:
            print(f"optimeld: {text}", file=sys.stderr, flush=True)

    def headway(self, headway: Headway) -> None:
        """Tells how far a build or a count has got, whose total grows as it goes."""
        self.what, self.total = headway.doing, None
        self.update(headway.done, headway.rest)

    def line(self, done: int, seconds: float) -> str:
        """The line as text."""
        rate = done / seconds if seconds > 0 else 0.0
        if self.total is None:
            return f"{self.what}  {done:,}   {rate:,.1f}/s"
        full = _WIDTH * done // max(self.total, 1)
        left = int((self.total - done) / rate + 0.5) if rate > 0 else 0
        clock = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
        bar = "#" * full + "." * (_WIDTH - full)
        return f"{self.what}  {bar}    {done}/{self.total}   {rate:,.1f}/s   {clock} left"
