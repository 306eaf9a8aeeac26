"""`optimeld solve`: the best play in a position, and how to carry it out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    from optimeld.goals import Goal
    from optimeld.position import Position
    from optimeld.solver import Solution

METHODS = ("core", "ilp")


@with_rules()
@with_position("The player's first play: from the rack alone.", stream=True)
def command(
    rules: Rules,
    given: Given,
    objective: Annotated[
        str, typer.Option("--objective", metavar="tiles|value", help="Most tiles, or highest value.")
    ] = "tiles",
    joker_value: Annotated[
        int, typer.Option("--joker-value", metavar="N", help="What a played joker adds to the value.")
    ] = 30,
    method: Annotated[
        str, typer.Option("--method", metavar="core|ilp", help="The core, or integer programming.")
    ] = "core",
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="S", help="Seconds for a position; then what is known is answered."
        ),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """The best play in a position, proved, and how to carry it out.

    POSITION may be - for standard input, one position a line: the answers come out one JSON object a line.
    """
    from optimeld.goals import Goal
    from optimeld.solver import solve

    goal = Goal(objective, joker_value)  # type: ignore[arg-type]  # which says what is wrong with it
    if method not in METHODS:
        raise UsageError(
            f"no method is called {method!r}: it must be one of {', '.join(METHODS)}", word=method
        )

    def find(position: Position) -> Solution:
        if method == "ilp":
            return _by_ilp(position, goal)
        return solve(position, goal, time_limit=time_limit)

    if given.is_stream:
        from optimeld.stream import PositionStream

        by_other_method = find if method == "ilp" else None
        stream = PositionStream(
            rules, goal, opened=not given.opening, method=by_other_method, time_limit=time_limit
        )
        for texts in stream.batches(_chunks()):
            sys.stdout.write("\n".join(texts) + "\n")
            sys.stdout.flush()
        raise typer.Exit(2 if stream.bad else 0)
    solution = find(given.position(rules))
    if as_json:
        answer(solution.to_json())
        return
    from optimeld.pictures.terminal import Pen
    from optimeld.play_pictures import as_text

    print(as_text(solution, Pen(), "" if method == "core" else " by integer programming"))


def _chunks() -> Iterator[bytes]:
    """Standard input as it comes: a pause in it hands on what is there."""
    source = getattr(sys.stdin, "buffer", None)
    if source is None:
        yield from (line.encode() for line in sys.stdin)
        return
    while chunk := source.read1(1 << 16):
        yield chunk


def _by_ilp(position: Position, goal: Goal) -> Solution:
    from time import perf_counter

    from optimeld import _core
    from optimeld.reference import ilp
    from optimeld.solver import Solution

    began = perf_counter()
    found = ilp.solve(position, goal)
    elapsed = (perf_counter() - began) * 1e6
    table = found.melds()
    standing = list(enumerate(position.table))
    kept_from = []
    for meld in table:
        same = next((number for number, old in standing if old == meld), -1)
        kept_from.append(same)
        standing = [(number, old) for number, old in standing if number != same]
    every = position.rules.tiles
    return Solution(
        position=position,
        goal=goal,
        status=found.status,
        played=found.played_tiles(),
        tiles=found.tiles,
        value=found.value,
        kept=found.kept,
        melds_before=found.melds_before,
        table=table,
        remaining=tuple(every[index] for index in found.remaining),
        points=found.points,
        moved=_core.fewest_moved(position.rules.core, position.core_table, [meld.core for meld in table]),
        moved_proved=False,
        kept_from=tuple(kept_from),
        elapsed_us=elapsed,
    )
