"""Puzzles for people: a position from a game that has one answer, proved, with a level from 1 to 5.

`lay`     Lay all the tiles, three to five. Tiles and table together can be laid out in one way only.
`finish`  Find the finish: six to nine tiles, a whole rack, go down in one turn, in one way only.
`wait`    Play or wait? The pool is empty and both racks lie open. One turn wins: a play, or a pass.

The tables and the tiles come from games. In `wait` they are late positions as if the pool had just run out.

How hard a puzzle is was not measured on people. The level is made of something they feel: how much there is
to look through. For the first two kinds that is the number of ways to choose which table melds to take apart,
few before many, up to the choice that works. For the third it is the number of situations that the proof
rests on. See `effort`.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any, Literal, get_args

from optimeld import notation
from optimeld.arena.generate import puzzles as laying
from optimeld.arena.last_turns import LastTurns, TooLongError
from optimeld.errors import InputError, NotationError
from optimeld.game import Game
from optimeld.layout import count_layouts
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.rules import RETAIL, Rules
from optimeld.solver import solve
from optimeld.tiles import Tile

Kind = Literal["lay", "finish", "wait"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LEVELS = (1, 2, 3, 4, 5)
QUESTIONS: dict[Kind, str] = {
    "lay": "Lay all the tiles of the rack.",
    "finish": "Lay the whole rack in one turn and win.",
    "wait": "The pool is empty. One turn wins: which tiles do you lay, or do you pass?",
}

#: Level 2 begins at the first of these, and so on.
_STEPS: dict[Kind, tuple[int, int, int, int]] = {
    "lay": (8, 30, 120, 500),
    "finish": (100, 250, 600, 1500),
    "wait": (4, 7, 10, 16),
}
#: How many tiles a puzzle lays.
_FEW, _MANY = range(3, 6), range(6, 10)
#: Melds that a person can look over.
_TABLE = range(3, 13)
#: So that the games of two seeds are not the same.
_SEEDS_APART = 1_000_003
#: Racks that a person can hold in mind to the end of the game.
_LAST_RACK = range(2, 7)
#: Day 0 of the daily puzzles, a Monday: the week begins gently and ends hard.
FIRST_DAY = date(2026, 1, 5)


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked, and the one answer."""

    kind: Kind
    position: Position
    #: The tiles to lay; none: pass.
    answer: tuple[Tile, ...]
    #: The other player's rack, where it lies open.
    other: tuple[Tile, ...] = ()
    level: int = 1

    @property
    def question(self) -> str:
        """What is asked, in words."""
        return QUESTIONS[self.kind]

    def to_text(self) -> str:
        """The puzzle as one line: kind, level, position, and for `wait` the other rack and the answer.

        >>> parse("wait 2 K1 K2 K3 // K4 R9 ! K5 O13 = pass").to_text()
        'wait 2 K1 K2 K3 // K4 R9 ! K5 O13 = pass'
        """
        line = f"{self.kind} {self.level} {self.position}"
        if self.kind == "wait":
            answer = notation.format_tiles(self.answer) or "pass"
            line += f" ! {notation.format_tiles(self.other)} = {answer}"
        return line

    def to_json(self) -> dict[str, Any]:
        """The puzzle with its answer as JSON values."""
        return {
            "kind": self.kind,
            "level": self.level,
            "question": self.question,
            "position": str(self.position),
            "other": [str(tile) for tile in self.other],
            "answer": [str(tile) for tile in self.answer],
            "line": self.to_text(),
        }


def parse(line: str, rules: Rules = RETAIL) -> Puzzle:
    """Reads what `to_text` wrote.

    >>> parse("lay 1 K1 K2 K3 // K4").answer
    (Tile('K4'),)
    """
    kind, _, rest = line.strip().partition(" ")
    level, _, rest = rest.partition(" ")
    if kind not in KINDS or not level.isdigit():
        raise NotationError(f"a puzzle is 'KIND LEVEL POSITION', not {line!r}", word=line)
    text, _, more = rest.partition("!")
    position = Position.parse(text.strip(), rules)
    if kind != "wait":
        return Puzzle(kind, position, position.rack, level=int(level))
    other, _, answer = more.partition("=")
    laid = () if answer.strip() == "pass" else notation.parse_tiles(answer, rules)
    return Puzzle(kind, position, laid, notation.parse_tiles(other, rules), int(level))


# The puzzles that come with the package


@cache
def _stored() -> tuple[tuple[Puzzle, ...], tuple[Puzzle, ...]]:
    text = (files("optimeld.arena") / "data" / "puzzles.txt").read_text(encoding="utf-8")
    daily, _, more = text.partition("# more")
    return (_read(daily), _read(more))


