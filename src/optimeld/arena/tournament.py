"""Matches and tournaments with mirrored deals: the same tiles, the agents through all seats."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from optimeld.arena.estimates import Estimate, Moments, elo_estimate, mean_estimate, rate_estimate
from optimeld.arena.ratings import Meeting, rate_players
from optimeld.arena.simulate import DEFAULT_TIME_LIMIT, Plan, Played, run_plan
from optimeld.arena.sprt import Sprt
from optimeld.errors import OptimeldError
from optimeld.rules import RETAIL, Rules


@dataclass
class Match:
    """What a match came to so far. A deal is counted when all its rotations are played."""

    agents: tuple[str, ...]
    seed: int
    sprt: Sprt | None = None
    deals: int = 0
    turns: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    wins: list[int] = field(default_factory=list)
    rates: list[Moments] = field(default_factory=list)
    scores: list[Moments] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = [0 for _ in self.agents]
        self.rates = [Moments() for _ in self.agents]
        self.scores = [Moments() for _ in self.agents]

    def add(self, games: Sequence[Played]) -> None:
        """Counts the games of one deal."""
        n = len(self.agents)
        assert len(games) == n
        self.deals += 1
        wins = [0] * n
        for game in games:
            wins[game.result.winner] += 1
            self.turns += game.result.turns
        for agent in range(n):
            self.wins[agent] += wins[agent]
            self.rates[agent].add(wins[agent] / n)
            self.scores[agent].add(sum(game.result.scores[agent] for game in games) / n)
        if self.sprt is not None:
            self.sprt.add(wins[0] / n)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.deals * len(self.agents)

    @property
    def decided(self) -> bool:
        """Whether there is a test, and it knows."""
        return self.sprt is not None and self.sprt.verdict != "going on"

    def win_rate(self, agent: int) -> Estimate:
        """An agent's share of the games, with its interval."""
        return rate_estimate(self.rates[agent])

    def mean_score(self, agent: int) -> Estimate:
        """An agent's score in a game, with its interval."""
        return mean_estimate(self.scores[agent])

    @property
    def elo(self) -> Estimate | None:
        """How much stronger the first of two agents is."""
        return elo_estimate(self.win_rate(0)) if len(self.agents) == 2 else None

    def to_json(self) -> dict[str, Any]:
        """The match as JSON values."""
        seats = range(len(self.agents))
        return {
            "agents": list(self.agents),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "wins": self.wins,
            "win_rate": [self.win_rate(agent).to_json() for agent in seats],
            "mean_score": [self.mean_score(agent).to_json() for agent in seats],
            "elo": None if self.elo is None else self.elo.to_json(),
            "sprt": None if self.sprt is None else self.sprt.to_json(),
            "turns_per_game": self.turns / max(self.games, 1),
            "games_per_second": self.games / self.seconds if self.seconds > 0 else 0.0,
            "interrupted": self.interrupted,
        }


OnBlock = Callable[[Match, list[Played]], None]


def play_match(
    agents: Sequence[str],
    deals: int = 500,
    seed: int = 0,
    rules: Rules = RETAIL,
    *,
    sprt: Sprt | None = None,
    workers: int = 1,
    cluster: str | None = None,
    records: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    on_block: OnBlock | None = None,
) -> Match:
    """Plays `deals` deals in every rotation of the seats; with a test, until it knows.

    Equal agents that leave nothing to chance come out exactly even:

    >>> match = play_match(["greedy", "greedy"], deals=10, seed=1)
    >>> match.wins, match.win_rate(0).mean
    ([10, 10], 0.5)
    """
    if sprt is not None and len(agents) != 2:
        raise OptimeldError(f"a test is between two agents, not {len(agents)}")
    plan = Plan(rules, tuple(agents), seed, len(agents), records=records, time_limit=time_limit)
    match = Match(plan.agents, seed, sprt)
    start = time.perf_counter()
    try:
        with contextlib.closing(run_plan(plan, deals, workers=workers, cluster=cluster)) as blocks:
            for block in blocks:
                # Deal by deal and in order, so that a test stops at the same deal whatever the workers.
                counted = 0
                while counted < len(block) and not match.decided:
                    match.add(block[counted : counted + len(agents)])
                    counted += len(agents)
                match.seconds = time.perf_counter() - start
                if on_block is not None:
                    on_block(match, block[:counted])
                if match.decided:
                    break
    except KeyboardInterrupt:
        match.interrupted = True
    return match


@dataclass
class Tournament:
    """Matches between several agents, two at a time, and the ratings that follow."""

    agents: tuple[str, ...]
    matches: dict[tuple[int, int], Match] = field(default_factory=dict)
    interrupted: bool = False

    def ratings(self) -> list[Estimate]:
        """Elo with mean 0, one for each agent."""
        meetings = {
            pair: Meeting(match.deals, match.rates[0].mean, match.rates[0].variance)
            for pair, match in self.matches.items()
        }
        return rate_players(len(self.agents), meetings)

    def to_json(self) -> dict[str, Any]:
        """The tournament as JSON values."""
        return {
            "agents": list(self.agents),
            "elo": [rating.to_json() for rating in self.ratings()],
            "matches": [match.to_json() for match in self.matches.values()],
            "interrupted": self.interrupted,
        }


def pairings(agents: int, gauntlet: bool) -> list[tuple[int, int]]:
    """Who meets whom: everyone everyone, or the first agent all the others.

    >>> pairings(3, gauntlet=False), pairings(3, gauntlet=True)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    """
    every = list(itertools.combinations(range(agents), 2))
    return [pair for pair in every if pair[0] == 0] if gauntlet else every


def play_tournament(
    agents: Sequence[str],
    deals: int = 500,
    seed: int = 0,
    rules: Rules = RETAIL,
    *,
    gauntlet: bool = False,
    workers: int = 1,
    cluster: str | None = None,
    records: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    on_block: OnBlock | None = None,
) -> Tournament:
    """A round robin, or a gauntlet of the first agent against the others; the same deals in every match.

    >>> tournament = play_tournament(["greedy", "simple", "greedy-value"], deals=5, seed=1, gauntlet=True)
    >>> [match.agents for match in tournament.matches.values()]
    [('greedy', 'simple'), ('greedy', 'greedy-value')]
    """
    if len(agents) < 2:
        raise OptimeldError(f"a tournament needs at least two agents, not {len(agents)}")
    if repeated := [agent for agent in agents if list(agents).count(agent) > 1]:
        raise OptimeldError(f"{repeated[0]!r} is entered twice", word=repeated[0])
    tournament = Tournament(tuple(agents))
    for a, b in pairings(len(agents), gauntlet):
        match = play_match(
            [agents[a], agents[b]], deals, seed, rules, workers=workers, cluster=cluster, records=records,
            time_limit=time_limit, on_block=on_block,
        )  # fmt: skip
        tournament.matches[a, b] = match
        if match.interrupted:
            tournament.interrupted = True
            break
    return tournament
