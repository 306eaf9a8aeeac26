"""`optimeld advise`: what to do in a turn to win, and why."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optimeld.cli.common import (
    Given,
    JsonFlag,
    answer,
    with_position,
    with_rules,
)
from optimeld.errors import UsageError
from optimeld.rules import Rules

if TYPE_CHECKING:
    from optimeld.game import View

_YES_NO = {"yes": True, "no": False}


@with_rules("river", "joker_penalty", "opening_then_table")
@with_position("You have not opened yet.")
def command(
    rules: Rules,
    given: Given,
    opponents: Annotated[
        str, typer.Option(metavar="N,N,..", help="The others' rack sizes, in turn order after you.")
    ] = "14",
    opened: Annotated[
        str | None,
        typer.Option(
            metavar="yes,no,..", show_default=False,
            help="Who of them has opened. [yes where something lies on the table]",
        ),
    ] = None,
    pool: Annotated[
        int | None,
        typer.Option(metavar="N", help="Tiles left to draw. [all other unseen ones]", show_default=False),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A recorded game, in place of a position.", show_default=False),
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", help="Which turn of it, from 1.", show_default=False)
    ] = None,
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, from 1.")] = 1,
    objective: Annotated[
        str, typer.Option(metavar="win|points", help="The chance of winning, or the expected score.")
    ] = "win",
    think: Annotated[float, typer.Option(metavar="SECONDS", help="How long to think.")] = 1.0,
    rollouts: Annotated[
        int | None,
        typer.Option(metavar="N", help="Games to play on, in place of a time.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Fixes the sampled tiles.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", help="Threads; the answer stays the same.")] = 1,
    stream: Annotated[
        bool, typer.Option("--stream", help="Better answers as it thinks, a line each.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:  # fmt: skip
    """Every candidate of a turn, drawing among them, with its chance of winning and its points, best first.

    POSITION is table and rack; of the others only what can be seen is needed. How to win is another question
    than how to lay the most tiles, which `solve` answers.
    """
    from optimeld.strategy.advise import Situation, Thinking, advise_stream

    if record is not None:
        if not given.nothing:
            raise UsageError("give a position or --record, but not both")
        situation = Situation.of(_view(record, game, turn))
    else:
        if turn is not None:
            raise UsageError("--turn is a turn of --record FILE")
        situation = Situation.facing(
            given.position(rules), _numbers(opponents), None if opened is None else _words(opened), pool
        )
    thinking = Thinking(objective, think, rollouts, seed, threads)  # type: ignore[arg-type]  # which says so
    if stream:
        for better in advise_stream(situation, thinking):
            answer(better.to_json())
        return
    *_, last = advise_stream(situation, thinking, every=math.inf)
    if as_json:
        answer(last.to_json())
    else:
        print(last)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        raise UsageError(f"rack sizes are numbers such as 7,12, not {text!r}", word=text) from None


def _words(text: str) -> tuple[bool, ...]:
    try:
        return tuple(_YES_NO[word.strip()] for word in text.split(","))
    except KeyError as error:
        raise UsageError(f"--opened takes yes or no for each, not {error.args[0]!r}", word=text) from None


def _view(file: Path, number: int, turn: int | None) -> View:
    """What the player of a turn knew before it."""
    from dataclasses import replace

    from optimeld.cli.replay import read_games

    [found] = read_games(file, only=number)
    lines = found.record.lines
    if turn is None:
        turn = len(lines) + 1 if found.record.outcome is None else len(lines)
    if not 1 <= turn <= len(lines) + (found.record.outcome is None):
        raise UsageError(f"turn {turn}: the game has {len(lines)}", word=str(turn))
    state = replace(found.record, lines=lines[: turn - 1], outcome=None).replay()
    return state.view(state.to_move)
