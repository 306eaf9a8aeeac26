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


def _cover(
    melds: list[tuple[Tile, ...]],
    must: Counter[Tile],
    may: Counter[Tile],
    rng: random.Random,
    nodes: list[int],
) -> list[tuple[Tile, ...]] | None:
    """Melds that use every tile of `must` and some of `may`."""
    need = next(iter(sorted(must)), None)
    if need is None:
        return []
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    have = must + may
    fitting = [meld for meld in melds if need in meld and not Counter(meld) - have]
    rng.shuffle(fitting)
    for meld in fitting[:12]:
        used = Counter(meld)
        left = must - used
        rest = _cover(melds, left, may - (used - must), rng, nodes)
        if rest is not None:
            return [meld, *rest]
    return None


def make_play(
    rules: Rules, rng: random.Random, *, melds: int, rack: int, jokers_likely: bool = True
) -> Play | None:
    """A position and a legal table (but perhaps for the joker rule) that uses some of the rack."""
    every = list(every_meld(rules))
    box = Counter({tile: rules.copies_of(tile) for tile in rules.tiles})
    table: list[tuple[Tile, ...]] = []
    for _ in range(melds):
        fitting = rng.sample(every, min(60, len(every)))
        if jokers_likely and rng.random() < 0.6:
            fitting.sort(key=lambda meld: not any(tile.is_joker for tile in meld))
        for meld in fitting:
            if not Counter(meld) - box:
                table.append(meld)
                box -= Counter(meld)
                break
    pool = list(box.elements())
    hand = rng.sample(pool, min(rack, len(pool)))
    must = Counter(tile for meld in table for tile in meld)
    first = rng.choice(hand) if hand else None
    if first is None:
        return None
    may = Counter(hand)
    may[first] -= 1
    near = [meld for meld in every if not Counter(meld) - (must + Counter(hand))]
    after = _cover(near, must + Counter([first]), +may, rng, [300])
    if after is None:
        return None
    if rng.random() < 0.7:  # lay melds of rack tiles alone as well
        left = may - (Counter(tile for meld in after for tile in meld) - must - Counter([first]))
        for meld in rng.sample(near, min(40, len(near))):
            if not Counter(meld) - left:
                after.append(meld)
                left -= Counter(meld)
    rng.shuffle(after)
    position = Position(tuple(Meld(meld, rules) for meld in table), tuple(hand), rules)
    return position, tuple(Meld(meld, rules) for meld in after)


def _plays(
    rules: Rules, count: int, seed: int, *, melds: int, rack: int, jokers_likely: bool = True
) -> Iterator[Play]:
    rng = random.Random(seed)
    made = 0
    while made < count:
        play = make_play(rules, rng, melds=rng.randint(0, melds), rack=rack, jokers_likely=jokers_likely)
        if play is not None:
            made += 1
            yield play


@pytest.fixture(scope="session")
def random_plays() -> Callable[..., Iterator[Play]]:
    """`random_plays(rules, count, seed, melds=most, rack=size)`."""
    return _plays
