"""`optimeld puzzle`: today's puzzle, or new ones."""

from __future__ import annotations

from datetime import date
from itertools import islice
from typing import Annotated

import typer

from optimeld.arena.puzzles import KINDS, LEVELS, Puzzle, of_the_day, puzzles
from optimeld.cli.common import JsonFlag, answer
from optimeld.errors import UsageError
from optimeld.notation import format_tiles
from optimeld.pictures.terminal import Pen
from optimeld.solver import solve


def command(
    day: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The puzzle of this day.", show_default=False)
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="A new one: " + ", ".join(KINDS) + ".", show_default=False),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"How hard a new one is, 1 to {LEVELS[-1]}.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Of the games new ones come from.")] = 1,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many new ones.")] = 1,
    answers: Annotated[bool, typer.Option("--answers", help="Print the answer too.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Today's puzzle, the same for everyone; with --kind or --level new ones. Each has one answer."""
    if day is not None and (kind is not None or level is not None):
        raise UsageError("--day names a puzzle that is there already: leave out --kind and --level")
    if kind is None and level is None:
        found = [of_the_day(_day(day))]
    else:
        wanted = kind or KINDS[0]
        if wanted not in KINDS:
            raise UsageError(f"no puzzle is called {kind!r}: it is one of {', '.join(KINDS)}", word=kind)
        found = list(islice(puzzles(wanted, seed, level=level), count))
    for number, puzzle in enumerate(found):
        if as_json:
            answer(puzzle.to_json())
            continue
        if number:
            print()
        _show(puzzle, answers)


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"a day is written YYYY-MM-DD, not {text!r}", word=text) from None


def _show(puzzle: Puzzle, answers: bool) -> None:
    print(f"{puzzle.question}  {'*' * puzzle.level} (level {puzzle.level} of {LEVELS[-1]})")
    print(Pen().position(puzzle.position))
    if puzzle.other:
        print(f"The other player holds {format_tiles(puzzle.other)}.")
    if not answers:
        return
    if not puzzle.answer:
        print("Pass.")
        return
    exact = type(puzzle.position)(puzzle.position.table, puzzle.answer, puzzle.position.rules)
    for step in solve(exact).steps:
        print(f"  {step}")
