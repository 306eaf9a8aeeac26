"""Agents of this process, given as they are: a class, or whatever makes agents, or one that is made already.

They need no process and no protocol, so they are fast, and a class of a notebook will do. They are trusted:
what can look at a whole process can look at all the tiles in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld.agents.moves import Agent
from optimeld.game import GameError, check_name, is_engine_agent

#: What can be given where agents are named: a name, a class or a function that makes agents, or an agent.
AgentLike = str | Callable[[], Agent] | Agent


@dataclass(frozen=True)
class InsideAgent:
    """An agent of this process and the name it plays under."""

    name: str
    given: Any
    #: The agent itself was given: it plays all the games.
    made: bool

    def make(self) -> Agent:
        """The agent for a game."""
        agent: Agent = self.given if self.made else self.given()
        return agent


def enter(agents: Sequence[AgentLike]) -> tuple[tuple[str, ...], tuple[InsideAgent, ...]]:
    """The names of agents, however they are given, and those among them that are of this process.

    >>> class Lazy:
    ...     def choose(self, view): ...
    >>> names, inside = enter([Lazy, "greedy", Lazy])
    >>> names, len(inside)
    (('Lazy', 'greedy', 'Lazy'), 1)
    >>> enter([Lazy, 42])
    Traceback (most recent call last):
    ...
    optimeld.game.GameError: 42 is no agent: an agent has a method 'choose'
    """
    names: list[str] = []
    inside: list[InsideAgent] = []
    for agent in agents:
        if isinstance(agent, str):
            names.append(agent)
            continue
        known = next((entered for entered in inside if entered.given is agent), None)
        if known is None:
            known = _entered(agent, {*names, *(str(given) for given in agents if isinstance(given, str))})
            inside.append(known)
        names.append(known.name)
    return tuple(names), tuple(inside)


def _entered(agent: Any, taken: set[str]) -> InsideAgent:
    made = not isinstance(agent, type) and hasattr(agent, "choose")
    makes_nothing = not hasattr(agent, "choose") if isinstance(agent, type) else not callable(agent)
    if not made and makes_nothing:
        raise GameError(f"{agent!r} is no agent: an agent has a method 'choose'")
    wanted = getattr(agent, "__name__", type(agent).__name__).strip("<>")
    name, number = wanted, 2
    while name in taken or is_engine_agent(name):
        name, number = f"{wanted} {number}", number + 1
    check_name(name)
    return InsideAgent(name, agent, made)
