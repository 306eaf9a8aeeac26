"""Elo ratings of several players from the matches between them."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from optimeld.intervals import NORMAL_POINT, Estimate

_ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Meeting:
    """What two players' deals came to: how many, the first one's mean share of wins, and its variance."""

    deals: int
    rate: float
    variance: float


def rate_players(players: int, meetings: Mapping[tuple[int, int], Meeting]) -> list[Estimate]:
    """Ratings with mean 0, by maximum likelihood in the Bradley-Terry model.

    The intervals are the model's sandwich: the curvature of the likelihood around the spread that the deals
    really had. One imaginary drawn deal in each meeting keeps a player who never lost finite. Of players whom
    no chain of meetings joins to the first that met anyone, nothing is known: intervals without ends.

    >>> ratings = rate_players(2, {(0, 1): Meeting(1000, 0.64, 0.1)})
    >>> round(ratings[0].mean - ratings[1].mean)
    100
    """
    unknown = Estimate(0.0, -math.inf, math.inf)
    met = {pair: m for pair, m in meetings.items() if m.deals}
    rated = _joined(met)
    if len(rated) < players:
        place = {player: i for i, player in enumerate(rated)}
        among = {(place[a], place[b]): m for (a, b), m in met.items() if a in place}
        known = dict(zip(rated, rate_players(len(rated), among), strict=True))
        return [known.get(player, unknown) for player in range(players)]
    strength = [0.0] * players
    share = {pair: (m.rate * m.deals + 0.5) / (m.deals + 1) for pair, m in met.items()}
    weight = {pair: m.deals + 1 for pair, m in met.items()}
    if not met:
        return []
    curvature: list[list[float]] = []
    for _ in range(100):
        slope = [0.0] * players
        curvature = [[0.0] * players for _ in range(players)]
        for (a, b), n in weight.items():
            expected = 1 / (1 + math.exp(strength[b] - strength[a]))
            slope[a] += n * (share[a, b] - expected)
            slope[b] -= n * (share[a, b] - expected)
            _add_pair(curvature, a, b, n * expected * (1 - expected))
        step = _solve(_grounded(curvature), slope)
        strength = [s + d for s, d in zip(strength, step, strict=True)]
        if max(map(abs, step)) < 1e-12:
            break
    spread = [[0.0] * players for _ in range(players)]
    for (a, b), n in weight.items():
        # The prior deal's own uncertainty is added, so that a shut-out is not taken for certainty.
        variance = met[a, b].variance + share[a, b] * (1 - share[a, b]) / n
        _add_pair(spread, a, b, n * variance)
    columns = [_solve(_grounded(curvature), [row[i] for row in spread]) for i in range(players)]
    result = []
    for i in range(players):
        variance = _solve(_grounded(curvature), [column[i] for column in columns])[i]
        half = NORMAL_POINT * math.sqrt(max(variance, 0.0)) * _ELO
        mean = strength[i] * _ELO
        result.append(Estimate(mean, mean - half, mean + half))
    return result


def _joined(pairs: Collection[tuple[int, int]]) -> list[int]:
    """The players whom meetings join to the first one that met anyone.

    >>> _joined([(1, 2), (2, 4), (3, 5)])
    [1, 2, 4]
    """
    found = set(min(pairs, default=()))
    while more := {player for pair in pairs if found & set(pair) for player in pair} - found:
        found |= more
    return sorted(found)


def _add_pair(matrix: list[list[float]], a: int, b: int, amount: float) -> None:
    for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
        matrix[i][j] += sign * amount


def _grounded(matrix: list[list[float]]) -> list[list[float]]:
    """Ratings are known up to a constant; adding one everywhere picks the solution with mean 0."""
    return [[entry + 1.0 for entry in row] for row in matrix]


def _solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Gauss with pivots: there are a handful of players."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for other in range(n):
            if other != column and rows[other][column]:
                factor = rows[other][column] / rows[column][column]
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[column], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]
