"""`optimeld count`: how many hands win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.plotting import PlotOption, check_plot, drawing
from optimeld.cli.progress import Progress
from optimeld.counting.hands import CountTable, count, estimate
from optimeld.machine import GIB
from optimeld.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path


@with_rules(only=("values", "colours", "copies", "jokers", "min_meld"), jokers=0)
def command(
    rules: Rules,
    max_size: Annotated[
        int | None,
        typer.Option(
            metavar="H", min=0, help="Only hands of up to H tiles, which takes far less.", show_default=False
        ),
    ] = None,
    memory: Annotated[
        float | None,
        typer.Option(
            metavar="GIB",
            min=0.01,
            help="Memory to use at most. [8, or 60 % of what is free]",
            show_default=False,
        ),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Count afresh; read and write no cache.")
    ] = False,
    plot: PlotOption = None,
    samples: Annotated[
        int,
        typer.Option(
            "--estimate",
            metavar="N",
            min=0,
            help="Estimate the sizes beyond --max-size, from N deals each.",
        ),
    ] = 0,
    polynomial: Annotated[
        bool, typer.Option("--polynomial", help="Print the generating function alone.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """How many hands of each size can be laid down whole, and how likely a deal is to be one."""
    check_plot(plot)
    with Progress("states") as progress:
        table = count(
            rules, max_size, memory=None if memory is None else int(memory * GIB),
            cache=not no_cache, fresh=no_cache, progress=progress.headway,
        )  # fmt: skip
        beyond = range(len(table.hands), rules.tiles_in_box + 1) if samples else range(0)
        estimates = [estimate(rules, size, samples) for size in beyond]
    if as_json:
        answer(table.to_json() | ({"estimates": [entry.to_json() for entry in estimates]} if samples else {}))
    elif polynomial:
        print(table.generating_function())
    else:
        _print_table(table)
        if estimates:
            print(f"\nestimates, from {samples:,} deals for each size and number of jokers: not exact")
        for entry in estimates:
            print(f"{entry.size:>4}  probability {entry.probability:.4e} ± {entry.standard_error:.1e}")
    if plot is not None:
        _plot(table, plot, max_size)


def _print_table(table: CountTable) -> None:
    heads = ("size", "winning", "configurations", "winning deals", "deals", "probability")
    rows = [
        (
            str(hand.size), f"{hand.winning:,}", f"{hand.configurations:,}", f"{hand.winning_deals:,}",
            f"{hand.deals:,}", f"{hand.probability:.4e}",
        )
        for hand in table.hands
    ]  # fmt: skip
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    for row in (heads, *rows):
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _plot(table: CountTable, path: Path, max_size: int | None) -> None:
    """What the thesis draws in figures 12 to 14: winning hands by size, for this box and smaller ones."""
    rules = table.rules
    fewest = max(3, rules.values - 2)
    tables = [
        *(count(rules.replace(values=values), max_size) for values in range(fewest, rules.values)),
        table,
    ]
    from optimeld.counting.plots import plot_counts

    with drawing(path):
        plot_counts(tables, path)
