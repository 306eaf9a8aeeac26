"""Many games: played in the core where all agents are the engine's, and through the same engine where not.

A game is fixed by the seed and its number, so nothing here depends on how many workers there are, in which
order they finish, or how the games are cut into blocks.
"""

from __future__ import annotations

import contextlib
import secrets
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from optimeld import _core
from optimeld.agents import Agent, take_turn
from optimeld.agents.hosted import HostedAgent
from optimeld.agents.inside import AgentLike, InsideAgent, enter
from optimeld.agents.names import is_foreign
from optimeld.agents.process import AgentLimits
from optimeld.game import Game, GameError, check_engine_agent, check_players, check_seed, is_engine_agent
from optimeld.rules import RETAIL, Rules

DEFAULT_LIMITS = AgentLimits()
DEFAULT_TIME_LIMIT = DEFAULT_LIMITS.seconds
#: About how long a block of games may take: progress is shown, and Ctrl-C heard, between blocks.
_BLOCK_SECONDS = 0.25
_LARGEST_BLOCK = 20_000
#: Characters of an agent's standard error that are kept with a turn that it lost.
_STDERR_SHOWN = 500


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(16)


class GameResult(NamedTuple):
    """How one game went, by agent in the order they were named, whatever their seats."""

    winner: int
    turns: int
    pool_left: int
    #: Ended by passes, not by an empty rack.
    blocked: bool
    scores: tuple[int, ...]
    #: Each agent's own turn number, from 1, in which it opened; 0: never.
    opened_on: tuple[int, ...]


class LostTurn(NamedTuple):
    """A turn that an agent from outside lost: whose, why, and the end of what it wrote to standard error."""

    agent: int
    why: str
    stderr: str


