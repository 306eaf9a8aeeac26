"""Puzzles: one answer each, proved; the same one for everyone on a day; levels that mean something."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import combinations, islice

import pytest

from optimeld.analysis import rebuild
from optimeld.arena.last_turns import PASS, LastTurns
from optimeld.arena.puzzles import KINDS, LEVELS, Puzzle, effort, of_the_day, parse, puzzles, stored
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.layout import count_layouts
from optimeld.position import Position
from optimeld.rules import RETAIL
from optimeld.solver import solve
from optimeld.tiles import Tile

MONDAY = date(2026, 11, 16)
YEAR = [of_the_day(MONDAY + timedelta(days=day)) for day in range(364)]


def is_proved(puzzle: Puzzle) -> bool:
    """Whether the puzzle's answer is its only one, found out anew."""
    if puzzle.kind == "wait":
        return LastTurns(puzzle.position, puzzle.other).winning() == [puzzle.answer]
    return not solve(puzzle.position).remaining and count_layouts(puzzle.position.all_tiles()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_of_the_book_has_one_answer(kind: str) -> None:
    book = [puzzle for puzzle in (*YEAR, *stored()) if puzzle.kind == kind]
    assert len(book) > 60
    # The layouts of a table are counted slowly: every fourth puzzle of those kinds.
    for puzzle in book if kind == "wait" else book[::4]:
        assert is_proved(puzzle), puzzle.to_text()


@pytest.mark.parametrize("kind", KINDS)
def test_new_puzzles_have_one_answer_and_read_back_from_their_line(kind: str) -> None:
    for puzzle in islice(puzzles(kind, seed=20), 2):  # type: ignore[arg-type]
        assert is_proved(puzzle)
        assert parse(puzzle.to_text()) == puzzle


def test_a_seed_and_a_level_name_the_same_puzzle_again() -> None:
    first, again = (next(puzzles("lay", 5, level=2)) for _ in range(2))
    assert first == again
    assert first.level == 2


def test_a_day_has_its_puzzle_and_the_week_grows_harder() -> None:
    assert [puzzle.level for puzzle in YEAR[:7]] == [1, 1, 2, 2, 3, 4, 5]
    assert of_the_day(MONDAY) == of_the_day(MONDAY + timedelta(days=364))
    assert {puzzle.kind for puzzle in YEAR[:5]} == set(KINDS)
    assert of_the_day(date(2025, 12, 31)).kind in KINDS


def test_the_book_has_every_kind_at_every_level_for_practice() -> None:
    assert {(puzzle.kind, puzzle.level) for puzzle in stored()} == {
        (kind, level) for kind in KINDS for level in LEVELS
    }


def test_more_melds_to_take_apart_and_more_melds_to_choose_from_are_more_effort() -> None:
    assert effort(8, 1) < effort(8, 2) < effort(8, 3)
    assert effort(8, 2) < effort(12, 2)


def naive_winner(
    table: tuple[Tile, ...], mine: tuple[Tile, ...], theirs: tuple[Tile, ...]
) -> set[tuple[Tile, ...]]:
    """The winning turns by trying every set of tiles, and laying out the table anew each time."""

    @cache
    def layable(tiles: tuple[Tile, ...]) -> bool:
        return rebuild(tiles) is not None

    def turns(lying: tuple[Tile, ...], rack: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
        every = {tuple(sorted(some)) for size in range(1, len(rack) + 1) for some in combinations(rack, size)}
        yield from (laid for laid in every if layable(tuple(sorted((*lying, *laid)))))

    def wins(
        lying: tuple[Tile, ...], rack: tuple[Tile, ...], other: tuple[Tile, ...], passed: bool
    ) -> set[tuple[Tile, ...]]:
        good = set()
        for laid in turns(lying, rack):
            left = tuple(sorted((Counter(rack) - Counter(laid)).elements()))
            if not left or not wins(tuple(sorted((*lying, *laid))), other, left, False):
                good.add(laid)
        worth = [(sum(tile.value for tile in each), len(each)) for each in (rack, other)]
        if worth[0] < worth[1] if passed else not wins(lying, other, rack, True):
            good.add(PASS)
        return good

    return wins(table, mine, theirs, False)


def test_the_last_turns_agree_with_trying_everything() -> None:
    waiting = [puzzle for puzzle in (*YEAR, *stored()) if puzzle.kind == "wait" and puzzle.level >= 2]
    for puzzle in [each for each in waiting if len(each.position.rack) + len(each.other) <= 8][:12]:
        lying = tuple(sorted(tile for meld in puzzle.position.table for tile in meld.tiles))
        found = naive_winner(lying, tuple(sorted(puzzle.position.rack)), tuple(sorted(puzzle.other)))
        assert found == {puzzle.answer}


def test_equal_racks_after_two_passes_are_won_by_who_passed_first() -> None:
    position = Position.parse("K1 K2 K3 // R9 R10", RETAIL)
    assert LastTurns(position, Position.parse("// O9 O10").rack).winning() == [PASS]
    assert LastTurns(position, Position.parse("// O9 O9").rack).winning() == []


def test_the_last_turns_refuse_jokers() -> None:
    with pytest.raises(OptimeldError, match="without jokers"):
        LastTurns(Position.parse("K1 K2 K3 // J"), ())


@pytest.mark.parametrize("line", ["", "lay K1 K2 K3 // K4", "guess 1 K1 K2 K3 // K4", "lay 1 K1 K2 // K3"])
def test_a_line_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(OptimeldError):
        parse(line)


def test_the_command_gives_the_puzzle_of_a_day_with_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", "--day", "2026-11-16", "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert given["line"] == of_the_day(MONDAY).to_text()
    assert run(["puzzle", "--day", "2026-11-16", "--answers"]) == 0
    assert "level 1 of 5" in capsys.readouterr().out


def test_the_command_makes_new_puzzles_and_quotes_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", "--kind", "lay", "--level", "1", "--count", "2", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["level"] for line in lines] == [1, 1]
    for words in (
        ["--kind", "guess"],
        ["--level", "9"],
        ["--day", "soon"],
        ["--day", "2026-11-16", "--level", "1"],
    ):
        assert run(["puzzle", *words]) == 2
        assert words[1] in capsys.readouterr().err or "--day" in words
