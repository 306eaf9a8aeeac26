"""The work behind the odds page, in pieces that can be watched and stopped."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

from optimeld.counting.automata import Headway
from optimeld.counting.hands import CountTable
from optimeld.counting.hands import count as count_hands
from optimeld.counting.odds import opening_odds
from optimeld.errors import OptimeldError, ResourceError
from optimeld.rules import Rules

#: Hands up to this size are counted by themselves, which takes a moment at most.
SMALL_HAND = 24


class CountStopped(ResourceError):
    """A count that would take longer than this server allows, or that nobody waits for any more."""

    code = "time-limit"


class Job(ABC):
    """Exact work on a box: `run` in a thread, `states` and `expanded` tell how far it is, `stop` ends it."""

    def __init__(self, rules: Rules, max_size: int, seconds: float, memory: int) -> None:
        self.rules = rules
        self.max_size = min(max_size, rules.tiles_in_box)
        self.memory = memory
        self.seconds = seconds
        self.states = 0
        self.expanded = 0
        self.stop = False
        self._ends = 0.0
        self._stopped = False

    @abstractmethod
    def work(self) -> dict[str, Any]:
        """What is to be done; calls `report` now and then."""

    def report(self, headway: Headway) -> None:
        """Notes how far it is, and ends the work where it is time."""
        self.states, self.expanded = headway.total, headway.done
        if self.stop or time.monotonic() > self._ends:
            self._stopped = True
            raise RuntimeError("stopped")

    def run(self) -> dict[str, Any]:
        """The result of the work, or `CountStopped`."""
        self._ends = time.monotonic() + self.seconds
        try:
            return self.work()
        except (RuntimeError, OptimeldError):
            if self._stopped:
                raise CountStopped(
                    f"this count takes longer than {self.seconds:g} s: try the command line"
                ) from None
            raise


class CountJob(Job):
    """How many hands of each size win."""

    def work(self) -> dict[str, Any]:
        """The table, its counts as texts."""
        # For large hands the whole table is no harder than a part of it, and is kept for the next time.
        whole = self.rules.jokers == 0 and self.max_size > SMALL_HAND
        bound = None if whole else self.max_size
        table = count_hands(self.rules, bound, memory=self.memory, progress=self.report)
        return _as_text(table, self.max_size)


class ExactOpeningJob(Job):
    """How many racks of each size can open."""

    def work(self) -> dict[str, Any]:
        """The chance for every size, with its counts as texts."""
        found = opening_odds(self.rules, self.max_size, memory=self.memory, progress=self.report)
        return {
            "sizes": [
                {
                    "size": odds.size,
                    "opening_deals": str(odds.opening_deals),
                    "deals": str(odds.deals),
                    "probability": odds.probability,
                }
                for odds in found
            ]
        }


def _as_text(table: CountTable, max_size: int) -> dict[str, Any]:
    hands = [
        {
            "size": hand.size,
            "winning": str(hand.winning),
            "configurations": str(hand.configurations),
            "winning_deals": str(hand.winning_deals),
            "deals": str(hand.deals),
            "probability": hand.probability,
            "share": hand.share,
        }
        for hand in table.hands[: max_size + 1]
    ]
    return {**table.to_json(), "hands": hands}
