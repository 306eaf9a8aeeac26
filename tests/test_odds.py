"""Opening odds: exact against brute force, the solver and published estimates."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import pytest

from optimeld.cli import run
from optimeld.counting.odds import (
    OpeningOdds,
    OpeningSampler,
    SampleStopped,
    opening_odds,
    sample_opening_odds,
)
from optimeld.deadlines import deadline
from optimeld.rules import Rules
from volume import volume

Tiles = tuple[tuple[int, int], ...]  # sorted (value, colour)


def most_points(tiles: Tiles, rules: Rules, jokers: int) -> int:
    """The most that melds from these tiles and up to so many jokers are worth, by trying everything."""

    @cache
    def best(held: Tiles) -> int:
        if not held:
            return 0
        points = best(held[1:])  # the lowest tile stays in the hand
        (value, colour), rest = held[0], Counter(held[1:])
        for end in range(value + rules.min_meld, rules.values + 2):
            points = max(points, _laid(rest, [(v, colour) for v in range(value + 1, end)], value))
        others = [c for c in range(rules.colours) if c != colour]
        for size in range(rules.min_meld - 1, rules.colours):
            for chosen in combinations(others, size):
                points = max(points, _laid(rest, [(value, c) for c in chosen], value))
        return points

    def _laid(rest: Counter[tuple[int, int]], with_it: list[tuple[int, int]], value: int) -> int:
        needed = Counter(with_it)
        if needed - rest:
            return -1
        return value + sum(v for v, _ in with_it) + best(tuple(sorted((rest - needed).elements())))

    every = [(value, colour) for value in range(1, rules.values + 1) for colour in range(rules.colours)]
    points = best(tiles)
    if jokers:
        # A joker is any tile at all; one that ends up in no meld is one that was not played.
        points = max(
            points, *(most_points(tuple(sorted((*tiles, tile))), rules, jokers - 1) for tile in every)
        )
    return points


@pytest.mark.parametrize(
    ("values", "colours", "copies", "jokers", "points", "size"),
    [
        (6, 3, 1, 0, 15, volume(5, long=6)),
        (5, 3, 1, 1, 12, volume(4, long=5)),
        (4, 3, 1, 2, 9, 4),
        (4, 2, 2, 0, 9, 7),
        (5, 2, 1, 2, 12, 5),
    ],
)
def test_every_deal_of_a_small_box_is_judged_as_by_brute_force(
    values: int, colours: int, copies: int, jokers: int, points: int, size: int
) -> None:
    rules = Rules(values=values, colours=colours, copies=copies, jokers=jokers, opening_points=points)
    natural = [(v, c) for v in range(1, values + 1) for c in range(colours) for _ in range(copies)]
    exact = opening_odds(rules, size)
    worth = cache(lambda tiles, held: most_points(tiles, rules, held))
    for entry in exact:
        openings = 0
        for held in range(min(jokers, entry.size) + 1):
            deals = Counter(tuple(sorted(deal)) for deal in combinations(natural, entry.size - held))
            able = sum(number for deal, number in deals.items() if worth(deal, held) >= points)
            assert entry.by_jokers[held] == (able, sum(deals.values()))
            openings += able * comb(jokers, held)
        assert entry.opening_deals == openings
        assert entry.deals == comb(rules.tiles_in_box, entry.size)


@cache
def retail_odds(jokers: int) -> tuple[OpeningOdds, ...]:
    """Of hands of 1 to 30 tiles."""
    return opening_odds(Rules(jokers=jokers), 30)


def test_fourteen_tiles_open_as_often_as_twenty_million_deals_said() -> None:
    # 34.90 % and 49.75 % over 20 million deals each: a standard error of 0.011 %.
    assert retail_odds(0)[13].probability == pytest.approx(0.3490, abs=0.0004)
    assert retail_odds(2)[13].probability == pytest.approx(0.4975, abs=0.0004)


def test_more_tiles_never_make_an_opening_less_likely() -> None:
    for jokers in (0, 2):
        odds = [entry.exact for entry in retail_odds(jokers)]
        assert odds == sorted(odds)
        assert 0 <= odds[0] <= odds[-1] <= 1


@pytest.mark.parametrize("jokers", [0, 2])
def test_the_solver_finds_openings_as_often_as_the_exact_odds_say(jokers: int) -> None:
    rules = Rules(jokers=jokers)
    for size in (6, 14, 20):
        sample = sample_opening_odds(rules, size, 3000, seed=7)
        assert abs(sample.mean - retail_odds(jokers)[size - 1].probability) < 5 * sample.error


def test_an_estimate_ends_with_its_time_and_never_tells_of_the_easy_hands_alone() -> None:
    sampler = OpeningSampler(Rules.six_players(), 40)
    with deadline(0.0), pytest.raises(SampleStopped, match="no time to look at 500 hands"):
        sampler.more(500)
    assert sampler.more(10).deals == 10


def test_odds_command_gives_exact_and_sampled_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "opening", "--max-size", "4", "--deals", "50", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["opening_points"] == 30
    assert [entry["size"] for entry in data["hands"]] == [1, 2, 3, 4]
    assert data["hands"][3]["sampled"]["deals"] == 50
    assert data["hands"][2]["probability"] == pytest.approx(0.00352478)


def test_odds_of_hands_larger_than_the_box_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "opening", "--max-size", "107"]) == 2
    assert "from 1 to 106" in capsys.readouterr().err
