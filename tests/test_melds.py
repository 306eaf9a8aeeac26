from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeld import JOKER, Meld, Rules, Tile
from optimeld.errors import MeldError, RulesError
from optimeld.melds import is_meld
from optimeld.universe import Universe
from strategies import SEEDS, random_reading, random_rules


def natural_melds(rules: Rules, longest_run: Any) -> Any:
    """Every meld without jokers, straight from the definition: as a list of tiles in written order."""
    for colour in range(rules.colours):
        for first in range(1, rules.values + 1):
            for last in range(first, rules.values + 1):
                if rules.min_meld <= last - first + 1 <= longest_run:
                    yield "run", tuple(Tile(colour, value) for value in range(first, last + 1))
    for value in range(1, rules.values + 1):
        for size in range(rules.min_meld, rules.colours + 1):
            for colours in itertools.combinations(range(rules.colours), size):
                yield "group", tuple(Tile(colour, value) for colour in colours)


def is_meld_by_trying(tiles: Any, rules: Rules) -> Any:
    """Whether a multiset is a meld: puts every tile in place of each joker and looks whether one works."""
    jokers = sum(tile.is_joker for tile in tiles)
    naturals = [tile for tile in tiles if not tile.is_joker]
    for extra in itertools.combinations_with_replacement(rules.tiles[:-1], jokers):
        whole = sorted([*naturals, *extra])
        one_colour = len({tile.colour for tile in whole}) == 1
        one_value = len({tile.value for tile in whole}) == 1
        in_a_row = [tile.value for tile in whole] == list(range(whole[0].value, whole[0].value + len(whole)))
        if (one_colour and in_a_row) or (one_value and len({tile.colour for tile in whole}) == len(whole)):
            return True
    return False


@st.composite
def small_rules(
    draw: Any, values: Any = (3, 7), colours: Any = (2, 5), jokers: Any = (0, 4), min_meld: Any = (2, 6)
) -> Any:
    values, colours = draw(st.integers(*values)), draw(st.integers(*colours))
    return Rules(
        values=values,
        colours=colours,
        copies=draw(st.integers(1, 4)),
        jokers=draw(st.integers(*jokers)),
        min_meld=min(draw(st.integers(*min_meld)), max(values, colours)),
    )


@settings(max_examples=150, deadline=None)
@given(small_rules(), st.integers(1, 7))
def test_the_universe_is_what_replacing_tiles_by_jokers_gives(rules: Rules, longest: Any) -> None:
    longest = min(longest, rules.values)
    distinct, placed = set(), []
    for kind, tiles in natural_melds(rules, longest):
        for jokers in range(min(rules.jokers, len(tiles)) + 1):
            for places in itertools.combinations(range(len(tiles)), jokers):
                laid = [JOKER if place in places else tile for place, tile in enumerate(tiles)]
                placed.append((kind, tuple(laid), tiles))
                distinct.add(tuple(sorted(laid)))
    universe = Universe(rules, longest)
    assert {tuple(sorted(meld.tiles)) for meld in universe.distinct} == distinct
    assert len(universe.distinct) == len(distinct) == sum(sum(row.distinct) for row in universe.rows)
    assert Counter((meld.kind, meld.tiles, meld.reading) for meld in universe.placed) == Counter(placed)
    assert len(universe.placed) == sum(sum(row.placed) for row in universe.rows)


@settings(max_examples=40, deadline=None)
@given(small_rules(values=(3, 4), colours=(2, 3), jokers=(0, 3), min_meld=(2, 3)))
def test_the_universe_is_what_trying_every_handful_of_tiles_gives(rules: Rules) -> None:
    longest = max(rules.values, rules.colours)
    kinds = rules.tiles[:-1]
    found = set()
    for size in range(rules.min_meld, longest + 1):
        for jokers in range(min(rules.jokers, size) + 1):
            for naturals in itertools.combinations_with_replacement(kinds, size - jokers):
                tiles = (*naturals, *[JOKER] * jokers)
                if is_meld_by_trying(tiles, rules):
                    found.add(tiles)
    assert {tuple(sorted(meld.tiles)) for meld in Universe(rules, rules.values).distinct} == found


