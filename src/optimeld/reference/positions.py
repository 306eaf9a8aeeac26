"""Random positions to check methods on: plain, dense, and made to hurt. A seed always gives the same one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.reference.answer import Tiles
from optimeld.rules import Rules

STYLES = ("plain", "twice", "jokers", "near", "long", "loose")


class _Box:
    """The tiles not yet given out."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = Counter(dict.fromkeys(range(rules.kinds), rules.copies))
        self.left[rules.kinds] = rules.jokers

    def take(self, tiles: Tiles) -> bool:
        """Take all of these, or none when one is missing."""
        needed = Counter(tiles)
        if any(self.left[tile] < count for tile, count in needed.items()):
            return False
        self.left.subtract(needed)
        return True

    def deal(self, rng: random.Random, count: int) -> list[int]:
        pool = sorted(self.left.elements())
        drawn = rng.sample(pool, min(count, len(pool)))
        self.left.subtract(drawn)
        return drawn


def random_meld(rng: random.Random, rules: Rules, jokers: int, long_runs: float = 0.2) -> Tiles:
    """A random meld as written, with this many jokers where it is long enough."""
    kinds: list[Callable[[], list[int]]] = []

    def run() -> list[int]:
        longest = rules.values if rng.random() < long_runs else min(rules.min_meld + 2, rules.values)
        size = rng.randint(rules.min_meld, longest)
        first = rng.randint(1, rules.values - size + 1)
        colour = rng.randrange(rules.colours)
        return [colour * rules.values + first + place - 1 for place in range(size)]

    def group() -> list[int]:
        size = rng.randint(rules.min_meld, rules.colours)
        value = rng.randint(1, rules.values)
        return [c * rules.values + value - 1 for c in sorted(rng.sample(range(rules.colours), size))]

    if rules.values >= rules.min_meld:
        kinds.append(run)
    if rules.colours >= rules.min_meld:
        kinds.append(group)
    tiles = rng.choice(kinds)()
    for place in rng.sample(range(len(tiles)), min(jokers, len(tiles))):
        tiles[place] = rules.kinds
    return tuple(tiles)


def loose_meld(rng: random.Random, rules: Rules) -> Tiles:
    """A meld one longer than it must be, with a joker at its end; empty where the rules have none so long."""
    size = rules.min_meld + 1
    colour, joker = rng.randrange(rules.colours), rules.kinds
    if rng.random() < 0.5 and rules.colours >= size:
        value = rng.randint(1, rules.values)
        colours = sorted(rng.sample(range(rules.colours), size - 1))
        return (*(c * rules.values + value - 1 for c in colours), joker)
    if rules.values < size:
        return ()
    first = rng.randint(1, rules.values - size + 1)
    run = [colour * rules.values + first + place - 1 for place in range(size)]
    run[rng.choice([0, -1])] = joker
    return tuple(run)


def random_position(
    rng: random.Random, rules: Rules, *, melds: int, rack: int, style: str = "plain"
) -> Position:
    """A random position with at most this many melds and rack tiles.

    `plain` scatters jokers; `twice` repeats melds; `jokers` puts several jokers in one meld; `near` fills the
    rack with tiles that fit the table; `long` prefers long runs; `loose` has jokers that can leave their
    melds and other melds just long enough, so that what a retrieved joker may do decides.
    """
    box = _Box(rules)
    table: list[Tiles] = []
    if style == "loose":
        for _ in range(rng.randint(1, max(1, rules.jokers))):
            meld = loose_meld(rng, rules)
            if meld and box.take(meld):
                table.append(meld)
    for _ in range(3 * melds):
        if len(table) >= melds:
            break
        jokers = 0
        if box.left[rules.kinds] and rng.random() < (0.6 if style == "jokers" else 0.25):
            jokers = rng.randint(1, box.left[rules.kinds]) if style == "jokers" else 1
        meld = random_meld(rng, rules, jokers, 0.7 if style == "long" else 0.15)
        if style == "loose":
            meld = tuple(random_meld(rng, rules, 0, 0)[: rules.min_meld])
        if style == "twice" and table and rng.random() < 0.5:
            meld = rng.choice(table)
        if box.take(meld):
            table.append(meld)
    dealt: list[int] = []
    if style in ("near", "loose"):
        wanted = {t + d for meld in table for t in meld if t < rules.kinds for d in (-1, 0, 1)}
        fits = sorted(t for t in wanted if 0 <= t <= rules.kinds and box.left[t])
        for tile in rng.sample(fits, min(len(fits), rack * 2 // 3)):
            if box.take((tile,)):
                dealt.append(tile)
    if box.left[rules.kinds] and rng.random() < 0.3 and len(dealt) < rack and box.take((rules.kinds,)):
        dealt.append(rules.kinds)
    dealt += box.deal(rng, rack - len(dealt))
    rng.shuffle(dealt)
    return position_of(rules, table, dealt)


def position_of(rules: Rules, table: list[Tiles], rack: list[int]) -> Position:
    """The position of melds and tiles in the core's numbers."""
    melds = tuple(Meld.of([rules.tile_at(t) for t in meld], rules) for meld in table)
    return Position(melds, tuple(rules.tile_at(t) for t in rack), rules)
