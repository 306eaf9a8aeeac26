"""Games against the engine. A game's id is its key: who has it plays it, and nothing lists the ids."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema

from optimeld.errors import InputError
from optimeld.game import MAX_PLAYERS
from optimeld.refusals import Refusal
from optimeld.rules import RETAIL, Rules
from optimeld.web.bodies import ERRORS, ErrorBody, RulesBody, Strict, TileWord
from optimeld.web.friends import new_key
from optimeld.web.games import Games, thinks
from optimeld.web.limits import Limits, OverLimitError
from optimeld.web.live_game import LiveGame
from optimeld.web.opponents import BY_AGENT, OPPONENTS
from optimeld.web.work import Crew

router = APIRouter(
    prefix="/api", tags=["games"],
    responses=ERRORS | {404: {"model": ErrorBody, "description": "No game has this id."}},
)  # fmt: skip


def _known(agent: str) -> str:
    if agent not in BY_AGENT:
        raise ValueError(f"the engine's players are {', '.join(BY_AGENT)}")
    return agent


AgentName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(BY_AGENT)})]
GameId = Annotated[
    str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$", description="the game's key")
]
#: The box for five and six players.
LARGE_BOX = Rules(copies=3, jokers=4)

Name = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=r"^[\w .'-]*\w[\w.'-]*$")]
Clock = Annotated[int | None, Field(ge=10, le=600, description="seconds for a turn")]
Seed = Annotated[int | None, Field(ge=0, le=2**63 - 1, description="for a game that can be dealt again")]
TurnNumber = Annotated[int, Field(ge=0, le=100_000, description="the turn this is meant for")]
Laid = Annotated[list[list[TileWord]], Field(max_length=400, description="the whole table as it lies")]


class NewGame(Strict):
    """Who plays, and by which rules."""

    name: Name = "You"
    opponents: list[AgentName] = Field(default=["greedy"], min_length=1, max_length=MAX_PLAYERS - 1)
    rules: RulesBody | None = None
    clock: Clock = None
    seed: Seed = None


class TurnBody(Strict):
    """Which turn is meant."""

    turn: TurnNumber


class TableBody(TurnBody):
    """A turn, and the table as it lies."""

    table: Laid


class TileBody(TurnBody):
    """A turn, and a tile."""

    tile: TileWord


class HintBody(TurnBody):
    """How much to tell: how many tiles, which, or the melds."""

    tier: Literal[1, 2, 3] = 1


class DraftBody(Strict):
    """The table as it lies during a turn."""

    table: Laid


class NotOverError(InputError):
    """Something that waits for the end of the game."""

    code = "not-over"
    http_status = 409


def games_of(request: Request) -> Games:
    """The games of the server."""
    games: Games = request.app.state.games
    return games


def check_box(rules: Rules) -> None:
    """Raises where positions of a box can take too long for a game."""
    if rules.tiles_in_box > LARGE_BOX.tiles_in_box or rules.jokers > LARGE_BOX.jokers or rules.colours > 4:
        raise OverLimitError("games here are for boxes up to that for six players")


def _shown(request: Request, game: LiveGame, since: int | None = None, status: int = 200) -> Response:
    return JSONResponse(game.view(since) | {"sheet": games_of(request).sheet(game)}, status)


@router.get("/opponents")
async def opponents() -> Response:
    """The engine's players, the easiest first."""
    return JSONResponse({"opponents": [opponent.to_json() for opponent in OPPONENTS]})


@router.post("/games", status_code=201)
async def new_game(body: NewGame, request: Request) -> Response:
    """Deals a game."""
    limits: Limits = request.app.state.limits
    rules = body.rules.rules(limits) if body.rules else RETAIL
    check_box(rules)
    seed = secrets.randbits(63) if body.seed is None else body.seed
    game = await games_of(request).begin(
        lambda: LiveGame.start(new_key(), new_key(), 0, rules, body.name, body.opponents, seed, body.clock)
    )
    return _shown(request, game, since=0, status=201)


