"""How sure a figure is. Games of one deal hang together, so the deal, not the game, is what is counted."""

from __future__ import annotations

import math
from collections.abc import Iterable

from optimeld.intervals import NORMAL_POINT, Estimate, student_quantile, wilson


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
    return wilson(p, n_like, student_quantile(max(n - 1, 1)) if n < 1000 else NORMAL_POINT)


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
