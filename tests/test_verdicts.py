"""What turns were worth: the choice that was made against the best one, and luck apart."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from optimeld.cli import run
from optimeld.game import Game
from optimeld.records.text import Record
from optimeld.strategy.advise import Advice, Option
from optimeld.strategy.verdicts import balance, turning_points, verdict_on, verdicts
from optimeld.tiles import Tile
from optimeld.turns import Turn


def finished(seed: int = 4) -> Game:
    game = Game(players=["simple", "greedy"], seed=seed)
    while not game.over:
        game.engine_turn(game.names[game.to_move])
    return game


def option(action: str, win: float, played: tuple[Tile, ...] = ()) -> Option:
    table = () if action == "play" else None
    return Option(action, played, table, None, win, win - 0.05, win + 0.05, 0.0, 0.0, 0.0, 100, "")  # type: ignore[arg-type]


def advice(*options: Option, choice: int = 0) -> Advice:
    return Advice("win", options, options[choice], 100, 1.0)


K4, K5, R9 = Tile(0, 4), Tile(0, 5), Tile(1, 9)


def test_the_turn_is_found_among_the_candidates_and_costs_what_it_lost() -> None:
    found = verdict_on(3, Turn(0, "draw"), advice(option("play", 0.7, (K4,)), option("draw", 0.5)))
    assert found.exact
    assert found.chosen.action == "draw"
    assert found.cost == pytest.approx(0.2)
    assert found.before == pytest.approx(0.7)


def test_a_difference_that_may_be_chance_costs_nothing() -> None:
    found = verdict_on(1, Turn(0, "draw"), advice(option("play", 0.53, (K4,)), option("draw", 0.5)))
    assert not found.sure
    assert (found.cost, found.before) == (0.0, 0.5)


def test_what_the_strongest_player_would_do_is_not_held_against_anybody() -> None:
    given = advice(option("play", 0.8, (K4,)), option("draw", 0.5), choice=1)
    assert verdict_on(1, Turn(0, "draw"), given).cost == 0.0


def test_a_play_that_was_not_weighed_is_spoken_for_by_the_one_most_like_it() -> None:
    given = advice(option("play", 0.8, (R9,)), option("play", 0.6, (K4,)), option("draw", 0.5))
    found = verdict_on(1, Turn(0, "play", played=(K4, K5)), given)
    assert not found.exact
    assert found.chosen.played == (K4,)


def test_choices_and_luck_add_up_to_the_end() -> None:
    game = finished()
    found = list(verdicts(game, 0, rollouts=24))
    own = [number for number, turn in enumerate(game.turns, 1) if turn.player == 0]
    assert [verdict.number for verdict in found] == own
    sums = balance(game, 0, found)
    assert sums is not None
    assert sums.start - sums.cost + sums.luck == pytest.approx(sums.end)
    assert sums.end == float(game.result is not None and game.result.winner == 0)
    points = turning_points(game, 0, found)
    assert all(first.number <= second.number for first, second in pairwise(points))
    assert list(verdicts(game, 0, rollouts=24)) == found


def test_the_command_adds_the_chances_where_it_may_think(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Record.of(finished()).to_text())
    assert run(["review", str(file), "--rollouts", "24", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {verdict["number"] for verdict in told["verdicts"]} <= {turn["number"] for turn in told["turns"]}
    assert told["balance"]["end"] in (0.0, 1.0)
    assert run(["review", str(file), "--rollouts", "24"]) == 0
    said = capsys.readouterr().out
    assert "chance of winning" in said
    assert "luck" in said
