"""MAXSCORE, the recursion of van Rijn, Takes and Vis (2015) for the Rummikub puzzle.

Given some tiles, form runs and groups so that the numbers on the tiles used add up to the most. The state is,
for each colour, the lengths of the open runs: 0, 1, 2, or 3 and more for each of the m copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

#: For one colour the lengths of its open runs, sorted; 3 stands for 3 or more.
Lengths = tuple[int, ...]
Runs = tuple[Lengths, ...]

SHORTEST = 3


def max_score(tiles: Iterable[tuple[int, int]], values: int = 13, colours: int = 4, copies: int = 2) -> int:
    """The puzzle's value of a hand of (colour, value) pairs, colours from 0 and values from 1.

    >>> max_score([(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 9)])
    9
    >>> max_score([(0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (3, 5)])
    27
    """
    hand = [[0] * colours for _ in range(values + 1)]
    for colour, value in tiles:
        hand[value][colour] += 1
    score: dict[tuple[int, Runs], float] = {}

    def best(value: int, runs: Runs) -> float:
        if value > values:
            # What is open and short at the end is no run.
            return (
                0 if all(length in (0, SHORTEST) for lengths in runs for length in lengths) else float("-inf")
            )
        key = (value, runs)
        if key not in score:
            score[key] = max(
                (
                    group_size(left) * value + run_score * value + best(value + 1, after)
                    for after, run_score, left in make_runs(hand[value], runs)
                ),
                default=float("-inf"),  # a short run that cannot go on
            )
        return score[key]

    return int(best(1, tuple((0,) * copies for _ in range(colours))))


def make_runs(here: list[int], runs: Runs) -> Iterator[tuple[Runs, int, list[int]]]:
    """Every way to use tiles of one value in runs: the runs after, the tiles used, and the tiles left."""
    options = [list(_colour_runs(count, lengths)) for count, lengths in zip(here, runs, strict=True)]
    for chosen in product(*options):
        after = tuple(lengths for lengths, _ in chosen)
        used = [tiles for _, tiles in chosen]
        yield after, sum(used), [count - tiles for count, tiles in zip(here, used, strict=True)]


def _colour_runs(count: int, lengths: Lengths) -> Iterator[tuple[Lengths, int]]:
    """For one colour: each open run goes on with a tile, or ends, which only long ones may."""
    found = set()
    for goes_on in product((False, True), repeat=len(lengths)):
        tiles = sum(goes_on)
        if tiles > count:
            continue
        if any(0 < length < SHORTEST and not on for length, on in zip(lengths, goes_on, strict=True)):
            continue
        after = tuple(
            sorted(
                min(length + 1, SHORTEST) if on else 0 for length, on in zip(lengths, goes_on, strict=True)
            )
        )
        found.add((after, tiles))
    yield from sorted(found)


def group_size(left: list[int]) -> int:
    """TOTALGROUPSIZE: the most tiles of one value that groups can hold.

    t groups hold at most t tiles of each colour, and need three tiles each.

    >>> group_size([2, 2, 1, 0]), group_size([2, 2, 2, 0]), group_size([2, 1, 0, 0])
    (3, 6, 0)
    """
    best = 0
    for groups in range(1, max(left, default=0) + 1):
        tiles = sum(min(count, groups) for count in left)
        if tiles >= SHORTEST * groups:
            best = max(best, tiles)
    return best


def run_states(copies: int) -> int:
    """How many states one colour has: f(m) = (m+1)(m+2)(m+3)/6.

    >>> [run_states(copies) for copies in (1, 2, 3)]
    [4, 10, 20]
    """
    seen = {(0,) * copies}
    fresh = set(seen)
    while fresh:
        fresh = {after for lengths in fresh for after, _ in _colour_runs(copies, lengths)} - seen
        seen |= fresh
    return len(seen)
