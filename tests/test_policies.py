"""Players who hold back, and agents with parameters in their names."""

from __future__ import annotations

import pytest

from optimeld import Game, finishes
from optimeld.arena.simulate import Plan, simulate
from optimeld.arena.tournament import play_match
from optimeld.cli import run
from optimeld.game import AGENT_KINDS, ENGINE_AGENTS, POOL_ENDS, GameError, check_engine_agent
from optimeld.position import Position


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("hold", "hold:K[:END]"),
        ("hold:", "'' is not a number of tiles"),
        ("hold:0", "'0' is not a number of tiles from 1 to 999"),
        ("hold:8:never", "lay, passlow, pass, search, not 'never'"),
        ("hold:8:pass:1", "hold:K[:END]"),
        ("wait:3", "lay, passlow, pass, search, not '3'"),
        ("greedy:2", "written greedy"),
        ("gready", "no agent is called 'gready': the engine has random,"),
    ],
)
def test_a_bad_name_or_parameter_gets_one_clear_line(name: str, part: str) -> None:
    with pytest.raises(GameError) as refused:
        check_engine_agent(name)
    assert part in str(refused.value)
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(GameError):
        Plan(agents=(name, "greedy"))


def test_every_kind_and_every_end_of_the_pool_can_be_named() -> None:
    for kind, example in zip(AGENT_KINDS, ENGINE_AGENTS, strict=True):
        assert example.split(":")[0] == kind.name
        check_engine_agent(example)
    for end, _ in POOL_ENDS:
        check_engine_agent(f"wait:{end}")
        check_engine_agent(f"hold:8:{end}")


def test_the_command_lists_every_agent(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agents"]) == 0
    shown = capsys.readouterr().out
    for kind in AGENT_KINDS:
        assert kind.name + kind.parameters in shown


@pytest.mark.parametrize(
    "agents", [("wait", "hold:8"), ("wait:pass", "wait:passlow", "hold:3:pass", "greedy")]
)
def test_holding_agents_keep_the_rules_and_see_nothing_hidden(agents: tuple[str, ...]) -> None:
    summary = simulate(agents, 6, 11, check=True)
    assert summary.games == 6


def test_waiting_beats_greedy_nearly_always() -> None:
    match = play_match(["wait", "greedy"], 30, 4)
    assert match.win_rate(0).mean > 0.95


def test_one_who_waits_lays_all_or_nothing_while_there_is_a_pool() -> None:
    game = Game(seed=8)
    while not game.over and game.pool_size > 0:
        seat = game.to_move
        before = Position(game.table, game.rack(seat), game.rules, game.view(seat).has_opened)
        turn = game.engine_turn("wait")
        if before.opened:
            assert (turn.action == "play") == finishes(before)
            assert turn.action != "play" or game.result is not None


def test_hold_never_leaves_so_few_while_there_is_a_pool() -> None:
    game = Game(seed=3)
    while not game.over and game.pool_size > 0:
        seat = game.to_move
        turn = game.engine_turn("hold:6")
        left = len(game.rack(seat))
        assert turn.action != "play" or left == 0 or left > 6
