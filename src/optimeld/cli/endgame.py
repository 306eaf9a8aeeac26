"""`optimeld endgame`: the best move with an empty pool and every tile known."""

from __future__ import annotations

from typing import Annotated

import typer

from optimeld.cli.common import (
    Given,
    JsonFlag,
    answer,
    with_position,
    with_rules,
)
from optimeld.notation import format_tiles, parse_rack
from optimeld.rules import Rules
from optimeld.strategy.endgame import DEFAULT_DEPTH, DEFAULT_TESTS, Ending, endgame


@with_rules("joker_penalty")
@with_position("The player to move has not opened yet.")
def command(
    rules: Rules,
    given: Given,
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="TILES", help="The other player's rack.", show_default=False)
    ] = "",
    opponent_opening: Annotated[
        bool, typer.Option("--opponent-opening", help="The other player has not opened yet.")
    ] = False,
    passed: Annotated[
        bool, typer.Option("--passed", help="The other player has just passed: a pass ends the game.")
    ] = False,
    tests: Annotated[int, typer.Option(metavar="N", help="Finish tests at most.")] = DEFAULT_TESTS,
    depth: Annotated[
        int, typer.Option(metavar="N", help="Turns looked ahead on racks too large for all plays.")
    ] = DEFAULT_DEPTH,
    as_json: JsonFlag = False,
) -> None:
    """The best move of two players with an empty pool, where all tiles are known."""
    found = endgame(
        given.position(rules), parse_rack(opponent, rules),
        opponent_opened=not opponent_opening, passed=passed, tests=tests, depth=depth,
    )  # fmt: skip
    if as_json:
        answer(found.to_json())
        return
    print(_words(found))


def _words(found: Ending) -> str:
    move = f"Play {format_tiles(found.played)}." if found.played else "Pass."
    end = "wins" if found.wins else "loses"
    sure = "proved" if found.proved else f"as far as {found.turns:,} turns looked at show"
    lines = [f"{move} The player to move {end}, {found.points:+d} points ({sure})."]
    if found.played:
        lines.append("Table after: " + " | ".join(map(str, found.table)))
    return "\n".join(lines)
