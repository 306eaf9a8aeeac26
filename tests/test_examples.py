"""The worked examples run, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SAYS = {
    "my_position.py": "Draws that would let me lay everything",
    "my_agent.py": "points a game",
    "my_experiment.py": "hold:8 wins",
    "my_odds.py": "10,232,524 winning hands of 14",
    "my_environment.py": "games against simple",
}


def test_every_example_is_among_those_that_are_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    arguments = [str(tmp_path / "plot.svg")] if name == "my_experiment.py" else []
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout
    if arguments:
        assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<?xml")
