"""Makes the book of puzzles anew: `python -m optimeld.arena.data.make_puzzles [SEED]`. It takes some minutes.

The first part is a puzzle for each day of 52 weeks, gentle on Mondays and fiendish on Sundays; the second is
for practice, some of each kind and level. A day keeps its puzzle as long as this file is not made anew, so it
should not be: `of_the_day` promises the same puzzle to everyone.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import count
from pathlib import Path

from optimeld.arena.puzzles import KINDS, LEVELS, Kind, Puzzle, puzzles

PATH = Path(__file__).with_name("puzzles.txt")
DAYS = 364
#: The level of each day of the week, Monday first.
WEEK = (1, 1, 2, 2, 3, 4, 5)
#: The kinds in turn; five and seven have no common divisor, so every weekday sees every kind.
KINDS_IN_TURN: tuple[Kind, ...] = ("lay", "finish", "lay", "wait", "lay")
#: For practice, of each kind and level.
MORE = 12

Shelf = dict[tuple[Kind, int], list[Puzzle]]


def wanted() -> dict[tuple[Kind, int], int]:
    """How many puzzles of each kind and level the book needs."""
    need = {(kind, level): MORE for kind in KINDS for level in LEVELS}
    for day in range(DAYS):
        need[KINDS_IN_TURN[day % len(KINDS_IN_TURN)], WEEK[day % len(WEEK)]] += 1
    return need


def gather(seed: int) -> Shelf:
    """Puzzles until there are enough of each."""
    shelf: Shelf = defaultdict(list)
    need = wanted()
    for kind in KINDS:
        for puzzle in puzzles(kind, seed):
            place = kind, puzzle.level
            if len(shelf[place]) < need[place]:
                shelf[place].append(puzzle)
            if all(len(shelf[kind, level]) >= need[kind, level] for level in LEVELS):
                break
        print(kind, {level: len(shelf[kind, level]) for level in LEVELS}, flush=True)
    return shelf


def book(shelf: Shelf) -> str:
    """The file."""
    taken: dict[tuple[Kind, int], count[int]] = defaultdict(count)
    lines = ["# A puzzle for each day from 2026-01-05 on, again from the start after the last."]
    for day in range(DAYS):
        place = KINDS_IN_TURN[day % len(KINDS_IN_TURN)], WEEK[day % len(WEEK)]
        there = shelf[place]
        lines.append(there[next(taken[place]) % len(there)].to_text())
    lines.append("# more")
    for place in ((kind, level) for kind in KINDS for level in LEVELS):
        lines += [puzzle.to_text() for puzzle in shelf[place][next(taken[place]) :][:MORE]]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PATH.write_text(book(gather(int(sys.argv[1]) if sys.argv[1:] else 1)), encoding="ascii")
