"""What the commands that play games share: options, saving, saying that it was cut short."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from optimeld.agents.process import AgentLimits
from optimeld.agents.secrecy import hide_arguments
from optimeld.arena.simulate import DEFAULT_LIMITS, DEFAULT_TIME_LIMIT, LostTurns, Plan, Played
from optimeld.cli.common import make_option, with_options
from optimeld.cli.lazy import INTERRUPTED
from optimeld.errors import UsageError
from optimeld.records.store import Store
from optimeld.records.text import Record

#: Rules that matter to whole games, beyond the contract's options.
GAME_RULES = ("rack_size", "joker_penalty", "opening_then_table", "river", "must_play")

AGENT_NAMES = "Names, module:Class, exec:COMMAND."
_SEED = typer.Option(metavar="N", help="The seed: it fixes every tile and choice.")
_WORKERS = typer.Option(metavar="N", help="Threads on this machine; the games stay the same.")
_CLUSTER = typer.Option(
    metavar="ADDRESS", help="Play on the workers of this Dask scheduler.", show_default=False
)
_SAVE = typer.Option(metavar="DB", help="Keep every game in this SQLite file.", show_default=False)
_TIME_LIMIT = typer.Option(metavar="SECONDS", help="For one decision of an agent from outside.")
_MEMORY_LIMIT = typer.Option(metavar="MB", help="For an agent from outside, all its processes.")
_AGENT_FOLDER = typer.Option(
    metavar="DIR", help="A folder that agents from outside may change.", show_default=False,
    exists=True, file_okay=False,
)  # fmt: skip
_SALT = typer.Option(
    metavar="TEXT", show_default=False,
    help="With agents from outside: the salt of the deals, as an earlier run told it; '' for none.",
)  # fmt: skip
#: What single options are for the commands that take no more of them.
SeedOption = Annotated[int, _SEED]
WorkersOption = Annotated[int, _WORKERS]
TimeLimitOption = Annotated[float, _TIME_LIMIT]
MemoryLimitOption = Annotated[int, _MEMORY_LIMIT]
DEFAULT_MEMORY_LIMIT = DEFAULT_LIMITS.memory
__all__ = ["DEFAULT_TIME_LIMIT"]


@dataclass(frozen=True)
class Running:
    """How games are played: from which seed, where, kept or not, and what agents from outside may do."""

    seed: int
    workers: int
    cluster: str | None
    save: Path | None
    limits: AgentLimits
    salt: str | None

    @property
    def of_plan(self) -> dict[str, Any]:
        """What of it a plan of games holds."""
        return {"records": self.save is not None, "limits": self.limits, "salt": self.salt}

    @property
    def where(self) -> dict[str, Any]:
        """Who plays them."""
        return {"workers": self.workers, "cluster": self.cluster}


def with_running(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options of playing games, and hands it what they say as its argument `running`."""
    options = [
        make_option("seed", int, 1, _SEED),
        make_option("workers", int, 1, _WORKERS),
        make_option("cluster", str | None, None, _CLUSTER),
        make_option("save", Path | None, None, _SAVE),
        make_option("time_limit", float, DEFAULT_TIME_LIMIT, _TIME_LIMIT),
        make_option("memory_limit", int, DEFAULT_MEMORY_LIMIT, _MEMORY_LIMIT),
        make_option("agent_folder", Path | None, None, _AGENT_FOLDER),
        make_option("salt", str | None, None, _SALT),
    ]
    return with_options("running", _running, function, last=options)


def _running(time_limit: float, memory_limit: int, agent_folder: Path | None, **others: Any) -> Running:
    return Running(limits=limits_of(time_limit, memory_limit, agent_folder), **others)


def limits_of(seconds: float, memory: int, folder: Path | None) -> AgentLimits:
    """The limits of agents from outside that the options make."""
    if not 0 < seconds <= 86400:
        raise UsageError(f"a time limit of {seconds:g} s: it must be above 0, and at most a day")
    return AgentLimits(seconds, memory=memory, folder=None if folder is None else str(folder.absolute()))


def keep_secrets(plans: Iterable[Plan]) -> None:
    """Where agents from outside play, the command line with its seed is not for them to see."""
    if not all(plan.in_core for plan in plans):
        hide_arguments()


def show_lost_turns(runs: Iterable[LostTurns]) -> None:
    """Says which agents from outside lost turns, and why."""
    for lost in runs:
        for agent, reasons in enumerate(lost.reasons):
            if not reasons:
                continue
            print(f"{lost.plan.agents[agent]} lost {reasons.total()} turns:", file=sys.stderr)
            for why, count in reasons.most_common(5):
                print(f"    {count} x {why}", file=sys.stderr)
            for line in lost.stderr[agent].splitlines()[-5:]:
                print(f"    its standard error: {line}", file=sys.stderr)


def agents_of(text: str, players: int | None) -> tuple[str, ...]:
    """The agents of `--agents A,B,...`; one name stands for every player."""
    names = tuple(name.strip() for name in text.split(","))
    if players is None or len(names) == players:
        return names
    if len(names) == 1:
        return names * players
    raise UsageError(f"{players} players, but {len(names)} agents in {text!r}", word=text)


class Saver:
    """Puts games into the store as they come, where one was asked for."""

    def __init__(self, path: Path | None, source: str) -> None:
        self.store = None if path is None else Store(path)
        self.source = source
        self.saved = 0

    def save(self, plan: Plan, played: Iterable[Played]) -> None:
        """Saves a block of games in one transaction."""
        if self.store is None:
            return
        games = list(played)
        self.saved += self.store.add(
            (record_of(plan, game) for game in games), self.source, [game.rotation for game in games]
        )

    def __enter__(self) -> Saver:
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the store and says what is in it."""
        if self.store is not None:
            print(f"saved {self.saved} new games in {self.store.path!r}", file=sys.stderr)
            self.store.close()


def record_of(plan: Plan, played: Played) -> Record:
    """The record of a game that was played with `records` on."""
    assert played.lines is not None
    n = len(plan.agents)
    result = played.result
    scores = tuple(result.scores[(seat + played.rotation) % n] for seat in range(n))
    winner = (result.winner - played.rotation) % n
    return Record.of_lines(
        plan.rules, plan.deal_seed(played.deal), played.deal, plan.seats(played.rotation), played.lines,
        (winner, scores, result.blocked),
    )  # fmt: skip


def say_interrupted(done: int, asked: int, what: str = "games") -> int:
    """Says that Ctrl-C came; the exit status for it."""
    print(f"stopped by Ctrl-C after {done} of {asked} {what}; these are their results", file=sys.stderr)
    return INTERRUPTED
