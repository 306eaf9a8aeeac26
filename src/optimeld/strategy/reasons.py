"""One sentence why, in words of the game."""

from __future__ import annotations

from dataclasses import dataclass

from optimeld.notation import format_tiles
from optimeld.tiles import Tile

#: A chance that is worth a number.
NOTICED = 0.005


@dataclass(frozen=True)
class Facts:
    """What is known of one candidate."""

    action: str
    played: tuple[Tile, ...]
    #: Tiles left on the rack.
    left: int
    #: The unseen tiles that would finish if one of them were drawn now, one for each copy.
    draws: tuple[Tile, ...]
    unseen: int
    #: Shares of the rollouts: won in the own next turn, lost before it.
    finishes_next: float
    loses_first: float
    opening: bool


def reason(facts: Facts) -> str:
    """The sentence.

    >>> print(reason(Facts("draw", (), 5, (Tile(0, 4), Tile(0, 4)), 50, 0.04, 0.1, False)))
    Keeps all 5 tiles together: 2 of 50 unseen tiles finish (K4), 4 %; another goes out first in 10 %.
    >>> print(reason(Facts("draw", (), 1, (Tile(0, 4),), 50, 0.02, 0.1, False)))
    Keeps the last tile: 1 of 50 unseen tiles finishes (K4), 2 %; another goes out first in 10 %.
    """
    if facts.action == "play":
        return _play(facts)
    if facts.action == "take":
        return f"Takes a tile that everyone sees; {_chances(facts)}."
    if facts.action == "pass":
        return f"Keeps {_every(facts)}: nothing is laid that another could use; {_chances(facts)}."
    if facts.opening:
        return f"Keeps {_every(facts)} and does not open yet; {_chances(facts)}."
    share = len(facts.draws) / facts.unseen if facts.unseen else 0.0
    kinds = sorted(set(facts.draws))
    shown = format_tiles(kinds[:6]) + (" and others" if len(kinds) > 6 else "")
    verb = "finishes" if len(facts.draws) == 1 else "finish"
    odds = f"{len(facts.draws)} of {facts.unseen} unseen tiles {verb} ({shown}), {_percent(share)}"
    kept = _every(facts) + (" together" if facts.left > 1 else "")
    return f"Keeps {kept}: {odds if facts.draws else 'no single tile finishes yet'}; {_another_first(facts)}."


def _play(facts: Facts) -> str:
    if not facts.left:
        return "Lays the whole rack: you win at once."
    laid = format_tiles(facts.played[:4]) + (
        f" and {len(facts.played) - 4} more" if len(facts.played) > 4 else ""
    )
    verb = "Opens with" if facts.opening else "Lays"
    return f"{verb} {laid}, which the others can use too, and leaves {_tiles(facts.left)}; {_chances(facts)}."


def _chances(facts: Facts) -> str:
    """What the next turn may bring.

    >>> _chances(Facts("draw", (), 14, (), 92, 0.0, 0.001, True))
    'nobody is about to finish'
    """
    if max(facts.finishes_next, facts.loses_first) < NOTICED:
        return "nobody is about to finish"
    if facts.finishes_next < NOTICED:
        return f"you will not finish next turn, {_another_first(facts)}"
    return f"you finish next turn in {_percent(facts.finishes_next)}, {_another_first(facts)}"


def _another_first(facts: Facts) -> str:
    if facts.loses_first < NOTICED:
        return "nobody else is about to finish"
    return f"another goes out first in {_percent(facts.loses_first)}"


def _every(facts: Facts) -> str:
    return "the last tile" if facts.left == 1 else f"all {_tiles(facts.left)}"


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def _percent(share: float) -> str:
    digits = 0 if share >= 0.095 or round(1000 * share) % 10 == 0 else 1
    return f"{100 * share:.{digits}f} %"
