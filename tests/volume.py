"""How much of the same a test does: a sample every time, and the whole volume before anything lands."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

#: Set for the run (conftest.py), before any test module is read.
VARIABLE = "OPTIMELD_LONG_TESTS"


def volume(usual: int, *, long: int) -> int:
    """The number of games, positions or blocks: `long` under `./run test --long`, as in .ci/run."""
    return long if os.environ.get(VARIABLE) else usual


def first_of(*cases: T) -> tuple[T, ...]:
    """Cases that are alike: the first, and all of them under `--long`."""
    return cases if os.environ.get(VARIABLE) else cases[:1]
