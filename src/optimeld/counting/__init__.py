"""Counting without enumerating: winning hands, their odds, and the automata that answer for both."""

from optimeld.counting.hands import (
    CountTable,
    EstimatedCount,
    HandCount,
    NaturalCounts,
    configurations,
    count,
    estimate,
    is_winning,
    natural_counts,
)

__all__ = [
    "CountTable",
    "EstimatedCount",
    "HandCount",
    "NaturalCounts",
    "configurations",
    "count",
    "estimate",
    "is_winning",
    "natural_counts",
]
