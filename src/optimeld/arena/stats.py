"""What people ask about games: their length, when players open, what the seat is worth, empty pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optimeld.arena.estimates import Moments, mean_estimate, rate_estimate
from optimeld.arena.simulate import GameResult, Plan, Played, run_plan
from optimeld.game import GameError
from optimeld.intervals import Estimate
from optimeld.rules import RETAIL, Rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class Study:
    """Games of one number of players, all played by the same agent."""

    plan: Plan
    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    #: For each seat, how often it opened in its n-th own turn; 0: never.
    opened_on: list[Counter[int]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    scores: list[Moments] = field(default_factory=list)
    winner_scores: Counter[int] = field(default_factory=Counter)
    pool_empty: int = 0
    blocked: int = 0

    def __post_init__(self) -> None:
        self.opened_on = [Counter() for _ in range(self.players)]
        self.wins = [0] * self.players
        self.scores = [Moments() for _ in range(self.players)]

    @classmethod
    def of(cls, players: int, agent: str = "greedy", seed: int = 1, rules: Rules = RETAIL) -> Study:
        """The study that is to be made of games with so many players."""
        return cls(Plan(rules, (agent,) * players, seed))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.plan.agents)

    @property
    def agent(self) -> str:
        """Who plays, in every seat."""
        return self.plan.agents[0]

    def play(
        self, games: int, *, workers: int = 1, on_block: Callable[[list[Played]], None] | None = None
    ) -> None:
        """Plays games and counts them. `on_block` sees every block; Ctrl-C leaves what was counted."""
        for block in run_plan(self.plan, games, workers=workers):
            for played in block:
                self.add(played.result)
            if on_block is not None:
                on_block(block)

    def add(self, result: GameResult) -> None:
        """Counts one game."""
        self.games += 1
        self.turns[result.turns] += 1
        self.wins[result.winner] += 1
        self.winner_scores[result.scores[result.winner]] += 1
        self.pool_empty += result.pool_left == 0
        self.blocked += result.blocked
        for seat in range(self.players):
            self.opened_on[seat][result.opened_on[seat]] += 1
            self.scores[seat].add(result.scores[seat])

    def opened_by(self, turn: int) -> float:
        """The share of players who have opened by their own n-th turn."""
        opened = sum(count for seat in self.opened_on for t, count in seat.items() if 0 < t <= turn)
        return opened / max(self.games * self.players, 1)

    def to_json(self) -> dict[str, Any]:
        """The study as JSON values, histograms included."""
        openings: Counter[int] = sum(self.opened_on, Counter())
        return {
            "players": self.players,
            "agent": self.agent,
            "seed": self.plan.seed,
            "games": self.games,
            "turns": _spread(self.turns) | {"histogram": _sorted(self.turns)},
            "rounds": {"mean": _mean(self.turns) / self.players},
            "opened_on": {
                "first_turn": self.opened_by(1),
                "by_turn_5": self.opened_by(5),
                "by_turn_10": self.opened_by(10),
                "never": openings[0] / max(self.games * self.players, 1),
                "histogram": _sorted(openings),
            },
            "seats": [
                {
                    "wins": self.wins[seat],
                    "win_rate": _share(self.wins[seat], self.games).to_json(),
                    "mean_score": mean_estimate(self.scores[seat]).to_json(),
                }
                for seat in range(self.players)
            ],
            "pool_empty": _share(self.pool_empty, self.games).to_json(),
            "blocked": _share(self.blocked, self.games).to_json(),
            "winner_score": _spread(self.winner_scores) | {"histogram": _sorted(self.winner_scores)},
        }


def study(
    players: Sequence[int] = (2, 3, 4),
    games: int = 1000,
    seed: int = 1,
    rules: Rules = RETAIL,
    *,
    agent: str = "greedy",
    workers: int = 1,
) -> list[Study]:
    """Plays games with each number of players.

    >>> [two] = study([2], games=20)
    >>> two.games, sum(two.turns.values()), sum(two.wins)
    (20, 20, 20)
    """
    if not players or games < 1:
        raise GameError("statistics need at least one game and one number of players")
    studies = [Study.of(count, agent, seed, rules) for count in players]
    for each in studies:
        each.play(games, workers=workers)
    return studies


def _share(count: int, of: int) -> Estimate:
    # Games of different deals are independent: each is a cluster of its own.
    moments = Moments()
    for number in range(of):
        moments.add(float(number < count))
    return rate_estimate(moments)


def _mean(histogram: Counter[int]) -> float:
    return sum(value * count for value, count in histogram.items()) / max(histogram.total(), 1)


def _spread(histogram: Counter[int]) -> dict[str, Any]:
    def quantile(share: float) -> int:
        need, seen = share * histogram.total(), 0
        for value in sorted(histogram):
            seen += histogram[value]
            if seen >= need:
                return value
        return 0

    return {
        "mean": _mean(histogram),
        "p10": quantile(0.1),
        "median": quantile(0.5),
        "p90": quantile(0.9),
        "max": max(histogram, default=0),
    }


def _sorted(histogram: Counter[int]) -> dict[str, int]:
    return {str(value): histogram[value] for value in sorted(histogram)}


def plot_studies(studies: Sequence[Study], path: Path | None = None) -> Figure:
    """The four questions as a figure, and as a file where a path is given (extra `plot`)."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(11, 8), layout="constrained")
    length, opening, seats, score = figure.subplots(2, 2).flat
    for found in studies:
        label = f"{found.players} players"
        _steps(length, found.turns, 4, label)
        turns = range(1, 21)
        opening.plot(turns, [100 * found.opened_by(turn) for turn in turns], marker=".", label=label)
        rates = [_share(wins, found.games) for wins in found.wins]
        places = [seat + 1 + 0.12 * (found.players - 3) for seat in range(found.players)]
        seats.errorbar(
            places,
            [100 * (rate.mean - 1 / found.players) for rate in rates],
            yerr=[
                [100 * (rate.mean - rate.low) for rate in rates],
                [100 * (rate.high - rate.mean) for rate in rates],
            ],
            fmt="o", capsize=3, label=label,
        )  # fmt: skip
        _steps(score, found.winner_scores, 10, label)
    for axes in (opening, seats):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    seats.axhline(0, color="grey", linewidth=0.8)
    for axes, title, across, up in (
        (length, "Length of a game", "turns of all players", "share of games, %"),
        (opening, "When players open", "own turn", "players who have opened, %"),
        (seats, "Does the seat matter?", "seat (1 begins)", "wins above an even share, % points"),
        (score, "What the winner gets", "score", "share of games, %"),
    ):
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(True, alpha=0.3)
        axes.legend()
    if path is not None:
        figure.savefig(path)
    return figure


def _steps(axes: Any, histogram: Counter[int], width: int, label: str) -> None:
    bins: Counter[int] = Counter()
    for value, count in histogram.items():
        bins[value // width * width] += count
    total = histogram.total()
    values = range(0, max(bins, default=0) + width + 1, width)
    axes.step(values, [100 * bins[value] / total for value in values], where="post", label=label)
