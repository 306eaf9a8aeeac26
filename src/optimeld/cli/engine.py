"""`optimeld engine`: one process that answers a program's questions."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag
from optimeld.engine import Engine


def command(
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=1024, help="Threads. [one a core]", show_default=False),
    ] = None,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, max=86400, help="For a request that names no time.")
    ] = 60.0,
    waiting: Annotated[int, typer.Option(metavar="N", min=1, help="Requests under way at once.")] = 10_000,
    as_json: JsonFlag = False,
) -> int:
    """Answers questions from a program: one JSON object a line in, one a line out, several at once."""

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    Engine(write, workers=workers, seconds=time_limit, waiting=waiting).serve(sys.stdin)
    return 0
