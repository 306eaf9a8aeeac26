"""Server-sent events: answers that arrive as they are found."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from optimeld.errors import OptimeldError

if TYPE_CHECKING:
    from starlette.responses import StreamingResponse

Event = tuple[str, Any]
EVENT_STREAM = "text/event-stream; charset=utf-8"
_log = logging.getLogger(__name__)


async def frames(events: AsyncIterator[Event]) -> AsyncIterator[str]:
    """The events as they are sent. What goes wrong on the way becomes the last but one, `error`."""
    try:
        async for name, data in events:
            yield frame(name, data)
    except OptimeldError as error:
        yield frame("error", error.to_json())
    except Exception:
        # The status has been sent: what is left is to tell the reader, and whoever runs the server.
        _log.exception("a stream broke off")
        yield frame("error", {"error": {"code": "internal", "message": "the server made a mistake"}})
    yield frame("done", {})


def event_stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """The events as a response."""
    from starlette.responses import StreamingResponse

    return StreamingResponse(frames(events), media_type="text/event-stream")


def frame(name: str, data: Any) -> str:
    """One event as it is sent."""
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
