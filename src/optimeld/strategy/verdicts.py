"""What turns were worth in chance of winning: what each choice cost, each draw gave, and the others changed.

Before each turn of the player the candidates are weighed as `advise` weighs them, with nothing known that the
player did not know. A draw is weighed once more with the tile that came: the difference is the luck of the
draw. What is left until the next own turn is what the others did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from optimeld.game import Game
from optimeld.strategy.advise import CANDIDATES, Advice, Option, advise, chance_after_draw
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
    #: The chance of winning once the tile was seen; None where nothing was drawn.
    drawn: float | None = None

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

    @property
    def after(self) -> float:
        """The chance of winning when the turn was over, with the tile that came."""
        return self.chosen.win if self.drawn is None else self.drawn

    @property
    def draw(self) -> float:
        """What the tile that came gave, against the average of all that could have come."""
        return self.after - self.chosen.win

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
            "drawn": None if self.drawn is None else round(self.drawn, 4),
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
            view = again.view(player)
            verdict = verdict_on(
                number, turn, advise(view, think=think, rollouts=rollouts, seed=seed, threads=threads)
            )
            if turn.action == "draw" and verdict.exact:
                came = turn.drawn if turn.river is None else (*turn.drawn, turn.river)
                # From the same worlds as the draw itself.
                worlds = max(verdict.chosen.rollouts, CANDIDATES)
                chance = chance_after_draw(view, came, rollouts=worlds, seed=seed, threads=threads)
                verdict = replace(verdict, drawn=chance.mean)
            yield verdict
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
class Stretch:
    """From one own turn to the next."""

    verdict: Verdict
    #: What the others' turns changed; None where the game was left before that could be seen.
    others: float | None
    #: The last turn of it.
    last: int


def stretches(game: Game, player: int, found: Sequence[Verdict]) -> tuple[Stretch, ...]:
    """The verdicts of a player, each with what the others' turns after it changed."""
    told = []
    for verdict, following in zip(found, (*found[1:], None), strict=True):
        if following is not None:
            told.append(Stretch(verdict, following.before - verdict.after, following.number - 1))
        elif game.result is None:
            told.append(Stretch(verdict, None, len(game.turns)))
        else:
            end = float(game.result.winner == player)
            told.append(Stretch(verdict, end - verdict.after, len(game.turns)))
    return tuple(told)


@dataclass(frozen=True)
class Balance:
    """From the first chance of winning to the end: own choices, the luck of the draws, and the others."""

    start: float
    cost: float
    draws: float
    others: float
    end: float

    def to_json(self) -> dict[str, float]:
        """The balance as JSON values."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


def balance(game: Game, player: int, found: Sequence[Verdict]) -> Balance | None:
    """The sum of a finished game; None where there is nothing to sum up."""
    if game.result is None or not found:
        return None
    start, end = found[0].before, float(game.result.winner == player)
    cost, draws = (sum(values) for values in zip(*((each.cost, each.draw) for each in found), strict=True))
    return Balance(start, cost, draws, end - start + cost - draws, end)


def turning_points(game: Game, player: int, found: Sequence[Verdict]) -> tuple[TurningPoint, ...]:
    """What changed the chance most: choices, draws, and the others' turns, in the order of the game."""
    weighed: list[tuple[float, int, str]] = []
    for stretch in stretches(game, player, found):
        verdict = stretch.verdict
        if verdict.cost >= MATTERS:
            words = f"A choice that cost {_percent(verdict.cost)}"
            weighed.append((verdict.cost, verdict.number, words))
        for who, change, number in (
            ("The tile you drew", verdict.draw, verdict.number),
            ("The others' turns", stretch.others or 0.0, stretch.last),
        ):
            if abs(change) >= 2 * MATTERS:
                weighed.append((abs(change), number, f"{who} {_brought(change)}"))
    chosen = sorted(weighed, reverse=True)[:TURNING_POINTS]
    return tuple(TurningPoint(number, words) for _, number, words in sorted(chosen, key=lambda each: each[1]))


def _brought(change: float) -> str:
    share = _percent(abs(change))
    return f"brought you {share}" if change > 0 else f"took {share} from you"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
