"""The server: the pages at once, then what the pages ask for, then the rest.

Loading the web framework takes longer than anything else between the command and a usable page. So it happens
beside the first requests: the browser reads the page and its scripts meanwhile, and gets its first answers.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optimeld.web.asking import Attended
from optimeld.web.games_store import GamesStore
from optimeld.web.limits import Guard, Limits
from optimeld.web.pages import Pages
from optimeld.web.work import Crew

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass(frozen=True)
class Settings:
    """Where games are kept, and what a request may cost."""

    games: Path | None = None
    limits: Limits = field(default_factory=Limits)


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The whole application, ready for an ASGI server."""
    settings = settings or Settings()
    limits, crew, games = settings.limits, Crew(settings.limits), GamesStore(settings.games)

    def load_api() -> ASGIApp:
        from optimeld.web.api import create_api

        return create_api(limits, crew, games)

    def load_express() -> ASGIApp:
        from optimeld.web.express import Express

        api.begin()
        return Express(api, crew, limits)

    def close() -> None:
        crew.close()
        games.close()

    api, express = Later(load_api), Later(load_express)
    return Guard(Living(Pages(Attended(express)), express.begin, close), limits)


class Later:
    """An app that takes a while to load: requests wait for it."""

    def __init__(self, load: Callable[[], ASGIApp]) -> None:
        self._load = load
        self._loading: Future[ASGIApp] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loading = self.begin()
        app = loading.result() if loading.done() else await asyncio.wrap_future(loading)
        await app(scope, receive, send)

    def begin(self) -> Future[ASGIApp]:
        """Sees to it that loading has begun."""
        if self._loading is None:
            self._loading = Future()
            threading.Thread(target=self._finish, args=(self._loading,), daemon=True).start()
        return self._loading

    def _finish(self, loading: Future[ASGIApp]) -> None:
        try:
            loading.set_result(self._load())
        except BaseException as error:
            loading.set_exception(error)


class Living:
    """Calls something when the server begins, and something when it ends."""

    def __init__(self, app: ASGIApp, begin: Callable[[], object], end: Callable[[], object]) -> None:
        self.app = app
        self._begin = begin
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        await receive()
        self._begin()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._end()
        await send({"type": "lifespan.shutdown.complete"})
