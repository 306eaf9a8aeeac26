"""May this table replace that one? The judge's ruling, with the reason in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld import _core
from optimeld.errors import MeldError
from optimeld.melds import Meld
from optimeld.notation import MELD_SEPARATOR, parse_tiles
from optimeld.position import Position, as_position
from optimeld.tiles import Tile


@dataclass(frozen=True)
class Ruling:
    """Whether a play is legal; if not, which rule it breaks and where.

    `meld` counts in the new table and `old_meld` in the old one, both from 0; None where there is nothing to
    point at.
    """

    ok: bool
    code: str = ""
    reason: str = ""
    meld: int | None = None
    old_meld: int | None = None
    tile: Tile | None = None
    points: int | None = None

    def __bool__(self) -> bool:
        return self.ok

    def to_json(self) -> dict[str, Any]:
        """The ruling as JSON values.

        >>> Ruling(True).to_json()
        {'ok': True}
        """
        if self.ok:
            return {"ok": True}
        found = {
            "meld": self.meld,
            "old_meld": self.old_meld,
            "tile": None if self.tile is None else str(self.tile),
            "points": self.points,
        }
        places = {name: value for name, value in found.items() if value is not None}
        return {"ok": False, "code": self.code, "reason": self.reason, **places}


def judge(
    position: Position | str,
    table: str | Iterable[Meld | Sequence[Tile | str]],
    *,
    opening: bool | None = None,
) -> Ruling:
    """Rules on a play: may the player of `position` leave `table` behind?

    The tiles of a meld may come in any order that has one reading. `opening` says whether it is the player's
    first play; left out, the position knows.

    >>> ruling = judge("R5 R6 R7 J | K1 K2 K3 // R8", "R5 R6 R7 R8 | K1 K2 K3 J")
    >>> ruling.code
    'joker-retrieved'
    >>> print(ruling.reason)
    the joker in 'K1 K2 K3 J' no longer stands for R8, so a tile from the rack must join it there
    """
    position = as_position(position)
    rules = position.rules
    if isinstance(table, str):
        parts = table.split(MELD_SEPARATOR) if table.strip() else []
        table = [parse_tiles(part, rules, place=f"meld {n}, tile") for n, part in enumerate(parts, 1)]
    melds: list[tuple[Tile, ...]] = []
    for number, given in enumerate(table):
        try:
            meld = given if isinstance(given, Meld) else Meld.of(given, rules, place=f"meld {number + 1}")
        except MeldError as error:
            return Ruling(False, "not-a-meld", error.message, meld=number)
        melds.append(meld.tiles)
    if opening is not None:
        position = position.with_opened(not opening)
    numbers = [[rules.index_of(tile) for tile in meld] for meld in melds]
    verdict = _core.judge(rules.core, position.core_table, position.core_rack, not position.opened, numbers)
    if verdict.ok:
        return Ruling(True)
    return Ruling(
        False,
        verdict.offence.name.replace("_", "-"),
        _core.reason(rules.core, verdict, position.core_table, position.core_rack, numbers),
        meld=_or_none(verdict.meld),
        old_meld=_or_none(verdict.old_meld),
        tile=None if verdict.tile < 0 else rules.tile_at(verdict.tile),
        points=_or_none(verdict.points),
    )


def _or_none(number: int) -> int | None:
    return None if number < 0 else number