def test_the_retail_universe_is_the_published_table_but_for_its_slip() -> None:
    published = {
        ("run", 3): (44, 92, 52),
        ("run", 4): (40, 124, 132),
        ("run", 5): (36, 148, 232),  # printed as 233, but it is 4 times 58
        ("group", 3): (52, 78, 0),  # one tile and two jokers are counted as a run
        ("group", 4): (13, 52, 78),
    }
    universe = Universe()
    assert {(row.kind, row.size): row.distinct for row in universe.rows} == published
    assert len(universe.distinct) == 1173
    assert len(universe.placed) == 1831
    assert sum(JOKER in meld.tiles for meld in universe.placed) == 1646


def test_a_universe_too_large_to_list_is_refused_and_so_is_a_run_that_no_colour_holds() -> None:
    with pytest.raises(RulesError, match="too many to list"):
        Universe(Rules(values=100, jokers=4), 100)
    with pytest.raises(RulesError, match="the longest run is 14, but it must be from 1 to 13"):
        Universe(Rules(), 14)


def expected_readings(tiles: Any, rules: Rules) -> Any:
    """The written orders of every run and group that the tiles can be, from the definition."""
    jokers = sum(tile.is_joker for tile in tiles)
    readings = []
    for kind, whole in natural_melds(rules, rules.values):
        if len(whole) == len(tiles):
            for places in itertools.combinations(range(len(whole)), jokers):
                laid = [JOKER if place in places else tile for place, tile in enumerate(whole)]
                if sorted(laid) == sorted(tiles):
                    readings.append((kind, tuple(laid) if kind == "run" else tuple(sorted(laid))))
    return set(readings)


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_tiles_in_any_order_become_the_meld_they_can_be(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules(values=rng.randint(3, 6), colours=rng.randint(2, 5), jokers=4, min_meld=rng.randint(2, 3))
    tiles = [JOKER if rng.random() < 0.25 else tile for tile in random_reading(rng, rules)]
    if rng.random() < 0.3:
        tiles[rng.randrange(len(tiles))] = rng.choice(rules.tiles)
    rng.shuffle(tiles)
    readings = expected_readings(tiles, rules)
    if not readings:
        with pytest.raises(MeldError):
            Meld.of(tiles, rules)
    elif len(readings) == 1:
        ((_, written),) = readings
        assert Meld.of(tiles, rules).tiles == written
    elif is_meld(tiles, rules):
        meld = Meld.of(tiles, rules)
        # The order may change only where that changes nothing about what the jokers stand for.
        assert meld.tiles == tuple(tiles) or identities(meld) == identities(Meld(tuple(tiles), rules))
    else:
        with pytest.raises(MeldError, match="more than one place"):
            Meld.of(tiles, rules)


def identities(meld: Meld) -> Any:
    return Counter(zip(meld.tiles, meld.identities, strict=True))


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_identities_and_worth_are_those_of_every_reading_of_the_written_order(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules(values=rng.randint(3, 6), colours=rng.randint(2, 5), jokers=4, min_meld=rng.randint(2, 3))
    laid = [JOKER if rng.random() < 0.4 else tile for tile in random_reading(rng, rules)]
    readings = []
    for kind, whole in natural_melds(rules, rules.values):
        if len(whole) != len(laid):
            continue
        # A group may be written in any order, a run only low to high.
        for order in itertools.permutations(whole) if kind == "group" else [whole]:
            if all(tile in (JOKER, other) for tile, other in zip(laid, order, strict=True)):
                readings.append(order)
    meld = Meld(tuple(laid), rules)
    assert meld.worth == max(sum(tile.value for tile in reading) for reading in readings)
    assert [set(choices) for choices in meld.identities] == [
        set(column) for column in zip(*readings, strict=True)
    ]


@given(SEEDS)
def test_every_meld_is_worth_at_least_its_natural_tiles_and_knows_its_kind(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    meld = Meld.of(random_reading(rng, rules), rules)
    assert meld.worth == sum(tile.value for tile in meld.tiles)
    assert meld.kind == ("run" if len({tile.colour for tile in meld.tiles}) == 1 else "group")
    assert meld.jokers == 0
    assert Meld.parse(str(meld), rules) == meld


def test_two_jokers_and_one_tile_are_a_run_or_a_group_as_the_order_allows() -> None:
    assert Meld.parse("R5 J J").kinds == ("run", "group")
    assert Meld.parse("R5 J J").worth == 18
    assert Meld.parse("R13 J J").kinds == ("group",)
    assert Meld.parse("J J R13").kinds == ("run", "group")
    assert Meld.parse("J J R13").worth == 39
    assert [str(tile) for tile in Meld.parse("J R5 J").identities[0]] == ["K5", "R4", "B5", "O5"]
