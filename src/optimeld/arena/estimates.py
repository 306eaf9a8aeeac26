"""How sure a figure is. Games of one deal hang together, so the deal, not the game, is what is counted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The three numbers; an end that is infinite is null."""
        return {name: _finite(getattr(self, name)) for name in ("mean", "low", "high")}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


class Moments:
    """Count, mean and variance of numbers as they come, by Welford's method: exact enough for any volume.

    >>> moments = Moments()
    >>> for number in (0.0, 0.5, 1.0): moments.add(number)
    >>> moments.mean, moments.variance
    (0.5, 0.25)
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, number: float) -> None:
        """Counts one number in."""
        self.count += 1
        step = number - self.mean
        self.mean += step / self.count
        self._squares += step * (number - self.mean)

    @property
    def variance(self) -> float:
        """Of one number, estimated from these."""
        return self._squares / (self.count - 1) if self.count > 1 else 0.0


#: From here on Fisher's expansion is right to five digits after the point, and quick.
_MANY = 30


@lru_cache(maxsize=_MANY)
def student_quantile(freedom: int) -> float:
    """The two-sided 95 % point of Student's distribution.

    >>> [round(student_quantile(freedom), 3) for freedom in (1, 2, 10, 10**6)]
    [12.706, 4.303, 2.228, 1.96]
    """
    if freedom >= _MANY:
        return _by_expansion(freedom)
    low, high = _Z, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < CONFIDENCE else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """That a number with Student's distribution lies between -t and t (Abramowitz and Stegun, 26.7.3-4)."""
    angle = math.atan(t / math.sqrt(freedom))
    odd = freedom % 2
    term = total = math.cos(angle) if odd else 1.0
    for k in range(3 + odd, freedom + 1, 2):
        term *= math.cos(angle) ** 2 * (k - 2) / (k - 1)
        total += term
    if not odd:
        return math.sin(angle) * total
    return 2 / math.pi * (angle + (math.sin(angle) * total if freedom > 1 else 0.0))


def _by_expansion(freedom: int) -> float:
    """Fisher's expansion about the normal distribution."""
    z, v = _Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / v + terms[1] / v**2 + terms[2] / v**3


def mean_estimate(clusters: Moments) -> Estimate:
    """The mean of numbers that are independent of each other: one for each deal.

    With fewer than three of them nothing is known, and the interval says so.
    """
    if clusters.count < 3:
        return Estimate(clusters.mean, -math.inf, math.inf)
    half = student_quantile(clusters.count - 1) * math.sqrt(clusters.variance / clusters.count)
    return Estimate(clusters.mean, clusters.mean - half, clusters.mean + half)


def rate_estimate(clusters: Moments) -> Estimate:
    """A win rate from the share of wins in each deal: Wilson's interval for as many independent games as
    would be as uncertain. Unlike the plain one it does not claim certainty where one side won every game.

    >>> always = Moments()
    >>> for _ in range(100): always.add(1.0)
    >>> estimate = rate_estimate(always)
    >>> estimate.mean, round(estimate.low, 3), estimate.high
    (1.0, 0.962, 1.0)
    """
    n, p = clusters.count, clusters.mean
    if n < 1:
        return Estimate(0.0, 0.0, 1.0)
    if clusters.variance > 0:
        n_like = p * (1 - p) / (clusters.variance / n)
    elif p in (0.0, 1.0):
        n_like = float(n)
    else:
        # Every deal came out the same split, as it must between equals: there is nothing to be unsure of.
        return Estimate(p, p, p)
    z = student_quantile(max(n - 1, 1)) if n < 1000 else _Z
    centre = (p + z * z / (2 * n_like)) / (1 + z * z / n_like)
    half = z / (1 + z * z / n_like) * math.sqrt(p * (1 - p) / n_like + z * z / (4 * n_like * n_like))
    return Estimate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


def elo_of_rate(rate: float) -> float:
    """The difference in Elo at which a player is expected to win so often.

    >>> round(elo_of_rate(0.64)), round(rate_of_elo(100), 2)
    (100, 0.64)
    """
    if rate <= 0:
        return -math.inf
    if rate >= 1:
        return math.inf
    return 400 * math.log10(rate / (1 - rate))


def rate_of_elo(elo: float) -> float:
    """The share of games that a player so much stronger is expected to win."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_estimate(rate: Estimate) -> Estimate:
    """The same estimate in Elo."""
    return Estimate(elo_of_rate(rate.mean), elo_of_rate(rate.low), elo_of_rate(rate.high))


def moments_of(numbers: Iterable[float]) -> Moments:
    """The moments of some numbers."""
    moments = Moments()
    for number in numbers:
        moments.add(number)
    return moments
