"""What turns were worth: the choice that was made against the best one, and luck apart."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from optimeld.cli import run
from optimeld.game import Game
from optimeld.notation import parse_tile
from optimeld.position import Position
from optimeld.records.text import Record
from optimeld.strategy.advise import Advice, Option, Situation, advise, chance_after_draw
from optimeld.strategy.verdicts import Verdict, balance, stretches, turning_points, verdict_on, verdicts
from optimeld.tiles import Tile
from optimeld.turns import Turn
from volume import volume


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


def test_choices_draws_and_the_others_add_up_to_the_end() -> None:
    game = finished()
    rollouts = volume(12, long=24)
    found = list(verdicts(game, 0, rollouts=rollouts))
    own = [number for number, turn in enumerate(game.turns, 1) if turn.player == 0]
    assert [verdict.number for verdict in found] == own
    sums = balance(game, 0, found)
    assert sums is not None
    assert sums.start - sums.cost + sums.draws + sums.others == pytest.approx(sums.end)
    legs = stretches(game, 0, found)
    assert sum(leg.others or 0.0 for leg in legs) == pytest.approx(sums.others)
    assert [leg.last for leg in legs] == [number - 1 for number in own[1:]] + [len(game.turns)]
    drew = [game.turns[verdict.number - 1].action == "draw" for verdict in found]
    assert [verdict.drawn is not None for verdict in found] == drew
    assert sums.end == float(game.result is not None and game.result.winner == 0)
    points = turning_points(game, 0, found)
    assert all(first.number <= second.number for first, second in pairwise(points))
    assert list(verdicts(game, 0, rollouts=rollouts)) == found


def test_the_draw_that_finishes_is_luck_and_not_the_others_doing() -> None:
    game = Game(seed=2)
    _ = game.draw(0)
    found = [Verdict(1, option("draw", 0.5), option("draw", 0.5), True, drawn=0.9)]
    [leg] = stretches(game, 0, found)
    assert leg.others is None
    assert leg.verdict.draw == pytest.approx(0.4)
    [point] = turning_points(game, 0, found)
    assert point.words == "The tile you drew brought you 40 %"


def test_the_chance_of_drawing_is_the_average_over_the_tiles_that_may_come() -> None:
    situation = Situation.facing(Position.parse("K1 K2 K3 // K5 K6"), opponents=(5,))
    position = situation.position
    [draw] = advise(situation, rollouts=600, seed=3).candidates
    unseen = position.rules.unseen(tuple(position.all_tiles()))
    chances = {tile: chance_after_draw(situation, [tile], rollouts=24, seed=3).mean for tile in unseen}
    average = sum(chances[tile] * copies for tile, copies in unseen.items()) / sum(unseen.values())
    # Each chance is set right by itself, and the curve of that is not straight: hence not closer.
    assert average == pytest.approx(draw.win, abs=0.04)
    finishing = {parse_tile("K4"), parse_tile("J")}
    assert {tile for tile in chances if chances[tile] > 0.95} >= finishing
    with pytest.raises(ValueError, match="seen"):
        chance_after_draw(situation, [parse_tile("K1"), parse_tile("K1")], rollouts=16)


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
    assert "tiles drawn" in said
    assert "the others" in said
