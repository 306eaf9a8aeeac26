"""`optimeld show`: a position as a picture."""

from __future__ import annotations

from typing import Annotated

import typer

from optimeld.cli.common import (
    JsonFlag,
    PositionArgument,
    RackOption,
    SvgOption,
    TableOption,
    answer,
    read_positions,
    with_rules,
    write_file,
)
from optimeld.errors import UsageError
from optimeld.position import Position
from optimeld.rules import Rules


@with_rules()
def command(
    rules: Rules,
    position: PositionArgument = None,
    table: TableOption = None,
    rack: RackOption = None,
    opening: Annotated[bool, typer.Option("--opening", help="The player has not opened yet.")] = False,
    svg: SvgOption = None,
    as_json: JsonFlag = False,
) -> None:
    """A position as a picture, in the terminal or as SVG."""
    if svg is not None and position == "-":
        raise UsageError("--svg FILE takes one position, not '-'")
    for shown in read_positions(position, table, rack, rules, opened=not opening):
        if svg is not None:
            from optimeld.pictures import svg as drawing

            write_file(svg, drawing.position(shown))
        if as_json:
            answer(_facts(shown))
        elif svg is None:
            from optimeld.pictures.terminal import Pen

            print(Pen().position(shown))


def _facts(position: Position) -> dict[str, object]:
    """The position with what can be said of each meld."""
    melds = [
        {
            "tiles": meld.to_json(),
            "kinds": list(meld.kinds),
            "worth": meld.worth,
            "jokers": [
                {"place": place, "stands_for": [str(tile) for tile in meld.identities[place]]}
                for place, tile in enumerate(meld.tiles)
                if tile.is_joker
            ],
        }
        for meld in position.table
    ]
    return {"position": str(position), "url": position.to_url(), **position.to_json(), "melds": melds}
