"""The command line in this process: what it prints, and what it says to wrong input."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from optimeld import Position, __version__
from optimeld.cli import COMMANDS, run

SMALL_BOX = ["--values", "3", "--colours", "2", "--copies", "1", "--jokers", "0"]


def read_wrong_inputs() -> Any:
    lines = (Path(__file__).parent / "wrong_inputs.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    return [
        (shlex.split(command.removeprefix("$ optimeld ")), answer.removeprefix("optimeld: "))
        for command, answer in zip(lines[::2], lines[1::2], strict=True)
    ]


WRONG = read_wrong_inputs()


def test_at_least_forty_wrong_inputs_are_tried() -> None:
    assert len({json.dumps(args) for args, _ in WRONG}) >= 40


@pytest.mark.parametrize(("args", "message"), WRONG, ids=[" ".join(args) or "-" for args, _ in WRONG])
def test_wrong_input_gets_one_line_and_status_two(
    args: Any,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(args) == 2
    assert capsys.readouterr() == ("", f"optimeld: {message}\n")


@pytest.mark.parametrize(("args", "message"), WRONG, ids=[" ".join(args) or "-" for args, _ in WRONG])
def test_wrong_input_gets_the_same_line_as_json(
    args: Any,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    # An option that lacks its value would take --json for it.
    args = [args[0], "--json", *args[1:]] if args[-1] == "--values" else [*args, "--json"]
    assert run(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    error = json.loads(err)["error"]
    assert error["message"] == message
    assert error["code"] in {
        "unknown-tile",
        "not-a-meld",
        "too-many-copies",
        "bad-notation",
        "bad-rules",
        "usage",
    }


def test_an_error_names_the_word_and_its_place_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    run(["show", "K1 K2 K3 | R5 X5 R7 // J", "--json"])
    error = json.loads(capsys.readouterr().err)["error"]
    assert error == {
        "code": "unknown-tile",
        "message": "no tile 'X5' at table meld 2, tile 2: the colours are K R B O",
        "word": "X5",
        "place": "table meld 2, tile 2",
    }


def test_melds_gives_the_published_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["melds", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["distinct"], answer["placed"], answer["longest_run"]) == (1173, 1831, 5)
    assert answer["distinct_by_jokers"] == [185, 494, 494]
    assert len(answer["melds"]) == 1173
    assert run(["melds"]) == 0
    assert capsys.readouterr().out.startswith(
        "1173 melds as multisets of tiles, 1831 with the jokers' places"
    )


def test_melds_can_list_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    run(["melds", *SMALL_BOX, "--list"])
    assert capsys.readouterr().out.splitlines()[-2:] == ["K1 K2 K3", "R1 R2 R3"]


def test_show_prints_a_picture_or_json_or_writes_svg(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "R3 J R5 | K7 B7 O7 // K1 J"
    assert run(["show", text]) == 0
    assert capsys.readouterr().out == ("Table\n  1  R3◆ J☻=R4 R5◆   2  K7● B7■ O7▲\nRack\n     K1● J☻\n")
    assert run(["show", text, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["melds"][0] == {
        "tiles": ["R3", "J", "R5"],
        "kinds": ["run"],
        "worth": 12,
        "jokers": [{"place": 1, "stands_for": ["R4"]}],
    }
    assert Position.from_url(answer["url"]) == Position.parse(text)
    target = tmp_path / "picture.svg"
    assert run(["show", text, "--svg", str(target)]) == 0
    assert capsys.readouterr().out == ""
    assert ElementTree.parse(target).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_show_takes_the_table_and_the_rack_apart_and_positions_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(["show", "K1 K2 K3 // J"])
    whole = capsys.readouterr().out
    run(["show", "--table", "K1 K2 K3", "--rack", "J"])
    assert capsys.readouterr().out == whole
    monkeypatch.setattr("sys.stdin", iter(["K1 K2 K3 // J\n", "\n", "// K1\n"]))
    run(["show", "-", "--json"])
    shown = [json.loads(line)["position"] for line in capsys.readouterr().out.splitlines()]
    assert shown == ["K1 K2 K3 // J", "// K1"]


def test_rules_prints_the_rules_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--box", "six-players", "--joker-rule", "free", "--river", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["copies"], answer["jokers"], answer["tiles_in_box"]) == (3, 4, 160)
    assert (answer["joker_rule"], answer["river"], answer["opening_then_table"]) == ("free", True, False)
    run(["rules"])
    assert "106 tiles" in capsys.readouterr().out


def test_help_lists_every_command_under_the_name_optimeld_and_no_arguments_are_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Usage: optimeld ")
    for name in COMMANDS:
        assert f"\n  {name} " in text
    assert run([]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_of_its_own(name: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: optimeld {name} ")
    assert "--json" in text or "COMMAND" in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"optimeld {__version__}\n"


def fresh_python(*args: Any, **environment: Any) -> Any:
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, check=False, env=environment or None
    )


def test_completion_offers_the_commands_and_the_joker_rules() -> None:
    words = fresh_python(
        "-m", "optimeld", _OPTIMELD_COMPLETE="complete_bash", COMP_WORDS="optimeld ", COMP_CWORD="1"
    )
    assert {"show", "melds", "rules"} <= set(words.stdout.split())
    words = fresh_python(
        "-m",
        "optimeld",
        _OPTIMELD_COMPLETE="complete_bash",
        COMP_WORDS="optimeld show --joker-rule ",
        COMP_CWORD="3",
    )
    assert words.stdout.split() == ["official", "free", "locked"]


def test_showing_a_position_imports_nothing_heavy() -> None:
    code = (
        "import sys; from optimeld.cli import run; run(['show', 'K1 K2 K3 // J']);"
        "print(sorted({name.split('.')[0] for name in sys.modules}"
        " & {'numpy', 'rich', 'pydantic', 'matplotlib', 'fastapi', 'highspy', 'click', 'asyncio'}))"
    )
    assert fresh_python("-c", code).stdout.splitlines()[-1] == "[]"


def test_importing_the_package_loads_neither_the_core_nor_the_command_line() -> None:
    code = "import sys, optimeld; print([name for name in sys.modules if name.startswith('optimeld.')])"
    assert fresh_python("-c", code).stdout == "[]\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = f"{sys.executable} -m optimeld melds --list | head -n 1"
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("1173 melds")
    assert done.stderr == ""
