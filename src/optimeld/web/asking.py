"""Who asks: one request, the machine it came from, and whether anybody still waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Asker:
    """A request while it is being answered. What is done for it can be called off."""

    def __init__(self, host: str = "") -> None:
        self.host = host
        self.gone = False
        self._calls: set[Callable[[], None]] = set()

    def when_gone(self, call: Callable[[], None]) -> Callable[[], None]:
        """Has `call` called when nobody waits any more; calling what is returned takes that back."""
        if self.gone:
            call()
        self._calls.add(call)
        return lambda: self._calls.discard(call)

    def leave(self) -> None:
        """Nobody waits any more."""
        self.gone = True
        for call in tuple(self._calls):
            call()
        self._calls.clear()


#: The request that the code at hand works for.
asker: ContextVar[Asker | None] = ContextVar("asker", default=None)


class Attended:
    """Notices that whoever asked has gone, also while the app is busy with the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        asking = Asker(client[0] if client else "")
        leaving: asyncio.Future[Message] | None = None

        async def wait_to_leave() -> Message:
            while (message := await receive())["type"] != "http.disconnect":
                pass
            asking.leave()
            return message

        async def attended_receive() -> Message:
            nonlocal leaving
            if leaving is not None:
                return await asyncio.shield(leaving)
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                # The question is complete: whatever comes now is the end.
                leaving = asyncio.ensure_future(wait_to_leave())
            return message

        before = asker.set(asking)
        try:
            await self.app(scope, attended_receive, send)
        finally:
            asker.reset(before)
            if leaving is not None:
                leaving.cancel()
            asking.leave()