def _read(text: str) -> tuple[Puzzle, ...]:
    return tuple(parse(line) for line in text.splitlines() if line and not line.startswith("#"))


def stored() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, other than those of the days."""
    return _stored()[1]


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everyone.

    >>> of_the_day(date(2026, 11, 16)) == of_the_day(date(2026, 11, 16))
    True
    """
    daily = _stored()[0]
    return daily[(day - FIRST_DAY).days % len(daily)]


# New puzzles


def puzzles(
    kind: Kind, seed: int = 1, *, level: int | None = None, rules: Rules = RETAIL, games: int | None = None
) -> Iterator[Puzzle]:
    """Puzzles of a kind from the games of a seed, without end unless `games` says after how many to give up.

    >>> puzzle = next(puzzles("lay", seed=1))
    >>> count_layouts(puzzle.position.all_tiles())
    1
    """
    if kind not in KINDS:
        raise InputError(f"no puzzle is called {kind!r}: it is one of {', '.join(KINDS)}", word=kind)
    if level is not None and level not in LEVELS:
        raise InputError(f"levels go from 1 to {LEVELS[-1]}, not {level}", word=str(level))
    index = 0
    make = _MAKERS[kind]
    while games is None or index < games:
        found = make(seed, index, rules)
        if found is not None and (level is None or found.level == level):
            yield found
        index += 1


def _lay(seed: int, index: int, rules: Rules) -> Puzzle | None:
    """A few tiles of a rack in a game of three."""
    return _from_game("lay", _FEW, ("greedy", "greedy", "greedy"), seed, index, rules)


def _finish(seed: int, index: int, rules: Rules) -> Puzzle | None:
    """Many tiles of a rack, as of somebody who waited; beginners leave tables on which that happens."""
    return _from_game("finish", _MANY, ("simple", "greedy"), seed, index, rules)


def _from_game(
    kind: Kind, tiles: range, agents: Sequence[str], seed: int, index: int, rules: Rules
) -> Puzzle | None:
    size = random.Random(f"{kind} {seed} {index}").choice(tiles)
    # A seed of its own for each: the generator gives at most one puzzle a game.
    found = next(laying(size, seed * _SEEDS_APART + index, rules, agents=agents, games=1), None)
    return None if found is None else _one_way(kind, found.position)


def _in_box(table: Sequence[Meld], rack: Sequence[Tile], rules: Rules) -> Position:
    """A position of a game without jokers, by rules that have them."""
    return Position(tuple(Meld.of(meld.tiles, rules) for meld in table), tuple(rack), rules)


def _one_way(kind: Kind, position: Position) -> Puzzle | None:
    """The puzzle, where the tiles have one layout and the rules allow it."""
    best = solve(position)
    if best.remaining or count_layouts(position.all_tiles(), position.rules) != 1:
        return None
    work = effort(best.melds_before, best.melds_before - best.kept)
    return Puzzle(kind, position, position.rack, level=_level(kind, work))


def _wait(seed: int, index: int, rules: Rules) -> Puzzle | None:
    """A late position of two players, both with few tiles, as if the pool had just run out."""
    game = Game(rules.replace(jokers=0), ("greedy", "greedy"), seed, index)
    while not game.over:
        racks = game.rack(0), game.rack(1)
        small = all(len(rack) in _LAST_RACK for rack in racks)
        if small and len(game.table) in _TABLE and all(map(game.opened, range(2))):
            for mine, theirs in (racks, racks[::-1]):
                found = _last_turn(_in_box(game.table, mine, rules), theirs)
                if found is not None:
                    return found
        game.engine_turn("greedy")
    return None


def _last_turn(position: Position, other: tuple[Tile, ...]) -> Puzzle | None:
    """The puzzle, where exactly one turn wins and some other would be possible."""
    if any(tile.is_joker for tile in (*position.all_tiles(), *other)):
        return None
    last = LastTurns(position, other)
    try:
        winning = last.winning()
    except TooLongError:
        return None
    if len(winning) != 1 or len(winning[0]) == len(position.rack) or last.choices < 2:
        return None
    return Puzzle("wait", position, winning[0], other, _level("wait", last.looked_at))


_MAKERS: dict[Kind, Callable[[int, int, Rules], Puzzle | None]] = {
    "lay": _lay, "finish": _finish, "wait": _wait,
}  # fmt: skip


def effort(melds: int, touched: int) -> int:
    """How many choices of table melds come up before the one that works, few melds before many.

    Somebody who tries every one meld, then every two, finds the right three of eight after 65 on average.

    >>> effort(8, 3), effort(8, 0)
    (65, 1)
    """
    return max(1, sum(comb(melds, fewer) for fewer in range(touched)) + comb(melds, touched) // 2)


def _level(kind: Kind, work: int) -> int:
    return 1 + bisect_right(_STEPS[kind], work)
