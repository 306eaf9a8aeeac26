"""New puzzles for the page, once those of the book are solved."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from optimeld.arena.puzzles import puzzles
from optimeld.errors import ResourceError
from optimeld.rules import RETAIL
from optimeld.web.bodies import ERRORS, Strict
from optimeld.web.work import Crew

router = APIRouter(prefix="/api", tags=["puzzles"], responses=ERRORS)

#: Games looked through for one puzzle: a few seconds.
_GAMES = 400


class PuzzleBody(Strict):
    """Which kind of puzzle, how hard, and the seed of the games it is taken from."""

    kind: Literal["lay", "finish", "wait"] = "lay"
    level: int | None = Field(default=None, ge=1, le=5)
    seed: int = Field(ge=0, le=2**31)


@router.post("/puzzles")
async def new_puzzle(body: PuzzleBody, request: Request) -> Response:
    """A puzzle made for this request: the same seed makes the same one."""
    crew: Crew = request.app.state.crew
    found = await crew.workers(RETAIL).run(
        lambda: next(puzzles(body.kind, body.seed, level=body.level, games=_GAMES), None)
    )
    if found is None:
        raise ResourceError("no such puzzle was found this time; try again, or another level")
    return JSONResponse(found.to_json())
