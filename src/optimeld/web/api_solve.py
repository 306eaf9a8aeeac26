"""Questions about one position: the best play, the others, the draws that help, what is wrong."""

from __future__ import annotations

import json
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from optimeld.analysis import rebuild as rebuilt
from optimeld.drafts import look_over
from optimeld.notation import check_copies, tiles_from_json
from optimeld.position import Position
from optimeld.solver import solve as best_play
from optimeld.web import engine
from optimeld.web.analysing import analysis
from optimeld.web.bodies import (
    ERRORS,
    AlternativesBody,
    AnalyseBody,
    BatchBody,
    CheckBody,
    RebuildBody,
    SolveBody,
)
from optimeld.web.limits import Limits, OverLimitError
from optimeld.web.streams import event_stream
from optimeld.web.work import Crew

router = APIRouter(prefix="/api", responses=ERRORS)


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def _crew(request: Request) -> Crew:
    crew: Crew = request.app.state.crew
    return crew


def _tiles(position: Position) -> int:
    return len(position.rack) + sum(map(len, position.table))


@router.get("/health", tags=["server"])
async def health() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@router.post("/solve", tags=["positions"])
async def solve(body: SolveBody, request: Request) -> Response:
    """The best play, proved; the body is that of `optimeld solve --json`."""
    # Plain requests do not come here: `express` answers them.
    position = body.read(_limits(request))
    work = partial(best_play, position, body.goal)
    found = await _crew(request).solve(position.rules, _tiles(position), work)
    # The same text as on the short way, whichever way a question goes.
    return Response(json.dumps(found.to_json()), media_type="application/json")


@router.post("/solve-many", tags=["positions"])
async def solve_many(body: BatchBody, request: Request) -> Response:
    """The best plays of several positions, in order.

    One that cannot be read, or that there was no time for, has an error in its place.
    """
    limits = _limits(request)
    if len(body.positions) > limits.positions:
        raise OverLimitError(
            f"{len(body.positions)} positions, but this server takes up to {limits.positions} in one request",
            limit=limits.positions,
        )  # fmt: skip
    rules = body.read_rules(limits)
    workers = _crew(request).workers(rules)
    answer = partial(engine.solve_any, rules=rules, goal=body.goal, opened=not body.opening)
    found = await workers.run_many([partial(answer, text) for text in body.positions])
    late = json.dumps(workers.too_late().to_json())
    answers = ", ".join(late if text is None else text for text in found)
    return Response(f'{{"answers": [{answers}]}}', media_type="application/json")


@router.post("/alternatives", tags=["positions"])
async def alternatives(body: AlternativesBody, request: Request) -> Response:
    """The n best distinct plays, best first."""
    position = body.read(_limits(request))
    workers = _crew(request).workers(position.rules)
    plays = await workers.run(lambda: engine.alternatives(position, body.n, body.goal))
    return JSONResponse({"plays": [play.to_json() for play in plays]})


@router.post("/outs", tags=["positions"])
async def outs(body: SolveBody, request: Request) -> Response:
    """For every unseen tile: how many are unseen, and what the best play becomes when it is drawn."""
    position = body.read(_limits(request))
    workers = _crew(request).workers(position.rules)
    found = await workers.run(lambda: engine.draws(position, body.goal))
    return JSONResponse(found.to_json())


@router.post("/rebuild", tags=["positions"])
async def rebuild(body: RebuildBody, request: Request) -> Response:
    """Whether loose tiles can be laid out as melds, and how."""
    rules = body.read_rules(_limits(request))
    loose = tiles_from_json(body.tiles, rules, place="tile")
    check_copies(loose, rules)
    table = await _crew(request).workers(rules).run(lambda: rebuilt(loose, rules))
    return JSONResponse({"possible": table is not None, "table": [meld.to_json() for meld in table or ()]})


@router.post("/check", tags=["positions"])
async def check(body: CheckBody, request: Request) -> Response:
    """What is right and wrong with a table and a rack as laid out, meld by meld, with the reasons."""
    rules = body.read_rules(_limits(request))
    return JSONResponse(look_over(body.table, body.rack, rules).to_json())


@router.post("/analyse", tags=["positions"], response_class=StreamingResponse)
async def analyse(body: AnalyseBody, request: Request) -> Response:
    """All about a layout, as it is found: events `check`, `solution`, `alternatives`, `outs`, `done`."""
    return event_stream(analysis(body, _crew(request), _limits(request)))
