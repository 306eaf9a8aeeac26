"""Starting the server: a socket, a line that says where, uvicorn."""

from __future__ import annotations

import json
import os
import socket
from importlib.util import find_spec
from pathlib import Path

from optimeld.errors import UsageError


def default_games_file() -> Path:
    """Where games are kept unless said otherwise: in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "optimeld" / "games.sqlite"


def serve(host: str, port: int, games: Path | None, *, as_json: bool = False) -> None:
    """Says where the board is, and listens until interrupted."""
    for needed in ("fastapi", "uvicorn"):
        if find_spec(needed) is None:
            raise UsageError(
                f"serve needs the extra 'web' ({needed} is missing): pip install 'optimeld[web]'"
            )
    import uvicorn

    from optimeld.web.app import Settings, create_app

    listener = _listen(host, port)
    app = create_app(Settings(games=games or default_games_file()))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listener.getsockname()[1]}/"
    print(json.dumps({"url": url}) if as_json else f"The board is at {url} (Ctrl-C stops it).", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        # So that the next server need not wait for the port; on Windows two would share it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise UsageError(
            f"cannot listen on '{host}:{port}': {getattr(error, 'strerror', None) or error}",
            host=host,
            port=port,
        ) from None
    listener.listen(512)
    return listener
