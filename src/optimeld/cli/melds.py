"""`optimeld melds`: every meld there is."""

from __future__ import annotations

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
        typer.Option(metavar="N", help="Longest run. [the longest that is not two melds]", show_default=False),
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="Print every meld too, one a line.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """How many melds there are, by kind, length and jokers, and which."""
    universe = Universe(rules, longest_run)
    if as_json:
        answer(universe.to_json())
        return
    columns = [*range(rules.jokers + 1)]
    names = {0: "no joker", 1: "1 joker"}
    heads = [names.get(jokers, f"{jokers} jokers") for jokers in columns]
    widths = [max(9, len(head)) for head in heads]
    total = sum(sum(row.distinct) for row in universe.rows)
    placed = sum(sum(row.placed) for row in universe.rows)
    print(f"{total} melds as multisets of tiles, {placed} with the jokers' places told apart")
    print()
    print(" " * 12 + "".join(f"{head:>{width + 2}}" for head, width in zip(heads, widths, strict=True)) + "      total   placed")
    for row in universe.rows:
        counts = "".join(f"{count:>{width + 2}}" for count, width in zip(row.distinct, widths, strict=True))
        print(f"{row.kind} of {row.size:<{12 - len(row.kind) - 4}}{counts}{sum(row.distinct):>11}{sum(row.placed):>9}")
    sums = [sum(row.distinct[jokers] for row in universe.rows) for jokers in columns]
    counts = "".join(f"{count:>{width + 2}}" for count, width in zip(sums, widths, strict=True))
    print(f"{'total':<12}{counts}{total:>11}{placed:>9}")
    if show_list:
        print()
        for meld in universe.distinct:
            print(meld)
