"""`optimeld serve`: the board in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag


def command(
    host: Annotated[
        str, typer.Option(help="Address to listen on: only this machine, or 0.0.0.0 for all.")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(metavar="N", help="Port to listen on; 0 takes a free one.")] = 8000,
    games: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where games are kept.", show_default="the user's data folder"),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """The board in the browser: analyse a position, play against the engine."""
    from optimeld.web.serving import serve

    serve(host, port, games, as_json=as_json)
