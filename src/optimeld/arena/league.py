"""A league: agents, numbers of players and rules, all crossed; who beats whom, and what beats one.

At a table of more than two, one agent meets several of another. Its share of the wins is turned into that
of a meeting of two by the model of Plackett and Luce: strengths s and t win in the ratio s : (n - 1) t.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from optimeld.arena.ratings import Meeting, rate_players
from optimeld.arena.simulate import Plan
from optimeld.arena.tournament import Match
from optimeld.errors import InputError
from optimeld.intervals import Estimate
from optimeld.rules import RETAIL, Rules

#: Rules by name, as changes of the rules given.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "retail": {},
    "free": {"joker_rule": "free"},
    "locked": {"joker_rule": "locked"},
    "no-jokers": {"jokers": 0},
    "river": {"river": True},
    "must-play": {"must_play": True},
}


@dataclass
class Division:
    """One number of players under one set of rules: every agent against a table of every other."""

    variant: str
    players: int
    agents: tuple[str, ...]
    #: By (one, others): the first agent of the match is the one, all others are alike.
    matches: dict[tuple[int, int], Match] = field(default_factory=dict)

    def rate(self, one: int, other: int) -> Estimate:
        """The share of wins of one against one of the others, as if there were two of them."""
        return as_pair(self.matches[one, other].win_rate(0), self.players)

    def ratings(self) -> list[Estimate]:
        """Elo with mean 0."""
        meetings = {}
        for (a, b), match in self.matches.items():
            if not match.deals:
                continue
            p, n = match.rates[0].mean, self.players
            slope = (n - 1) / (p * (n - 1) + 1 - p) ** 2
            rate = as_pair(Estimate(p, p, p), n).mean
            meetings[a, b] = Meeting(match.deals, rate, match.rates[0].variance * slope**2)
        return rate_players(len(self.agents), meetings)

    def circles(self) -> list[tuple[int, int, int]]:
        """Threes in which each beats the next beyond its error: no single rating is true of them."""
        return [
            (a, b, c)
            for a, b, c in itertools.permutations(range(len(self.agents)), 3)
            if a == min(a, b, c) and all(self.beats(x, y) for x, y in ((a, b), (b, c), (c, a)))
        ]

    def beats(self, one: int, other: int) -> bool:
        """Whether one wins more than its share against the other, beyond the error."""
        if (one, other) in self.matches:
            return self.rate(one, other).low > 0.5
        return (other, one) in self.matches and self.rate(other, one).high < 0.5

    def to_json(self) -> dict[str, Any]:
        """The division as JSON values."""
        return {
            "variant": self.variant,
            "players": self.players,
            "agents": list(self.agents),
            "elo": [rating.to_json() for rating in self.ratings()],
            "matches": [
                {
                    "one": self.agents[a],
                    "others": self.agents[b],
                    "deals": match.deals,
                    "win_rate": match.win_rate(0).to_json(),
                    "mean_score": match.mean_score(0).to_json(),
                }
                for (a, b), match in self.matches.items()
                if match.deals
            ],
            "circles": [[self.agents[i] for i in circle] for circle in self.circles()],
        }


def as_pair(rate: Estimate, players: int) -> Estimate:
    """A share of wins at a table of one and its others, as that of a meeting of two.

    >>> as_pair(Estimate(0.25, 0.2, 0.4), 4).mean
    0.5
    """

    def turn(p: float) -> float:
        return p * (players - 1) / (p * (players - 1) + 1 - p)

    return Estimate(turn(rate.mean), turn(rate.low), turn(rate.high))


def variant_rules(name: str, rules: Rules = RETAIL) -> Rules:
    """The rules of a variant.

    >>> variant_rules("river").river
    True
    """
    if name not in VARIANTS:
        raise InputError(f"no variant is called {name!r}: it is one of {', '.join(VARIANTS)}", word=name)
    return rules.replace(**VARIANTS[name])


def play_league(
    agents: Sequence[str],
    players: Sequence[int] = (2,),
    variants: Sequence[str] = ("retail",),
    deals: int = 200,
    seed: int = 1,
    rules: Rules = RETAIL,
    *,
    workers: int = 1,
) -> Iterator[Division]:
    """Every division, each as soon as it is played.

    >>> [division] = play_league(["greedy", "simple"], deals=5)
    >>> division.matches[0, 1].wins
    [9, 1]
    """
    if len(agents) < 2:
        raise InputError(f"a league needs at least two agents, not {len(agents)}")
    if repeated := [agent for agent in agents if list(agents).count(agent) > 1]:
        raise InputError(f"{repeated[0]!r} is entered twice", word=repeated[0])
    divisions = []
    for variant, n in itertools.product(variants, players):
        division = Division(variant, n, tuple(agents))
        # Between two, a match says all; at a larger table one among others is not the other among ones.
        pairs = itertools.combinations if n == 2 else itertools.permutations
        for a, b in pairs(range(len(agents)), 2):
            seats = (agents[a], *[agents[b]] * (n - 1))
            plan = Plan(variant_rules(variant, rules), seats, seed, n)
            division.matches[a, b] = Match(plan)
        divisions.append(division)
    for division in divisions:
        for match in division.matches.values():
            match.play(deals, workers=workers)
        yield division


@dataclass(frozen=True)
class Exploit:
    """The best answer found to an agent: what it wins, on deals that it was not chosen by."""

    agent: str
    against: str
    #: How many candidates were tried.
    tried: int
    win_rate: Estimate
    mean_score: Estimate
    deals: int

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON values."""
        return {
            "agent": self.agent,
            "against": self.against,
            "tried": self.tried,
            "win_rate": self.win_rate.to_json(),
            "mean_score": self.mean_score.to_json(),
            "deals": self.deals,
        }


