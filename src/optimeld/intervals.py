"""A figure and how sure it is: 95 % intervals, the same everywhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95
#: The two-sided 95 % point of the normal distribution.
NORMAL_POINT = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


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


def wilson(share: float, trials: float, point: float = NORMAL_POINT) -> Estimate:
    """Wilson's interval of a share of some trials: honest where all or none of them succeeded, too.

    >>> found = wilson(0.5, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.404, 0.596)
    """
    weight = point * point / trials
    centre = (share + weight / 2) / (1 + weight)
    half = point / (1 + weight) * math.sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


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
    low, high = NORMAL_POINT, 13.0
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
    z, v = NORMAL_POINT, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / v + terms[1] / v**2 + terms[2] / v**3
