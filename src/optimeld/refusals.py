"""A play that was refused, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from optimeld.legality import Ruling
from optimeld.melds import Meld


@dataclass(frozen=True)
class Refusal:
    """A play that was not accepted; nothing changed. False where a truth value is asked for.

    >>> bool(Refusal("nothing-played", "a play puts down at least one tile"))
    False
    """

    code: str
    message: str
    #: The meld it is about: as it would lie (`meld`) or as it lay before (`old_meld`).
    meld: str | None = None
    old_meld: str | None = None
    tile: str | None = None
    points: int | None = None

    @classmethod
    def of(cls, ruling: Ruling, before: Sequence[Meld], after: Sequence[Meld]) -> Refusal:
        """The refusal that follows from the judge's ruling on replacing one table by another."""
        return cls(
            ruling.code,
            ruling.reason,
            None if ruling.meld is None else str(after[ruling.meld]),
            None if ruling.old_meld is None else str(before[ruling.old_meld]),
            None if ruling.tile is None else str(ruling.tile),
            ruling.points,
        )

    def __bool__(self) -> bool:
        return False

    def to_json(self) -> dict[str, Any]:
        """The refusal as JSON values, what says nothing left out."""
        fields = ("code", "message", "meld", "old_meld", "tile", "points")
        return {name: value for name in fields if (value := getattr(self, name)) is not None}
