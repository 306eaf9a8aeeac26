"""How to win from a position: the chance of winning of each thing to do, streamed as it gets better known."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from optimeld.game import MAX_PLAYERS
from optimeld.strategy.advise import AdviceGoal, Situation, Thinking, advise_stream
from optimeld.web.bodies import ERRORS, SolveBody
from optimeld.web.limits import Limits
from optimeld.web.streams import Event, event_stream
from optimeld.web.work import Crew

router = APIRouter(prefix="/api", tags=["positions"], responses=ERRORS)

#: Seconds from one answer to the next better one. Other questions get their turn in between.
_EVERY = 0.15
_MOST_SECONDS = 5.0


class AdviseBody(SolveBody):
    """A position, and what is seen of the others at the table."""

    opponents: list[int] = Field(
        default=[14], min_length=1, max_length=MAX_PLAYERS - 1,
        description="the others' rack sizes, in turn order after the player",
    )  # fmt: skip
    opened: list[bool] | None = Field(
        default=None, description="who of them has opened; all, where something lies on the table"
    )
    pool: int | None = Field(default=None, ge=0, description="tiles left to draw; all other unseen ones")
    win_or_points: AdviceGoal = Field(
        default="win", description="what is best: the chance of winning, or points"
    )
    think: float = Field(default=1.0, gt=0, le=_MOST_SECONDS, description="seconds to think")
    seed: int = Field(default=1, ge=0, le=2**63 - 1)


@router.post("/advise", response_class=StreamingResponse)
async def advise(body: AdviseBody, request: Request) -> Response:
    """Events `advice`, each better than the last; each is what `optimeld advise --json` prints."""
    limits: Limits = request.app.state.limits
    position = body.read(limits)
    situation = Situation.facing(position, body.opponents, body.opened, body.pool)
    return event_stream(_advice(situation, body, request.app.state.crew))


async def _advice(situation: Situation, body: AdviseBody, crew: Crew) -> AsyncIterator[Event]:
    workers = crew.workers(situation.position.rules)
    thinking = Thinking(body.win_or_points, body.think, seed=body.seed)
    coming = advise_stream(situation, thinking, every=_EVERY)
    while (advice := await workers.run(partial(next, coming, None))) is not None:
        yield "advice", advice.to_json()
