"""Is a bot sound? Games by every variant of the rules, and in plain words what went wrong in them."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from optimeld.agents.hosted import HostedAgent, Listener
from optimeld.agents.moves import OVERLOOKED, take_turn
from optimeld.agents.names import EXEC
from optimeld.agents.process import AgentLimits
from optimeld.game import PENALTY_TILES, Game, View
from optimeld.moves import Move
from optimeld.rules import Rules
from optimeld.tiles import Tile
from optimeld.variants import VARIANTS

#: Seconds in which a bot should end once nobody speaks to it any more.
_END_SECONDS = 3.0
_OPPONENT = "greedy"


@dataclass(frozen=True)
class Variant:
    """A kind of game that a bot may meet."""

    words: str
    rules: Rules
    players: int


def _variants() -> Iterator[Variant]:
    """Every variant with another number of players than the one before, as far as its box goes round."""
    for (words, rules), players in zip(VARIANTS.items(), cycle((2, 3, 4, 6)), strict=False):
        yield Variant(words, rules, min(players, rules.tiles_in_box // rules.rack_size))


#: What a bot is played through.
KINDS_OF_GAME = tuple(_variants())


@dataclass
class Finding:
    """What came of one game."""

    variant: Variant
    turns: int = 0
    plays: int = 0
    #: Why turns were lost, and how many for each reason.
    lost: Counter[str] = field(default_factory=Counter)
    #: Turns lost because it drew where it had to play. That is weakness: who has no solver overlooks plays.
    overlooked: int = 0
    #: Seconds that its slowest answer took.
    slowest: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON values."""
        return {
            "variant": self.variant.words,
            "players": self.variant.players,
            "rules": self.variant.rules.to_json(),
            "turns": self.turns,
            "plays": self.plays,
            "lost": dict(self.lost),
            "overlooked": self.overlooked,
            "slowest_ms": round(1000 * self.slowest),
        }


@dataclass
class Report:
    """What came of all of them."""

    name: str
    findings: list[Finding] = field(default_factory=list)
    #: What is not wrong in a game but should be otherwise.
    remarks: list[str] = field(default_factory=list)
    protection: dict[str, bool] = field(default_factory=dict)
    stderr: str = ""

    @property
    def sound(self) -> bool:
        """Whether no turn was lost but by overlooking a play."""
        return not any(finding.lost for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "agent": self.name,
            "sound": self.sound,
            "games": [finding.to_json() for finding in self.findings],
            "remarks": self.remarks,
            "protection": self.protection,
            "stderr": self.stderr,
        }


def agent_name(text: str) -> str:
    """The name of the agent that a person means: a command is meant unless it has the form `module:Class`.

    >>> agent_name("./bot --fast"), agent_name("exec:./bot"), agent_name("my.agents:Mine")
    ('exec:./bot --fast', 'exec:./bot', 'my.agents:Mine')
    """
    is_class = re.fullmatch(r"[\w.]+:\w+", text) is not None
    return text if text.startswith(EXEC) or is_class else EXEC + text


class _Timed:
    """An agent whose slowest answer is remembered."""

    def __init__(self, agent: HostedAgent) -> None:
        self.agent = agent
        self.slowest = 0.0

    def choose(self, view: View) -> Move:
        start = time.perf_counter()
        try:
            return self.agent.choose(view)
        finally:
            self.slowest = max(self.slowest, time.perf_counter() - start)

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Tile:
        return self.agent.keep(view, tiles)


def check_agent(
    name: str,
    limits: AgentLimits | None = None,
    *,
    games: int = 1,
    seed: int = 1,
    listener: Listener | None = None,
    report: Report | None = None,
) -> Iterator[Finding]:
    """Plays the agent through every variant and yields what came of each game; fills in the report."""
    report = report or Report(name)
    agent = HostedAgent(name, limits, listener)
    try:
        report.protection = agent.protection
        for number in range(games):
            for variant in KINDS_OF_GAME:
                # It sits in every seat in turn, and begins a third of the games or so.
                seat = len(report.findings) % variant.players
                report.findings.append(_play(agent, variant, seat, seed, number))
                yield report.findings[-1]
        if not any(finding.plays for finding in report.findings):
            report.remarks.append("it never played a tile")
        if overlooked := sum(finding.overlooked for finding in report.findings):
            report.remarks.append(
                f"under must_play it drew {overlooked} times where a play existed, "
                f"which costs the turn and {PENALTY_TILES} tiles"
            )
        if agent.running and not agent.finish(_END_SECONDS):
            report.remarks.append(f"it did not end within {_END_SECONDS:g} s when its input ended")
    finally:
        agent.close()
        report.stderr = agent.stderr


def _play(agent: HostedAgent, variant: Variant, seat: int, seed: int, index: int) -> Finding:
    finding = Finding(variant)
    names = ["bot" if place == seat else _OPPONENT for place in range(variant.players)]
    game = Game(variant.rules, names, seed, index)
    agent.new_game()
    timed = _Timed(agent)
    while not game.over:
        if game.to_move != seat:
            game.engine_turn(_OPPONENT)
            continue
        turn = take_turn(game, timed)
        finding.turns += 1
        finding.plays += turn.action == "play"
        if turn.action == "forfeit" and turn.note.startswith(OVERLOOKED):
            finding.overlooked += 1
        elif turn.action == "forfeit":
            finding.lost[turn.note] += 1
    agent.end_game(game.view(seat))
    finding.slowest = timed.slowest
    return finding
