"""Players who hold back, and agents with parameters in their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from optimeld import Game, finishes, solve
from optimeld.agents import Play
from optimeld.agents.engine import EngineAgent
from optimeld.arena.simulate import Plan, simulate
from optimeld.arena.tournament import play_match
from optimeld.cli import run
from optimeld.game import AGENT_KINDS, ENGINE_AGENTS, POOL_ENDS, GameError, check_engine_agent
from optimeld.position import Position
from optimeld.rules import JokerRule, Rules


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
        ("reach", "written reach:K with a number of melds from 1 to 3"),
        ("reach:4", "a number of melds from 1 to 3"),
        ("reach:1:pass", "written reach:K"),
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
    "agents",
    [
        ("wait", "hold:8"),
        ("wait:pass", "wait:passlow", "hold:3:pass", "greedy"),
        ("expert", "wait:pass", "expert"),
    ],
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


def test_expert_opens_when_little_is_lacking_or_many_tiles_were_drawn() -> None:
    early = late = 0
    for seed in range(12):
        game = Game(players=3, seed=seed)
        while not game.over and game.pool_size > 0:
            seat = game.to_move
            rack = game.rack(seat)
            view = game.view(seat)
            if view.has_opened:
                game.engine_turn("expert")
                continue
            can_open = solve(Position(game.table, rack, game.rules, opened=False)).tiles > 0
            left = len(rack) - solve(Position(game.table, rack, game.rules)).tiles
            turn = game.engine_turn("expert")
            in_time = left <= 3 or len(rack) >= game.rules.rack_size + 6
            assert (turn.action == "play") == (can_open and in_time)
            early += can_open and not in_time
            late += can_open and in_time
    assert early > 10
    assert late > 10


def test_expert_wins_the_stand_off_of_three_and_four() -> None:
    """With an empty pool it lays down to the lowest rack with which nobody finishes."""
    for others in (2, 3):
        match = play_match(["expert", *["wait:pass"] * others], 12, 4)
        assert match.win_rate(0).low > 1 / (others + 1)
        assert match.win_rate(0).mean > 0.7


def test_hold_never_leaves_so_few_while_there_is_a_pool() -> None:
    game = Game(seed=3)
    while not game.over and game.pool_size > 0:
        seat = game.to_move
        turn = game.engine_turn("hold:6")
        left = len(game.rack(seat))
        assert turn.action != "play" or left == 0 or left > 6


@pytest.mark.parametrize("rule", ["official", "free", "locked"])
def test_those_who_rearrange_a_little_keep_the_rules(rule: JokerRule) -> None:
    summary = simulate(("reach:1", "reach:2", "reach:3"), 6, 3, Rules(joker_rule=rule), check=True)
    assert summary.games == 6


def test_more_reach_sees_more() -> None:
    """A group of the ends of two runs and a tile of the rack needs both runs at once."""
    position = Position.parse("R3 R4 R5 R6 | B3 B4 B5 B6 // K6 K1")
    assert laid(position, "reach:1") == 0
    assert laid(position, "reach:2") == 1
    agents = ("simple", "reach:1", "reach:2", "reach:3", "greedy")
    for text, expected in {
        "R3 R4 R5 R6 | B3 B4 B5 | K8 R8 B8 O8 // K3 O3 K9 K10": [0, 4, 4, 4, 4],
        "R3 R4 R5 R6 | B3 B4 B5 B6 | K3 K4 K5 K6 | O1 O2 O3 // O6 O4 R2": [2, 2, 3, 3, 3],
        "R1 R2 R3 R4 | B4 B5 B6 | K4 R4 O4 | B7 O7 K7 R7 // K4": [0, 0, 0, 1, 1],
    }.items():
        assert [laid(Position.parse(text), agent) for agent in agents] == expected


def laid(position: Position, agent: str) -> int:
    """How many tiles an agent that has opened lays in a position."""
    view = Game(seed=1).view(0)
    seen = replace(view, table=position.table, rack=position.rack, opened=(True, True))
    move = EngineAgent(agent).choose(seen)
    tiles = sum(map(len, move.table)) if isinstance(move, Play) else sum(map(len, position.table))
    return tiles - sum(map(len, position.table))
