"""Every call can be ended, by a time limit or by whoever no longer waits; the answer says what is proved."""

from __future__ import annotations

import json
import threading
import time

import pytest

from optimeld import Position, Rules, solve, solve_many
from optimeld.analysis import BudgetError, alternatives, play_of, plays
from optimeld.cli import run
from optimeld.deadlines import Stop, deadline
from optimeld.errors import InputError
from optimeld.legality import judge
from optimeld.stream import PositionStream

#: A worst case found by hill-climbing: nearly the whole box, and everything can be played.
HARD = (
    "R10 J J | K8 K9 K10 K11 | K8 K9 K10 K11 | B1 K1 O1 R1 | B1 K1 O1 R1 | K2 O2 R2 B2 | B2 B3 B4 B5 "
    "B6 B7 B8 | R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 | O5 K5 B5 R5 | R6 B6 O6 K6 | K13 B13 R13 O13 | K3 "
    "K4 K5 K6 | R11 R12 R13 | O8 O9 O10 | O8 O9 O10 | B7 R7 K7 O7 // O11 B10 B9 O11 B8 B9 R3 R2 B3 "
    "O4 K4 O7 B11 K12 B10 R8 K7 K2 B13 O5 K13 K12 R4 B4 O2 O4 O6 O3 K3 O3"
)
EASY = "K1 K2 K3 | R5 B5 O5 // R6 K4 J"


def giant() -> Position:
    """A position of a box so large that nobody waits for its answer."""
    rules = Rules(values=13, colours=8, copies=4, jokers=4, joker_rule="free")
    kinds = [tile for tile in rules.tiles if not tile.is_joker]
    return Position((), tuple(kinds * 2), rules)


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    position = Position.parse(EASY)
    given, limited = solve(position), solve(position, time_limit=60)
    assert (limited.status, limited.play_proved, limited.kept_proved) == ("optimal", True, True)
    assert limited.table == given.table
    assert "play_proved" not in limited.to_json()


@pytest.mark.parametrize("limit", [0.0, 0.002, 0.03])
def test_at_the_limit_the_best_known_play_is_answered_and_says_what_is_proved(limit: float) -> None:
    position = Position.parse(HARD)
    found = solve(position, time_limit=limit)
    answer = found.to_json()
    if found.status == "time-limit":
        assert answer["play_proved"] == found.play_proved
        assert answer["kept_proved"] == found.kept_proved
        assert not (found.play_proved and found.kept_proved)
        assert not found.moved_proved
    if found.play_proved:
        assert (found.tiles, found.value) == (30, 203)
    if found.tiles:
        assert judge(position, found.table)
    else:
        assert found.table == position.table


def test_the_work_ends_at_the_limit() -> None:
    position = giant()
    began = time.monotonic()
    found = solve(position, time_limit=0.2)
    assert found.status == "time-limit"
    assert not found.play_proved
    assert time.monotonic() - began < 30  # without a limit it takes minutes, if memory lasts


def test_what_nobody_waits_for_is_called_off_from_another_thread() -> None:
    stop = Stop()
    found = []

    def work() -> None:
        with deadline(stop=stop):
            found.append(solve(giant()))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    stop.set()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[0].status == "time-limit"


def test_many_positions_share_one_limit() -> None:
    rules = giant().rules
    found = solve_many([giant(), Position((), (), rules), giant()], time_limit=0.2)
    assert [one.status for one in found] == ["time-limit", "no-play", "time-limit"]


def test_what_needs_a_proof_is_refused_without_one() -> None:
    position = giant()
    with deadline(0.05), pytest.raises(BudgetError, match="time limit"):
        play_of(position, position.rack)
    with pytest.raises(BudgetError, match="time limit"):
        next(plays(position, time_limit=0.05))
    with pytest.raises(BudgetError, match="time limit") as stopped:
        alternatives(position, 3, time_limit=0.05)
    assert stopped.value.found == ()


def test_an_inner_limit_cannot_outlast_the_outer_one() -> None:
    with deadline(0.05), deadline(600):
        assert solve(giant(), time_limit=600).status == "time-limit"


@pytest.mark.parametrize("limit", [-1, float("nan"), "1", True])
def test_a_limit_is_a_number_of_seconds(limit: float) -> None:
    with pytest.raises(InputError, match="time limit"):
        solve(Position.parse(EASY), time_limit=limit)


def test_the_command_line_has_the_limit_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", EASY, "--time-limit", "9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "optimal"
    assert run(["solve", EASY, "--time-limit", "-1"]) == 2
    assert "time limit" in capsys.readouterr().err


def test_the_stream_answers_as_solve_does_at_the_limit() -> None:
    position = giant()
    stream = PositionStream(position.rules, time_limit=0.05)
    texts = list(stream.answers([f"{position}\n// K1 K2 K3\n".encode()]))
    hard, easy = map(json.loads, texts)
    assert hard["status"] == "time-limit"
    assert list(hard) == list(solve(position, time_limit=0.05).to_json())
    assert easy["status"] == "optimal"
