"""What one request may cost, and the headers every answer carries: one plain ASGI layer around the app."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from optimeld.errors import InputError, ResourceError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Scripts and styles from this server alone, none inline; nothing from elsewhere, no frames.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_API_CACHE = (b"cache-control", b"no-store")
_PAGE_CACHE = (b"cache-control", b"no-cache")


@dataclass(frozen=True)
class Limits:
    """What one request may ask for."""

    body_bytes: int = 64 * 1024
    #: Positions in one batch.
    positions: int = 256
    #: Tiles in the box: larger rule sets are for the command line.
    box_tiles: int = 400
    jokers: int = 4
    colours: int = 6
    #: Seconds of work for one request.
    seconds: float = 8.0
    #: Exact counts are worked out one at a time, for so long and with so much memory.
    count_seconds: float = 60.0
    count_bytes: int = 1 << 30
    #: Requests that may wait for the workers at once: a hundred people behind one address find room.
    waiting: int = 256


class OverLimitError(InputError):
    """A request for more than this server takes on."""

    code = "over-limit"


class BusyError(ResourceError):
    """Too many requests are waiting already."""

    code = "busy"
    http_status = 429


class TooLateError(ResourceError):
    """Work that was not done within the seconds that a request may take."""

    code = "time-limit"


class GoneError(ResourceError):
    """Work that was called off: nobody waits for its answer any more."""

    code = "gone"
    http_status = 499


class Guard:
    """Refuses bodies over the limit before they are read whole, and adds the security headers."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")

        refused = False

        async def guarded_send(message: Message) -> None:
            if refused:
                return
            if message["type"] == "http.response.start":
                message = {
                    **message,
                    "headers": [
                        *message.get("headers", ()),
                        *_HEADERS,
                        _API_CACHE if is_api else _PAGE_CACHE,
                    ],
                }
            await send(message)

        limit = self.limits.body_bytes
        for name, value in scope["headers"]:
            if name == b"content-length" and (not value.isdigit() or int(value) > limit):
                await _refuse(guarded_send, limit)
                return

        taken = 0

        async def counted_receive() -> Message:
            nonlocal taken, refused
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > limit and not refused:
                    # Whatever the app makes of a body that breaks off, the answer has been given.
                    await _refuse(guarded_send, limit)
                    refused = True
            return {"type": "http.disconnect"} if refused else message

        await self.app(scope, counted_receive, guarded_send)


def _too_large(limit: int) -> str:
    return f"the body is larger than {limit} bytes"


async def _refuse(send: Send, limit: int) -> None:
    error: dict[str, Any] = {"code": "too-large", "message": _too_large(limit), "limit": limit}
    body = json.dumps({"error": error}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
