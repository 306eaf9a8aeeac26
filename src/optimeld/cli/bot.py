"""`optimeld bot`: an agent that speaks the bot protocol on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from optimeld.agents.bot import maker, open_streams, serve
from optimeld.cli.common import JsonFlag


def command(
    agent: Annotated[str, typer.Argument(metavar="NAME", help="An agent of the engine, or module:Class.")],
    as_json: JsonFlag = False,
) -> int:
    """An agent as a bot: it reads games and requests, and writes its answers, one JSON object a line."""
    make = maker(agent)
    questions, answers = open_streams()
    serve(make, questions, answers.write)
    return 0
