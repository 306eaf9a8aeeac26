"""What this machine has to work with: cores and memory."""

from __future__ import annotations

import os

GIB = 1 << 30


def cores() -> int:
    """Threads that long work may take: one for every core that this process may use.

    >>> cores() >= 1
    True
    """
    # Which cores a process may use, not every system says.
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def free_memory() -> int:
    """Bytes that nobody uses now, as far as the system says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return 6 * GIB  # not Linux


def default_memory() -> int:
    """Bytes that a build may take by default: 8 GiB, or 60 % of what is free where that is less."""
    return min(8 * GIB, free_memory() * 6 // 10)
