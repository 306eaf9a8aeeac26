"""What a player's turns were worth in chance of winning: what each choice cost, and what was luck.

Before each turn of the player the candidates are weighed as `advise` weighs them, with nothing known that the
player did not know. From one own turn to the next the chance changes by the tiles that were drawn and by what
the others did: that is luck, as far as one's own choices go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld.game import Game
from optimeld.strategy.advise import Advice, Option, advise
from optimeld.strategy.review import TURNING_POINTS, TurningPoint
from optimeld.turns import Turn

#: How long each turn is thought about, in seconds, where nothing is said.
DEFAULT_THINK = 0.3
#: A change of the chance of winning that is worth pointing out.
MATTERS = 0.05


@dataclass(frozen=True)
class Verdict:
    """One turn: the best that could be done, and what was done."""

    #: Counted from 1.
    number: int
    best: Option
    chosen: Option
    #: Whether the very turn was weighed; where not, the candidate most like it speaks for it.
    exact: bool

    @property
    def sure(self) -> bool:
        """Whether the two differ by more than the chance of the sampled deals."""
        return self.best.low > self.chosen.win and self.chosen.high < self.best.win

    @property
    def cost(self) -> float:
        """What the choice cost, in chance of winning; nothing where that is not sure."""
        return self.best.win - self.chosen.win if self.sure else 0.0

    @property
    def before(self) -> float:
        """The chance of winning before the turn."""
        return self.chosen.win + self.cost

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        return {
            "number": self.number,
            "best": self.best.to_json(),
            "chosen": self.chosen.to_json(),
            "before": round(self.before, 4),
            "cost": round(self.cost, 4),
            "sure": self.sure,
            "exact": self.exact,
        }


def verdicts(
    game: Game,
    player: int,
    *,
    think: float = DEFAULT_THINK,
    rollouts: int | None = None,
    seed: int = 1,
    threads: int = 1,
) -> Iterator[Verdict]:
    """A verdict on each turn of a player, as they are found. With `rollouts` they depend on the seed alone.

    >>> game = Game(seed=1)
    >>> _ = game.draw(0)
    >>> [verdict.chosen.action for verdict in verdicts(game, 0, rollouts=24)]
    ['draw']
    """
    again = Game(game.rules, game.names, game.seed, game.index)
    for number, turn in enumerate(game.turns, 1):
        # A turn that was lost by the clock was not a choice.
        if turn.player == player and turn.action != "forfeit":
            advice = advise(again.view(player), think=think, rollouts=rollouts, seed=seed, threads=threads)
            yield verdict_on(number, turn, advice)
        again.apply(turn)


def verdict_on(number: int, turn: Turn, advice: Advice) -> Verdict:
    """What advice given before a turn says of it."""
    likeness = [_likeness(turn, option) for option in advice.candidates]
    chosen = advice.candidates[likeness.index(max(likeness))]
    exact = max(likeness) == 0
    # What the strongest player would do as well is not held against anybody.
    best = chosen if exact and chosen is advice.choice else advice.candidates[0]
    return Verdict(number, best, chosen, exact)


def _likeness(turn: Turn, option: Option) -> int:
    """0 where the option is the turn, and less the less they have in common."""
    if turn.action == "take" and option.action == "take":
        return 0 if turn.river == option.tile else -1
    if turn.action == "play" and option.action == "play":
        laid, other = Counter(turn.played), Counter(option.played)
        return -((laid - other).total() + (other - laid).total())
    return 0 if turn.action == option.action else -1000


@dataclass(frozen=True)
class Balance:
    """From the first chance of winning to the end: what one's choices cost, and what luck did."""

    start: float
    cost: float
    luck: float
    end: float

    def to_json(self) -> dict[str, float]:
        """The balance as JSON values."""
        return {
            name: round(value, 4)
            for name, value in (
                ("start", self.start), ("cost", self.cost), ("luck", self.luck), ("end", self.end),
            )
        }  # fmt: skip


def balance(game: Game, player: int, found: Sequence[Verdict]) -> Balance | None:
    """The sum of a finished game; None where there is nothing to sum up."""
    if game.result is None or not found:
        return None
    start, end = found[0].before, float(game.result.winner == player)
    cost = sum(verdict.cost for verdict in found)
    return Balance(start, cost, end - start + cost, end)


def turning_points(game: Game, player: int, found: Sequence[Verdict]) -> tuple[TurningPoint, ...]:
    """The choices that cost most and the turns of luck that changed most, in the order of the game."""
    weighed: list[tuple[float, int, str]] = []
    for verdict, following in zip(found, (*found[1:], None), strict=True):
        if verdict.cost >= MATTERS:
            words = f"A choice that cost {_percent(verdict.cost)}"
            weighed.append((verdict.cost, verdict.number, words))
        if following is None:
            if game.result is None:
                continue
            change, last = float(game.result.winner == player) - verdict.chosen.win, len(game.turns)
        else:
            change, last = following.before - verdict.chosen.win, following.number - 1
        if abs(change) >= 2 * MATTERS and last > verdict.number:
            words = f"The others' turns and the tile you drew {'brought' if change > 0 else 'took'} you"
            weighed.append((abs(change), last, f"{words} {_percent(abs(change))}"))
    chosen = sorted(weighed, reverse=True)[:TURNING_POINTS]
    return tuple(TurningPoint(number, words) for _, number, words in sorted(chosen, key=lambda each: each[1]))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
