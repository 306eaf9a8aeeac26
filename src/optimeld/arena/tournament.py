"""Matches and tournaments with mirrored deals: the same tiles, the agents through all seats."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from optimeld.agents.inside import AgentLike, enter
from optimeld.agents.process import AgentLimits
from optimeld.arena.estimates import Moments, elo_estimate, mean_estimate, rate_estimate
from optimeld.arena.ratings import Meeting, rate_players
from optimeld.arena.simulate import (
    DEFAULT_LIMITS,
    DEFAULT_TIME_LIMIT,
    LostTurns,
    Plan,
    Played,
    new_salt,
    run_plan,
)
from optimeld.arena.sprt import Sprt
from optimeld.errors import InputError
from optimeld.intervals import Estimate
from optimeld.rules import RETAIL, Rules

OnBlock = Callable[["Match", list[Played]], None]


@dataclass
class Match:
    """What a match came to so far. A deal is counted when all its rotations are played."""

    #: Each deal in as many rotations as there are agents.
    plan: Plan
    sprt: Sprt | None = None
    deals: int = 0
    turns: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    wins: list[int] = field(default_factory=list)
    rates: list[Moments] = field(default_factory=list)
    scores: list[Moments] = field(default_factory=list)
    lost: LostTurns = field(init=False)

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.agents) != 2:
            raise InputError(f"a test is between two agents, not {len(self.agents)}")
        if self.plan.rotations != len(self.agents):
            raise InputError(f"a match of {len(self.agents)} agents plays each deal in as many rotations")
        self.lost = LostTurns(self.plan)
        self.wins = [0 for _ in self.agents]
        self.rates = [Moments() for _ in self.agents]
        self.scores = [Moments() for _ in self.agents]

    def add(self, games: Sequence[Played]) -> None:
        """Counts the games of one deal."""
        n = len(self.agents)
        assert len(games) == n
        self.deals += 1
        self.lost.add(games)
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

    def play(
        self, deals: int, *, workers: int = 1, cluster: str | None = None, on_block: OnBlock | None = None
    ) -> None:
        """Plays the plan's first `deals` deals; with a test, until it knows. `on_block` sees each block.

        What was counted before Ctrl-C stays counted, and the match is marked as `interrupted`.
        """
        start = time.perf_counter()
        try:
            with contextlib.closing(run_plan(self.plan, deals, workers=workers, cluster=cluster)) as blocks:
                for block in blocks:
                    # Deal by deal and in order, so that a test stops at the same deal whatever the workers.
                    counted = 0
                    while counted < len(block) and not self.decided:
                        self.add(block[counted : counted + len(self.agents)])
                        counted += len(self.agents)
                    self.seconds = time.perf_counter() - start
                    if on_block is not None:
                        on_block(self, block[:counted])
                    if self.decided:
                        break
        except KeyboardInterrupt:
            self.interrupted = True
            raise

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays."""
        return self.plan.agents

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.deals * len(self.agents)

    @property
    def decided(self) -> bool:
        """Whether there is a test, and it knows."""
        return self.sprt is not None and self.sprt.verdict != "going on"

    def rows(self) -> list[dict[str, Any]]:
        """One row for each agent, as pandas and polars take them.

        >>> play_match(["greedy", "greedy"], deals=2).rows()[0]["win_rate"]
        0.5
        """
        rows = []
        for number, agent in enumerate(self.agents):
            rate, score = self.win_rate(number), self.mean_score(number)
            rows.append(
                {
                    "agent": agent,
                    "games": self.games,
                    "wins": self.wins[number],
                    "win_rate": rate.mean,
                    "win_rate_low": rate.low,
                    "win_rate_high": rate.high,
                    "mean_score": score.mean,
                    "mean_score_low": score.low,
                    "mean_score_high": score.high,
                }
            )
        return rows

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
            "seed": self.plan.seed,
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
            **self.lost.to_json(),
        }


def play_match(
    agents: Sequence[AgentLike],
    deals: int = 500,
    seed: int = 0,
    rules: Rules = RETAIL,
    *,
    sprt: Sprt | None = None,
    workers: int = 1,
    cluster: str | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    salt: str | None = None,
) -> Match:
    """Plays `deals` deals in every rotation of the seats; with a test, until it knows.

    Equal agents that leave nothing to chance come out exactly even:

    >>> match = play_match(["greedy", "greedy"], deals=10, seed=1)
    >>> match.wins, match.win_rate(0).mean
    ([10, 10], 0.5)
    """
    names, inside = enter(agents)
    limits = AgentLimits(time_limit)
    plan = Plan(rules, names, seed, len(agents), limits=limits, salt=salt, inside=inside)
    match = Match(plan, sprt)
    match.play(deals, workers=workers, cluster=cluster)
    match.lost.warn()
    return match


@dataclass
class Tournament:
    """Matches between several agents, two at a time, and the ratings that follow."""

    agents: tuple[str, ...]
    #: By who meets whom.
    matches: dict[tuple[int, int], Match] = field(default_factory=dict)
    interrupted: bool = False

    @classmethod
    def between(
        cls,
        agents: Sequence[AgentLike],
        seed: int = 0,
        rules: Rules = RETAIL,
        *,
        gauntlet: bool = False,
        records: bool = False,
        limits: AgentLimits = DEFAULT_LIMITS,
        salt: str | None = None,
    ) -> Tournament:
        """A tournament that is to be played: the same deals in every match."""
        names, inside = enter(agents)
        if len(names) < 2:
            raise InputError(f"a tournament needs at least two agents, not {len(names)}")
        if repeated := [name for name in names if names.count(name) > 1]:
            raise InputError(f"{repeated[0]!r} is entered twice", word=repeated[0])
        # The same deals in every match: so one salt for all of them.
        salt = new_salt() if salt is None else salt
        shared: dict[str, Any] = {"records": records, "limits": limits, "salt": salt, "inside": inside}
        matches = {
            (a, b): Match(Plan(rules, (names[a], names[b]), seed, 2, **shared))
            for a, b in pairings(len(names), gauntlet)
        }
        return cls(names, matches)

    def play(
        self, deals: int, *, workers: int = 1, cluster: str | None = None, on_block: OnBlock | None = None
    ) -> None:
        """Plays the matches one after another. Ctrl-C leaves what was played, marked as `interrupted`."""
        try:
            for match in self.matches.values():
                match.play(deals, workers=workers, cluster=cluster, on_block=on_block)
        except KeyboardInterrupt:
            self.interrupted = True
            raise

    @property
    def deals(self) -> int:
        """How many deals were counted, in all matches."""
        return sum(match.deals for match in self.matches.values())

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
            "matches": [match.to_json() for match in self.matches.values() if match.deals],
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
    agents: Sequence[AgentLike],
    deals: int = 500,
    seed: int = 0,
    rules: Rules = RETAIL,
    *,
    gauntlet: bool = False,
    workers: int = 1,
    cluster: str | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    salt: str | None = None,
) -> Tournament:
    """A round robin, or a gauntlet of the first agent against the others; the same deals in every match.

    >>> tournament = play_tournament(["greedy", "simple", "greedy-value"], deals=5, seed=1, gauntlet=True)
    >>> [match.agents for match in tournament.matches.values()]
    [('greedy', 'simple'), ('greedy', 'greedy-value')]
    """
    limits = AgentLimits(time_limit)
    tournament = Tournament.between(agents, seed, rules, gauntlet=gauntlet, limits=limits, salt=salt)
    tournament.play(deals, workers=workers, cluster=cluster)
    return tournament
