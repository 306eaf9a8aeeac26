"""Simulation: the contract's figures, the same games whatever the workers."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from optimeld import _core
from optimeld.arena.simulate import GameResult, Plan, Played, Runner, Summary, run_plan, simulate
from optimeld.arena.stats import study
from optimeld.arena.tournament import Match, play_match, play_tournament
from optimeld.cli import run
from optimeld.game import QUICK_AGENTS, Game, GameError
from optimeld.rules import Rules
from optimeld.variants import VARIANTS
from volume import volume

KEYS = [
    "players",
    "games",
    "seed",
    "agents",
    "wins",
    "win_rate",
    "mean_score",
    "turns_per_game",
    "games_per_second",
]


def test_simulate_answers_with_exactly_the_contracts_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            [
                "simulate",
                "--players",
                "2",
                "--games",
                "20",
                "--agents",
                "greedy,greedy",
                "--seed",
                "1",
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == KEYS
    assert answer["players"] == 2
    assert answer["games"] == 20
    assert answer["agents"] == ["greedy", "greedy"]
    assert sum(answer["wins"]) == 20
    assert answer["win_rate"] == [wins / 20 for wins in answer["wins"]]
    assert sum(answer["mean_score"]) == pytest.approx(0)


def figures(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert run(["simulate", "--games", "40", "--seed", "7", "--json", *more]) == 0
    answer = json.loads(capsys.readouterr().out)
    answer.pop("games_per_second")
    return dict(answer)


def test_the_number_of_workers_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    one = figures(capsys, "--agents", "greedy,random", "--workers", "1")
    assert one == figures(capsys, "--agents", "greedy,random", "--workers", "2")
    assert one == figures(capsys, "--agents", "greedy,random", "--workers", "3")


def test_how_games_are_cut_into_blocks_changes_nothing() -> None:
    plan = Plan(agents=("greedy", "simple", "random"), seed=4, rotations=3)
    whole = [game for block in run_plan(plan, 12) for game in block]
    with Runner(plan) as runner:
        pieces = [
            game for start in (0, 1, 5, 6) for game in runner.run(start, {0: 1, 1: 4, 5: 1, 6: 6}[start])
        ]
    assert whole == pieces


@pytest.mark.parametrize("variant", ["retail", "river", "opening then table"])
def test_the_core_and_python_play_the_same_games(variant: str) -> None:
    rules = VARIANTS[variant]
    agents = ("greedy", "simple", "greedy-value", "random")
    plan = Plan(rules, agents, seed=6, rotations=4, records=True)
    with Runner(plan) as runner:
        for played in runner.run(0, 1):
            seats = plan.seats(played.rotation)
            game = Game(rules, seats, 6, played.deal)
            while not game.over:
                game.engine_turn(seats[game.to_move])
            assert tuple(game.turn_lines()) == played.lines
            assert game.result is not None
            assert seats[game.result.winner] == agents[played.result.winner]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_invariant_holds_in_every_turn(variant: str) -> None:
    """Tiles conserved, tables legal, scores cancel, and no decision depends on anything hidden."""
    for players in range(2, 7):
        rules = VARIANTS[variant]
        if players * rules.rack_size > rules.tiles_in_box:
            continue
        # The random agent counts every play before it draws one, which takes long where there are many.
        # The one that searches has a test of its own.
        usual = [agent for agent in QUICK_AGENTS if agent != "random" or rules.tiles_in_box <= 106]
        agents = [usual[(i + players) % len(usual)] for i in range(players)]
        games = volume(2, long=6)
        summary = simulate(agents, games, seed=players, rules=rules, check=True)
        assert summary.games == games
        assert sum(summary.scores) == 0


def test_the_check_for_hidden_information_can_fail() -> None:
    """An agent that saw the pool would decide otherwise after a reshuffle: the reshuffle is real."""
    game = _core.Game(Rules().core, 3, 1, 1)
    before = (game.rack(0), game.rack(1), game.rack(2), game.pool)
    game.resample_hidden(1, 99)
    assert game.rack(1) == before[1]
    assert game.rack(0) != before[0]
    assert game.pool != before[3]
    assert sorted(game.rack(0) + game.rack(2) + game.pool) == sorted(before[0] + before[2] + before[3])
    assert game.broken() is None


@pytest.mark.parametrize("name", ["random", "simple", "greedy", "greedy-value", "wait", "hold:8", "expert"])
def test_decisions_do_not_change_when_what_is_hidden_does(name: str) -> None:
    rules = Rules(river=True)
    agent = _core.EngineAgent(name, rules.core)
    game = _core.Game(rules.core, 3, 8, 0)
    while not game.over:
        decision = agent.choose(game)
        other = game.copy()
        other.resample_hidden(game.to_move, game.turns)
        assert agent.choose(other) == decision
        agent.take_turn(game)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--agents cleverest,greedy", "no agent is called 'cleverest'"),
        ("--agents greedy,greedy,greedy", "2 players, but 3 agents"),
        ("--players 7", "7 players"),
        ("--players 1", "1 players"),
        ("--seed -1", "seed is -1"),
        ("--workers 0", "0 workers"),
        ("--games -1", "--games"),
        ("--time-limit 0", "time limit of 0"),
        ("--players 6 --values 4 --colours 2 --copies 1", "need"),
        ("--agents no_such_module:Agent,greedy", "no_such_module"),
        ("--save /nowhere/at/all.db", "store of games"),
    ],
)
def test_wrong_input_is_one_line_and_status_two(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *words.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_no_games_are_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 0


@pytest.mark.parametrize(
    "command",
    [
        "simulate --games 100000000",
        "simulate --agents agents_for_tests:Drawer,greedy --games 100000000",
        "match greedy simple --deals 100000000",
        "tournament greedy simple greedy-value --deals 100000000",
        "stats --players 2,3 --games 100000000",
    ],
)
def test_ctrl_c_leaves_the_results_so_far_and_says_so(command: str) -> None:
    tests = str(Path(__file__).parent)
    # Standard error is a terminal, whose line of progress says when the first games are played.
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "optimeld", *command.split(), "--json"],
        stdout=subprocess.PIPE,
        stderr=end,
        text=True,
        env={**os.environ, "PYTHONPATH": tests},
        process_group=0,
        # A suite that runs in the background hands on that Ctrl-C is to be ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    os.close(end)
    err = ""
    while "/s " not in err:
        err += os.read(terminal, 1 << 12).decode()
    # As a terminal does: to every process of the command.
    os.killpg(process.pid, signal.SIGINT)
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(terminal, 1 << 12).decode():
            err += more
    os.close(terminal)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    answer = json.loads(out)
    if "wins" in answer:
        assert sum(answer["wins"]) == answer["games"] > 0
    elif "studies" in answer:
        assert [found["players"] for found in answer["studies"]] == [2]
    else:
        assert [match["agents"] for match in answer["matches"]] == [["greedy", "simple"]]
        assert [rating["high"] is None for rating in answer["elo"]] == [False, False, True]
    assert "stopped by Ctrl-C" in err.splitlines()[-1]


@pytest.mark.parametrize(
    "play",
    [
        lambda: simulate(games=100, seed=1),
        lambda: study([2], games=100),
        lambda: play_match(["greedy", "simple"], deals=100),
        lambda: play_tournament(["greedy", "simple", "greedy-value"], deals=100),
    ],
    ids=["simulate", "study", "match", "tournament"],
)
def test_ctrl_c_is_for_whoever_called_the_library(
    play: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Runner, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play()


def test_what_was_counted_before_ctrl_c_stays_counted() -> None:
    match = Match(Plan(agents=("greedy", "simple"), seed=1, rotations=2))

    def stop(match: Match, block: list[Played]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(100, on_block=stop)
    assert match.interrupted
    assert match.deals == 1


def test_a_summary_adds_up() -> None:
    summary = Summary(Plan(agents=("greedy", "simple"), seed=1))
    summary.add(GameResult(1, 10, 3, False, (-7, 7), (1, 1)))
    summary.add(GameResult(1, 20, 0, True, (-3, 3), (0, 4)))
    assert summary.wins == [0, 2]
    assert summary.to_json()["mean_score"] == [-5.0, 5.0]
    assert summary.to_json()["turns_per_game"] == 15.0


def test_a_plan_names_agents_that_exist() -> None:
    with pytest.raises(GameError, match="no agent is called 'best'"):
        Plan(agents=("best", "greedy"))
