"""The README is true: its console and Python blocks are run."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from optimeld.cli import run

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
SESSIONS = [
    session
    for block in BLOCKS
    for session in re.findall(r"^\$ optimeld (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
]


@pytest.mark.parametrize(("command", "printed"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_a_command_of_the_readme_prints_what_it_says(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    run(shlex.split(command))
    out, err = capsys.readouterr()
    assert out + err == printed


def test_the_python_of_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 0
