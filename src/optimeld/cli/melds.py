"""`optimeld melds`: every meld there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.rules import Rules
from optimeld.universe import Universe


@with_rules(only=("values", "colours", "copies", "jokers", "min_meld"))
def command(
    rules: Rules,
    longest_run: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Longest run. [the longest that is not two melds]", show_default=False
        ),
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="Print every meld too, one a line.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """How many melds there are, by kind, length and jokers, and which."""
    universe = Universe(rules, longest_run)
    if as_json:
        answer(universe.to_json())
        return
    _print_table(universe)
    if show_list:
        print()
        for meld in universe.distinct:
            print(meld)


def _print_table(universe: Universe) -> None:
    """The counts, laid out as in the papers."""
    columns = range(universe.rules.jokers + 1)
    sums = [sum(row.distinct[jokers] for row in universe.rows) for jokers in columns]
    total, placed = sum(sums), sum(sum(row.placed) for row in universe.rows)
    heads = ["no joker", "1 joker", *(f"{jokers} jokers" for jokers in columns[2:])][: len(columns)]
    print(f"{total} melds as multisets of tiles, {placed} with the jokers' places told apart")
    print()
    print(_line("", [*heads, "total", "placed"]))
    for row in universe.rows:
        print(_line(f"{row.kind} of {row.size}", [*row.distinct, sum(row.distinct), sum(row.placed)]))
    print(_line("total", [*sums, total, placed]))


def _line(name: str, cells: Sequence[object]) -> str:
    return f"{name:<12}" + "".join(f"{cell:>11}" for cell in cells)
