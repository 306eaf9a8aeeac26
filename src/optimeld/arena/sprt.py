"""A sequential test between two strengths that stops when it knows.

The observation is a mirrored deal, played in both seatings: its score (the share of wins) is 0, 1/2 or 1. The
two games of a deal are far from independent (a good rack wins from either chair), so a test on single games
would misjudge its errors; scores of deals are independent and alike. The likelihood ratio is the generalised
one for a multinomial with a given mean (Van den Bergh's method, used for testing chess engines): the
probabilities of the scores are not assumed but fitted under each hypothesis.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from optimeld.arena.estimates import rate_of_elo
from optimeld.errors import InputError

SprtVerdict = Literal["going on", "at least elo1", "at most elo0"]
#: Counted once for each score before anything was seen, so that no score is taken to be impossible.
_PRIOR = 1e-3
_SCORES = (0.0, 0.5, 1.0)


@dataclass
class Sprt:
    """Is A stronger than B by `elo1`, or only by `elo0`? Errors of both kinds at most `alpha` and `beta`.

    >>> test = Sprt(0, 10)
    >>> for _ in range(3000): test.add(0.5)
    >>> test.verdict
    'at most elo0'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    counts: Counter[float] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise InputError(f"a test needs elo0 < elo1, not {self.elo0:g},{self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(f"the errors must be between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """The test of `ELO0,ELO1`.

        >>> Sprt.parse("0,10").elo1
        10.0
        """
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise InputError(f"a test is 'ELO0,ELO1', such as 0,10, not {text!r}", word=text) from None
        return cls(low, high)

    def add(self, score: float) -> None:
        """Counts one deal: the share of its games that A won."""
        self.counts[score] += 1

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return sum(self.counts.values())

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: below the first `elo0` is accepted, above the second `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The log of the likelihood ratio so far."""
        if not self.deals:
            return 0.0
        scores = sorted({*_SCORES, *self.counts})
        weights = [self.counts[score] + _PRIOR for score in scores]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        fit0 = _fitted(scores, shares, rate_of_elo(self.elo0))
        fit1 = _fitted(scores, shares, rate_of_elo(self.elo1))
        return sum(w * math.log(p1 / p0) for w, p0, p1 in zip(weights, fit0, fit1, strict=True))

    @property
    def verdict(self) -> SprtVerdict:
        """What is known now."""
        low, high = self.bounds
        llr = self.llr
        return "at least elo1" if llr >= high else "at most elo0" if llr <= low else "going on"

    def to_json(self) -> dict[str, Any]:
        """The test as JSON values."""
        low, high = self.bounds
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": self.llr,
            "lower": low,
            "upper": high,
            "deals": self.deals,
            "scores": {f"{score:g}": count for score, count in sorted(self.counts.items())},
            "verdict": self.verdict,
        }


def _fitted(scores: list[float], shares: list[float], mean: float) -> list[float]:
    """The most likely probabilities of the scores given their shares, among those with this mean.

    By Lagrange they are share / (1 + t (score - mean)) with the t that makes the mean right; the sum is
    monotonous in t between the poles, so bisection finds it.
    """
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    for _ in range(64):
        middle = (low + high) / 2
        if sum(q * (a - mean) / (1 + middle * (a - mean)) for a, q in zip(scores, shares, strict=True)) > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    return [q / (1 + t * (a - mean)) for a, q in zip(scores, shares, strict=True)]
