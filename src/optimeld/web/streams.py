"""Server-sent events: answers that arrive as they are found."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

from optimeld.errors import OptimeldError
from optimeld.web.limits import TooMuch

Event = tuple[str, Any]
_log = logging.getLogger(__name__)


def event_stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """The events as a response. What goes wrong on the way becomes the last event, `error`."""

    async def lines() -> AsyncIterator[str]:
        try:
            async for name, data in events:
                yield _frame(name, data)
        except OptimeldError as error:
            yield _frame("error", error.to_json())
        except TooMuch as error:
            yield _frame("error", error.body)
        except Exception:
            # The status has been sent: what is left is to tell the reader, and whoever runs the server.
            _log.exception("a stream broke off")
            yield _frame("error", {"error": {"code": "internal", "message": "the server made a mistake"}})
        yield _frame("done", {})

    return StreamingResponse(lines(), media_type="text/event-stream")


def _frame(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
