"""Games against the engine. A game's id is its key: who has it plays it, and nothing lists the ids."""

from __future__ import annotations

import contextlib
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import Field, StringConstraints

from optimeld.errors import InputError
from optimeld.refusals import Refusal
from optimeld.rules import RETAIL
from optimeld.strategy import review as reviewing
from optimeld.web.bodies import ERRORS, ErrorBody, RulesBody, Strict, TileWord
from optimeld.web.games_store import GamesStore
from optimeld.web.limits import Limits, OverLimitError
from optimeld.web.live_game import LiveGame
from optimeld.web.opponents import OPPONENTS
from optimeld.web.streams import Event, event_stream
from optimeld.web.work import Crew, is_small

router = APIRouter(
    prefix="/api", tags=["games"],
    responses=ERRORS | {404: {"model": ErrorBody, "description": "No game has this id."}},
)  # fmt: skip

Agent = Literal["simple", "random", "greedy-value", "greedy"]
GameId = Annotated[
    str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$", description="the game's key")
]
Turn = Annotated[int, Field(ge=0, le=100_000, description="the turn this is meant for")]
Laid = Annotated[list[list[TileWord]], Field(max_length=400, description="the whole table as it lies")]


class NewGame(Strict):
    """Who plays, and by which rules."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=r"^[\w .'-]*\w[\w.'-]*$")] = (
        "You"
    )
    opponents: list[Agent] = Field(default=["greedy"], min_length=1, max_length=3)
    rules: RulesBody | None = None
    clock: int | None = Field(default=None, ge=10, le=600, description="seconds for a turn")
    seed: int | None = Field(
        default=None, ge=0, le=2**63 - 1, description="for a game that can be dealt again"
    )


class TurnBody(Strict):
    """Which turn is meant."""

    turn: Turn


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


class NoSuchGameError(InputError):
    """A key that opens no game."""

    code = "no-such-game"
    http_status = 404


class NotOverError(InputError):
    """Something that waits for the end of the game."""

    code = "not-over"
    http_status = 409


class Games:
    """The games that are being played: in memory while they are, on disk always."""

    def __init__(self, store: GamesStore, in_memory: int = 500) -> None:
        self.store = store
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._in_memory = in_memory

    def begin(self, game: LiveGame) -> None:
        """Takes in a new game."""
        self.store.put(game.store())
        self.store.prune()
        self._remember(game)

    def find(self, game_id: str) -> LiveGame:
        """The game with this id."""
        game = self._live.get(game_id)
        if game is None:
            stored = self.store.get(game_id)
            if stored is None:
                raise NoSuchGameError("no game has this key; it may have been forgotten", game=game_id)
            game = LiveGame.load(stored)
        self._remember(game)
        return game

    def save(self, game: LiveGame) -> None:
        """Writes what has happened."""
        self.store.put(game.store())

    def _remember(self, game: LiveGame) -> None:
        self._live[game.id] = game
        self._live.move_to_end(game.id)
        while len(self._live) > self._in_memory:
            self._live.popitem(last=False)

    def sheet(self, game: LiveGame) -> list[dict[str, Any]]:
        """The scores of a series' games that have ended, the person's first and then round the table."""
        lines = []
        for stored in self.store.series(game.series):
            result = stored.state.get("result")
            if result is None:
                continue
            # A line that is damaged is left out; the game itself says what is wrong with it.
            with contextlib.suppress(KeyError, TypeError, AttributeError, ZeroDivisionError):
                seats = len(result["scores"])
                order = [(stored.state["seat"] + place) % seats for place in range(seats)]
                lines.append({
                    "number": stored.number,
                    "id": stored.id,
                    "scores": [result["scores"][seat] for seat in order],
                    "winner": order.index(result["winner"]) if result["winner"] in order else None,
                })  # fmt: skip
        return lines


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _shown(request: Request, game: LiveGame, since: int | None = None, status: int = 200) -> Response:
    return JSONResponse(game.view(since) | {"sheet": _games(request).sheet(game)}, status)


@router.get("/opponents")
async def opponents() -> Response:
    """The engine's players, the easiest first."""
    return JSONResponse({"opponents": [opponent.to_json() for opponent in OPPONENTS]})


@router.post("/games", status_code=201)
async def new_game(body: NewGame, request: Request) -> Response:
    """Deals a game."""
    limits: Limits = request.app.state.limits
    rules = body.rules.rules(limits) if body.rules else RETAIL
    if not is_small(rules):
        raise OverLimitError("games here are for boxes up to the size of the retail one")
    seed = secrets.randbits(63) if body.seed is None else body.seed
    game = LiveGame.start(
        secrets.token_urlsafe(16),
        secrets.token_urlsafe(16),
        0,
        rules,
        body.name,
        body.opponents,
        seed,
        body.clock,
    )
    _games(request).begin(game)
    return _shown(request, game, since=0, status=201)


