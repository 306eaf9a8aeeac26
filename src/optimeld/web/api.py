"""The API: FastAPI over the package, with the contract's refusals."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from optimeld import __version__
from optimeld.errors import OptimeldError
from optimeld.web import api_advise, api_friends, api_games, api_odds, api_puzzles, api_review, api_solve
from optimeld.web.games import Games
from optimeld.web.games_store import GamesStore
from optimeld.web.limits import Limits
from optimeld.web.work import Crew


def create_api(limits: Limits, crew: Crew, games: GamesStore) -> FastAPI:
    """The API, on workers and games that are there already."""
    app = FastAPI(
        title="optimeld",
        version=__version__,
        summary="The engine for Rummikub: the best play, proved; exact odds; games against the engine.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.state.limits = limits
    app.state.crew = crew
    app.state.counting = api_odds.WaitingLine()
    app.state.games = Games(games)
    app.include_router(api_solve.router)
    app.include_router(api_odds.router)
    app.include_router(api_games.router)
    app.include_router(api_advise.router)
    app.include_router(api_puzzles.router)
    app.include_router(api_review.router)
    app.include_router(api_friends.router)
    _add_errors(app)
    return app


def _add_errors(app: FastAPI) -> None:
    """Every refusal has the contract's body."""

    @app.exception_handler(OptimeldError)
    async def no_answer(_request: Request, error: OptimeldError) -> Response:
        return JSONResponse(error.to_json(), error.http_status)

    @app.exception_handler(RequestValidationError)
    async def bad_body(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        given = repr(first.get("input"))
        given = given if len(given) <= 80 else given[:77] + "..."
        message = f"{place or 'body'}: {first['msg']}, but it is {given}"
        return JSONResponse({"error": {"code": "bad-body", "message": message, "place": place}}, 422)

    @app.exception_handler(HTTPException)
    async def http_error(_request: Request, error: HTTPException) -> Response:
        codes = {404: "not-found", 405: "method-not-allowed"}
        body = {"error": {"code": codes.get(error.status_code, "bad-request"), "message": str(error.detail)}}
        return JSONResponse(body, error.status_code, headers=error.headers)
