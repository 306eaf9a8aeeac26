"""Odds: how many hands win, counted exactly; how many racks can open, by dealing them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from optimeld.counting.odds import OpeningSampler
from optimeld.errors import UsageError
from optimeld.intervals import wilson
from optimeld.rules import RANGES, Rules
from optimeld.web import odds_work
from optimeld.web.bodies import ERRORS, RulesBody, Strict
from optimeld.web.limits import BusyError, Limits
from optimeld.web.streams import Event, event_stream
from optimeld.web.work import Crew

router = APIRouter(prefix="/api", tags=["odds"], responses=ERRORS)

MOST_TILES = 120


#: Exact counts that may wait for the one that is being worked out.
MOST_WAITING = 4
_LOOK_AGAIN = 0.25


class WaitingLine:
    """Exact work waits here for the one before it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0

    @contextmanager
    def joined(self) -> Iterator[None]:
        """While it waits."""
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1


class CountBody(Strict):
    """A box, and how large hands may be."""

    values: int = Field(default=13, ge=RANGES["values"][0], le=30)
    colours: int = Field(default=4, ge=2, le=5)
    copies: int = Field(default=2, ge=1, le=3)
    jokers: int = Field(default=0, ge=0, le=2)
    min_meld: int = Field(default=3, ge=RANGES["min_meld"][0], le=RANGES["min_meld"][1])
    max_size: int = Field(default=14, ge=0, le=MOST_TILES, description="largest hand that is counted")

    def rules(self) -> Rules:
        """The rules of the box."""
        return Rules.from_json(self.model_dump(exclude={"max_size"}))


class OpeningBody(Strict):
    """A rack of so many tiles, dealt so many times."""

    rules: RulesBody | None = None
    size: int = Field(default=14, ge=1, le=40)
    deals: int = Field(default=4000, ge=100, le=20_000)
    seed: int = Field(default=1, ge=0, le=2**31)


class ExactOpeningBody(Strict):
    """Rules, and how large racks may be."""

    rules: RulesBody | None = None
    max_size: int = Field(default=24, ge=1, le=40)


@router.post("/count", response_class=StreamingResponse)
async def count(body: CountBody, request: Request) -> Response:
    """How many hands of each size win, exactly: `progress` while it is worked out, then `count`.

    Counts are texts, for they do not fit the numbers of a browser.
    """
    limits: Limits = request.app.state.limits
    rules = body.rules()
    job = odds_work.CountJob(rules, body.max_size, limits.count_seconds, limits.count_bytes)
    return event_stream(_exact("count", job, request))


@router.post("/opening-odds/exact", response_class=StreamingResponse)
async def exact_opening_odds(body: ExactOpeningBody, request: Request) -> Response:
    """How often a rack of each size can open, exactly: `progress` while it is worked out, then `opening`."""
    limits: Limits = request.app.state.limits
    rules = body.rules.rules(limits) if body.rules else Rules()
    job = odds_work.ExactOpeningJob(rules, body.max_size, limits.count_seconds, limits.count_bytes)
    return event_stream(_exact("opening", job, request))


async def _exact(name: str, job: odds_work.Job, request: Request) -> AsyncIterator[Event]:
    """One at a time, for each may take a core and much memory; a few wait their turn."""
    line: WaitingLine = request.app.state.counting
    if line.waiting >= MOST_WAITING:
        raise BusyError("other counts are being worked out, try again in a moment")
    with line.joined():
        while line.lock.locked():
            yield "progress", {"waiting": line.waiting}
            await asyncio.sleep(_LOOK_AGAIN)
    async with line.lock:
        future = asyncio.get_running_loop().run_in_executor(None, job.run)
        future.add_done_callback(_read)
        try:
            while not (await asyncio.wait([future], timeout=_LOOK_AGAIN))[0]:
                yield "progress", {"states": job.states, "expanded": job.expanded}
        finally:
            # The reader has gone, or the job is done: a job that still runs ends at its next report.
            job.stop = True
        yield name, future.result()


def _read(future: asyncio.Future[dict[str, Any]]) -> None:
    """A job that nobody waits for any more ends with an error that nobody need hear of."""
    if not future.cancelled():
        future.exception()


@router.post("/opening-odds", response_class=StreamingResponse)
async def opening_odds(body: OpeningBody, request: Request) -> Response:
    """How often a rack just dealt can open, by dealing: `estimate` after every batch, with its interval."""
    rules = body.rules.rules(request.app.state.limits) if body.rules else Rules()
    if body.size > rules.tiles_in_box:
        raise UsageError(f"size is {body.size}, but the box holds {rules.tiles_in_box} tiles")
    return event_stream(_opening(rules, body, request))


async def _opening(rules: Rules, body: OpeningBody, request: Request) -> AsyncIterator[Event]:
    crew: Crew = request.app.state.crew
    workers = crew.workers(rules)
    sampler = OpeningSampler(rules, body.size, body.seed)
    ends = time.monotonic() + workers.limits.seconds
    left = body.deals
    # The estimate that stands when the time is up is as good as its interval says.
    while left and (left == body.deals or time.monotonic() < ends):
        some = min(500, left)
        found = await workers.run(partial(sampler.more, some))
        left -= some
        share = wilson(found.mean, found.deals)
        yield (
            "estimate",
            {
                "size": found.size,
                "deals": found.deals,
                "opens": found.openings,
                "share": share.mean,
                "low": share.low,
                "high": share.high,
            },
        )