#: The family that is searched for an answer to an agent.
FAMILY: tuple[str, ...] = (
    "greedy",
    "greedy-value",
    *(f"wait:{end}" for end in ("lay", "passlow", "pass", "search")),
    *(f"hold:{k}:{end}" for k in (4, 8, 12, 16, 20) for end in ("lay", "passlow", "pass")),
    *(f"expert:opening={o}:jokers={j}" for o in (0, 1, 2, 3) for j in (0, 1)),
    *(f"expert:delay={d}:lacking={n}" for d, n in ((0, 0), (3, 2), (9, 4))),
    *(f"expert:hold={k}" for k in (10, 14, 18, 24)),
    *(f"expert:danger={d}" for d in (1, 2, 4)),
    *(f"expert:stall=99:late={n}" for n in (1, 2, 4)),
    *(f"expert:tries=20000:work={w}" for w in (10, 400, 2000, 10000)),
)


def best_response(
    against: str,
    family: Sequence[str] = FAMILY,
    players: int = 2,
    deals: int = 200,
    seed: int = 1,
    rules: Rules = RETAIL,
    *,
    workers: int = 1,
) -> Exploit:
    """The member of a family that wins most against an agent, by halving: the better half goes on with twice
    the deals. The last one is measured on deals of its own, so that luck in the choice does not count.

    >>> best_response("simple", ["greedy", "random"], deals=4).agent
    'greedy'
    """
    left = [agent for agent in family if agent != against]
    tried, each = len(left), max(deals // 8, 2)
    while len(left) > 1:
        matches = {agent: _meet(agent, against, players, each, seed, rules, workers) for agent in left}
        left = sorted(left, key=lambda agent: -matches[agent].rates[0].mean)[: (len(left) + 1) // 2]
        each = min(2 * each, deals)
    match = _meet(left[0], against, players, deals, seed + 1, rules, workers)
    return Exploit(left[0], against, tried, match.win_rate(0), match.mean_score(0), match.deals)


def _meet(one: str, others: str, players: int, deals: int, seed: int, rules: Rules, workers: int) -> Match:
    match = Match(Plan(rules, (one, *[others] * (players - 1)), seed, players))
    match.play(deals, workers=workers)
    return match
