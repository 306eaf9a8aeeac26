"""The README is true: its console and Python blocks are run."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import optimeld
from optimeld.cli import run

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
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


@pytest.mark.parametrize("guide", ["README.md", "CONTRIBUTING.md", "bench/README.md"])
def test_the_files_that_a_guide_names_are_there(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    named = re.findall(r"`((?:src|cpp|tests|bench|docs)/[\w./-]*\w)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_changelog_begins_with_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changes, re.MULTILINE)[0] in (optimeld.__version__, "Unreleased")