@router.get("/games/{game_id}")
async def get_game(
    game_id: GameId, request: Request, since: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """The game as the player may see it, with the turns of the others since the own last one, or `since`."""
    game = games_of(request).find(game_id)
    await games_of(request).expire(game)
    return _shown(request, game, since)


@router.post("/games/{game_id}/play")
async def play(game_id: GameId, body: TableBody, request: Request) -> Response:
    """Lays tiles: the whole table as it should lie. Refused with the reason in words."""
    game, done = await games_of(request).act(game_id, lambda game: game.play(body.turn, body.table))
    if isinstance(done, Refusal):
        return JSONResponse({"error": done.to_json()}, 422)
    return _shown(request, game, body.turn)


@router.post("/games/{game_id}/draw")
async def draw(game_id: GameId, body: TurnBody, request: Request) -> Response:
    """Draws a tile, which ends the turn; with an empty pool, passes."""
    game, _ = await games_of(request).act(game_id, lambda game: game.draw(body.turn))
    return _shown(request, game, body.turn)


@router.post("/games/{game_id}/keep")
async def keep(game_id: GameId, body: TileBody, request: Request) -> Response:
    """With the river: which of the two drawn tiles stays."""
    game, _ = await games_of(request).act(game_id, lambda game: game.keep(body.turn, body.tile))
    return _shown(request, game, body.turn)


@router.post("/games/{game_id}/take")
async def take(game_id: GameId, body: TileBody, request: Request) -> Response:
    """With the river: takes a face-up tile instead of drawing."""
    game, _ = await games_of(request).act(game_id, lambda game: game.take(body.turn, body.tile))
    return _shown(request, game, body.turn)


@router.post("/games/{game_id}/time-out")
async def time_out(game_id: GameId, body: TableBody, request: Request) -> Response:
    """The clock ran out: a finished play stands, an unfinished one is undone and costs three tiles."""
    game, _ = await games_of(request).act(game_id, lambda game: game.time_out(body.turn, body.table))
    return _shown(request, game, body.turn)


@router.post("/games/{game_id}/check")
async def check(game_id: GameId, body: DraftBody, request: Request) -> Response:
    """The table as it lies during the turn: every meld, the opening so far, whether it would be accepted."""
    return JSONResponse(games_of(request).find(game_id).check(body.table).to_json())


@router.post("/games/{game_id}/hint")
async def hint(game_id: GameId, body: HintBody, request: Request) -> Response:
    """The best play, in three tiers: how many tiles, which tiles, the melds."""
    game = games_of(request).find(game_id)
    crew: Crew = request.app.state.crew
    table = game.game.table
    tiles = len(game.game.rack(game.seat)) + sum(map(len, table))
    best = await crew.solve(game.game.rules, tiles, lambda: game.hint(body.turn))
    found: dict[str, Any] = {
        "tier": body.tier,
        "tiles": best.tiles,
        "status": best.status,
        "opening": best.opening,
    }
    if body.tier >= 2:
        found["played"] = [str(tile) for tile in best.played]
    if body.tier >= 3:
        found["table"] = [meld.to_json() for meld in best.table]
        found["steps"] = [step.to_json() for step in best.steps]
    return JSONResponse(found)


@router.post("/games/{game_id}/next", status_code=201)
async def next_game(game_id: GameId, request: Request) -> Response:
    """The next game of the same players, once this one is over; the beginning goes round."""
    games = games_of(request)
    game = games.find(game_id)
    if not game.game.over:
        raise NotOverError("this game is not over yet")
    following = games.after(game)
    if following is None:
        seed = secrets.randbits(63)
        await games.begin(lambda: game.following(new_key(), seed), thinks(game))
        following = games.after(game)
        assert following is not None
    return _shown(request, following, since=0, status=201)
