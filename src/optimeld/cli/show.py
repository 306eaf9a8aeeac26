"""`optimeld show`: a position as a picture."""

from __future__ import annotations

from optimeld.cli.common import (
    Given,
    JsonFlag,
    SvgOption,
    answer,
    with_position,
    with_rules,
    write_file,
)
from optimeld.errors import UsageError
from optimeld.position import Position
from optimeld.rules import Rules


@with_rules()
@with_position("The player has not opened yet.", stream=True)
def command(
    rules: Rules,
    given: Given,
    svg: SvgOption = None,
    as_json: JsonFlag = False,
) -> None:
    """A position as a picture, in the terminal or as SVG."""
    if svg is not None and given.is_stream:
        raise UsageError("--svg FILE takes one position, not '-'")
    for shown in given.positions(rules):
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
