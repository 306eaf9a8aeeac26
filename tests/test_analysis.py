"""Every play, alternatives, outs and rebuilding, against exhaustive search and the solver itself."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from optimeld import Position, Rules, alternatives, outs, plays, rebuild, solve
from optimeld.analysis import BudgetError, play_of, unseen
from optimeld.legality import judge
from optimeld.notation import parse_tiles
from optimeld.reference import brute
from optimeld.reference.positions import STYLES, random_position
from optimeld.rules import JOKER_RULES


def tiny(seed: int) -> tuple[Position, bool]:
    rng = random.Random(seed)
    rules = Rules(
        values=rng.randint(3, 6),
        colours=rng.randint(2, 3),
        copies=rng.randint(1, 2),
        jokers=rng.randint(0, 2),
        min_meld=rng.choice([2, 3, 3]),
        opening_points=rng.randint(0, 12),
        joker_rule=rng.choice(JOKER_RULES),
    )
    style = rng.choice(STYLES)
    position = random_position(rng, rules, melds=rng.randint(0, 3), rack=rng.randint(1, 4), style=style)
    return position, rng.random() < 0.2


@pytest.mark.parametrize("block", range(8))
def test_the_plays_are_those_of_exhaustive_search_each_once_and_best_first(block: int) -> None:
    for seed in range(1000 * block, 1000 * block + 60):
        position, opening = tiny(seed)
        found = list(plays(position, opening=opening))
        index = position.rules.index_of
        as_search_says = {tuple(sorted(map(index, play.played))) for play in found}
        by_search = brute.plays(position.with_opened(not opening))
        assert as_search_says == by_search, (seed, str(position), position.rules)
        assert len(as_search_says) == len(found)
        ranks = [(play.tiles, play.value) for play in found]
        assert ranks == sorted(ranks, reverse=True)


def test_every_play_can_be_laid_out_and_is_legal() -> None:
    rng = random.Random(7)
    for rule in JOKER_RULES:
        rules = Rules(joker_rule=rule)
        for style in STYLES:
            position = random_position(rng, rules, melds=8, rack=10, style=style)
            for play in islice(plays(position), 20):
                found = play_of(position, play.played)
                assert found is not None
                assert Counter(found.played) == Counter(play.played)
                assert judge(position, found.table).ok


def test_the_first_alternative_is_the_best_play_by_either_objective() -> None:
    rng = random.Random(3)
    for number in range(60):
        rules = Rules(joker_rule=JOKER_RULES[number % 3])
        position = random_position(rng, rules, melds=10, rack=9, style=STYLES[number % len(STYLES)])
        for objective in ("tiles", "value"):
            best = solve(position, objective)
            found = alternatives(position, 3, objective)
            if best.status == "no-play":
                assert found == []
            else:
                first = found[0]
                assert (first.tiles, first.value) == (best.tiles, best.value)
                assert first.kept <= best.kept


def test_a_search_cut_short_says_so() -> None:
    position = Position.parse("// K1 K2 K3 K4 K5 K6 R1 R2 R3 R4 B1 B2 B3")
    with pytest.raises(BudgetError, match="stopped after opening 5 branches"):
        list(plays(position, budget=5))


def test_outs_count_every_unseen_tile_and_solve_for_each() -> None:
    position = Position.parse("K1 K2 K3 | R5 B5 O5 // R6 R7 K5")
    found = outs(position)
    assert sum(out.unseen for out in found) == position.rules.tiles_in_box - 9
    assert {out.tile for out in found} == set(unseen(position))
    for out in found:
        drawn = Position(position.table, (*position.rack, out.tile), position.rules)
        best = solve(drawn)
        assert (best.tiles, best.value, best.kept) == (out.best.tiles, out.best.value, out.best.kept)


def test_a_table_knocked_over_is_rebuilt_whatever_the_order_of_its_tiles() -> None:
    rng = random.Random(11)
    for style in STYLES:
        for _ in range(10):
            position = random_position(rng, Rules(), melds=20, rack=0, style=style)
            tiles = [tile for meld in position.table for tile in meld.tiles]
            rng.shuffle(tiles)
            melds = rebuild(tiles)
            assert melds is not None
            assert Counter(tile for meld in melds for tile in meld.tiles) == Counter(tiles)
    assert rebuild(parse_tiles("K1 K2 K3 K5", Rules())) is None


def test_the_plays_found_before_the_budget_ended_are_not_lost() -> None:
    position = Position.parse("K1 K2 K3 | K4 K5 K6 | R1 R2 R3 // K7 K8 R4 R5 B7 O7 B8 O8 K9")
    with pytest.raises(BudgetError) as stopped:
        alternatives(position, 1000, budget=40)
    found = stopped.value.found
    assert found
    assert [one.played for one in found] == [one.played for one in alternatives(position, len(found))]