class Played(NamedTuple):
    """A game with its place in the plan; `lines` is its turns as text, where they were asked for."""

    deal: int
    rotation: int
    result: GameResult
    lines: tuple[str, ...] | None
    lost: tuple[LostTurn, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Which games: every deal is played in the first `rotations` seatings.

    In rotation r the player of seat s is agent (s + r) mod n: n rotations give every agent every rack.

    >>> Plan(agents=("greedy", "simple"), rotations=2).seats(1)
    ('simple', 'greedy')
    """

    rules: Rules = RETAIL
    agents: tuple[str, ...] = ("greedy", "greedy")
    seed: int = 0
    rotations: int = 1
    #: Test every invariant after every turn.
    check: bool = False
    #: Keep the turns of every game.
    records: bool = False
    #: What an agent from outside may take.
    limits: AgentLimits = DEFAULT_LIMITS
    #: Stirred into every deal where agents from outside play, so that knowing the seed is not knowing the
    #: tiles; drawn where it is not given, and empty for the deals of the seed alone.
    salt: str | None = None
    #: Those of the agents that are of this process, by their names.
    inside: tuple[InsideAgent, ...] = ()

    def __post_init__(self) -> None:
        check_players(self.rules, len(self.agents))
        check_seed(self.seed, "seed")
        for agent in self.agents:
            if not is_foreign(agent) and self.of_this_process(agent) is None:
                check_engine_agent(agent)
        if not any(map(is_foreign, self.agents)):
            object.__setattr__(self, "salt", "")
        elif self.salt is None:
            object.__setattr__(self, "salt", new_salt())

    @property
    def in_core(self) -> bool:
        """Whether no Python is needed for a turn."""
        return all(map(is_engine_agent, self.agents))

    def of_this_process(self, name: str) -> InsideAgent | None:
        """The agent of this process with a name, if it is one."""
        return next((agent for agent in self.inside if agent.name == name), None)

    def deal_seed(self, deal: int) -> int:
        """The seed of one deal. With a salt each has its own, and none tells of another.

        >>> Plan(seed=7).deal_seed(3)
        7
        >>> salted = Plan(agents=("exec:./bot", "greedy"), seed=7, salt="sea")
        >>> salted.deal_seed(3) == salted.deal_seed(3) != salted.deal_seed(4)
        True
        """
        if not self.salt:
            return self.seed
        text = f"{self.seed} {deal} {self.salt}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")

    def seats(self, rotation: int) -> tuple[str, ...]:
        """Who sits where in a rotation."""
        n = len(self.agents)
        return tuple(self.agents[(seat + rotation) % n] for seat in range(n))


class Runner:
    """Plays games of a plan on this machine, on some threads. A context: it may hold processes."""

    def __init__(self, plan: Plan, workers: int = 1) -> None:
        if not 1 <= workers <= 1024:
            raise GameError(f"{workers} workers: there must be from 1 to 1024", word=str(workers))
        self.plan = plan
        self.workers = workers
        self._core: _core.Simulation | None = None
        self._tables: list[_Table] = []
        if workers > 1 and (shared := [agent.name for agent in plan.inside if agent.made]):
            raise GameError(
                f"{workers} workers, but {shared[0]!r} is one agent, who can be asked one thing at a time: "
                "give its class"
            )
        if plan.in_core:
            self._core = _core.Simulation(plan.rules.core, list(plan.agents), plan.seed, workers, plan.check)
        else:
            with contextlib.ExitStack() as stack:
                for _ in range(workers):
                    self._tables.append(_Table(plan))
                    stack.callback(self._tables[-1].close)
                stack.pop_all()

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes of agents from outside."""
        for table in self._tables:
            table.close()

    def stderr(self, agent: int) -> str:
        """The end of what an agent from outside has written to standard error, at its first table."""
        host = self._tables[0].hosted[agent] if self._tables else None
        return "" if host is None else host.stderr

    def run(self, first: int, count: int) -> list[Played]:
        """Deals `first` to `first + count - 1`, in order, each in all its rotations."""
        plan = self.plan
        places = [(first + i, r) for i in range(count) for r in range(plan.rotations)]
        if self._core is not None:
            try:
                results, texts = self._core.run(first, count, plan.rotations, len(plan.agents), plan.records)
            except RuntimeError as error:
                raise AssertionError(f"the engine broke its own rules: {error}") from None
            lines = [None] * len(results) if texts is None else [tuple(text.splitlines()) for text in texts]
            return [
                Played(*place, GameResult(*r), ln)
                for place, r, ln in zip(places, results, lines, strict=True)
            ]
        if self.workers == 1:
            return [self._tables[0].play(*place) for place in places]
        shares = [places[i :: self.workers] for i in range(self.workers)]
        with ThreadPoolExecutor(self.workers) as pool:
            parts = list(pool.map(lambda table, share: [table.play(*p) for p in share], self._tables, shares))
        played = [game for part in parts for game in part]
        return sorted(played, key=lambda game: (game.deal, game.rotation))


class _Table:
    """Where games with agents in Python or from outside are played, one at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.hosted: list[HostedAgent | None] = []
        try:
            for agent in plan.agents:
                self.hosted.append(HostedAgent(agent, plan.limits) if is_foreign(agent) else None)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for agent in self.hosted:
            if agent is not None:
                agent.close()

    def _player(self, place: int) -> Agent | None:
        """Who decides for an agent in the game that begins; nobody where the engine itself does."""
        inside = self.plan.of_this_process(self.plan.agents[place])
        return self.hosted[place] if inside is None else inside.make()

    def play(self, deal: int, rotation: int) -> Played:
        plan, n = self.plan, len(self.plan.agents)
        game = Game(plan.rules, plan.seats(rotation), plan.deal_seed(deal), deal)
        for host in self.hosted:
            if host is not None:
                host.new_game()
        players = [self._player(place) for place in range(n)]
        opened = [0] * n
        lost: list[LostTurn] = []
        while not game.over:
            seat = game.to_move
            who = (seat + rotation) % n
            player, host = players[who], self.hosted[who]
            turn = game.engine_turn(plan.agents[who]) if player is None else take_turn(game, player)
            if turn.note:
                lost.append(LostTurn(who, turn.note, "" if host is None else host.stderr[-_STDERR_SHOWN:]))
            if turn.opening:
                opened[who] = (len(game.turns) - 1) // n + 1
            if plan.check:
                broken = game.broken()
                assert broken is None, f"seed {plan.seed}, game {deal}, turn {len(game.turns)}: {broken}"
        for seat in range(n):
            host = self.hosted[(seat + rotation) % n]
            if host is not None:
                host.end_game(game.view(seat))
        result = game.result
        assert result is not None
        scores = [0] * n
        for seat in range(n):
            scores[(seat + rotation) % n] = result.scores[seat]
        winner = (result.winner + rotation) % n
        outcome = GameResult(
            winner, len(game.turns), game.pool_size, result.blocked, tuple(scores), tuple(opened)
        )
        lines = tuple(game.turn_lines()) if plan.records else None
        return Played(deal, rotation, outcome, lines, tuple(lost))


def run_plan(
    plan: Plan, deals: int, *, first: int = 0, workers: int = 1, cluster: str | None = None
) -> Generator[list[Played], None, None]:
    """Plays the deals in order and yields them in blocks: on this machine, or on a Dask cluster.

    >>> blocks = run_plan(Plan(seed=1), 3)
    >>> [played.deal for block in blocks for played in block]
    [0, 1, 2]
    """
    if deals < 0:
        raise GameError(f"{deals} games cannot be played", word=str(deals))
    if cluster is not None:
        from optimeld.arena.cluster import run_on_cluster

        yield from run_on_cluster(plan, deals, first=first, address=cluster)
        return
    with Runner(plan, workers) as runner:
        done, size = 0, workers
        while done < deals:
            size = min(size, deals - done)
            start = time.perf_counter()
            played = runner.run(first + done, size)
            spent = time.perf_counter() - start
            done += size
            yield played
            size = max(workers, min(2 * size, int(size * _BLOCK_SECONDS / max(spent, 1e-6)), _LARGEST_BLOCK))


@dataclass
class LostTurns:
    """The turns that agents from outside lost: how many for each reason, and what they last wrote."""

    plan: Plan
    #: By agent, in the order they were named.
    reasons: list[Counter[str]] = field(default_factory=list)
    stderr: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reasons = [Counter() for _ in self.plan.agents]
        self.stderr = ["" for _ in self.plan.agents]

    def add(self, games: Iterable[Played]) -> None:
        """Counts those of some games."""
        for agent, why, stderr in (turn for game in games for turn in game.lost):
            self.reasons[agent][why] += 1
            self.stderr[agent] = stderr or self.stderr[agent]

    def warn(self) -> None:
        """Warns of agents of this process that lost turns: their author is at hand, and should know."""
        for name, reasons in zip(self.plan.agents, self.reasons, strict=True):
            if reasons and self.plan.of_this_process(name) is not None:
                (why, _), *_ = reasons.most_common(1)
                warnings.warn(f"{name} lost {reasons.total()} turns, most of them: {why}", stacklevel=3)

    def to_json(self) -> dict[str, Any]:
        """What is to be said of a run with agents that may lose turns; nothing of any other."""
        if self.plan.in_core:
            return {}
        salt = {"salt": self.plan.salt} if self.plan.salt else {}
        return {**salt, "lost_turns": [counted.total() for counted in self.reasons]}


@dataclass
class Summary:
    """The figures of the contract's `simulate`, added up as the games of a plan come in."""

    plan: Plan
    games: int = 0
    turns: int = 0
    wins: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    seconds: float = 0.0
    lost: LostTurns = field(init=False)

    def __post_init__(self) -> None:
        self.lost = LostTurns(self.plan)
        self.wins = self.wins or [0] * len(self.plan.agents)
        self.scores = self.scores or [0] * len(self.plan.agents)

    def add(self, result: GameResult) -> None:
        """Counts one game."""
        self.games += 1
        self.turns += result.turns
        self.wins[result.winner] += 1
        for agent, score in enumerate(result.scores):
            self.scores[agent] += score

    def play(
        self,
        games: int,
        *,
        workers: int = 1,
        cluster: str | None = None,
        on_block: Callable[[list[Played]], None] | None = None,
    ) -> None:
        """Plays the plan's first `games` deals and counts them. `on_block` sees every block as it is done.

        What was counted before Ctrl-C stays counted.
        """
        start = time.perf_counter()
        for block in run_plan(self.plan, games, workers=workers, cluster=cluster):
            self.lost.add(block)
            for played in block:
                self.add(played.result)
            self.seconds = time.perf_counter() - start
            if on_block is not None:
                on_block(block)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each agent, as pandas and polars take them.

        >>> [row["agent"] for row in simulate(("greedy", "simple"), games=2).rows()]
        ['greedy', 'simple']
        """
        games = max(self.games, 1)
        return [
            {
                "agent": agent,
                "games": self.games,
                "wins": self.wins[seat],
                "win_rate": self.wins[seat] / games,
                "mean_score": self.scores[seat] / games,
            }
            for seat, agent in enumerate(self.plan.agents)
        ]

    def to_json(self) -> dict[str, Any]:
        """The contract's object."""
        games = max(self.games, 1)
        return {
            "players": len(self.plan.agents),
            "games": self.games,
            "seed": self.plan.seed,
            "agents": list(self.plan.agents),
            "wins": self.wins,
            "win_rate": [wins / games for wins in self.wins],
            "mean_score": [score / games for score in self.scores],
            "turns_per_game": self.turns / games,
            "games_per_second": self.games / self.seconds if self.seconds > 0 else 0.0,
            **self.lost.to_json(),
        }


def simulate(
    agents: Sequence[AgentLike] = ("greedy", "greedy"),
    games: int = 1000,
    seed: int = 0,
    rules: Rules = RETAIL,
    *,
    workers: int = 1,
    cluster: str | None = None,
    check: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    salt: str | None = None,
) -> Summary:
    """Plays whole games and sums them up. Agents are names, classes of your own, or agents themselves.

    >>> summary = simulate(("greedy", "simple"), games=20, seed=1)
    >>> sum(summary.wins), sum(summary.scores)
    (20, 0)
    """
    names, inside = enter(agents)
    limits = AgentLimits(time_limit)
    summary = Summary(Plan(rules, names, seed, check=check, limits=limits, salt=salt, inside=inside))
    summary.play(games, workers=workers, cluster=cluster)
    summary.lost.warn()
    return summary
