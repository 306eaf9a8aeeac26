"""Agents from outside: good ones play, bad ones lose their turn, and the game goes on."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from optimeld.agents import Draw, Move, Play, Take, take_turn
from optimeld.agents.engine import EngineAgent
from optimeld.agents.hosted import HostedAgent
from optimeld.agents.names import load_class
from optimeld.agents.process import AgentLimits
from optimeld.arena.simulate import Plan, Runner, simulate
from optimeld.arena.tournament import play_match, play_tournament
from optimeld.game import Game, GameError, View
from optimeld.melds import Meld
from optimeld.rules import Rules
from optimeld.solver import solve

HERE = str(Path(__file__).parent)


@pytest.fixture(autouse=True)
def agents_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(HERE)
    yield
    sys.modules.pop("agents_for_tests", None)


def one_turn(name: str, limit: float = 20.0, folder: Path | None = None) -> tuple[str, str]:
    """What becomes of the first turn of a hosted agent."""
    limits = AgentLimits(limit, folder=None if folder is None else str(folder))
    agent = HostedAgent(f"agents_for_tests:{name}", limits)
    try:
        game = Game(seed=1)
        turn = take_turn(game, agent)
        assert game.broken() is None
        assert game.to_move == 1
        return turn.action, turn.note
    finally:
        agent.close()


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("Raising", "raised RuntimeError: no idea what to do"),
        ("Nonsense", "answered 42, which is no move"),
        ("Dying", "its process died"),
        ("Cheating", "illegal play: O11, now in 'O11 O12 O13', is neither from the table nor on the rack"),
        ("NotAnAgent", "raised AttributeError: 'NotAnAgent' object has no attribute 'choose'"),
        ("Grabbing", "took Tile('K1'), which is not in the river"),
    ],
)
def test_an_agent_that_errs_loses_its_turn_with_a_note(name: str, note: str) -> None:
    assert one_turn(name) == ("forfeit", note)


@pytest.mark.parametrize("name", ["Slow", "Busy"])
def test_an_agent_that_overruns_its_time_is_stopped_and_loses_its_turn(name: str) -> None:
    assert one_turn(name, limit=0.3) == ("forfeit", "overran its time of 0.3 s")


def test_an_agent_that_does_not_start_again_goes_on_losing_its_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPTIMELD_TEST_MARK", str(tmp_path / "mark"))
    agent = HostedAgent("agents_for_tests:DyingForGood", AgentLimits(folder=str(tmp_path)))
    game = Game(seed=1)
    notes = []
    while len(game.turns) < 6:
        notes.append(take_turn(game, agent).note)
        game.engine_turn("greedy")
    assert notes[0] == "its process died"
    assert notes[1] == notes[2]
    assert notes[1].endswith("did not start: RuntimeError: not again")


def test_the_processes_that_an_agent_leaves_behind_end_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv("OPTIMELD_TEST_MARK", str(mark))
    assert one_turn("Forking", folder=tmp_path) == ("draw", "")
    last = mark.read_text(encoding="ascii")
    time.sleep(0.3)
    assert mark.read_text(encoding="ascii") == last


def test_what_an_agent_prints_does_not_get_in_the_way() -> None:
    assert one_turn("Chatty") == ("draw", "")


def test_an_agent_that_took_a_meld_away_loses_its_turn_and_the_table_stays() -> None:
    game = Game(seed=1)
    game.submit(0, "K8 O8 B8 | K12 R12 O12")
    agent = HostedAgent("agents_for_tests:Thieving")
    try:
        turn = take_turn(game, agent)
    finally:
        agent.close()
    assert turn.action == "forfeit"
    assert turn.note.startswith("illegal play: ")
    assert len(game.table) == 2


@pytest.mark.parametrize(
    "agent", ["Raising", "Dying", "Nonsense", "Cheating", "Thieving", "Grabbing", "Remembering"]
)
def test_whole_games_go_on_to_their_end_against_any_agent(agent: str) -> None:
    # A process that dies is started again for every turn, so that game is a short one.
    values, colours, rack = (4, 2, 4) if agent == "Dying" else (7, 3, 6)
    river = agent in ("Grabbing", "Remembering")
    rules = Rules(values=values, colours=colours, rack_size=rack, opening_points=12, river=river)
    plan = Plan(rules, (f"agents_for_tests:{agent}", "greedy"), seed=3, rotations=1, records=True, check=True)
    with Runner(plan) as runner:
        games = runner.run(0, 1 if agent == "Dying" else 3)
    for game in games:
        assert sum(game.result.scores) == 0
        lines = game.lines or ()
        forfeits = [line for line in lines if "forfeits" in line]
        if agent == "Remembering":
            assert not forfeits, forfeits
        elif agent != "Thieving":
            assert forfeits
            assert all(" # " in line for line in forfeits)


def test_games_with_an_agent_from_outside_are_the_same_on_two_workers() -> None:
    rules = Rules(values=7, colours=3, rack_size=6, opening_points=12)
    plan = Plan(rules, ("agents_for_tests:Drawer", "simple"), seed=3, rotations=2)
    with Runner(plan, 1) as one, Runner(plan, 2) as two:
        assert one.run(0, 4) == two.run(0, 4)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("agents_for_tests:Nobody", "has no class 'Nobody'"),
        ("no_such_module:Agent", "cannot import 'no_such_module'"),
        ("agents_for_tests:", "module:Class"),
        ("agents_for_tests:Failing", "out of order"),
    ],
)
def test_an_agent_that_cannot_be_started_is_bad_input(path: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        HostedAgent(path)


def test_a_name_without_a_colon_is_no_class() -> None:
    with pytest.raises(GameError, match="'module:Class'"):
        load_class("cleverest")


def test_an_agent_in_this_process_is_refereed_just_the_same() -> None:
    class Odd:
        def choose(self, view: View) -> object:
            return [Play((Meld.parse("K1 K2 K3"),)), Play(("K1",)), None, Take("K1"), Draw()][view.turn // 2]  # type: ignore[arg-type]

    game = Game(seed=1)
    notes = []
    for _ in range(5):
        notes.append(take_turn(game, Odd()).note)  # type: ignore[arg-type]
        game.draw(1)
    assert notes[0].startswith("illegal play")
    assert notes[1] == "played ('K1',), which is no table"
    assert notes[2] == "answered None, which is no move"
    assert notes[3] == "took 'K1', which is not in the river"
    assert notes[4] == ""


def test_an_agent_may_let_the_solver_play_for_it() -> None:
    class Borrowed:
        def choose(self, view: View) -> Play | Draw:
            found = solve(view.position, opening=not view.has_opened)
            return Play(found.table) if found.status == "optimal" else Draw()

    game = Game(seed=1)
    while not game.over:
        take_turn(game, Borrowed())
    assert not any(turn.note for turn in game.turns)


# Agents of this process: classes and instances, given as they are.


class Borrowing:
    """Plays as the engine's greedy agent does."""

    def __init__(self) -> None:
        self.asked = 0
        self._greedy = EngineAgent("greedy")

    def choose(self, view: View) -> Move:
        self.asked += 1
        return self._greedy.choose(view)


