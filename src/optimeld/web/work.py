"""Where a request's work is done: small positions at once, the rest in a few threads with a time limit.

The threads are shared out. Whatever is asked by itself goes before what comes in batches; batches all
together, and the single questions of one machine, have a third of the threads each. So a thread is soon free
for a question from elsewhere, whatever one client asks for.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from optimeld.deadlines import Stop, deadline
from optimeld.machine import cores
from optimeld.rules import RETAIL, Rules
from optimeld.web.asking import Asker, asker
from optimeld.web.engine import USUAL_TILES
from optimeld.web.limits import BusyError, GoneError, Limits, TooLateError

T = TypeVar("T")

_FEWEST_THREADS = 3
#: Seconds kept of a request's time for its answer.
_TO_ANSWER = 0.25


@dataclass
class _Job(Generic[T]):
    """What one request wants: a question, or many (a batch)."""

    asker: Asker
    pieces: Sequence[Callable[[], T]]
    ends: float
    batch: bool
    number: int
    done: asyncio.Future[None]
    found: list[T | None] = field(default_factory=list)
    begun: int = 0
    running: int = 0
    stop: Stop = field(default_factory=Stop)

    @property
    def over(self) -> bool:
        """Whether nothing of it may be begun any more."""
        return self.begun == len(self.pieces) or self.done.done()


class Workers:
    """A few threads; the core lets go of Python's lock while it works, so they run side by side."""

    def __init__(self, limits: Limits, threads: int | None = None) -> None:
        self.limits = limits
        self.threads = threads or max(_FEWEST_THREADS, cores() + 1)
        self._share = max(1, self.threads // 3)
        self._pool: ThreadPoolExecutor | None = None
        self._jobs: list[_Job[Any]] = []
        self._working = 0
        self._number = 0
        #: Threads that batches have, and that the single questions of a machine have.
        self._batches = 0
        self._singles: Counter[str] = Counter()
        #: Seconds of work done for the machines that are being worked for.
        self._served: defaultdict[str, float] = defaultdict(float)

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, or `TooLateError`, or `BusyError` when too much is waiting already."""
        job = self._take([work], batch=False)
        if not await self._finish(job):
            raise self.too_late()
        found = job.found[0]
        return found  # type: ignore[return-value]

    async def run_many(self, works: Sequence[Callable[[], T]]) -> list[T | None]:
        """The results of many pieces of work, those that were done in time; None for the others."""
        job = self._take(works, batch=True)
        await self._finish(job)
        return list(job.found)

    def _take(self, works: Sequence[Callable[[], T]], *, batch: bool) -> _Job[T]:
        asking = asker.get() or Asker()
        waiting = [job for job in self._jobs if not job.over]
        own = sum(job.asker.host == asking.host for job in waiting)
        # One machine cannot take all the places either.
        if len(waiting) >= self.limits.waiting or own >= max(1, self.limits.waiting * 3 // 4):
            raise BusyError("the server is busy, try again in a moment")
        self._number += 1
        ends = time.monotonic() + self.limits.seconds
        done = asyncio.get_running_loop().create_future()
        job: _Job[T] = _Job(asking, works, ends, batch, self._number, done, [None] * len(works))
        self._jobs.append(job)
        if not works:
            done.set_result(None)
        return job

    async def _finish(self, job: _Job[Any]) -> bool:
        """Sees the job to its end; whether it was done in time."""
        take_back = job.asker.when_gone(lambda: _end(job, _nobody_waits()))
        self._share_out()
        try:
            await asyncio.wait_for(asyncio.shield(job.done), max(0.0, job.ends - time.monotonic()))
        except TimeoutError:
            return False
        finally:
            take_back()
            # What has not been begun never will be, and what runs is told to stop.
            _end(job, None)
            self._jobs = [other for other in self._jobs if other is not job]
            self._share_out()
        return True

    def _share_out(self) -> None:
        """Begins what may be begun now, the single questions first, the least served machine first."""
        while self._working < self.threads:
            ready = [job for job in self._jobs if not job.over and self._has_room(job)]
            if not ready:
                return
            self._begin(min(ready, key=self._turn))

    def _turn(self, job: _Job[Any]) -> tuple[bool, float, int, int]:
        """Who comes first: of one machine's batches the one of which least was begun."""
        return job.batch, self._served[job.asker.host], job.begun, job.number

    def _has_room(self, job: _Job[Any]) -> bool:
        used = self._batches if job.batch else self._singles[job.asker.host]
        return used < self._share

    def _begin(self, job: _Job[Any]) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="optimeld-work")
        place = job.begun
        job.begun += 1
        self._count(job, 1)
        start = time.monotonic()

        def piece() -> Any:
            # It ends a little before its time, so that what it has found by then is still an answer.
            left = job.ends - time.monotonic()
            with deadline(max(0.0, left - min(_TO_ANSWER, left / 4)), stop=job.stop):
                return job.pieces[place]()

        future = asyncio.get_running_loop().run_in_executor(self._pool, piece)

        def ended(future: asyncio.Future[Any]) -> None:
            self._count(job, -1)
            host = job.asker.host
            self._served[host] += max(0.001, time.monotonic() - start)
            if not any(other.asker.host == host for other in self._jobs):
                del self._served[host]
            # The place is free again when the work has ended, not when the client was told of the time-out.
            if not future.cancelled() and (error := future.exception()) is not None:
                _end(job, error)
            elif not future.cancelled():
                job.found[place] = future.result()
                if job.begun == len(job.pieces) and job.running == 0:
                    _end(job, None)
            self._share_out()

        future.add_done_callback(ended)

    def _count(self, job: _Job[Any], change: int) -> None:
        job.running += change
        self._working += change
        if job.batch:
            self._batches += change
        else:
            self._singles[job.asker.host] += change
            self._singles += Counter()  # forgets those that have none

    def too_late(self) -> TooLateError:
        """What is said of work that was not done in time."""
        return TooLateError(f"no answer within {self.limits.seconds:g} s; use the command line for this one")

    def close(self) -> None:
        """Lets running work end, and the threads with it."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _nobody_waits() -> GoneError:
    return GoneError("nobody waits for this answer any more")


def _end(job: _Job[Any], error: BaseException | None) -> None:
    job.stop.set()
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
        job.done.exception()  # whether or not anybody still asks


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
