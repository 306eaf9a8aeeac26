"""The short way for what is asked most: the best play in a position as one text, and all about a layout.

A solve takes the core less time than a web framework takes to find out whom to ask, or to be loaded at first.
So a request that is plainly such a one is answered here. Whatever else it is (another path, a body in pieces,
something wrong in it) goes on as it came, to the app that can say what is wrong with it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import ValidationError

from optimeld.errors import OptimeldError
from optimeld.web import engine
from optimeld.web.analysing import analysis
from optimeld.web.bodies import AnalyseBody, SolveBody
from optimeld.web.limits import Limits
from optimeld.web.streams import EVENT_STREAM, frames
from optimeld.web.work import Crew, is_small

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_JSON = b"application/json"


class Express:
    """Answers plain requests, and hands on all others."""

    def __init__(self, app: ASGIApp, crew: Crew, limits: Limits) -> None:
        self.app = app
        self.crew = crew
        self.limits = limits
        self._ways = {"/api/solve": self._solve, "/api/analyse": self._analyse}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        way = self._ways.get(scope["path"]) if _posts_json(scope) else None
        if way is None:
            await self.app(scope, receive, send)
            return
        first = await receive()
        whole = first["type"] == "http.request" and not first.get("more_body")
        if not whole or not await way(first.get("body", b""), receive, send):
            await self.app(scope, _again(first, receive), send)

    async def _solve(self, given: bytes, receive: Receive, send: Send) -> bool:
        """Whether the question was answered."""
        try:
            body = SolveBody.model_validate_json(given)
            rules = body.read_rules(self.limits)
        except (ValidationError, OptimeldError):
            return False
        text = body.position
        if text is None or body.table is not None or body.rack is not None:
            return False
        # What may take longer goes the careful way, on which it can be ended.
        if not is_small(rules) or engine.tiles_in(text) > engine.USUAL_TILES:
            return False
        answer = engine.solve_text(text, rules, body.goal, opened=not body.opening)
        if answer is None:
            return False
        data = answer.encode()
        headers = [(b"content-type", _JSON), (b"content-length", b"%d" % len(data))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": data})
        return True

    async def _analyse(self, given: bytes, receive: Receive, send: Send) -> bool:
        """Whether the question was answered, or whoever asked it has gone."""
        try:
            body = AnalyseBody.model_validate_json(given)
            body.read_rules(self.limits)
        except (ValidationError, OptimeldError):
            return False
        headers = [(b"content-type", EVENT_STREAM.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        left = asyncio.ensure_future(receive())
        try:
            async for frame in frames(analysis(body, self.crew, self.limits)):
                if left.done():
                    return True
                await send({"type": "http.response.body", "body": frame.encode(), "more_body": True})
        finally:
            left.cancel()
        await send({"type": "http.response.body", "body": b""})
        return True


def _posts_json(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "POST":
        return False
    return (b"content-type", _JSON) in scope["headers"]


def _again(first: Message, receive: Receive) -> Receive:
    """What was taken, and then what comes."""
    taken = False

    async def replayed() -> Message:
        nonlocal taken
        if taken:
            return await receive()
        taken = True
        return first

    return replayed
