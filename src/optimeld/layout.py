"""In how many ways can these tiles be laid out? For puzzles that must have one solution.

Two layouts count as the same when the same tiles (and jokers standing for the same tiles) are in groups and
the same in runs: a run of six laid as two runs of three is no other solution to anyone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from optimeld.rules import RETAIL, Rules
from optimeld.tiles import Tile

Counts = tuple[int, ...]
#: For each colour, how many open runs have length 1, 2, ..., and the shortest meld's or more.
Open = tuple[Counts, ...]


def count_layouts(tiles: Iterable[Tile], rules: Rules = RETAIL) -> int:
    """How many layouts use all the tiles, jokers going anywhere.

    >>> from optimeld.notation import parse_tiles
    >>> count_layouts(parse_tiles("K1 K2 K3 R3 B3")), count_layouts(parse_tiles("K3 R3 B3"))
    (0, 1)
    >>> count_layouts(parse_tiles("K1 K2 K3 R1 R2 R3 B1 B2 B3"))
    2
    """
    have = Counter(tiles)
    jokers = sum(count for tile, count in have.items() if tile.is_joker)
    start: Open = ((0,) * rules.min_meld,) * rules.colours
    ways: Counter[tuple[Open, int]] = Counter({(start, 0): 1})
    for value in range(1, rules.values + 1):
        at_value = tuple(have[Tile(colour, value)] for colour in range(rules.colours))
        steps = list(_steps(at_value, jokers, rules.min_meld))
        following: Counter[tuple[Open, int]] = Counter()
        for (state, used), count in ways.items():
            for runs, more in steps:
                if used + more <= jokers and (after := _after(state, runs)) is not None:
                    following[after, used + more] += count
        ways = following
    return sum(
        count
        for (state, used), count in ways.items()
        if used == jokers and not any(any(open_runs[:-1]) for open_runs in state)
    )


def _steps(tiles: Counts, jokers: int, min_meld: int) -> Iterator[tuple[Counts, int]]:
    """Every choice of group tiles and jokers' places at one value, as what is left for runs."""
    for stand_in in product(range(jokers + 1), repeat=len(tiles)):
        used = sum(stand_in)
        if used > jokers:
            continue
        there = tuple(map(sum, zip(tiles, stand_in, strict=True)))
        for groups in _group_vectors(there, min_meld):
            yield tuple(a - b for a, b in zip(there, groups, strict=True)), used


@lru_cache(maxsize=4096)
def _group_vectors(tiles: Counts, min_meld: int) -> tuple[Counts, ...]:
    """The vectors that split into groups of different colours: those with min_meld * max <= sum."""
    every = product(*(range(count + 1) for count in tiles))
    return tuple(vector for vector in every if min_meld * max(vector) <= sum(vector))


@lru_cache(maxsize=65536)
def _extend(open_runs: Counts, tiles: int) -> Counts | None:
    """Short runs must go on; then long ones do, and only then new ones begin. None: a short run is stuck."""
    left = tiles - sum(open_runs[:-1])
    if left < 0:
        return None
    extended = min(left, open_runs[-1])
    return (left - extended, *open_runs[:-2], open_runs[-2] + extended)


def _after(state: Open, runs: Counts) -> Open | None:
    after = []
    for open_runs, tiles in zip(state, runs, strict=True):
        extended = _extend(open_runs, tiles)
        if extended is None:
            return None
        after.append(extended)
    return tuple(after)
