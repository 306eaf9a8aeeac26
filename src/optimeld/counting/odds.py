"""How likely a hand holds an opening: exact for every hand size, and estimated with the solver beside it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt
from typing import Any

from optimeld import _core
from optimeld.counting.automata import OnHeadway, teller
from optimeld.deadlines import core_deadline
from optimeld.errors import InputError, ResourceError, TooLargeError
from optimeld.goals import Goal
from optimeld.machine import GIB, default_memory
from optimeld.rules import Rules
from optimeld.solver import core_solver


@dataclass(frozen=True)
class OpeningOdds:
    """One hand size: the deals of that size, and those among them that hold an opening."""

    size: int
    opening_deals: int
    deals: int
    #: The same by the jokers in the hand: entry j counts deals of the natural tiles beside exactly j jokers.
    by_jokers: tuple[tuple[int, int], ...]

    @property
    def exact(self) -> Fraction:
        """The probability, exactly."""
        return Fraction(self.opening_deals, self.deals)

    @property
    def probability(self) -> float:
        """The probability that a deal of this size can open."""
        return self.opening_deals / self.deals

    def to_json(self) -> dict[str, Any]:
        """The entry of `odds opening --json`."""
        return {
            "size": self.size,
            "opening_deals": self.opening_deals,
            "deals": self.deals,
            "probability": self.probability,
        }


def opening_odds(
    rules: Rules, max_size: int = 30, *, memory: int | None = None, progress: OnHeadway | None = None
) -> tuple[OpeningOdds, ...]:
    """The probability that a hand of 1, 2, .. `max_size` tiles holds an opening, exactly.

    >>> odds = opening_odds(Rules(jokers=0), 14)
    >>> odds[13].size, round(odds[13].probability, 6)
    (14, 0.348869)
    """
    if not 1 <= max_size <= rules.tiles_in_box:
        raise InputError(
            f"max_size is {max_size}, but it must be from 1 to {rules.tiles_in_box}, the tiles of the box",
            given=max_size,
        )
    natural = rules.kinds * rules.copies
    closed = []
    for jokers in range(min(rules.jokers, max_size) + 1):
        closed.append(_closed_hands(rules, jokers, min(max_size - jokers, natural), memory, progress))
    result = []
    for size in range(1, max_size + 1):
        parts = []
        opening = 0
        for jokers, row in enumerate(closed):
            if 0 <= size - jokers <= natural:
                every = comb(natural, size - jokers)
                parts.append((every - row[size - jokers], every))
                opening += parts[-1][0] * comb(rules.jokers, jokers)
        result.append(OpeningOdds(size, opening, comb(rules.tiles_in_box, size), tuple(parts)))
    return tuple(result)


def _closed_hands(
    rules: Rules, jokers: int, max_tiles: int, memory: int | None, progress: OnHeadway | None
) -> list[int]:
    """Deals of natural tiles that hold no opening, even with `jokers` jokers; by their number."""
    if comb(rules.kinds * rules.copies, min(max_tiles, rules.kinds * rules.copies // 2)) >= 1 << 127:
        raise TooLargeError(f"hands of {max_tiles} tiles are too many for 127 bits: ask for smaller ones")
    memory = default_memory() if memory is None else memory

    try:
        return _core.count_closed_hands(
            values=rules.values,
            colours=rules.colours,
            copies=rules.copies,
            min_meld=rules.min_meld,
            jokers=jokers,
            points=rules.opening_points,
            max_tiles=max_tiles,
            memory_limit=memory,
            told=teller(progress, "states"),
        )
    except _core.OutOfBounds as stopped:
        raise TooLargeError(
            f"the odds with {jokers} jokers do not fit into {memory / GIB:.1f} GiB: "
            f"stopped after {stopped.args[0]} values with {stopped.args[1]:,} states; smaller hands need less"
        ) from None
    except ValueError as error:
        raise TooLargeError(f"the odds of these rules are out of reach: {error}") from None


#: Hands that are dealt and solved together.
_BATCH = 4096


@dataclass(frozen=True)
class SampledOdds:
    """The same probability from random deals and the solver, with its standard error."""

    size: int
    deals: int
    openings: int

    @property
    def mean(self) -> float:
        """The share of the deals that could open."""
        return self.openings / self.deals

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(max(self.mean * (1 - self.mean), 1 / self.deals) / self.deals)

    def to_json(self) -> dict[str, Any]:
        """The estimate, named as one."""
        return {"deals": self.deals, "estimate": self.mean, "standard_error": self.error}


class SampleStopped(ResourceError):
    """Hands that were dealt but could not all be looked at in the time that there was."""

    code = "time-limit"


class OpeningSampler:
    """Deals random hands of one size, some at a time, and asks the solver whether each can open.

    >>> sampler = OpeningSampler(Rules(), 14)
    >>> sampler.more(100).deals, sampler.more(50).deals
    (100, 150)
    """

    def __init__(self, rules: Rules, size: int, seed: int = 1) -> None:
        self.size = size
        self._deals = self._openings = 0
        self._chance = random.Random(f"opening {seed} {size}")
        box = [index for index in range(rules.kinds) for _ in range(rules.copies)]
        self._box = box + [rules.kinds] * rules.jokers
        self._solver = core_solver(rules)
        self._goal = Goal("value", rules.joker_penalty)

    def more(self, deals: int) -> SampledOdds:
        """Deals so many hands more; what all of them tell."""
        hands = [((), self._chance.sample(self._box, self.size)) for _ in range(deals)]
        found = self._solver.solve_many(
            hands, opening=True, keep=False, tidy=False, **self._goal.core, **core_deadline()
        )
        # To leave out those that take long would tell of the others only.
        if not all(solution.play or solution.play_proved for solution in found):
            raise SampleStopped(f"the solver had no time to look at {deals} hands")
        self._deals += deals
        self._openings += sum(solution.play for solution in found)
        return SampledOdds(self.size, self._deals, self._openings)


def sample_opening_odds(rules: Rules, size: int, deals: int, seed: int = 1) -> SampledOdds:
    """Deals random hands and asks the solver whether each can open: a check on the exact odds.

    >>> sample = sample_opening_odds(Rules(), 14, 200)
    >>> abs(sample.mean - 0.4976) < 5 * sample.error
    True
    """
    sampler = OpeningSampler(rules, size, seed)
    found = SampledOdds(size, 0, 0)
    while found.deals < deals:
        found = sampler.more(min(_BATCH, deals - found.deals))
    return found
