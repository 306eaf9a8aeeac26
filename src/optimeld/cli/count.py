"""`optimeld count`: how many hands win."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.counting import CountTable, count, estimate
from optimeld.counting.automata import GIB, Progress, Stage
from optimeld.errors import UsageError
from optimeld.rules import Rules


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
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the counts by hand size into FILE.", show_default=False),
    ] = None,
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
    with Ticker() as ticker:
        table = count(
            rules, max_size, memory=None if memory is None else int(memory * GIB),
            cache=not no_cache, fresh=no_cache, progress=ticker,
        )  # fmt: skip
        beyond = range(len(table.hands), rules.tiles_in_box + 1) if samples else range(0)
        estimates = [estimate(rules, size, samples) for size in beyond]
    if plot is not None:
        _plot(table, plot, max_size)
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


class Ticker:
    """Shows on standard error how a long build goes: one line that renews itself; off a terminal, some."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._start = self._last = monotonic()
        self._shown = False

    def __enter__(self) -> Progress:
        return self._tick

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if self._shown and self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if kind is KeyboardInterrupt:
            print("optimeld: interrupted", file=sys.stderr)
            raise typer.Exit(130)

    def _tick(self, stage: Stage) -> None:
        now = monotonic()
        if now - self._last < (0.2 if self._live else 10):
            return
        self._last, self._shown = now, True
        text = f"{stage}, {now - self._start:.0f} s"
        if self._live:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        else:
            print(f"optimeld: {text}", file=sys.stderr, flush=True)


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
    try:
        from optimeld.counting.plots import plot_counts

        plot_counts(tables, path)
    except ImportError:
        raise UsageError("--plot needs matplotlib: pip install 'optimeld[plot]'") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {str(path)!r}: {error}", word=str(path)) from None
