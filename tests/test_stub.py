from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import optimeld


def test_the_stub_of_the_core_is_what_the_core_declares(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "optimeld._core", "-o", fresh], check=True
    )
    committed = Path(optimeld.__file__).parent / "_core.pyi"
    assert fresh.read_text() == committed.read_text(), "run ./run stubs"
