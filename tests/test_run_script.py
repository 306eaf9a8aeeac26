"""What ./run says on a machine that lacks something: one line, with the package to install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-peers.lock"]
TOOLS = ["cat", "cmp", "cp", "dirname", "find", "flock", "ls", "mv", "tail"]

# A Python that answers each question of the script as this machine's would, but for one.
PYTHON = """#!/bin/sh
case "$*" in
    --version) echo "Python 3.9.2" ;;
    *{lacking}*) exit 1 ;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> Any:
    """An empty clone, and a PATH with only the tools that every system has."""
    clone, tools = tmp_path / "clone", tmp_path / "tools"
    clone.mkdir()
    tools.mkdir()
    for name in ("run", *LOCKS):
        shutil.copy(ROOT / name, clone / name)
    for name in TOOLS:
        (tools / name).symlink_to(str(shutil.which(name)))

    def add(name: Any, text: str) -> None:
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)

    def start() -> Any:
        clean = {key: value for key, value in os.environ.items() if key != "CXX"}
        done = subprocess.run(
            [clone / "run", "melds"],
            capture_output=True,
            text=True,
            check=False,
            env=clean | {"PATH": str(tools)},
        )
        assert done.returncode == 1
        assert done.stdout == ""
        return done.stderr

    return add, start


def test_no_python(machine: Any) -> None:
    _, start = machine
    assert start() == "run: python3 is missing: apt-get install python3 python3-venv python3-dev\n"


@pytest.mark.parametrize(
    ("lacking", "answer"),
    [
        (
            "version_info",
            "Python 3.9.2 is too old: optimeld needs Python 3.11 or later "
            "(Debian 12 and later: apt-get install python3)",
        ),
        ("ensurepip", "Python's venv module is missing: apt-get install python3-venv"),
        ("Python.h", "Python.h is missing: apt-get install python3-dev"),
    ],
)
def test_a_python_that_lacks_something(machine: Any, lacking: Any, answer: Any) -> None:
    add, start = machine
    add("python3", PYTHON.format(lacking=lacking))
    add("g++", "#!/bin/sh\n")
    assert start() == f"run: {answer}\n"


def test_no_compiler(machine: Any) -> None:
    add, start = machine
    add("python3", PYTHON.format(lacking="nothing"))
    assert start() == "run: the C++ compiler 'g++' is missing: apt-get install g++\n"


def test_an_old_compiler(machine: Any) -> None:
    add, start = machine
    add("python3", PYTHON.format(lacking="nothing"))
    add("g++", "#!/bin/sh\nexit 1\n")
    assert start() == (
        "run: the C++ compiler 'g++' does not know C++20 (Debian 12 and later: apt-get install g++)\n"
    )


def test_what_an_extra_of_the_package_needs_the_script_installs() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    locked = {
        re.sub(r"[-_.]+", "-", name).lower()
        for lock in LOCKS
        for name in re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(), re.MULTILINE)
    }
    needed = {
        re.findall(r"[\w.-]+", need)[0]
        for extra in ("ilp", "peers", "web", "plot", "cluster", "parquet")
        for need in extras[extra]
    }
    assert needed <= locked
    script = (ROOT / "run").read_text()
    assert all(lock in script for lock in LOCKS)
