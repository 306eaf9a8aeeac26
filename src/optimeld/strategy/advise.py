"""What to do in a turn: every candidate, drawing among them, with its chance of winning and its points.

Hidden tiles are dealt again and again in keeping with what was seen, and the game is played on from there
once for every candidate. `solve` answers another question: which play lays the most tiles.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from optimeld import _core
from optimeld.errors import InputError
from optimeld.game import MAX_PLAYERS, View
from optimeld.intervals import NORMAL_POINT, Estimate, wilson
from optimeld.melds import Meld
from optimeld.notation import format_tiles
from optimeld.position import Position
from optimeld.strategy.finish import finishing_draws
from optimeld.strategy.reasons import Facts, reason
from optimeld.tiles import Tile
from optimeld.turns import melds_from_core

AdviceGoal = Literal["win", "points"]
#: How long to think, in seconds, where nothing is said.
DEFAULT_THINK = 1.0
#: How many candidates are looked at in a turn.
CANDIDATES = 12
_NO_LIMIT = 2**62
#: As many seconds as the core takes at once.
_LONG = 1e6


class AdviseError(InputError):
    """Something about the table that cannot be: rack sizes, pool, a time to think."""

    code = "bad-advise"


@dataclass(frozen=True)
class Situation:
    """All that the player to move knows beside table and rack. Seats are in turn order.

    >>> Situation.facing(Position.parse("K1 K2 K3 // K4 R7"), opponents=(7, 12)).pool_size
    82
    """

    position: Position
    player: int
    rack_sizes: tuple[int, ...]
    opened: tuple[bool, ...]
    pool_size: int
    river: tuple[Tile, ...] = ()
    turn: int = 1000
    passes: int = 0
    #: For each player, the turns with and without a play since its opening.
    conduct: tuple[tuple[int, int], ...] = ()

    @classmethod
    def facing(
        cls,
        position: Position,
        opponents: Sequence[int] = (14,),
        opened: Sequence[bool] | None = None,
        pool: int | None = None,
    ) -> Situation:
        """A position as a person would tell it: the opponents' rack sizes in turn order after the player."""
        if not 1 <= len(opponents) < MAX_PLAYERS:
            raise AdviseError(f"{len(opponents)} opponents: there are 1 to {MAX_PLAYERS - 1}")
        for size in opponents:
            if size < 1:
                raise AdviseError(f"a rack of {size} tiles: an opponent holds at least one", word=str(size))
        if opened is None:
            opened = [bool(position.table)] * len(opponents)
        if len(opened) != len(opponents):
            raise AdviseError(f"{len(opponents)} opponents, but --opened tells of {len(opened)}")
        unseen = position.rules.tiles_in_box - sum(1 for _ in position.all_tiles())
        left = unseen - sum(opponents)
        if left < 0:
            raise AdviseError(f"the opponents hold {sum(opponents)} tiles, but only {unseen} are unseen")
        if pool is not None and not 0 <= pool <= left:
            raise AdviseError(f"a pool of {pool}: there are at most {left} tiles left for it", word=str(pool))
        sizes = (len(position.rack), *opponents)
        conduct = tuple((0, 0) for _ in sizes)
        pool_size = left if pool is None else pool
        return cls(position, 0, sizes, (position.opened, *opened), pool_size, conduct=conduct)

    @classmethod
    def of(cls, view: View) -> Situation:
        """What a player knows in a game, and how the others have played so far."""
        if view.over or view.to_move != view.player or view.pending:
            raise AdviseError("there is nothing to decide: the game is over, or it is another's turn")
        return cls(
            view.position, view.player, view.rack_sizes, view.opened, view.pool_size, view.river, view.turn,
            view.passes, view.conduct,
        )  # fmt: skip


