"""Random rules and positions, for properties."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from optimeld import JOKER, Meld, Position, Rules, Tile
from optimeld.rules import JOKER_RULES

# Numbers are drawn from a seed of ours rather than one by one from hypothesis: ten thousand positions a test.
SEEDS = st.integers(0, 2**48)


def random_rules(rng: random.Random) -> Rules:
    """Any rules in range: half the time the retail ones."""
    if rng.random() < 0.5:
        return Rules()
    values, colours = rng.randint(3, 20) if rng.random() < 0.9 else 100, rng.randint(2, 8)
    return Rules(
        values=values,
        colours=colours,
        copies=rng.randint(1, 4),
        jokers=rng.randint(0, 4),
        min_meld=rng.randint(2, min(6, max(values, colours))),
        opening_points=rng.choice([0, 30, 50]),
        joker_penalty=rng.choice([25, 30, 50, 100]),
        joker_rule=rng.choice(JOKER_RULES),
        opening_then_table=rng.random() < 0.2,
        river=rng.random() < 0.2,
        must_play=rng.random() < 0.2,
    )


def random_reading(rng: random.Random, rules: Rules) -> list[Tile]:
    """A run or a group of natural tiles."""
    run = rules.min_meld <= rules.values and (rules.min_meld > rules.colours or rng.random() < 0.6)
    if run:
        size = rng.randint(rules.min_meld, min(rules.values, rules.min_meld + 3))
        colour, first = rng.randrange(rules.colours), rng.randint(1, rules.values - size + 1)
        return [Tile(colour, value) for value in range(first, first + size)]
    size, value = rng.randint(rules.min_meld, rules.colours), rng.randint(1, rules.values)
    return [Tile(colour, value) for colour in sorted(rng.sample(range(rules.colours), size))]


def random_position(rng: random.Random, rules: Rules | None = None) -> Position:
    """A table of melds, some with jokers, and a rack, out of one box."""
    rules = random_rules(rng) if rules is None else rules
    left = {tile: rules.copies_of(tile) for tile in rules.tiles}
    table = []
    for _ in range(rng.randint(0, 8)):
        tiles = random_reading(rng, rules)
        for place in range(len(tiles)):
            if rng.random() < 0.1:
                tiles[place] = JOKER
        if any(tiles.count(tile) > left[tile] for tile in tiles):
            continue
        for tile in tiles:
            left[tile] -= 1
        table.append(Meld.of(tiles, rules))
    box = [tile for tile, count in left.items() for _ in range(count)]
    rack = rng.sample(box, min(len(box), rng.randint(0, 20)))
    return Position(tuple(table), tuple(rack), rules, rng.random() < 0.8)


RULES = SEEDS.map(lambda seed: random_rules(random.Random(seed)))
POSITIONS = SEEDS.map(lambda seed: random_position(random.Random(seed)))
