"""Games with friends over HTTP: setting a table, taking a chair, hearing at once what happens."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import Field, model_validator

from optimeld.errors import InputError
from optimeld.game import MAX_PLAYERS, MIN_PLAYERS
from optimeld.rules import RETAIL
from optimeld.web.api_games import AgentName, Clock, GameId, Name, Seed, check_box, games_of
from optimeld.web.bodies import ERRORS, ErrorBody, RulesBody, Strict
from optimeld.web.friends import Chair, new_key
from optimeld.web.live_game import LiveGame, names_of
from optimeld.web.streams import EVENT_STREAM, frame

router = APIRouter(
    prefix="/api", tags=["friends"],
    responses=ERRORS | {404: {"model": ErrorBody, "description": "Nothing has this key."}},
)  # fmt: skip

Token = Annotated[
    str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$", description="the invitation")
]


class TakenError(InputError):
    """An invitation that somebody has followed."""

    code = "taken"
    http_status = 409


class PersonBody(Strict):
    """A person: on the device that sets the table up, or elsewhere and invited by a link."""

    name: Name
    here: bool = False


class SeatBody(Strict):
    """Who sits in a chair: a person, or a player of the engine."""

    person: PersonBody | None = None
    agent: AgentName | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> SeatBody:
        if (self.person is None) == (self.agent is None):
            raise ValueError("a seat has a person or an agent")
        return self


class NewTable(Strict):
    """Who sits round the table, in the order of turns, and by which rules they play."""

    seats: list[SeatBody] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)
    rules: RulesBody | None = None
    clock: Clock = None
    seed: Seed = None

    @model_validator(mode="after")
    def _someone_is_here(self) -> NewTable:
        if self.seats[0].person is None or not self.seats[0].person.here:
            raise ValueError("the first seat is that of the person who sets the table up, here")
        return self


@router.post("/tables", status_code=201)
async def new_table(body: NewTable, request: Request) -> Response:
    """Deals a game for people and the engine. The answer has the keys of those who are here.

    The others' invitations are in the first person's view of the game.
    """
    rules = body.rules.rules(request.app.state.limits) if body.rules else RETAIL
    check_box(rules)
    chairs = [
        None if seat.person is None else Chair.here() if seat.person.here else Chair.invited()
        for seat in body.seats
    ]
    agents = [seat.agent for seat in body.seats]
    names = names_of([seat.person.name if seat.person else None for seat in body.seats], agents)
    seed = secrets.randbits(63) if body.seed is None else body.seed
    game = await games_of(request).begin(
        lambda: LiveGame.deal(new_key(), new_key(), 0, rules, names, agents, seed, body.clock, chairs)
    )
    here = [
        {"seat": seat, "name": game.game.names[seat], "key": chair.key}
        for seat, chair in enumerate(game.chairs)
        if chair is not None and chair.joined
    ]
    return JSONResponse({"chairs": here}, 201)


@router.get("/invitations/{token}")
async def invitation(token: Token, request: Request) -> Response:
    """What an invitation is to. Looking at it does not take the chair."""
    game = games_of(request).invited(token)
    chair = game.chairs[game.seat]
    taken = chair is None or chair.invitation != token
    names = game.game.names
    return JSONResponse({"name": names[game.seat], "players": list(names), "taken": taken})


@router.post("/invitations/{token}")
async def take_chair(token: Token, request: Request) -> Response:
    """Sits down: the chair's key, for whoever comes first with the invitation."""
    games = games_of(request)
    game = games.invited(token)
    chair = game.chairs[game.seat]
    if chair is None or chair.invitation != token:
        raise TakenError("somebody has sat down in this chair already")
    game.chairs[game.seat] = chair.taken()
    games.save(game)
    return JSONResponse({"key": chair.key})


@router.get("/games/{game_id}/live", response_class=StreamingResponse)
async def live(game_id: GameId, request: Request) -> Response:
    """A stream of `state`, one whenever something has happened: the turn, who has sat down, who is here.

    What happened is for the reader to ask, who may see more of it than the others.
    """
    games_of(request).find(game_id)
    return StreamingResponse(_states(game_id, request), media_type=EVENT_STREAM)


async def _states(key: str, request: Request) -> AsyncIterator[str]:
    games = games_of(request)
    game = games.find(key)
    async for happened in games.watchers.follow(game.id, game.seat):
        game = games.find(key)
        await games.expire(game)
        if not happened:
            yield ": still here\n\n"
        else:
            here = games.watchers.here(game.id)
            people = range(len(game.agents))
            yield frame("state", {
                "turn": len(game.game.turns),
                "here": [seat in here or game.agents[seat] is not None for seat in people],
                "joined": [chair is None or chair.joined for chair in game.chairs],
            })  # fmt: skip
