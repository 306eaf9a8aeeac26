"""Finished games looked at again: the review, the record, the same game once more from one of its turns."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import Field, StringConstraints

from optimeld.errors import InputError
from optimeld.game import MAX_PLAYERS
from optimeld.records.text import Record
from optimeld.web.api_games import GameId, NotOverError, TurnBody, check_box, games_of
from optimeld.web.bodies import ERRORS, ErrorBody, Strict
from optimeld.web.friends import new_key
from optimeld.web.live_game import LiveGame
from optimeld.web.reviewing import reviewed
from optimeld.web.streams import event_stream

router = APIRouter(
    prefix="/api", tags=["games"],
    responses=ERRORS | {404: {"model": ErrorBody, "description": "No game has this id."}},
)  # fmt: skip


class RecordBody(Strict):
    """A game as text, and whose game it is looked at as."""

    record: Annotated[str, StringConstraints(max_length=60_000)]
    seat: int = Field(default=0, ge=0, lt=MAX_PLAYERS)


def _finished(game_id: str, request: Request, what: str) -> LiveGame:
    live = games_of(request).find(game_id)
    if not live.game.over:
        raise NotOverError(f"{what} shows every rack: it waits for the end of the game")
    return live


@router.post("/games/{game_id}/review", response_class=StreamingResponse)
async def review(game_id: GameId, request: Request) -> Response:
    """A finished game as a stream: `game`, a `turn` for each, a `verdict` for each own turn, `summary`."""
    live = _finished(game_id, request, "a review")
    return event_stream(reviewed(live.game, live.seat, request.app.state.crew, live.key))


@router.post("/review", response_class=StreamingResponse)
async def review_record(body: RecordBody, request: Request) -> Response:
    """A game told by its record, looked at from one seat; the stream is that of a game played here."""
    record = Record.parse(body.record)
    check_box(record.rules)
    if body.seat >= len(record.players):
        raise InputError(f"seat {body.seat}: the game has {len(record.players)} players", word=str(body.seat))
    return event_stream(reviewed(record.replay(), body.seat, request.app.state.crew))


@router.get("/games/{game_id}/record")
async def record(game_id: GameId, request: Request) -> Response:
    """A finished game as the text that `optimeld replay` and the review page read."""
    return JSONResponse({"record": Record.of(_finished(game_id, request, "a record").game).to_text()})


@router.post("/games/{game_id}/again", status_code=201)
async def again(game_id: GameId, body: TurnBody, request: Request) -> Response:
    """A finished game once more from the person's turn `turn` on: the same tiles come, in the same order."""
    live = _finished(game_id, request, "trying again")
    same = await games_of(request).begin(lambda: live.again(new_key(), new_key(), body.turn))
    return JSONResponse(same.view(body.turn) | {"sheet": []}, 201)
