"""Times over the corpus: the core's own clock, class by class, and the peers' on the same positions."""

from __future__ import annotations

import hashlib
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from optimeld import _core
from optimeld.bench.corpus import Entry
from optimeld.bench.peers import PeerInfo
from optimeld.goals import OBJECTIVES, Goal
from optimeld.rules import JOKER_RULES, RETAIL
from optimeld.solver import core_solver

#: Each position is solved so often, and the median of its times is its time.
REPEATS = 5
#: The signature of the answers to the whole corpus. A test holds the solver to it: a change that should only
#: be faster leaves it alone, and one that changes an answer changes it here, in the same commit, saying why.
SIGNATURE = "8760f6648eb2"


@dataclass(frozen=True)
class Timing:
    """What the core needed for one position, in microseconds, and what it answered."""

    entry: Entry
    full: float  # the whole objective, kept melds and legality check included
    main: float  # tiles and value alone
    tiles: int
    value: int
    answer: str  # what the signature is made of


@dataclass(frozen=True)
class Spread:
    """Where times lie, in microseconds."""

    median: float
    p90: float
    p99: float
    longest: float

    @classmethod
    def of(cls, times: Sequence[float]) -> Spread:
        """The spread of some times, by nearest rank.

        >>> Spread.of([3.0, 1.0, 2.0])
        Spread(median=2.0, p90=3.0, p99=3.0, longest=3.0)
        """
        ranked = sorted(times)

        def rank(share: float) -> float:
            return ranked[math.ceil(share * len(ranked)) - 1]

        return cls(statistics.median(ranked), rank(0.9), rank(0.99), ranked[-1])

    def to_json(self) -> dict[str, float]:
        """In microseconds, by name."""
        return {
            "median": round(self.median, 2),
            "p90": round(self.p90, 2),
            "p99": round(self.p99, 2),
            "max": round(self.longest, 2),
        }


def choose(entries: Sequence[Entry], limit: int | None) -> list[Entry]:
    """At most so many entries, spread over all.

    >>> choose([1, 2, 3, 4, 5, 6], 3)
    [1, 3, 5]
    """
    if limit is None or limit >= len(entries):
        return list(entries)
    return [entries[i * len(entries) // limit] for i in range(limit)]


def time_core(
    entries: Sequence[Entry], progress: Callable[[int], None] = lambda _: None, *, repeats: int = REPEATS
) -> list[Timing]:
    """Solves every entry with the core, on one thread. A first round is not counted: it makes the tables that
    positions share, as the peers' are made before their clocks start."""
    for entry in entries:
        _solve(entry, full=True, repeats=1)
    timings = []
    for number, entry in enumerate(entries):
        full_time, found = _solve(entry, full=True, repeats=repeats)
        main_time, _ = _solve(entry, full=False, repeats=repeats)
        played = " ".join(map(str, found.played))
        answer = f"{found.tiles} {found.value} {found.kept} {found.points} {played}"
        timings.append(Timing(entry, full_time, main_time, found.tiles, found.value, answer))
        progress(number + 1)
    return timings


def _solve(entry: Entry, *, full: bool, repeats: int) -> tuple[float, _core.Solution]:
    position, times = entry.position, []
    solver = core_solver(position.rules)
    for _ in range(repeats):
        found = solver.solve(
            position.core_table,
            position.core_rack,
            opening=entry.opening,
            keep=full,
            tidy=full,
            **Goal(entry.objective, position.rules.joker_penalty).core,
        )
        times.append(found.elapsed_us)
    return statistics.median(times), found


def signature(timings: Sequence[Timing]) -> str:
    """A word that changes when an answer does, and only then."""
    return hashlib.sha256("\n".join(t.answer for t in timings).encode()).hexdigest()[:12]


def classes(timings: Sequence[Timing]) -> dict[str, list[Timing]]:
    """The timings by joker rule, objective and whether a joker lies on the table; openings apart."""
    found: dict[str, list[Timing]] = {}
    for rule in JOKER_RULES:
        of_rule = [t for t in timings if t.entry.joker_rule == rule and not t.entry.opening]
        for objective in OBJECTIVES:
            for joker in (False, True):
                name = f"{rule}, {objective}, {'jokers on' if joker else 'no joker on'} the table"
                found[name] = [
                    t for t in of_rule if t.entry.objective == objective and t.entry.table_joker == joker
                ]
        found[f"{rule}, all"] = of_rule
    found["opening"] = [t for t in timings if t.entry.opening]
    found["all"] = list(timings)
    return {name: members for name, members in found.items() if members}


@dataclass(frozen=True)
class Comparison:
    """A peer on the positions that it can be asked: opened ones, its time in microseconds."""

    peer: PeerInfo
    timings: list[Timing]
    times: list[float]
    disagreements: list[str]

    def ratios(self, rule: str | None) -> dict[str, float] | None:
        """How many times longer the peer takes than the core does, for its full answer and for tiles and
        value alone, which is the nearest to what the peer is asked."""
        rows = [
            (t.full, t.main, theirs)
            for t, theirs in zip(self.timings, self.times, strict=True)
            if rule is None or t.entry.joker_rule == rule
        ]
        if not rows:
            return None
        full, main, theirs = (Spread.of([row[i] for row in rows]) for i in range(3))
        return {
            "positions": len(rows),
            "median_us": round(theirs.median, 1),
            "p99_us": round(theirs.p99, 1),
            "max_us": round(theirs.longest, 1),
            "ratio_median": round(theirs.median / full.median, 1),
            "ratio_p99": round(theirs.p99 / full.p99, 1),
            "ratio_median_main": round(theirs.median / main.median, 1),
            "ratio_p99_main": round(theirs.p99 / main.p99, 1),
        }


def time_peer(
    peer: PeerInfo, timings: Sequence[Timing], progress: Callable[[int], None] = lambda _: None
) -> Comparison:
    """Asks a peer for what it can say about the same positions.

    Every peer plays by the rule `free`: there the figures must be equal, and under the other rules, which
    allow less, the core's cannot be higher.
    """
    asked = [t for t in timings if not t.entry.opening]
    answer = peer.make(RETAIL)
    times, disagreements = [], []
    for number, timing in enumerate(asked):
        entry = timing.entry
        theirs, seconds = answer(entry.position, entry.objective)
        times.append(seconds * 1e6)
        if entry.objective in peer.objectives:
            ours = timing.tiles if entry.objective == "tiles" else timing.value
            if ours > theirs or (ours < theirs and entry.joker_rule == "free"):
                disagreements.append(f"{entry.objective}: core {ours}, {peer.name} {theirs} in {entry}")
        progress(number + 1)
    return Comparison(peer, asked, times, disagreements)
