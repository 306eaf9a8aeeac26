"""Where a request's work is done: small positions at once, the rest in a few threads with a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from optimeld.rules import RETAIL, Rules
from optimeld.web.limits import Limits, TooMuch

T = TypeVar("T")

#: Tiles on table and rack of nearly every position out of a game. With more, some take a tenth of a second.
USUAL_TILES = 60


class Workers:
    """A few threads; the core lets go of Python's lock while it works, so they run side by side."""

    def __init__(self, limits: Limits, threads: int = 2) -> None:
        self.limits = limits
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, or `TooMuch` when it takes too long or too much is waiting already."""
        if self._waiting >= self.limits.waiting:
            raise TooMuch(429, "busy", "the server is busy, try again in a moment")
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="optimeld-work")
        self._waiting += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        # The place is free again when the work has ended, not when the client has been told of the time-out.
        future.add_done_callback(self._done)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self.limits.seconds)
        except TimeoutError:
            raise TooMuch(
                422,
                "time-limit",
                f"no answer within {self.limits.seconds:g} s; use the command line for this one",
            ) from None

    def _done(self, future: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not future.cancelled():
            future.exception()

    def close(self) -> None:
        """Lets running work end, and the threads with it."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


@lru_cache(maxsize=256)
def is_small(rules: Rules) -> bool:
    """Whether positions by these rules are solved within milliseconds, whatever they are."""
    return (
        rules.tiles_in_box <= RETAIL.tiles_in_box
        and rules.jokers <= RETAIL.jokers
        and rules.colours <= RETAIL.colours
    )


class Crew:
    """Threads for the retail box, and others for larger ones, so that nobody waits behind a giant."""

    def __init__(self, limits: Limits) -> None:
        self.small = Workers(limits)
        self.large = Workers(replace(limits, waiting=limits.waiting // 8))

    def workers(self, rules: Rules) -> Workers:
        """Who works on positions by these rules."""
        return self.small if is_small(rules) else self.large

    async def solve(self, rules: Rules, tiles: int, work: Callable[[], T]) -> T:
        """A usual position is solved where we stand, before another thread would wake up."""
        if tiles <= USUAL_TILES and is_small(rules):
            return work()
        return await self.workers(rules).run(work)

    def close(self) -> None:
        """Lets running work end."""
        self.small.close()
        self.large.close()
