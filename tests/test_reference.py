"""The reference methods, integer programming and exhaustive search, against each other and by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from optimeld import Position, Rules
from optimeld.goals import OBJECTIVES, Goal
from optimeld.reference import brute, ilp
from optimeld.reference.positions import STYLES, random_position
from optimeld.rules import JOKER_RULES
from volume import volume


def tiny_case(seed: int) -> tuple[Position, Goal]:
    rng = random.Random(seed)
    min_meld = rng.choice([2, 3, 3, 3])
    rules = Rules(
        values=rng.randint(3, 6),
        colours=rng.randint(2, 4 if min_meld == 3 else 3),
        copies=rng.randint(1, 2),
        jokers=rng.randint(0, 2),
        min_meld=min_meld,
        opening_points=rng.randint(0, 15),
        joker_rule=rng.choice(JOKER_RULES),
    )
    style = rng.choice(STYLES)
    position = random_position(rng, rules, melds=rng.randint(0, 3), rack=rng.randint(1, 4), style=style)
    objective, opening = rng.choice(OBJECTIVES), rng.random() < 0.15
    return position.with_opened(not opening), Goal(objective, rng.choice([0, 1, 30]))


@pytest.mark.parametrize("block", range(volume(3, long=10)))
def test_integer_programming_and_exhaustive_search_agree_on_tiny_positions(block: int) -> None:
    for seed in range(100 * block, 100 * block + 40):
        position, goal = tiny_case(seed)
        by_program = ilp.solve(position, goal)
        by_search = brute.solve(position, goal)
        assert by_program.figures == by_search.figures, (seed, str(position), position.rules, goal)


def figures(
    text: str, joker_rule: str = "official", objective: str = "tiles", **rules: int
) -> tuple[int, ...]:
    position = Position.parse(text, Rules().replace(joker_rule=joker_rule, **rules))
    return ilp.solve(position, Goal(objective)).figures  # type: ignore[arg-type]


def test_a_redundant_joker_does_not_lose_the_move() -> None:
    for rule in JOKER_RULES:
        assert figures("R5 R6 R7 J | K1 K2 K3 // K4", rule) == (1, 4, 1)


def test_the_same_run_may_stand_twice() -> None:
    assert figures("K1 K2 K3 | K1 K2 K3 // K4 K4") == (2, 8, 0)
    assert figures("K1 K2 K3 | K1 K2 K3 // R4 R5 R6") == (3, 15, 2)


def test_a_run_of_thirteen_is_kept_whole() -> None:
    run = " ".join(f"K{value}" for value in range(1, 14))
    assert figures(f"{run} // R1 R2 R3") == (3, 6, 1)


def test_a_retrieved_joker_needs_a_rack_tile_in_its_meld() -> None:
    # K4 takes the joker's place in a full group, and the joker can only go where no rack tile is.
    table = "R4 B4 O4 J | R11 R12 R13 // K4"
    assert figures(table, "free") == (1, 4, 0)
    assert figures(table, "locked") == (1, 4, 0)
    assert figures(table, "official") == (0, 0, 2)
    assert figures(table + " R10", "official") == (2, 14, 0)


def test_a_locked_joker_comes_free_only_for_a_rack_tile_of_its_identity() -> None:
    assert figures("R3 J R5 | K7 K8 K9 // R4 B1 B2", "locked") == (3, 7, 1)
    assert figures("R3 J R5 | R4 K4 B4 O4 // B1 B2", "free") == (2, 3, 0)
    assert figures("R3 J R5 | R4 K4 B4 O4 // B1 B2", "locked") == (0, 0, 2)


def test_one_rack_tile_frees_one_joker() -> None:
    assert figures("R5 J J // R6 B1 B2 K12 K13", "locked") == (3, 31, 0)
    assert figures("R5 J J // R6 R7 B1 B2 K12 K13", "locked") == (6, 41, 0)


def test_an_opening_counts_jokers_as_what_they_stand_for() -> None:
    answer = ilp.solve(Position.parse("K1 K2 K3 // K10 B10 J", opened=False))
    assert (answer.tiles, answer.points, answer.kept) == (3, 30, 1)
    answer = ilp.solve(Position.parse("K1 K2 K3 // K9 B9 J K4", opened=False))
    assert (answer.status, answer.points, answer.kept) == ("no-play", None, 1)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_an_answer_conserves_tiles(objective: str) -> None:
    rng = random.Random(7)
    for _ in range(20):
        rules = Rules(joker_rule=rng.choice(JOKER_RULES))
        position = random_position(rng, rules, melds=6, rack=8, style="near")
        answer = ilp.solve(position, Goal(objective))  # type: ignore[arg-type]
        before = Counter(t for meld in position.core_table for t in meld)
        after = Counter(t for meld in answer.table for t in meld)
        assert after - before == Counter(answer.played)
        assert not before - after
        assert sorted(answer.played + answer.remaining) == sorted(position.core_rack)
        assert len(answer.melds()) == len(answer.table)


def test_big_weights_are_solved_in_stages_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [tiny_case(seed) for seed in range(5000, 5030)]
    together = [ilp.solve(p, g).figures for p, g in cases]
    monkeypatch.setattr("optimeld.reference.program._WEIGHT_LIMIT", 0)
    assert [ilp.solve(p, g).figures for p, g in cases] == together


def test_the_first_model_alone_finds_the_same_tiles_and_value() -> None:
    for seed in range(6000, 6030):
        position, goal = tiny_case(seed)
        with_kept = ilp.solve(position, goal)
        without = ilp.solve(position, goal, keep=False)
        assert without.figures[:2] == with_kept.figures[:2]


def test_exhaustive_search_lists_every_distinct_play() -> None:
    rules = Rules(values=5, colours=2, jokers=1)
    position = Position.parse("K1 K2 K3 // K4 K5 J", rules)
    found = {" ".join(str(rules.tile_at(t)) for t in play) for play in brute.plays(position)}
    assert found == {"K4", "J", "K4 K5", "K4 J", "K5 J", "K4 K5 J"}
