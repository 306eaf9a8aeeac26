"""May this table replace that one? The judge's ruling, with the reason in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld import _core
from optimeld.errors import MeldError
from optimeld.melds import Meld
from optimeld.notation import MELD_SEPARATOR, format_tiles, parse_tiles
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
        _reason(position, melds, verdict),
        meld=_or_none(verdict.meld),
        old_meld=_or_none(verdict.old_meld),
        tile=None if verdict.tile < 0 else rules.tile_at(verdict.tile),
        points=_or_none(verdict.points),
    )


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def _reason(position: Position, melds: list[tuple[Tile, ...]], verdict: _core.Verdict) -> str:
    """The offence in one sentence that names the meld, the rule and the joker."""
    rules = position.rules
    new = f"'{format_tiles(melds[verdict.meld])}'" if verdict.meld >= 0 else ""
    old = f"'{position.table[verdict.old_meld]}'" if verdict.old_meld >= 0 else ""
    tile = rules.tile_at(verdict.tile) if verdict.tile >= 0 else None
    match verdict.offence.name:
        case "not_a_meld":
            return f"{new} is not a meld"
        case "tile_missing":
            return f"{tile} of {old} was on the table and must stay there"
        case "tile_not_on_rack":
            more = "another " if tile in position.rack or tile in _table_tiles(position) else ""
            return f"{more}{tile}, now in {new}, is neither from the table nor on the rack"
        case "nothing_played":
            return "a play puts down at least one tile from the rack; without one, draw"
        case "table_touched":
            return f"{old} must stay as it is: a first play uses the rack alone"
        case "too_few_points":
            needed = f"a first play needs {rules.opening_points} points from the rack"
            return f"the new melds are worth {verdict.points}: {needed}" if verdict.points >= 0 else needed
        case "joker_retrieved":
            return _retrieved(position, melds, new)
        case "joker_locked":
            return _locked(position.table[verdict.old_meld])
    raise AssertionError(verdict.offence)


def _table_tiles(position: Position) -> list[Tile]:
    return [tile for meld in position.table for tile in meld.tiles]


def _retrieved(position: Position, melds: list[tuple[Tile, ...]], new: str) -> str:
    """Names what the jokers that moved used to stand for."""
    standing = list(melds)
    stood_for: list[Tile] = []
    for meld in position.table:
        if meld.tiles in standing:
            standing.remove(meld.tiles)
            continue
        for tile, choices in zip(meld.tiles, meld.identities, strict=True):
            if tile.is_joker:
                stood_for += [choice for choice in choices if choice not in stood_for]
    was = _either(stood_for)
    gone = f"no longer stands for {was}" if was else "no longer stands for what it did"
    return f"the joker in {new} {gone}, so a tile from the rack must join it there"


def _locked(meld: Meld) -> str:
    pairs = zip(meld.tiles, meld.identities, strict=True)
    wanted = _either([choice for tile, choices in pairs if tile.is_joker for choice in choices])
    from_rack = (
        f"until {wanted} from the rack takes its place" if wanted else "until a rack tile takes its place"
    )
    return f"the joker locks '{meld}': it may be extended, but not split or robbed, {from_rack}"


def _either(tiles: list[Tile]) -> str:
    """`B5 or O5`; nothing where there would be too many to name."""
    words = list(dict.fromkeys(map(str, tiles)))
    if not words or len(words) > 6:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
