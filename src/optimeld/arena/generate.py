"""Positions that really arise, found by playing games; and puzzles made from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, get_args

from optimeld.analysis import BudgetError, plays
from optimeld.errors import InputError
from optimeld.game import Game, check_engine_agent
from optimeld.layout import count_layouts
from optimeld.melds import Meld, is_meld
from optimeld.notation import format_tiles
from optimeld.position import Position
from optimeld.rules import RETAIL, Rules
from optimeld.solver import Solution, solve
from optimeld.tiles import Tile

Stage = Literal["opening", "early", "middle", "late", "end"]
STAGES: tuple[Stage, ...] = get_args(Stage)
#: More distinct best plays than this are not told apart.
MOST_BEST_PLAYS = 50
#: How many plays of a position are tried as a puzzle.
_PUZZLES_TRIED = 20


@dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high`, both included; None: no bound.

    >>> Range.parse("2..4").holds(3), Range.parse("5..").holds(4), Range.parse("1").holds(1)
    (True, False, True)
    """

    low: int | None = None
    high: int | None = None

    @classmethod
    def parse(cls, text: str) -> Range:
        """Reads `3`, `2..5`, `2..` or `..5`."""
        low, dots, high = text.partition("..")
        try:
            ends = [int(end) if end else None for end in (low, high if dots else low)]
        except ValueError:
            ends = [None, None]
        if ends == [None, None] or (ends[0] is not None and ends[1] is not None and ends[0] > ends[1]):
            raise InputError(f"a range is N, N..M, N.. or ..M, not {text!r}", word=text)
        return cls(*ends)

    def holds(self, number: int) -> bool:
        """Whether the number is in it."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


ANY = Range()


@dataclass(frozen=True)
class Wanted:
    """What a position must be like to be given."""

    stage: Stage | None = None
    table: Range = ANY  # melds on the table
    rack: Range = ANY  # tiles on the rack
    jokers: Range = ANY  # on table and rack
    playable: Range = ANY  # tiles of the best play; 0: none
    best_plays: Range = ANY  # distinct plays of as many tiles
    broken: Range = ANY  # table melds that the best play cannot keep


@dataclass(frozen=True)
class Found:
    """A position from a game, with what was measured of it."""

    position: Position
    stage: Stage
    seed: int
    game: int
    turn: int
    solution: Solution
    best_plays: int | None

    @property
    def broken(self) -> int:
        """How many table melds the best play changes, though it keeps all it can."""
        return self.solution.melds_before - self.solution.kept if self.solution.tiles else 0

    def to_json(self) -> dict[str, Any]:
        """The position and its measures as JSON values."""
        return {
            "position": str(self.position),
            "opened": self.position.opened,
            "stage": self.stage,
            "table_melds": len(self.position.table),
            "rack_tiles": len(self.position.rack),
            "jokers": _jokers(self.position),
            "playable": self.solution.tiles,
            "best_plays": self.best_plays,
            "broken": self.broken,
            "seed": self.seed,
            "game": self.game,
            "turn": self.turn,
        }


def stage_of(game: Game) -> Stage:
    """Before the own opening; then by thirds of the pool; the end when it is empty.

    >>> stage_of(Game(seed=1))
    'opening'
    """
    if not game.opened(game.to_move):
        return "opening"
    start = game.rules.tiles_in_box - game.players * game.rules.rack_size
    if game.pool_size == 0:
        return "end"
    return "early" if 3 * game.pool_size > 2 * start else "middle" if 3 * game.pool_size > start else "late"


def positions(
    seed: int = 1,
    rules: Rules = RETAIL,
    *,
    agents: Sequence[str] = ("greedy", "greedy"),
    wanted: Wanted | None = None,
    games: int | None = None,
) -> Iterator[Found]:
    """Positions from games 0, 1, ... of a seed, at most one from each game, so that they are not alike.

    >>> found = next(positions(seed=1, wanted=Wanted(stage="middle", playable=Range(3, None))))
    >>> found.stage, found.solution.tiles >= 3
    ('middle', True)
    """
    wanted = wanted or Wanted()
    for game, moments in _games(seed, rules, agents, games):
        # Every turn of the game is as likely to be looked at first.
        random.Random(f"{seed} {game}").shuffle(moments)
        for turn, stage, position in moments:
            found = _measure(position, stage, seed, game, turn, wanted)
            if found is not None:
                yield found
                break


_Moment = tuple[int, Stage, Position]


def _games(
    seed: int, rules: Rules, agents: Sequence[str], games: int | None
) -> Iterator[tuple[int, list[_Moment]]]:
    for agent in agents:
        check_engine_agent(agent)
    index = 0
    while games is None or index < games:
        game = Game(rules, list(agents), seed, index)
        moments: list[_Moment] = []
        while not game.over:
            player = game.to_move
            position = game.position(player)
            moments.append((len(game.turns), stage_of(game), position))
            game.engine_turn(agents[player])
        yield index, moments
        index += 1


def _measure(
    position: Position, stage: Stage, seed: int, game: int, turn: int, wanted: Wanted
) -> Found | None:
    """The measures, the cheap ones first; None as soon as one is not wanted."""
    if wanted.stage is not None and stage != wanted.stage:
        return None
    if not wanted.table.holds(len(position.table)) or not wanted.rack.holds(len(position.rack)):
        return None
    if not wanted.jokers.holds(_jokers(position)):
        return None
    solution = solve(position)
    if not wanted.playable.holds(solution.tiles):
        return None
    found = Found(position, stage, seed, game, turn, solution, None)
    if not wanted.broken.holds(found.broken):
        return None
    if wanted.best_plays == ANY:
        return found
    best = _count_best_plays(position, solution.tiles)
    if best is None or not wanted.best_plays.holds(best):
        return None
    return Found(position, stage, seed, game, turn, solution, best)


def _count_best_plays(position: Position, tiles: int) -> int | None:
    if not tiles:
        return 0
    try:
        # Best first: the others come after all of these.
        best = 0
        for play in islice(plays(position), MOST_BEST_PLAYS):
            if play.tiles < tiles:
                break
            best += 1
        return best
    except BudgetError:
        return None


def _jokers(position: Position) -> int:
    return sum(tile.is_joker for tile in position.all_tiles())


@dataclass(frozen=True)
class LayingPuzzle:
    """A table from a game and some tiles of a rack: lay them all. There is one solution.

    The difficulty is a sum of things that were measured: see `difficulty`.
    """

    position: Position
    solution: Solution
    seed: int
    game: int
    turn: int
    #: Tiles that a beginner would find: they extend a table meld as it lies, or make new melds.
    obvious: int

    @property
    def broken(self) -> int:
        """Table melds that do not stay as they were."""
        return self.solution.melds_before - self.solution.kept

    @property
    def difficulty(self) -> int:
        """A point for every table meld that is broken, every table tile that moves, every step of carrying it
        out, and every tile that is not obvious."""
        hidden = len(self.position.rack) - self.obvious
        return self.broken + self.solution.moved + len(self.solution.steps) + hidden

    def to_json(self) -> dict[str, Any]:
        """The puzzle with its answer as JSON values."""
        return {
            "position": str(self.position),
            "lay": len(self.position.rack),
            "difficulty": self.difficulty,
            "broken": self.broken,
            "moved": self.solution.moved,
            "steps": len(self.solution.steps),
            "obvious": self.obvious,
            "answer": [meld.to_json() for meld in self.solution.table],
            "seed": self.seed,
            "game": self.game,
            "turn": self.turn,
        }


def puzzles(
    tiles: int = 5,
    seed: int = 1,
    rules: Rules = RETAIL,
    *,
    agents: Sequence[str] = ("greedy", "greedy", "greedy"),
    difficulty: Range = ANY,
    games: int | None = None,
) -> Iterator[LayingPuzzle]:
    """Puzzles from games 0, 1, ... of a seed, at most one from each game; without jokers, whose freedom makes
    one solution rare.

    >>> puzzle = next(puzzles(tiles=3, seed=1))
    >>> count_layouts(puzzle.position.all_tiles())
    1
    """
    if not 1 <= tiles <= 12:
        raise InputError(f"a puzzle lays from 1 to 12 tiles, not {tiles}", word=str(tiles))
    for game, moments in _games(seed, rules, agents, games):
        random.Random(f"{seed} {game}").shuffle(moments)
        for turn, _, position in moments:
            puzzle = _puzzle_of(position, tiles, seed, game, turn, difficulty)
            if puzzle is not None:
                yield puzzle
                break


def _puzzle_of(
    position: Position, tiles: int, seed: int, game: int, turn: int, difficulty: Range
) -> LayingPuzzle | None:
    if not position.opened or any(tile.is_joker for meld in position.table for tile in meld.tiles):
        return None
    rack = tuple(tile for tile in position.rack if not tile.is_joker)
    full = Position(position.table, rack, position.rules)
    if solve(full).tiles < tiles:
        return None
    try:
        candidates = [play for play in islice(plays(full), 10 * _PUZZLES_TRIED) if play.tiles == tiles]
    except BudgetError:
        return None
    for play in candidates[:_PUZZLES_TRIED]:
        exact = Position(position.table, play.played, position.rules)
        solution = solve(exact)
        puzzle = LayingPuzzle(exact, solution, seed, game, turn, obvious_tiles(exact))
        if puzzle.obvious == tiles or not difficulty.holds(puzzle.difficulty):
            continue
        if count_layouts(exact.all_tiles(), exact.rules) == 1:
            return puzzle
    return None


def obvious_tiles(position: Position) -> int:
    """How many rack tiles go down without moving anything that lies: new melds, then additions at either end.

    >>> obvious_tiles(Position.parse("K1 K2 K3 | R5 B5 O5 // K4 K5 R9"))
    2
    """
    fresh = solve(Position((), position.rack, position.rules), opening=False)
    left = list(fresh.remaining)
    table = [list(meld.tiles) for meld in (*position.table, *fresh.table)]
    at = 0
    while at < len(left):
        if _add(table, left[at], position.rules):
            del left[at]
            at = 0
        else:
            at += 1
    return len(position.rack) - len(left)


def _add(table: list[list[Tile]], tile: Tile, rules: Rules) -> bool:
    for number, meld in enumerate(table):
        for longer in ([*meld, tile], [tile, *meld]):
            if is_meld(longer, rules):
                table[number] = list(Meld.of(longer, rules).tiles)
                return True
    return False


def show_puzzle(puzzle: LayingPuzzle) -> str:
    """A puzzle in words, without its answer."""
    table = " | ".join(map(str, puzzle.position.table))
    return f"{table}\n  lay {format_tiles(puzzle.position.rack)}   (difficulty {puzzle.difficulty})"