@dataclass(frozen=True)
class Option:
    """One candidate: what it does, and what it came to."""

    action: Literal["play", "draw", "take", "pass"]
    played: tuple[Tile, ...]
    #: The whole table after a play; None otherwise.
    table: tuple[Meld, ...] | None
    #: The river's tile that is taken.
    tile: Tile | None
    win: float
    low: float
    high: float
    points: float
    points_low: float
    points_high: float
    rollouts: int
    why: str

    def __str__(self) -> str:
        what = format_tiles(self.played) if self.action == "play" else self.tile or ""
        return (
            f"win {100 * self.win:5.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]   "
            f"points {self.points:+6.1f}   {self.action} {what}"
        ).rstrip()

    def to_json(self) -> dict[str, Any]:
        """The contract's object."""
        data: dict[str, Any] = {"action": self.action}
        if self.table is not None:
            data["played"] = [str(tile) for tile in self.played]
            data["table"] = [meld.to_json() for meld in self.table]
        if self.tile is not None:
            data["tile"] = str(self.tile)
        return data | {
            "win": round(self.win, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "points": round(self.points, 2),
            "why": self.why,
        }


@dataclass(frozen=True)
class Advice:
    """The candidates of a turn, best first."""

    objective: AdviceGoal
    candidates: tuple[Option, ...]
    #: What `master` would do: the first, unless it is ahead of the quick move by no more than chance.
    choice: Option
    rollouts: int
    elapsed_ms: float

    def to_json(self) -> dict[str, Any]:
        """The contract's object."""
        return {
            "objective": self.objective,
            "candidates": [option.to_json() for option in self.candidates],
            "rollouts": self.rollouts,
            "elapsed_ms": round(self.elapsed_ms),
        }

    def __str__(self) -> str:
        goal = "chance of winning" if self.objective == "win" else "points"
        lines = [f"{self.rollouts} games played on, {self.elapsed_ms:.0f} ms; best {goal} first"]
        for number, option in enumerate(self.candidates, 1):
            mark = "*" if option is self.choice else " "
            lines.append(f"{mark}{number:>2}. {option}")
            lines.append(f"     {option.why}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Thinking:
    """What is best, and how long to think about it: a time, or a number of games to play on.

    >>> Thinking(rollouts=500).seed
    1
    >>> Thinking("luck")
    Traceback (most recent call last):
    optimeld.strategy.advise.AdviseError: no objective is called 'luck': it is win or points
    """

    objective: AdviceGoal = "win"
    think: float = DEFAULT_THINK
    rollouts: int | None = None
    seed: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        objective, think, rollouts = self.objective, self.think, self.rollouts
        if objective not in get_args(AdviceGoal):
            raise AdviseError(f"no objective is called {objective!r}: it is win or points", word=objective)
        if not 0 < think <= 3600:
            raise AdviseError(
                f"{think:g} s to think: it must be above 0, and at most an hour", word=f"{think:g}"
            )
        if rollouts is not None and not CANDIDATES <= rollouts <= 10**9:
            raise AdviseError(
                f"{rollouts} rollouts: there must be from {CANDIDATES} to 10^9", word=str(rollouts)
            )
        if not 1 <= self.threads <= 256:
            raise AdviseError(f"{self.threads} threads: there must be from 1 to 256", word=str(self.threads))

    def left(self, seconds: float, rollouts: int) -> tuple[float, int]:
        """What is left of it after some seconds and some games."""
        if self.rollouts is None:
            return self.think - seconds, _NO_LIMIT
        return _LONG, self.rollouts - rollouts


def advise(
    position: str | Position | View | Situation,
    opponents: Sequence[int] = (14,),
    *,
    opened: Sequence[bool] | None = None,
    pool: int | None = None,
    objective: AdviceGoal = "win",
    think: float = DEFAULT_THINK,
    rollouts: int | None = None,
    seed: int = 1,
    threads: int = 1,
) -> Advice:
    """What to do in a turn, best first.

    `opponents` are the rack sizes in turn order after you, `opened` who of them has opened (all, where
    something lies on the table), `pool` the tiles left to draw (all other unseen ones). In a game give its
    `View` instead: it knows all this. With `rollouts` the answer depends on the seed alone, whatever the
    threads.

    >>> advice = advise("K1 K2 K3 // K4 K5 K6", opponents=(9,), rollouts=64)
    >>> advice.candidates[0].action, advice.candidates[0].win
    ('play', 1.0)
    """
    situation = _situation(position, opponents, opened, pool)
    thinking = Thinking(objective, think, rollouts, seed, threads)
    *_, last = advise_stream(situation, thinking, every=math.inf)
    return last


def advise_stream(situation: Situation, thinking: Thinking, every: float = 0.1) -> Iterator[Advice]:
    """As `advise`, and a better answer about `every` seconds while it thinks. The last one is the final one.

    >>> situation = Situation.facing(Position.parse("// K4 K5 R6"), opponents=(9,))
    >>> answers = list(advise_stream(situation, Thinking(rollouts=64), every=0))
    >>> answers[-1].rollouts >= answers[0].rollouts
    True
    """
    if not situation.position.rack:
        raise AdviseError("there is nothing to decide: the rack is empty")
    began = time.perf_counter()
    search = _search(situation, thinking)
    draws = _finishing_copies(situation)
    going = True
    while going:
        seconds, rollouts = thinking.left(time.perf_counter() - began, search.rollouts)
        going = search.think(min(seconds, every, _LONG), rollouts)
        elapsed = time.perf_counter() - began
        going = going and min(thinking.left(elapsed, search.rollouts)) > 0
        yield _advice(situation, search, thinking.objective, draws, elapsed * 1000)


def _situation(
    given: str | Position | View | Situation,
    opponents: Sequence[int],
    opened: Sequence[bool] | None,
    pool: int | None,
) -> Situation:
    if isinstance(given, Situation):
        return given
    if isinstance(given, View):
        return Situation.of(given)
    position = Position.parse(given) if isinstance(given, str) else given
    return Situation.facing(position, opponents, opened, pool)


def chance_after_draw(
    position: View | Situation, drawn: Sequence[Tile], *, rollouts: int, seed: int = 1, threads: int = 1
) -> Estimate:
    """The chance of winning of a player who draws and gets these tiles (two with a river, otherwise one).

    With the seed of an `Advice` the other tiles lie as they did there, so that the difference to its chance
    of drawing is what this draw was worth, with little of the chance of sampling in it.

    >>> situation = Situation.facing(Position.parse("K1 K2 K3 // K5 K6"), opponents=(5,))
    >>> lucky, other = (chance_after_draw(situation, [Tile(*each)], rollouts=64) for each in ((0, 4), (1, 9)))
    >>> lucky.mean > other.mean
    True
    """
    thinking = Thinking(rollouts=rollouts, seed=seed, threads=threads)
    search = _search(_situation(position, (), None, None), thinking, drawn)
    search.think(_LONG, rollouts)
    _, _, _, _, n, wins, _, _, _, lost_first = search.candidate(0)
    return _rate(wins, lost_first, n)


def _search(situation: Situation, thinking: Thinking, comes: Sequence[Tile] = ()) -> _core.Search:
    position = situation.position
    return _core.Search(
        position.rules.core,
        position.core_table,
        position.core_rack,
        [position.rules.index_of(tile) for tile in situation.river],
        situation.player,
        situation.turn,
        situation.passes,
        situation.pool_size,
        list(situation.rack_sizes),
        list(situation.opened),
        list(situation.conduct),
        thinking.objective == "points",
        thinking.seed,
        thinking.threads,
        CANDIDATES,
        [position.rules.index_of(tile) for tile in comes],
    )


def _finishing_copies(situation: Situation) -> list[Tile]:
    """The unseen tiles with which the whole rack could be laid, one entry for each copy."""
    unseen = situation.position.rules.unseen((*situation.position.all_tiles(), *situation.river))
    return [tile for tile in finishing_draws(situation.position) for _ in range(unseen.get(tile, 0))]


def _advice(
    situation: Situation,
    search: _core.Search,
    objective: AdviceGoal,
    draws: Sequence[Tile],
    elapsed_ms: float,
) -> Advice:
    order = search.ranking()
    options = {number: _option(situation, search, number, draws) for number in order}
    ranked = tuple(options[number] for number in order)
    return Advice(objective, ranked, options[search.choice], search.rollouts, elapsed_ms)


def _option(situation: Situation, search: _core.Search, number: int, draws: Sequence[Tile]) -> Option:
    rules = situation.position.rules
    action, played, table, tile, n, wins, points, squares, mine, theirs = search.candidate(number)
    melds = None if table is None else melds_from_core(table, rules)
    laid = tuple(rules.tile_at(index) for index in played)
    certain = len(laid) == len(situation.position.rack)
    win = Estimate(1.0, 1.0, 1.0) if certain else _rate(wins, theirs, n)
    score = _mean(points, squares, n)
    facts = Facts(
        action=action,
        played=laid,
        left=len(situation.position.rack) - len(laid),
        draws=tuple(draws),
        unseen=rules.tiles_in_box - sum(1 for _ in situation.position.all_tiles()) - len(situation.river),
        finishes_next=mine / n if n else 0.0,
        loses_first=theirs / n if n else 0.0,
        opening=not situation.position.opened,
    )
    return Option(
        cast(Any, action), laid, melds, None if tile is None else rules.tile_at(tile),
        win.mean, win.low, win.high, score.mean, score.low, score.high, n, reason(facts),
    )  # fmt: skip


def _rate(wins: int, lost_first: int, n: int) -> Estimate:
    if not n:
        return Estimate(0.5, 0.0, 1.0)
    won, lost = wilson(wins / n, n), wilson(lost_first / n, n)
    pairs = ((won.mean, lost.mean), (won.low, lost.high), (won.high, lost.low))
    return Estimate(*(_core.calibrated(*pair) for pair in pairs))


def _mean(total: float, squares: float, n: int) -> Estimate:
    if n < 2:
        return Estimate(total, -math.inf, math.inf)
    mean = total / n
    half = NORMAL_POINT * math.sqrt(max(squares / n - mean * mean, 0.0) / (n - 1))
    return Estimate(mean, mean - half, mean + half)
