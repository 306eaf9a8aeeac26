"""Bots that do what no bot should: they lose their turns, nothing else is lost, and every run ends."""

from __future__ import annotations

import ctypes
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from optimeld.agents import process
from optimeld.agents.hosted import HostedAgent
from optimeld.agents.process import AgentLimits
from optimeld.arena.simulate import Plan, Played, Runner
from optimeld.rules import Rules

HOSTILE = Path(__file__).parent / "bots" / "hostile.py"
SMALL = Rules(values=7, colours=3, rack_size=6, opening_points=12)
LIMITS = AgentLimits(0.4, start_seconds=0.6, memory=300, processes=12)
#: The same deals in every run of the tests: by themselves bots of others are dealt new ones each time.
SALT = "the tests"
PATIENT = AgentLimits(60.0)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what Linux alone has to protect with")


def name_of(mode: str, *words: str) -> str:
    return f"exec:{shlex.join([sys.executable, str(HOSTILE), mode, *words])}"


def play(name: str, games: int = 1, limits: AgentLimits = LIMITS, salt: str = SALT) -> list[Played]:
    """Games against an agent of the engine, every invariant checked at every turn."""
    plan = Plan(SMALL, (name, "greedy"), 1, check=True, limits=limits, salt=salt)
    with Runner(plan) as runner:
        return runner.run(0, games)


@pytest.mark.parametrize(
    ("mode", "note"),
    [
        ("silent", "overran its time of 0.4 s"),
        pytest.param("deaf", "overran its time of 0.4 s", marks=pytest.mark.long),
        pytest.param("busy", "overran its time of 0.4 s", marks=pytest.mark.long),
        pytest.param("half", "overran its time of 0.4 s", marks=pytest.mark.long),
        pytest.param("stubborn", "its process died", marks=pytest.mark.long),
        ("endless-line", "its answer is too long"),
        ("dying", "its process died"),
        pytest.param("dead", "its process died", marks=pytest.mark.long),
        pytest.param("crashing", "its process died", marks=pytest.mark.long),
        ("fork-bomb", "its process took more than 12 processes"),
        pytest.param("greedy-for-memory", "its process", marks=pytest.mark.long),
    ],
)
def test_a_bot_that_fails_loses_its_turns_and_is_given_up_in_the_end(mode: str, note: str) -> None:
    (game,) = play(name_of(mode))
    assert sum(game.result.scores) == 0
    assert game.result.winner == 1
    whys = [turn.why for turn in game.lost]
    assert len(whys) >= game.result.turns // 2 - 1
    # On a busy machine any of them may not even come to do its worst in time.
    assert all(why.startswith((note, "overran")) for why in whys[:3]), whys[:3]
    assert set(whys[3:]) <= {"given up for the game after 3 failures in a row"}


@pytest.mark.parametrize(("mode", "note"), [("wrong-seq", "with seq 2, but"), ("nonsense", "is not JSON")])
def test_a_bot_that_answers_wrongly_loses_every_turn_but_is_asked_again(mode: str, note: str) -> None:
    (game,) = play(name_of(mode), limits=PATIENT)
    assert note in game.lost[0].why
    assert len(game.lost) >= game.result.turns // 2 - 1
    assert not any("given up" in turn.why for turn in game.lost)


def test_a_bot_that_floods_its_output_gains_nothing() -> None:
    (game,) = play(name_of("flood"), limits=PATIENT)
    # One of the lines that nobody asked for may be the answer to the first request.
    assert len(game.lost) >= game.result.turns // 2 - 2


def test_a_bot_that_answers_twice_loses_a_turn_at_most_now_and_then() -> None:
    (game,) = play(name_of("twice"), limits=PATIENT)
    assert all("seq" in turn.why for turn in game.lost)


def test_a_bot_that_floods_its_standard_error_only_hurts_itself() -> None:
    (game,) = play(name_of("flood-errors"), limits=PATIENT)
    assert game.lost == ()


def test_given_up_for_games_in_a_row_means_given_up_for_the_run() -> None:
    games = play(name_of("dead"), 5)
    assert {turn.why for turn in games[4].lost} == {"given up for the run after 3 failures in a row"}


def test_hostile_bots_do_not_keep_each_other_up() -> None:
    plan = Plan(
        SMALL, (name_of("dying"), name_of("wrong-seq"), "greedy"), 1, check=True, limits=LIMITS, salt=SALT
    )
    with Runner(plan) as runner:
        (game,) = runner.run(0, 1)
    assert {turn.agent for turn in game.lost} == {0, 1}
    assert game.result.winner == 2


def stands_still(mark: Path) -> bool:
    """Whether nothing writes into the mark any more."""
    last = mark.read_text(encoding="ascii")
    time.sleep(0.3)
    return mark.read_text(encoding="ascii") == last


