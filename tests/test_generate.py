"""Generated positions and puzzles, layouts counted, and statistics."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeld.analysis import plays
from optimeld.arena.generate import Range, Wanted, obvious_tiles, positions, puzzles
from optimeld.arena.stats import Study, study
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.layout import count_layouts
from optimeld.melds import is_meld
from optimeld.notation import parse_tiles
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import solve
from optimeld.tiles import Tile


def layouts_by_brute_force(tiles: list[Tile], rules: Rules) -> int:
    """Every way to split the tiles into melds, jokers apart, told apart by which tiles are in groups."""
    found: set[tuple[tuple[Tile, int], ...]] = set()

    def split(left: Counter[Tile], grouped: Counter[Tile]) -> None:
        first = min((tile for tile, count in left.items() if count), default=None)
        if first is None:
            found.add(tuple(sorted((tile, count) for tile, count in grouped.items() if count)))
            return
        others = [tile for tile in left if left[tile] and tile != first]
        for size in range(rules.min_meld, rules.values + 1):
            run_tiles = [Tile(first.colour, first.value + i) for i in range(size)]
            if all(left[tile] for tile in run_tiles) and is_meld(run_tiles, rules):
                split(left - Counter(run_tiles), grouped)
        same = [tile for tile in others if tile.value == first.value]
        for bits in range(1 << len(same)):
            group = [first, *(tile for i, tile in enumerate(same) if bits >> i & 1)]
            if is_meld(group, rules):
                split(left - Counter(group), grouped + Counter(group))

    split(Counter(tiles), Counter())
    return len(found)


TINY = Rules(values=5, colours=3, jokers=0)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(TINY.tiles[:-1]), max_size=14))
def test_layouts_are_counted_as_trying_them_all_does(tiles: list[Tile]) -> None:
    if any(count > 2 for count in Counter(tiles).values()):
        tiles = list((Counter(tiles) & Counter([*TINY.tiles[:-1]] * 2)).elements())
    assert count_layouts(tiles, TINY) == layouts_by_brute_force(tiles, TINY)


@pytest.mark.parametrize(
    ("tiles", "layouts"),
    [("", 1), ("K1 K2", 0), ("K1 K2 J", 1), ("K1 R1 J", 1), ("J J J", 3 * 3 + 5), ("K1 K2 K3 K4 K5", 1)],
)
def test_a_joker_may_stand_for_any_tile_of_a_layout(tiles: str, layouts: int) -> None:
    rules = TINY.replace(jokers=3, colours=3)
    assert count_layouts(parse_tiles(tiles, rules), rules) == layouts


def test_positions_are_what_was_asked_for() -> None:
    wanted = Wanted(
        "middle", Range(6, 14), Range(5, 12), Range(1, None), Range(2, 5), Range(1, 1), Range(1, 3)
    )
    for found in islice(positions(seed=5, wanted=wanted, agents=("greedy",) * 3), 5):
        position = found.position
        assert found.stage == "middle"
        assert 6 <= len(position.table) <= 14
        assert 5 <= len(position.rack) <= 12
        assert any(tile.is_joker for tile in position.all_tiles())
        best = solve(position)
        assert 2 <= best.tiles <= 5
        assert sum(play.tiles == best.tiles for play in plays(position)) == 1
        assert 1 <= best.melds_before - best.kept <= 3


def test_the_same_seed_gives_the_same_positions_and_another_seed_others() -> None:
    def first(seed: int) -> list[str]:
        return [str(found.position) for found in islice(positions(seed=seed), 5)]

    assert first(1) == first(1)
    assert first(1) != first(2)


def test_every_stage_is_found() -> None:
    for stage in ("opening", "early", "middle", "late"):
        assert next(positions(seed=1, wanted=Wanted(stage=stage))).stage == stage
    simple = positions(seed=1, wanted=Wanted(stage="end"), agents=("simple", "simple"))
    assert next(simple).stage == "end"


def test_a_puzzle_has_one_solution_that_lays_everything_and_is_not_obvious() -> None:
    for puzzle in islice(puzzles(tiles=4, seed=2), 8):
        position = puzzle.position
        assert len(position.rack) == 4
        assert solve(position).tiles == 4
        assert count_layouts(position.all_tiles(), position.rules) == 1
        assert puzzle.obvious < 4
        assert puzzle.difficulty >= 2


def test_puzzles_can_be_asked_for_by_difficulty() -> None:
    hard = next(puzzles(tiles=5, seed=1, difficulty=Range(18, None)))
    easy = next(puzzles(tiles=3, seed=1, difficulty=Range(None, 7)))
    assert hard.difficulty >= 18
    assert easy.difficulty <= 7


def test_what_a_beginner_sees_is_counted() -> None:
    assert obvious_tiles(Position.parse("K1 K2 K3 // R9 B9 O9 K4")) == 4
    assert obvious_tiles(Position.parse("R4 R5 R6 R7 // K7 B7")) == 0


@pytest.mark.parametrize("text", ["", "..", "a", "3..1", "1..b", "-"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(OptimeldError):
        Range.parse(text)


def test_generate_speaks_json_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("generate --count 3 --stage middle --playable 2.. --json".split()) == 0  # noqa: SIM905
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 3
    assert all(row["playable"] >= 2 for row in rows)
    assert run("generate --count 2 --puzzle 3 --answers".split()) == 0  # noqa: SIM905
    assert capsys.readouterr().out.count("answer") == 2


@pytest.mark.parametrize(
    "words",
    [
        "--stage never",
        "--table x",
        "--puzzle 0",
        "--puzzle 99",
        "--puzzle 3 --stage middle",
        "--answers",
        "--agents cleverest",
    ],
)
def test_what_cannot_be_generated_is_bad_input(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", *words.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_fewer_positions_than_wanted_are_given_and_said_to_be_fewer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Nothing is wrong with the question, so it does not end as bad input does.
    assert run(["generate", "--count", "3", "--games", "2"]) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err == "optimeld: only 2 of 3 found in 2 games: ask for less, or raise --games\n"


def test_a_plot_that_cannot_be_written_is_refused_before_any_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Study, "play", lambda *_, **__: pytest.fail("games were played"))
    assert run(["stats", "--plot", str(tmp_path / "nowhere" / "stats.svg")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "cannot write" in err


def test_a_plot_that_fails_after_all_does_not_throw_the_results_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("optimeld.cli.stats.plot_studies", full)
    words = ["--games", "5", "--players", "2", "--json", "--plot", str(tmp_path / "stats.svg")]
    assert run(["stats", *words]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["studies"][0]["games"] == 5
    assert "no space left" in err


def test_statistics_count_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    studies = study([2, 4], games=30, seed=3)
    for found in studies:
        facts = found.to_json()
        assert found.games == sum(found.wins) == found.turns.total() == 30
        assert all(sum(seat.values()) == 30 for seat in found.opened_on)
        assert (
            facts["turns"]["p10"]
            <= facts["turns"]["median"]
            <= facts["turns"]["p90"]
            <= facts["turns"]["max"]
        )
        assert sum(moments.mean for moments in found.scores) == pytest.approx(0)
    path = tmp_path / "stats.svg"
    assert run(["stats", "--games", "10", "--players", "2", "--plot", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["studies"][0]["games"] == 10
    assert "<svg" in path.read_text()
    assert run(["stats", "--players", "two"]) == 2
    assert run(["stats", "--games", "5", "--players", "2", "--plot", str(tmp_path / "x.nothing")]) == 2
