"""The finish test: can the whole rack be laid this turn, and which draws would make it so?"""

from __future__ import annotations

from functools import lru_cache

from optimeld import _core
from optimeld.errors import TooLargeError
from optimeld.position import Position, as_position
from optimeld.rules import Rules
from optimeld.tiles import Tile


@lru_cache(maxsize=16)
def core_finish_test(rules: Rules) -> _core.FinishTest:
    """The native test of these rules: safe to call from several threads, warm after its first answers."""
    return _core.FinishTest(rules.core)


def finishes(position: Position | str, *, opening: bool | None = None) -> bool:
    """Whether the whole rack can be laid this turn, exactly, by the rules in force.

    `opening`: the player's first play; left out, the position knows whether the player has opened.

    >>> finishes("K1 K2 K3 | R5 B5 O5 // K4 K5")
    True
    >>> finishes(Position.parse("K1 K2 K3 | R5 B5 O5 // K4 K6"))
    False
    >>> finishes(Position.parse("// R9 R10 R11"), opening=True)
    True
    """
    position = as_position(position)
    test = core_finish_test(position.rules)
    opened = position.opened if opening is None else not opening
    try:
        return test.finishes(position.core_table, position.core_rack, opened)
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None


def finishing_draws(position: Position | str, *, opening: bool | None = None) -> tuple[Tile, ...]:
    """Every tile that would make the rack one that can be laid whole, if it were drawn now.

    >>> [str(tile) for tile in finishing_draws("K1 K2 K3 // R5 B5")]
    ['K5', 'O5', 'J']
    """
    position = as_position(position)
    test = core_finish_test(position.rules)
    opened = position.opened if opening is None else not opening
    try:
        found = test.finishing_draws(position.core_table, position.core_rack, opened)
    except _core.TooLarge as error:
        raise TooLargeError(str(error)) from None
    return tuple(position.rules.tile_at(index) for index in found)
