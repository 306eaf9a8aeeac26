"""While agents from outside run, this process keeps to itself what it knows: all the tiles.

On Linux its memory, its open files and its environment cannot be read by other programs of the same user, the
agents among them; elsewhere the system decides, and docs/protocol.md says so.
"""

from __future__ import annotations

import ctypes
import sys
import threading

_PR_GET_DUMPABLE, _PR_SET_DUMPABLE = 3, 4
#: Where the command line begins and ends in memory: these fields of /proc/self/stat, counted from 1.
_ARG_START, _ARG_END = 48, 49

_lock = threading.Lock()
_holders = 0
_before = 1


class Secrecy:
    """Holds the secrecy until `end`; the last to let go puts things back as they were."""

    def __init__(self) -> None:
        global _holders, _before
        self._ended = False
        with _lock:
            if _holders == 0 and _linux():
                _before = _prctl(_PR_GET_DUMPABLE, 0)
                _prctl(_PR_SET_DUMPABLE, 0)
            _holders += 1

    def end(self) -> None:
        """Lets go."""
        global _holders
        with _lock:
            if self._ended:
                return
            self._ended = True
            _holders -= 1
            if _holders == 0 and _linux():
                _prctl(_PR_SET_DUMPABLE, _before)


def hide_arguments() -> None:
    """Takes the words of the command line, such as the seed, out of the list of processes."""
    if not _linux():
        return
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            # The second field is a name in parentheses, which may hold anything.
            fields = file.read().rpartition(")")[2].split()
        start, end = int(fields[_ARG_START - 3]), int(fields[_ARG_END - 3])
    except (OSError, ValueError, IndexError):
        return
    if 0 < start < end:
        name = b"optimeld"[: end - start - 1]
        ctypes.memmove(start, name.ljust(end - start, b"\0"), end - start)


def _linux() -> bool:
    return sys.platform.startswith("linux")


def _prctl(option: int, value: int) -> int:
    return int(ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0))
