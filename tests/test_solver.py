"""The solver by hand and against exhaustive search: what people ask first, and the last tie-break."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from optimeld import Position, Rules, Solution, solve, solve_many
from optimeld.goals import ObjectiveError
from optimeld.legality import judge
from optimeld.reference import brute
from optimeld.reference.positions import STYLES, random_position
from optimeld.rules import JOKER_RULES


def best(text: str, joker_rule: str = "official", objective: str = "tiles", **options: bool) -> Solution:
    position = Position.parse(text, Rules().replace(joker_rule=joker_rule))
    return solve(position, objective, **options)  # type: ignore[arg-type]


def words(solution: Solution) -> set[str]:
    return {str(meld) for meld in solution.table}


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_a_joker_that_looks_redundant_does_not_hide_a_move(rule: str) -> None:
    found = best("R5 R6 R7 J | K1 K2 K3 // K4", rule)
    assert (found.tiles, found.value, found.kept) == (1, 4, 1)
    assert words(found) == {"R5 R6 R7 J", "K1 K2 K3 K4"}


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_a_meld_of_its_own_leaves_a_joker_group_alone(rule: str) -> None:
    found = best("R5 B5 K5 J // O10 O11 O12", rule)
    assert (found.tiles, found.kept, found.moved) == (3, 1, 0)


def test_equal_numbers_and_a_joker_open() -> None:
    found = best("// K10 B10 J", opening=True)
    assert (found.tiles, found.points, found.value) == (3, 30, 50)
    assert words(found) == {"K10 B10 J"}


def test_an_opening_below_the_threshold_is_no_play_and_leaves_the_table_alone() -> None:
    found = best("K1 K2 K3 // K4 R1 R2 R3", opening=True)
    assert (found.status, found.points, found.kept) == ("no-play", None, 1)
    assert words(found) == {"K1 K2 K3"}


def test_a_joker_in_an_opening_stands_where_it_is_worth_most() -> None:
    found = best("// R9 R10 J B2", opening=True)
    assert (found.points, words(found)) == (30, {"R9 R10 J"})


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_the_same_run_may_stand_twice(rule: str) -> None:
    found = best("K1 K2 K3 | K1 K2 K3 // K4 K4", rule)
    assert (found.tiles, found.moved) == (2, 0)
    assert sorted(map(str, found.table)) == ["K1 K2 K3 K4", "K1 K2 K3 K4"]


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_a_run_of_thirteen_is_kept_whole(rule: str) -> None:
    long_run = " ".join(f"B{value}" for value in range(1, 14))
    found = best(f"{long_run} // K1 K2 K3", rule)
    assert (found.tiles, found.kept) == (3, 1)
    assert long_run in words(found)


def test_two_jokers_about_one_tile_stand_for_what_every_reading_allows() -> None:
    # The jokers may be red 4 and red 6, or fives: as a run it goes on with R7, as a group with any five.
    assert best("J R5 J // R7").tiles == 1
    assert best("J R5 J // K5").tiles == 1
    assert best("J R5 J // K9").status == "no-play"


def test_two_jokers_in_one_meld_can_both_be_replaced() -> None:
    found = best("R5 J J R8 // R6 R7 K1 K2 B12", "locked")
    assert found.tiles == 4
    assert any("R5 R6 R7 R8" in meld for meld in words(found))


def test_a_locked_joker_leaves_only_for_a_tile_from_the_rack() -> None:
    # The joker is red 4. A red 4 of the table may not free it, one of the rack may.
    table = "R3 J R5 | K4 R4 B4 O4"
    assert best(f"{table} // K9 K10 R2", "locked").tiles == 1
    assert best("R3 J R5 // R4 K9 K10", "locked").tiles == 3


def test_a_retrieved_joker_needs_a_rack_tile_beside_it() -> None:
    # The table's own red 4 can free the joker under the free and the official rule. It then makes a meld of
    # black 9 and 10, which come from the rack; without them nothing can be played.
    table = "R3 J R5 | K4 R4 B4 O4"
    assert best(f"{table} // K9 K10", "official").tiles == 2
    assert best(f"{table} // K9 K10", "free").tiles == 2
    assert best(f"{table} // K9 K10", "locked").status == "no-play"


def test_an_empty_rack_and_an_empty_table_have_answers() -> None:
    assert best("K1 K2 K3 //").status == "no-play"
    assert best("// K1 K2 K3").tiles == 3
    assert best("//").status == "no-play"


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_the_whole_box_but_for_two_tiles_on_the_table(rule: str) -> None:
    runs = [" ".join(f"{colour}{v}" for v in range(1, 14)) for colour in "KRBO" for _ in range(2)]
    table = " | ".join([*runs[:-1], "O1 O2 O3 O4 O5 O6 J O8 O9 O10 O11 O12 O13"])
    found = best(f"{table} // O7 J", rule)
    assert found.tiles == 2
    assert judge(found.position, found.table).ok


def test_an_unknown_objective_is_an_error_that_quotes_it() -> None:
    with pytest.raises(ObjectiveError, match="no objective is called 'most'"):
        solve(Position.parse("// K1"), "most")  # type: ignore[arg-type]


def test_many_positions_are_answered_in_order_by_any_number_of_threads() -> None:
    rng = random.Random(5)
    given = [random_position(rng, Rules(), melds=8, rack=8, style=STYLES[i % len(STYLES)]) for i in range(60)]
    alone = [solve(position) for position in given]
    for threads in (1, 2, 3):
        together = solve_many(given, threads=threads)
        assert [(s.tiles, s.value, s.kept, s.moved, s.table) for s in together] == [
            (s.tiles, s.value, s.kept, s.moved, s.table) for s in alone
        ]


def test_the_same_position_gets_the_same_answer_from_a_cold_and_a_warm_solver() -> None:
    rng = random.Random(9)
    given = [random_position(rng, Rules(), melds=9, rack=9, style=STYLES[i % len(STYLES)]) for i in range(30)]
    first = [solve(position).table for position in given]
    assert first == [solve(position).table for position in reversed(given)][::-1]


def moved(before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> int:
    """Table tiles that leave their meld, by trying every way to say which meld became which."""
    shared = [[sum((Counter(old) & Counter(new)).values()) for new in after] for old in before]
    columns = range(len(after)) if len(after) >= len(before) else [*range(len(after)), *[-1] * len(before)]
    stay: int = max(
        sum(shared[row][column] for row, column in enumerate(chosen) if column >= 0)
        for chosen in permutations(columns, len(before))
    )
    return sum(map(len, before)) - stay


def value_of(play: tuple[int, ...], rules: Rules) -> int:
    return sum(tile % rules.values + 1 if tile < rules.kinds else rules.joker_penalty for tile in play)


@pytest.mark.parametrize("rule", JOKER_RULES)
def test_fewest_moved_is_so_where_the_answer_says_it_is_proved(rule: str) -> None:
    proved = 0
    for seed in range(120):
        rng = random.Random(seed)
        rules = Rules(values=6, colours=3, copies=2, jokers=1, joker_rule=rule)  # type: ignore[arg-type]
        style = STYLES[seed % len(STYLES)]
        position = random_position(rng, rules, melds=3, rack=3, style=style)
        found = solve(position)
        if found.status == "no-play":
            continue
        table = [tuple(meld) for meld in position.core_table]
        after = [tuple(rules.index_of(tile) for tile in meld.tiles) for meld in found.table]
        assert found.moved == moved(table, after)
        if not found.moved_proved:
            continue
        proved += 1
        fewest = min(
            moved(table, [reading.written for reading in layout])
            for play in brute.plays(position)
            if (len(play), value_of(play, rules)) == (found.tiles, found.value)
            for layout in brute.layouts(rules, tuple(tile for meld in table for tile in meld) + play)
            if brute.is_legal(rules, table, play, layout)
            and len(brute.kept_melds(table, layout)) == found.kept
        )
        assert found.moved == fewest, (seed, str(position))
    assert proved >= 20


def test_positions_solved_together_say_for_themselves_whether_they_are_openings() -> None:
    texts = ["K1 K2 K3 // K4", "// K1 K2 K3", "K1 K2 K3 // K10 B10 O10", "K1 K2 K3 // K4"]
    given = [Position.parse(text, opened=number % 2 == 0) for number, text in enumerate(texts)]
    found = solve_many(given)
    assert [one.tiles for one in found] == [solve(one).tiles for one in given] == [1, 0, 3, 0]
    assert [one.opening for one in found] == [False, True, False, True]
    assert [one.tiles for one in solve_many(given, opening=True)] == [0, 0, 3, 0]
