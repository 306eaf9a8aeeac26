"""Leagues: every agent against a table of every other, and what beats one."""

from __future__ import annotations

import json

import pytest

from optimeld.arena.league import best_response, play_league
from optimeld.cli import run


def test_a_table_of_equals_is_won_by_its_fair_share() -> None:
    [division] = play_league(["greedy", "greedy-value"], players=[3], deals=6)
    assert set(division.matches) == {(0, 1), (1, 0)}
    for match in division.matches.values():
        assert match.games == 18
        assert sum(match.wins) == 18
    assert len(division.ratings()) == 2
    assert division.circles() == []


def test_who_waits_beats_who_lays() -> None:
    [division] = play_league(["wait", "greedy"], deals=10)
    assert division.beats(0, 1)
    assert not division.beats(1, 0)
    assert division.ratings()[0].mean > division.ratings()[1].mean


def test_the_best_answer_to_greedy_is_to_wait() -> None:
    found = best_response("greedy", ["greedy-value", "simple", "wait"], deals=8)
    assert (found.agent, found.tried) == ("wait", 3)
    assert found.win_rate.low > 0.5


def test_every_variant_and_number_of_players_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--players", "2,3", "--variants", "retail,must-play", "--deals", "2", "--json"]
    assert run(["league", "greedy", "simple", *words]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["variant"], line["players"]) for line in lines] == [
        ("retail", 2), ("retail", 3), ("must-play", 2), ("must-play", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["greedy"], "1"),
        (["greedy", "greedy"], "'greedy' is entered twice"),
        (["greedy", "nobody"], "nobody"),
        (["greedy", "expert:haste=3"], "haste=3"),
        (["greedy", "master:rollouts=1"], "rollouts=1"),
        (["greedy", "wait", "--players", "two"], "two"),
        (["greedy", "wait", "--variants", "chess"], "chess"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    words: list[str], quoted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["league", *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert quoted in err
