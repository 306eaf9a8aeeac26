"""The short way for what is asked most: `POST /api/solve` with a position as one text.

A solve takes the core less time than a web framework takes to find out whom to ask. So a request that is
plainly such a one is answered here. Whatever else it is (another path, a body in pieces, a position with
something wrong in it) goes on as it came, to the app that can say what is wrong with it.
"""

from __future__ import annotations

import json
from functools import partial

from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from optimeld.errors import OptimeldError
from optimeld.web import engine
from optimeld.web.bodies import SolveBody
from optimeld.web.limits import Limits, TooMuch
from optimeld.web.work import Crew

_PATH = "/api/solve"
_JSON = b"application/json"


class Express:
    """Answers plain requests for the best play, and hands on all others."""

    def __init__(self, app: ASGIApp, crew: Crew, limits: Limits) -> None:
        self.app = app
        self.crew = crew
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != _PATH or not _sends_json(scope):
            await self.app(scope, receive, send)
            return
        first = await receive()
        status, answer = 200, None
        if first["type"] == "http.request" and not first.get("more_body"):
            try:
                answer = await self._answer(first.get("body", b""))
            except TooMuch as error:
                status, answer = error.status, json.dumps(error.body)
        if answer is None:
            await self.app(scope, _again(first, receive), send)
            return
        body = answer.encode()
        headers = [(b"content-type", _JSON), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, given: bytes) -> str | None:
        try:
            body = SolveBody.model_validate_json(given)
            rules = body.read_rules(self.limits)
        except (ValidationError, OptimeldError):
            return None
        text = body.position
        if text is None or body.table is not None or body.rack is not None:
            return None
        work = partial(engine.solve_text, text, rules, body.objective, body.opening, body.joker_value)
        return await self.crew.solve(rules, len(text.split()) - text.count("|"), work)


def _sends_json(scope: Scope) -> bool:
    return scope["method"] == "POST" and (b"content-type", _JSON) in scope["headers"]


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
