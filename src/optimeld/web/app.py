"""The server: the pages at once, and the API as soon as it is loaded.

Loading the web framework takes longer than anything else between the command and a usable page. So it happens
beside the first requests: the browser reads the page and its scripts meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optimeld.web.limits import Guard, Limits
from optimeld.web.pages import Pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    Loaded = tuple[ASGIApp, Callable[[], None]]


@dataclass(frozen=True)
class Settings:
    """Where games are kept, and what a request may cost."""

    games: Path | None = None
    limits: Limits = field(default_factory=Limits)


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The whole application, ready for an ASGI server."""
    chosen = settings or Settings()

    def load() -> Loaded:
        from optimeld.web.api import create_api

        return create_api(chosen)

    return Guard(Pages(Later(load)), chosen.limits)


class Later:
    """An app that takes a while to load. Loading begins with the server; requests wait for its end."""

    def __init__(self, load: Callable[[], Loaded]) -> None:
        self._load = load
        self._loaded: Future[Loaded] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        loading = self._begin()
        app, _ = loading.result() if loading.done() else await asyncio.wrap_future(loading)
        await app(scope, receive, send)

    def _begin(self) -> Future[Loaded]:
        if self._loaded is None:
            self._loaded = Future()
            threading.Thread(target=self._finish, args=(self._loaded,), daemon=True).start()
        return self._loaded

    def _finish(self, loading: Future[Loaded]) -> None:
        try:
            loading.set_result(self._load())
        except BaseException as error:
            loading.set_exception(error)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The server's own beginning and end."""
        await receive()
        loading = self._begin()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        _, close = await asyncio.wrap_future(loading)
        close()
        await send({"type": "lifespan.shutdown.complete"})
