"""`check-agent` says in plain words whether a bot is sound, and what is wrong with one that is not."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from optimeld.agents.checking import KINDS_OF_GAME
from optimeld.cli import run

HERE = Path(__file__).parent
EXAMPLE = shlex.join([sys.executable, str(HERE.parent / "examples" / "bots" / "bot.py")])


def hostile(mode: str) -> str:
    return shlex.join([sys.executable, str(HERE / "bots" / "hostile.py"), mode])


def test_a_sound_bot_is_called_so_and_its_transcript_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "transcript"
    assert run(["check-agent", EXAMPLE, "--transcript", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(KINDS_OF_GAME) + 2
    # It rearranges nothing, so that it overlooks plays where the rules ask for one.
    assert said[-2].startswith("note: under must_play it drew ")
    assert said[-1].startswith("sound: no turn was lost, but plays were overlooked")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith('> {"type": "start_game"')
    assert sum(line.startswith("<") for line in lines) == sum('"request"' in line for line in lines) > 100


def test_a_bot_that_errs_is_told_how_and_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-agent", hostile("wrong-seq"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["sound"] is False
    assert report["games"][0]["lost"]["answered with seq 2, but the request has seq 1"] == 1
    assert report["games"][0]["turns"] == sum(report["games"][0]["lost"].values())
    assert report["remarks"] == ["it never played a tile"]


def test_a_bot_that_dies_shows_its_last_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nsys.stdin.readline()\nraise SystemExit('I give up')\n", encoding="utf-8")
    assert run(["check-agent", shlex.join([sys.executable, str(bot)])]) == 1
    said = capsys.readouterr().out
    assert "3 x its process died" in said
    assert "    I give up" in said
    assert said.endswith("not sound: turns were lost\n")


def test_an_agent_in_python_is_checked_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-agent", "agents_for_tests:Remembering"]) == 0
    assert "note: it never played a tile" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("./no-such-bot", "'./no-such-bot' is not there"),
        (str(HERE / "wrong_inputs.txt"), "is no program: is it executable?"),
        ("exec:", "no command after 'exec:'"),
        ("exec:'unfinished", "cannot read the command"),
        ("no_such_module:Bot", "cannot import 'no_such_module'"),
    ],
)
def test_a_bot_that_cannot_be_started_is_bad_input(
    command: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check-agent", command]) == 2
    assert message in capsys.readouterr().err


def test_only_who_must_play_is_told_of_plays_overlooked(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check-agent", "agents_for_tests:Remembering", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert {bool(game["overlooked"]) for game in report["games"] if game["rules"]["must_play"]} == {True}
    assert not any(game["overlooked"] for game in report["games"] if not game["rules"]["must_play"])
