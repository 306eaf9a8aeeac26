"""Random plays, made without the solver: a table, and another that covers it and some of the rack."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from optimeld import Meld, Position, Rules, Tile

Play = tuple[Position, tuple[Meld, ...]]


@lru_cache(maxsize=16)
def every_meld(rules: Rules) -> tuple[tuple[Tile, ...], ...]:
    """All melds as they are written, jokers told apart by place."""
    joker = rules.tiles[-1]
    plain: list[tuple[Tile, ...]] = []
    for colour in range(rules.colours):
        for size in range(rules.min_meld, min(rules.values, 7) + 1):
            for first in range(1, rules.values - size + 2):
                plain.append(tuple(Tile(colour, first + i) for i in range(size)))
    runs = len(plain)
    for value in range(1, rules.values + 1):
        for size in range(rules.min_meld, rules.colours + 1):
            for colours in itertools.combinations(range(rules.colours), size):
                plain.append(tuple(Tile(colour, value) for colour in colours))
    found: dict[tuple[Tile, ...], None] = {}
    for number, meld in enumerate(plain):
        for jokers in range(min(rules.jokers, len(meld)) + 1):
            for places in itertools.combinations(range(len(meld)), jokers):
                tiles = [joker if i in places else tile for i, tile in enumerate(meld)]
                if number >= runs:
                    tiles.sort(key=lambda tile: tile.is_joker)
                found[tuple(tiles)] = None
    return tuple(found)


@lru_cache(maxsize=16)
def _by_tile(rules: Rules) -> dict[Tile, list[tuple[tuple[Tile, ...], list[tuple[Tile, int]]]]]:
    """The melds that hold each tile, with how many of each tile they take."""
    found: dict[Tile, list[tuple[tuple[Tile, ...], list[tuple[Tile, int]]]]] = {
        tile: [] for tile in rules.tiles
    }
    for meld in every_meld(rules):
        takes = list(Counter(meld).items())
        for tile, _ in takes:
            found[tile].append((meld, takes))
    return found


def _cover(
    rules: Rules, must: Counter[Tile], have: Counter[Tile], rng: random.Random, nodes: list[int]
) -> list[tuple[Tile, ...]] | None:
    """Melds from `have` that use every tile of `must`, which is part of it."""
    need = min((tile for tile, count in must.items() if count > 0), default=None)
    if need is None:
        return []
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    fitting = [
        (meld, takes) for meld, takes in _by_tile(rules)[need] if all(have[tile] >= n for tile, n in takes)
    ]
    rng.shuffle(fitting)
    for meld, takes in fitting[:12]:
        left, rest = must.copy(), have.copy()
        for tile, n in takes:
            rest[tile] -= n
            left[tile] = max(0, left[tile] - n)
        more = _cover(rules, left, rest, rng, nodes)
        if more is not None:
            return [meld, *more]
    return None


def make_play(rules: Rules, rng: random.Random, *, melds: int, rack: int) -> Play | None:
    """A position and a table (legal but perhaps for the joker rule) that uses some of the rack."""
    every = every_meld(rules)
    box = Counter({tile: rules.copies_of(tile) for tile in rules.tiles})
    table: list[tuple[Tile, ...]] = []
    for _ in range(melds):
        tried = rng.choices(every, k=30)
        if rng.random() < 0.6:
            tried.sort(key=lambda meld: not any(tile.is_joker for tile in meld))
        fitting = next((meld for meld in tried if not Counter(meld) - box), None)
        if fitting:
            table.append(fitting)
            box -= Counter(fitting)
    pool = list(box.elements())
    if not pool:
        return None
    must = Counter(tile for meld in table for tile in meld)
    hand = rng.sample(pool, min(rack, len(pool)))
    have = must + Counter(hand)
    after = _cover(rules, must + Counter([hand[0]]), have, rng, [150])
    if after is None:
        return None
    if rng.random() < 0.7:  # lay melds of rack tiles alone as well
        left = have - Counter(tile for meld in after for tile in meld)
        for meld in rng.choices(every, k=40):
            if not Counter(meld) - left:
                after.append(meld)
                left -= Counter(meld)
    rng.shuffle(after)
    position = Position(tuple(Meld(meld, rules) for meld in table), tuple(hand), rules)
    return position, tuple(Meld(meld, rules) for meld in after)


def _plays(rules: Rules, count: int, seed: int, *, melds: int, rack: int) -> Iterator[Play]:
    rng = random.Random(seed)
    made = 0
    while made < count:
        play = make_play(rules, rng, melds=rng.randint(0, melds), rack=rack)
        if play is not None:
            made += 1
            yield play


@pytest.fixture(scope="session")
def random_plays() -> Callable[..., Iterator[Play]]:
    """`random_plays(rules, count, seed, melds=most, rack=size)`."""
    return _plays
