"""What to do in a turn: candidates, their figures, and the words for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optimeld import Game, Position
from optimeld.arena.simulate import simulate
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.legality import judge
from optimeld.records import Record
from optimeld.strategy.advise import Advice, Situation, Thinking, advise, advise_stream
from optimeld.variants import SMALL

MIDDLE = "K1 K2 K3 | R5 B5 O5 | B7 B8 B9 B10 // R6 K4 K9 O5 B11 R12"


def figures(advice: Advice) -> list[tuple[object, ...]]:
    return [(o.action, o.played, o.tile, o.win, o.low, o.high, o.points, o.why) for o in advice.candidates]


def test_every_answer_has_drawing_among_its_candidates_and_legal_plays_only() -> None:
    position = Position.parse(MIDDLE)
    advice = advise(position, (7, 12), rollouts=200)
    assert [option.action for option in advice.candidates].count("draw") == 1
    for option in advice.candidates:
        assert 0 <= option.low <= option.win <= option.high <= 1
        assert option.points_low <= option.points <= option.points_high
        if option.table is not None:
            assert judge(position, option.table).ok
            assert option.played
    assert advice.choice in advice.candidates
    assert advice.rollouts <= 200


def test_best_comes_first_by_the_goal_asked_for() -> None:
    position = Position.parse(MIDDLE)
    by_points = advise(position, (7,), objective="points", rollouts=300)
    whole = [o for o in by_points.candidates if o.rollouts == max(c.rollouts for c in by_points.candidates)]
    assert [o.points for o in whole] == sorted((o.points for o in whole), reverse=True)


@pytest.mark.parametrize("opponents", [(99,), (30, 40), (14,)])
def test_chances_are_told_in_order_and_what_is_lost_at_once_is_none(opponents: tuple[int, ...]) -> None:
    advice = advise(Position.parse("K1 K2 K3 // R6 K4 J"), opponents, rollouts=600)
    followed = [o for o in advice.candidates if o.rollouts == max(c.rollouts for c in advice.candidates)]
    assert [o.win for o in followed] == sorted((o.win for o in followed), reverse=True)
    if opponents == (99,):  # who can lay nearly the whole box
        assert all(o.high < 0.05 for o in advice.candidates)


def test_a_play_of_the_whole_rack_is_first_and_certain() -> None:
    best = advise(Position.parse("K1 K2 K3 // K4 K5 K6"), (9,), rollouts=64).candidates[0]
    assert (best.action, best.win, best.low, best.high) == ("play", 1.0, 1.0, 1.0)
    assert "win at once" in best.why


def test_the_same_seed_and_rollouts_give_the_same_answer_whatever_the_threads() -> None:
    position = Position.parse(MIDDLE)
    one = advise(position, (7, 12), rollouts=300, seed=5)
    assert figures(one) == figures(advise(position, (7, 12), rollouts=300, seed=5, threads=3))
    assert figures(one) != figures(advise(position, (7, 12), rollouts=300, seed=6))


def test_a_stream_ends_with_the_answer() -> None:
    position = Position.parse(MIDDLE)
    situation = Situation.facing(position, (7,))
    answers = list(advise_stream(situation, Thinking(rollouts=300), every=0))
    assert len(answers) > 1
    assert [a.rollouts for a in answers] == sorted(a.rollouts for a in answers)
    assert figures(answers[-1]) == figures(advise(position, (7,), rollouts=300))


def test_what_a_player_cannot_see_changes_nothing() -> None:
    game = Game(players=3, seed=3)
    for _ in range(12):
        game.engine_turn("greedy")
    view = game.view(game.to_move)
    before = figures(advise(view, rollouts=120))
    game._core.resample_hidden(game.to_move, 99)
    assert figures(advise(game.view(game.to_move), rollouts=120)) == before


def test_how_the_others_have_played_is_read_from_the_history() -> None:
    game = Game(seed=1)
    while not game.over and len(game.turns) < 20:
        game.engine_turn("greedy")
    situation = Situation.of(game.view(game.to_move))
    other = 1 - game.to_move
    opened = next(i for i, turn in enumerate(game.turns) if turn.player == other and turn.opening)
    since = [turn for turn in game.turns[opened + 1 :] if turn.player == other]
    plays = sum(turn.action == "play" for turn in since)
    assert situation.conduct[other] == (plays, len(since) - plays)


def test_json_is_the_contracts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--opponents", "7,12", "--opened", "yes,no", "--rollouts", "120", "--json"]
    status = run(["advise", MIDDLE, *words])
    data = json.loads(capsys.readouterr().out)
    assert status == 0
    assert list(data) == ["objective", "candidates", "rollouts", "elapsed_ms"]
    for candidate in data["candidates"]:
        names = ["action", "win", "low", "high", "points", "why"]
        if candidate["action"] == "play":
            names[1:1] = ["played", "table"]
        assert list(candidate) == names


def test_any_turn_of_a_record_can_be_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(players=["greedy", "greedy"], seed=4)
    while not game.over:
        game.engine_turn("greedy")
    file = tmp_path / "game.txt"
    file.write_text(Record.of(game).to_text(), encoding="utf-8")
    for turn in (1, 5, len(game.turns)):
        assert run(["advise", "--record", str(file), "--turn", str(turn), "--rollouts", "40", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["candidates"]
    assert run(["advise", "--record", str(file), "--turn", "9999", "--rollouts", "40"]) == 2
    assert "turn 9999" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["--opponents", "7,x"], "7,x"),
        (["--opponents", "0"], "0"),
        (["--opponents", "1,1,1,1,1,1"], "6 opponents"),
        (["--opponents", "99"], "99"),
        (["--opponents", "7", "--opened", "yes,no"], "2"),
        (["--opponents", "7", "--opened", "perhaps"], "perhaps"),
        (["--pool", "200"], "200"),
        (["--objective", "glory"], "glory"),
        (["--think", "0"], "0"),
        (["--rollouts", "1"], "1"),
        (["--threads", "0"], "0"),
    ],
)
def test_what_cannot_be_is_one_line_that_quotes_it(
    words: list[str], quoted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["advise", MIDDLE, *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert quoted in err


def test_there_is_nothing_to_advise_when_another_is_to_move() -> None:
    with pytest.raises(OptimeldError, match="another's turn"):
        advise(Game(seed=1).view(1), rollouts=40)


@pytest.mark.parametrize(
    "variant", ["small, retail", "small, locked jokers", "small, river", "small, must play"]
)
def test_master_makes_legal_plays_and_sees_nothing_hidden(variant: str) -> None:
    for players in (2, 3):
        agents = ["master:rollouts=32", *["greedy", "wait"][: players - 1]]
        summary = simulate(agents, 2, seed=players, rules=SMALL[variant], check=True)
        assert summary.games == 2
