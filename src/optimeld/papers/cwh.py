"""Counting Winning Hands (CWH), Algorithm 1 of Feijen's thesis (2023): enumerate, and store what was found.

Runs are placed first, cell by cell, then groups, value by value; tiles are added only as whole melds, so
every hand on the way wins too. One hand can be reached in several ways, so every solution is stored:
that set is what stopped the thesis at 600 GB.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

#: configuration[value][colour]: how many copies the hand holds.
Configuration = tuple[tuple[int, ...], ...]


def count_winning_hands(values: int, colours: int, copies: int, hand_size: int, min_meld: int = 3) -> int:
    """How many different hands of `hand_size` tiles can be laid down whole.

    >>> [count_winning_hands(6, 4, 2, size) for size in (3, 4, 5, 6)]
    [40, 18, 8, 820]
    """
    solutions: set[Configuration] = set()
    empty = tuple((0,) * colours for _ in range(values))
    _place_runs(empty, hand_size, 0, 0, copies, min_meld, solutions, set())
    return len(solutions)


def _sizes(left: int, longest: int, min_meld: int) -> Iterator[int]:
    """Sizes of a meld after which the rest can still be melds: 3, 4 or 5, never leaving 1 or 2."""
    for size in range(min_meld, min(longest, 2 * min_meld - 1) + 1):
        if left - size == 0 or left - size >= min_meld:
            yield size


def _place_runs(
    configuration: Configuration,
    left: int,
    value: int,
    colour: int,
    copies: int,
    min_meld: int,
    solutions: set[Configuration],
    seen: set[tuple[Configuration, int]],
) -> None:
    """Lines 5 to 12: every run at this cell or a later one, colour by colour; then the groups."""
    if left == 0:
        solutions.add(configuration)
        return
    values, colours = len(configuration), len(configuration[0])
    while colour < colours:
        while value < values:
            for size in _sizes(left, values - value, min_meld):
                placed = _add(configuration, [(v, colour) for v in range(value, value + size)], copies)
                if placed is not None:
                    _place_runs(placed, left - size, value, colour, copies, min_meld, solutions, seen)
            value += 1
        value, colour = 0, colour + 1
    # The same runs are met in many orders; their groups need placing once.
    if (configuration, left) not in seen:
        seen.add((configuration, left))
        _place_groups(configuration, left, 0, copies, min_meld, solutions)


def _place_groups(
    configuration: Configuration,
    left: int,
    value: int,
    copies: int,
    min_meld: int,
    solutions: set[Configuration],
) -> None:
    """Lines 14 to 18: every group at this value or a later one."""
    if left == 0:
        solutions.add(configuration)
        return
    values, colours = len(configuration), len(configuration[0])
    while value < values:
        for size in _sizes(left, colours, min_meld):
            for chosen in combinations(range(colours), size):
                placed = _add(configuration, [(value, colour) for colour in chosen], copies)
                if placed is not None:
                    _place_groups(placed, left - size, value, copies, min_meld, solutions)
        value += 1


def _add(configuration: Configuration, cells: list[tuple[int, int]], copies: int) -> Configuration | None:
    """The configuration with one more tile in each cell, or None where copies run out."""
    rows = [list(row) for row in configuration]
    for value, colour in cells:
        rows[value][colour] += 1
        if rows[value][colour] > copies:
            return None
    return tuple(map(tuple, rows))
