"""A progress bar on standard error, drawn only where someone is looking."""

from __future__ import annotations

import sys
import time

_WIDTH = 28


class Progress:
    """How much of `total` is done, at what rate, and how long the rest will take.

    >>> Progress(10, "games", shown=False).line(5, 2.0)
    'games  ##############..............    5/10   2.5/s   0:00:02 left'
    """

    def __init__(self, total: int, what: str, *, shown: bool | None = None) -> None:
        self.total = total
        self.what = what
        self.shown = sys.stderr.isatty() if shown is None else shown
        self._start = time.perf_counter()
        self._drawn = 0.0

    def update(self, done: int, more: str = "") -> None:
        """Draws the bar again, at most some times a second."""
        now = time.perf_counter()
        if not self.shown or (now - self._drawn < 0.1 and done < self.total):
            return
        self._drawn = now
        print(f"\r\x1b[K{self.line(done, now - self._start)}{more}", end="", file=sys.stderr, flush=True)

    def line(self, done: int, seconds: float) -> str:
        """The bar as text."""
        full = _WIDTH * done // max(self.total, 1)
        rate = done / seconds if seconds > 0 else 0.0
        left = int((self.total - done) / rate + 0.5) if rate > 0 else 0
        clock = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
        bar = "#" * full + "." * (_WIDTH - full)
        return f"{self.what}  {bar}    {done}/{self.total}   {rate:,.1f}/s   {clock} left"

    def close(self) -> None:
        """Takes the bar away."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