SMALL = Rules(values=7, colours=3, rack_size=6, opening_points=12)


def test_a_class_plays_in_this_process_and_just_like_the_agent_that_it_copies() -> None:
    mine = simulate([Borrowing, "simple"], games=10, seed=4, rules=SMALL)
    greedy = simulate(["greedy", "simple"], games=10, seed=4, rules=SMALL)
    assert mine.plan.agents == ("Borrowing", "simple")
    assert (mine.wins, mine.scores) == (greedy.wins, greedy.scores)
    assert mine.to_json()["lost_turns"] == [0, 0]
    assert "salt" not in mine.to_json()


def test_workers_change_nothing_for_a_class_and_are_refused_for_one_agent() -> None:
    one, two = (simulate([Borrowing, "simple"], games=6, rules=SMALL, workers=n).wins for n in (1, 2))
    assert one == two
    with pytest.raises(GameError, match="give its class"):
        simulate([Borrowing(), "simple"], games=6, rules=SMALL, workers=2)


def test_an_agent_itself_plays_all_the_games() -> None:
    agent = Borrowing()
    match = play_match([agent, "simple"], deals=3, rules=SMALL)
    assert match.agents == ("Borrowing", "simple")
    assert agent.asked > 6


def test_whatever_makes_agents_will_do_and_names_are_told_apart() -> None:
    class greedy:
        def choose(self, view: View) -> Draw:
            return Draw()

    def drawing() -> greedy:
        return greedy()

    tournament = play_tournament([greedy, drawing, "greedy", Borrowing], deals=1, rules=SMALL)
    assert tournament.agents == ("greedy 2", "drawing", "greedy", "Borrowing")


def test_a_class_that_errs_loses_its_turns_and_its_author_is_warned() -> None:
    class Clumsy:
        def choose(self, view: View) -> Play:
            raise KeyError("rack")

    with pytest.warns(UserWarning, match=r"Clumsy lost \d+ turns, most of them: raised KeyError: 'rack'"):
        summary = simulate([Clumsy, "greedy"], games=2, rules=SMALL)
    assert summary.wins == [0, 2]


@pytest.mark.parametrize("what", [42, int, object()])
def test_what_is_no_agent_is_refused_with_words(what: object) -> None:
    with pytest.raises(GameError, match="is no agent: an agent has a method 'choose'"):
        simulate([what, "greedy"])  # type: ignore[list-item]


UNGUARDED = """
from optimeld.agents import Draw
from optimeld.arena.simulate import simulate

class Mine:
    def choose(self, view):
        return Draw()

{games}
"""


def run_script(folder: Path, games: str) -> subprocess.CompletedProcess[str]:
    script = folder / "my_script.py"
    script.write_text(UNGUARDED.format(games=games), encoding="utf-8")
    return subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=folder)


def test_a_script_that_names_its_own_agent_without_a_guard_is_told_what_to_do(tmp_path: Path) -> None:
    done = run_script(tmp_path, "simulate(['my_script:Mine', 'greedy'], games=1)")
    assert done.returncode == 1
    assert 'put them below `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]


def test_a_script_with_a_guard_plays_and_so_does_its_class_without_one(tmp_path: Path) -> None:
    guarded = "if __name__ == '__main__':\n    print(simulate(['my_script:Mine', 'greedy'], games=1).wins)"
    assert run_script(tmp_path, guarded).stdout.strip() in ("[0, 1]", "[1, 0]")
    assert run_script(tmp_path, "print(sum(simulate([Mine, 'greedy'], games=3).wins))").stdout.strip() == "3"


def test_a_class_of_the_main_script_cannot_be_named_for_another_process(tmp_path: Path) -> None:
    done = run_script(tmp_path, "simulate(['__main__:Mine', 'greedy'], games=1)")
    assert "give the class itself" in done.stderr.splitlines()[-1]