def test_what_a_bot_left_behind_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    play(name_of("forking", str(mark)), limits=AgentLimits(60.0, folder=str(tmp_path), processes=1000))
    assert stands_still(mark)


def test_what_a_bot_left_behind_ends_with_the_run_even_if_that_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bot = name_of("forking", str(mark))
    words = ["simulate", "--games", "1000000", "--agent-folder", str(tmp_path), "--agents", f"{bot},greedy"]
    run = subprocess.Popen([sys.executable, "-m", "optimeld", *words], stdout=subprocess.DEVNULL)
    while not mark.exists():
        assert run.poll() is None
        time.sleep(0.02)
    run.kill()
    run.wait()
    # The launcher hears of it at once, but it must come to its turn.
    assert any(stands_still(mark) for _ in range(20))


def reached_by_command(mode: str) -> str:
    """What a bot got from a run started on the command line. It is told the seed to look for backwards."""
    bot = shlex.join([sys.executable, str(HOSTILE), mode, "1174"])
    command = [sys.executable, "-m", "optimeld", "check-agent", bot, "--seed", "4711", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    assert report["sound"]
    if not report["protection"]["namespace"]:
        pytest.skip("this system has no user namespaces")
    return str(report["stderr"])


@LINUX
def test_a_bot_can_look_into_no_process_that_knows_the_tiles() -> None:
    assert reached_by_command("spying") == ""


@LINUX
def test_a_bot_can_look_into_no_other_bot() -> None:
    agents = (name_of("quiet", "the-neighbour"), name_of("nosy", "the-neighbour"))
    with Runner(Plan(SMALL, agents, 1, limits=PATIENT)) as runner:
        runner.run(0, 1)
        said = runner.stderr(1)
    agent = HostedAgent(agents[0], PATIENT)
    protection = agent.protection
    agent.close()
    if not (protection["namespace"] or protection["files"]):
        pytest.skip("this system has neither user namespaces nor Landlock")
    # That the other is there may be seen, but nothing of what it holds.
    assert "SAW" in said
    assert "GOT" not in said


@LINUX
def test_a_bot_can_signal_no_process_of_the_run() -> None:
    assert reached_by_command("killing") == ""


@LINUX
def test_a_bot_can_change_no_file_but_its_own(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    store.write_text("everything", encoding="utf-8")
    agent = HostedAgent(name_of("vandal", str(store)), PATIENT)
    protected = agent.protection["files"]
    agent.close()
    if not protected:
        pytest.skip("this kernel has no Landlock")
    (game,) = play(name_of("vandal", str(store)), limits=PATIENT)
    assert game.lost == ()
    assert store.read_text(encoding="utf-8") == "everything"
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize(("salt", "found"), [("", True), (None, False)])
def test_a_bot_that_knows_the_seed_can_deal_the_game_again_only_without_salt(
    salt: str | None, found: bool
) -> None:
    plan = Plan(Rules(), (name_of("dealing-again"), "greedy"), 1, limits=PATIENT, salt=salt)
    with Runner(plan) as runner:
        runner.run(0, 1)
        said = runner.stderr(0)
    assert ("GOT game 0 of seed 1" in said) == found


def test_salted_games_are_the_same_for_the_same_salt_and_not_for_another() -> None:
    def lines(salt: str) -> tuple[str, ...] | None:
        plan = Plan(SMALL, (name_of("nonsense"), "greedy"), 1, records=True, limits=PATIENT, salt=salt)
        with Runner(plan) as runner:
            return runner.run(0, 1)[0].lines

    assert lines("sea") == lines("sea") != lines("rock")


WITHOUT_NAMESPACES = """
import json, runpy, sys
sys.path.insert(0, {folder!r})
import launcher
launcher.own_namespace = lambda: False
launcher.Launcher(json.loads(sys.argv[1])).run()
"""


@LINUX
def test_without_namespaces_too_all_that_a_bot_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(Path(process.__file__).parent)
    plain = tmp_path / "plain_launcher.py"
    plain.write_text(WITHOUT_NAMESPACES.format(folder=folder), encoding="utf-8")
    monkeypatch.setattr(process, "_LAUNCHER", str(plain))
    mark = tmp_path / "mark"
    limits = AgentLimits(60.0, folder=str(tmp_path), processes=1000)
    agent = HostedAgent(name_of("forking", str(mark)), limits)
    assert not agent.protection["namespace"]
    agent.close()
    play(name_of("forking", str(mark)), limits=limits)
    assert stands_still(mark)


@LINUX
def test_the_run_is_as_open_as_before_once_its_bots_have_gone() -> None:
    dumpable = ctypes.CDLL(None).prctl
    assert dumpable(3, 0, 0, 0, 0) == 1
    agent = HostedAgent(name_of("silent"), PATIENT)
    assert dumpable(3, 0, 0, 0, 0) == 0
    agent.close()
    assert dumpable(3, 0, 0, 0, 0) == 1