@router.get("/games/{game_id}")
async def get_game(
    game_id: GameId, request: Request, since: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """The game as the player may see it; with `since`, the turns from there on with their tables."""
    return _shown(request, _games(request).find(game_id), since)


@router.post("/games/{game_id}/play")
async def play(game_id: GameId, body: TableBody, request: Request) -> Response:
    """Lays tiles: the whole table as it should lie. Refused with the reason in words."""
    game = _games(request).find(game_id)
    done = game.play(body.turn, body.table)
    if isinstance(done, Refusal):
        return JSONResponse({"error": done.to_json()}, 422)
    return _after(request, game, body.turn)


@router.post("/games/{game_id}/draw")
async def draw(game_id: GameId, body: TurnBody, request: Request) -> Response:
    """Draws a tile, which ends the turn; with an empty pool, passes."""
    game = _games(request).find(game_id)
    game.draw(body.turn)
    return _after(request, game, body.turn)


@router.post("/games/{game_id}/keep")
async def keep(game_id: GameId, body: TileBody, request: Request) -> Response:
    """With the river: which of the two drawn tiles stays."""
    game = _games(request).find(game_id)
    game.keep(body.turn, body.tile)
    return _after(request, game, body.turn)


@router.post("/games/{game_id}/take")
async def take(game_id: GameId, body: TileBody, request: Request) -> Response:
    """With the river: takes a face-up tile instead of drawing."""
    game = _games(request).find(game_id)
    game.take(body.turn, body.tile)
    return _after(request, game, body.turn)


@router.post("/games/{game_id}/time-out")
async def time_out(game_id: GameId, body: TableBody, request: Request) -> Response:
    """The clock ran out: a finished play stands, an unfinished one is undone and costs three tiles."""
    game = _games(request).find(game_id)
    game.time_out(body.turn, body.table)
    return _after(request, game, body.turn)


@router.post("/games/{game_id}/check")
async def check(game_id: GameId, body: DraftBody, request: Request) -> Response:
    """The table as it lies during the turn: every meld, the opening so far, whether it would be accepted."""
    return JSONResponse(_games(request).find(game_id).check(body.table).to_json())


@router.post("/games/{game_id}/hint")
async def hint(game_id: GameId, body: HintBody, request: Request) -> Response:
    """The best play, in three tiers: how many tiles, which tiles, the melds."""
    game = _games(request).find(game_id)
    best = game.hint(body.turn)
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
    games = _games(request)
    game = games.find(game_id)
    if not game.game.over:
        raise NotOverError("this game is not over yet")
    for stored in games.store.series(game.series):
        if stored.number > game.number:
            return _shown(request, games.find(stored.id), since=0, status=201)
    agents = [game.agents[(game.seat + place) % len(game.agents)] for place in range(1, len(game.agents))]
    following = LiveGame.start(
        secrets.token_urlsafe(16), game.series, game.number + 1, game.game.rules, game.game.names[game.seat],
        [agent for agent in agents if agent is not None], secrets.randbits(63), game.clock,
    )  # fmt: skip
    games.begin(following)
    return _shown(request, following, since=0, status=201)


@router.post("/games/{game_id}/review", response_class=StreamingResponse)
async def review(game_id: GameId, request: Request) -> Response:
    """A finished game as a stream: `game`, a `turn` for each turn as it is worked out, `summary`."""
    game = _games(request).find(game_id)
    if not game.game.over:
        raise NotOverError("a review shows every rack: it waits for the end of the game")
    return event_stream(_review(game, request))


async def _review(live: LiveGame, request: Request) -> AsyncIterator[Event]:
    crew: Crew = request.app.state.crew
    workers = crew.workers(live.game.rules)
    yield "game", live.view()
    found: list[reviewing.Moment] = []
    coming = reviewing.moments(live.game)
    while (moment := await workers.run(lambda: next(coming, None))) is not None:
        found.append(moment)
        yield "turn", moment.to_json()
    names = ["You" if seat == live.seat else name for seat, name in enumerate(live.game.names)]
    yield "summary", reviewing.summary(live.game, found, live.seat, names).to_json()


def _after(request: Request, game: LiveGame, since: int) -> Response:
    _games(request).save(game)
    return _shown(request, game, since)
