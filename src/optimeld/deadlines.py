"""When the solver must answer with what it has: a time limit, or word from whoever no longer waits."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypedDict

from optimeld import _core
from optimeld.errors import InputError

#: Made by the one who asks; `set()`, from any thread, ends the work at once.
Stop = _core.Stop


class CoreDeadline(TypedDict):
    """A deadline as the native core takes it."""

    time_limit: float | None
    stop: _core.Stop | None


@dataclass(frozen=True)
class Deadline:
    """A moment by `time.monotonic`, and a stop; either may be missing."""

    ends: float = math.inf
    stop: Stop | None = None


_NONE = Deadline()
_current: ContextVar[Deadline] = ContextVar("deadline", default=_NONE)


@contextmanager
def deadline(seconds: float | None = None, *, stop: Stop | None = None) -> Iterator[Deadline]:
    """Whatever is asked of the solver inside ends after so many seconds, or when `stop` is set.

    >>> from optimeld import Position, solve
    >>> with deadline(5):
    ...     solve(Position.parse("K1 K2 K3 // K4")).status
    'optimal'
    """
    outer = _current.get()
    ends = outer.ends if seconds is None else min(outer.ends, time.monotonic() + checked_limit(seconds))
    token = _current.set(Deadline(ends, outer.stop if stop is None else stop))
    try:
        yield _current.get()
    finally:
        _current.reset(token)


def core_deadline(time_limit: float | None = None) -> CoreDeadline:
    """What is left of the deadline in force, or the call's own limit where that is shorter."""
    now = _current.get()
    left = now.ends - time.monotonic()
    if time_limit is not None:
        left = min(left, checked_limit(time_limit))
    return {"time_limit": None if left == math.inf else max(0.0, left), "stop": now.stop}


def checked_limit(seconds: float) -> float:
    """The seconds, once they are known to be some.

    >>> checked_limit(-1)
    Traceback (most recent call last):
    ...
    optimeld.errors.InputError: a time limit of -1 s: it must be a number of seconds from 0
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        raise InputError(f"a time limit of {seconds} s: it must be a number of seconds from 0")
    return seconds
