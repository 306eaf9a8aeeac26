"""The server: the API, the pages, and what holds for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from optimeld import __version__
from optimeld.errors import OptimeldError
from optimeld.web import api_games, api_odds, api_solve
from optimeld.web.api_games import Games
from optimeld.web.express import Express
from optimeld.web.games_store import GamesStore
from optimeld.web.limits import Guard, Limits, TooMuch
from optimeld.web.work import Crew

STATIC = Path(__file__).parent / "static"

#: The pages, by path. Each is one file of the front end.
PAGES = {
    "/": "analyse.html",
    "/analyse": "analyse.html",
    "/play": "play.html",
    "/play/{game}": "play.html",
    "/review/{game}": "review.html",
    "/odds": "odds.html",
    "/docs": "docs.html",
}


@dataclass(frozen=True)
class Settings:
    """Where games are kept, and what a request may cost."""

    games: Path | None = None
    limits: Limits = field(default_factory=Limits)


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The whole application, ready for an ASGI server."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.crew.close()
        app.state.games.store.close()

    app = FastAPI(
        title="optimeld",
        version=__version__,
        summary="The engine for Rummikub: the best play, proved; exact odds; games against the engine.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
    )
    app.state.limits = settings.limits
    app.state.crew = Crew(settings.limits)
    app.state.counting = asyncio.Lock()
    app.state.games = Games(GamesStore(settings.games))
    app.include_router(api_solve.router)
    app.include_router(api_odds.router)
    app.include_router(api_games.router)
    _add_errors(app)
    _add_pages(app)
    return Guard(Express(app, app.state.crew, settings.limits), settings.limits)


def _add_errors(app: FastAPI) -> None:
    """Every refusal has the contract's body."""

    @app.exception_handler(OptimeldError)
    async def bad_input(_request: Request, error: OptimeldError) -> Response:
        return JSONResponse(error.to_json(), 422)

    @app.exception_handler(TooMuch)
    async def too_much(_request: Request, error: TooMuch) -> Response:
        return JSONResponse(error.body, error.status)

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


def _add_pages(app: FastAPI) -> None:
    for path, name in PAGES.items():
        app.add_api_route(path, _page(name), methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return FileResponse(STATIC / "icon.svg", media_type="image/svg+xml")


def _page(name: str):  # type: ignore[no-untyped-def]
    file = STATIC / name

    async def page() -> Response:
        return FileResponse(file, media_type="text/html; charset=utf-8")

    return page
