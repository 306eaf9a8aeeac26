"""How many hands win: every hand size at once, as multisets and as deals, with the jokers told apart."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache as remember
from functools import lru_cache
from importlib import resources
from math import comb
from typing import Any

import optimeld.counting.disk_cache as disk_cache
from optimeld import _core
from optimeld.counting.automata import (
    KNOWN_STATES,
    HandAutomaton,
    HandShape,
    OnHeadway,
    automaton,
    hand_counts,
    vast_counts,
)
from optimeld.errors import InputError
from optimeld.notation import check_copies, parse_tiles
from optimeld.rules import RETAIL, Rules


@dataclass(frozen=True)
class NaturalCounts:
    """Hands by their natural tiles: entry h counts hands of h tiles beside exactly `jokers` jokers.

    `winning` and `winning_deals` tell how many of them can be laid down whole, as multisets and as physical
    tiles (the choice of the jokers left out); they reach to `len(winning) - 1` tiles, perhaps not all.
    """

    jokers: int
    winning: tuple[int, ...]
    winning_deals: tuple[int, ...]


@dataclass(frozen=True)
class HandCount:
    """One hand size: how many hands there are, and how many of them win."""

    size: int
    #: Distinct multisets, jokers alike.
    winning: int
    configurations: int
    #: Physical hands: every tile its own.
    winning_deals: int
    deals: int

    @property
    def probability(self) -> float:
        """That a hand of this size dealt from the box wins."""
        return self.winning_deals / self.deals

    @property
    def share(self) -> float:
        """Winning multisets among all multisets, the papers' percentage: not a probability of any deal."""
        return self.winning / self.configurations

    def to_json(self) -> dict[str, Any]:
        """The entry of `count --json`."""
        return {
            "size": self.size,
            "winning": self.winning,
            "configurations": self.configurations,
            "winning_deals": self.winning_deals,
            "deals": self.deals,
            "probability": self.probability,
        }


@dataclass(frozen=True)
class CountTable:
    """Every hand size of a box, from 0 up, and what it is made of."""

    rules: Rules
    hands: tuple[HandCount, ...]
    #: The hands that hold exactly 0, 1, .. jokers. `hands[h].winning` is the sum of
    #: `by_jokers[j].winning[h - j]`; a deal picks its j jokers in comb(jokers, j) ways.
    by_jokers: tuple[NaturalCounts, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One row for each hand size, as pandas and polars take them.

        >>> count(Rules(jokers=0), 3).rows()[3]["winning"]
        96
        """
        return [hand.to_json() for hand in self.hands]

    def to_json(self) -> dict[str, Any]:
        """`count --json`."""
        rules = self.rules
        return {
            "values": rules.values,
            "colours": rules.colours,
            "copies": rules.copies,
            "jokers": rules.jokers,
            "min_meld": rules.min_meld,
            "hands": [hand.to_json() for hand in self.hands],
        }

    @property
    def peak(self) -> HandCount:
        """The size with the most winning hands.

        >>> count(Rules(values=7, jokers=0)).peak.size
        37
        """
        return max(self.hands, key=lambda hand: hand.winning)

    def generating_function(self, *, deals: bool = False, variable: str = "x") -> str:
        """The counts as a polynomial: the coefficient of x^h counts winning hands of h tiles.

        >>> count(Rules(values=3, colours=3, copies=1, jokers=0)).generating_function()
        '1 + 6*x^3 + 6*x^6 + x^9'
        """
        terms = []
        for hand in self.hands:
            number = hand.winning_deals if deals else hand.winning
            if number:
                power = {0: "", 1: variable}.get(hand.size, f"{variable}^{hand.size}")
                factor = "" if number == 1 and power else str(number)
                terms.append("*".join(part for part in (factor, power) if part))
        return " + ".join(terms) or "0"


def count(
    rules: Rules,
    max_size: int | None = None,
    *,
    memory: int | None = None,
    cache: bool = True,
    fresh: bool = False,
    progress: OnHeadway | None = None,
) -> CountTable:
    """Counts the hands of every size that win, or of sizes up to `max_size`.

    Counts that ship with the package or lie in the cache are used, unless `fresh`.

    >>> table = count(Rules(jokers=0))
    >>> table.hands[14].winning, table.hands[14].configurations
    (10232524, 37418772170780)
    """
    box = rules.tiles_in_box
    largest = box if max_size is None else min(max_size, box)
    if max_size is not None and max_size < 0:
        raise InputError(f"max_size is {max_size}, but it must not be negative", given=max_size)
    # The most jokers first: if anything is out of reach, that is, and should not be found out last.
    parts = [
        natural_counts(
            rules, jokers, largest - jokers, memory=memory, cache=cache, fresh=fresh, progress=progress
        )
        for jokers in reversed(range(min(rules.jokers, largest) + 1))
    ][::-1]
    kinds = configurations(rules)
    hands = []
    for size in range(largest + 1):
        winning = configured = winning_deals = 0
        for part in parts:
            tiles = size - part.jokers
            if 0 <= tiles < len(kinds):
                winning += part.winning[tiles]
                configured += kinds[tiles]
                winning_deals += part.winning_deals[tiles] * comb(rules.jokers, part.jokers)
        hands.append(HandCount(size, winning, configured, winning_deals, comb(box, size)))
    return CountTable(rules, tuple(hands), tuple(parts))


def configurations(rules: Rules) -> tuple[int, ...]:
    """How many different multisets of h natural tiles the box has, for every h.

    >>> configurations(Rules())[14]
    37418772170780
    """
    row = [1]
    for _ in range(rules.kinds):
        longer = [0] * (len(row) + rules.copies)
        for place, number in enumerate(row):
            for more in range(rules.copies + 1):
                longer[place + more] += number
        row = longer
    return tuple(row)


def natural_counts(
    rules: Rules,
    jokers: int,
    max_tiles: int | None = None,
    *,
    memory: int | None = None,
    cache: bool = True,
    fresh: bool = False,
    progress: OnHeadway | None = None,
) -> NaturalCounts:
    """Hands of natural tiles that win together with exactly `jokers` jokers, by the number of tiles.

    >>> natural_counts(Rules(), 1, 3).winning
    (0, 0, 170, 176)
    """
    box = rules.kinds * rules.copies
    tiles = box if max_tiles is None else max(0, min(max_tiles, box))
    shipped = _shipped(rules, jokers)
    if not fresh and shipped is not None and len(shipped.winning) > tiles:
        return NaturalCounts(jokers, shipped.winning[: tiles + 1], shipped.winning_deals[: tiles + 1])
    shape = HandShape.of(rules, jokers)
    key = f"n{rules.values}-{shape.key}" + ("" if tiles == box else f"-h{tiles}")
    if cache and not fresh and (body := disk_cache.load("counts", key)) is not None:
        return _from_json(json.loads(body))
    bound = None if tiles == box else tiles
    if bound is None and shape.vast and box <= 255:
        hands, deals = vast_counts(shape, rules.values, [jokers], memory=memory, progress=progress)[jokers]
    else:
        machine = automaton(
            rules, jokers, max_tiles=bound, memory=memory, cache=cache and not fresh, progress=progress
        )
        hands = machine.counts(rules.values, jokers, deals=False, progress=progress)
        deals = machine.counts(rules.values, jokers, deals=True, progress=progress)
    result = NaturalCounts(jokers, tuple(hands), tuple(deals))
    if cache and not fresh:
        disk_cache.store("counts", key, json.dumps(_to_json(result)).encode())
    return result


def is_winning(hand: Any, rules: Rules | None = None) -> bool:
    """Whether all the tiles of a hand can be laid down at once: tiles, or their notation.

    >>> is_winning("K7 R7 B7 O7"), is_winning("K7 R7 B7 O7 J"), is_winning("K12 J K13")
    (True, False, True)
    """
    rules = RETAIL if rules is None else rules
    tiles = parse_tiles(hand, rules) if isinstance(hand, str) else tuple(hand)
    check_copies(tiles, rules)
    jokers = sum(tile.is_joker for tile in tiles)
    return bool(_reader(HandShape.of(rules, jokers)).read(hand_counts(tiles, rules)) >> jokers & 1)


@lru_cache(maxsize=16)
def _reader(shape: HandShape) -> _core.CountingReader:
    """Reads single hands; needs no automaton, and so no time to build one."""
    return _core.CountingReader(shape.core)


@dataclass(frozen=True)
class EstimatedCount:
    """One hand size beyond the exact counts: an estimate from random deals, not a count."""

    size: int
    deals: int
    probability: float
    standard_error: float

    def to_json(self) -> dict[str, Any]:
        """The entry of `count --estimate --json`."""
        return {
            "size": self.size,
            "deals": self.deals,
            "estimate": self.probability,
            "standard_error": self.standard_error,
        }


def estimate(rules: Rules, size: int, samples: int, seed: int = 1) -> EstimatedCount:
    """Estimates the probability that a deal of `size` tiles wins, for each number of jokers in it apart.

    A part whose exact count is at hand is taken from there, and has no error.

    >>> guess = estimate(Rules(), 60, 100)
    >>> 0 < guess.probability < 1
    True
    """
    box = rules.kinds * rules.copies
    probability = variance = 0.0
    for jokers in range(rules.jokers + 1):
        tiles = size - jokers
        if not 0 <= tiles <= box:
            continue
        share = comb(rules.jokers, jokers) * comb(box, tiles) / comb(rules.tiles_in_box, size)
        exact = _shipped(rules, jokers)
        if KNOWN_STATES.get((rules.colours, rules.copies, rules.min_meld, jokers), 1 << 20) < 1 << 20:
            exact = natural_counts(rules, jokers)
        if exact is not None and len(exact.winning_deals) > tiles:
            probability += share * (exact.winning_deals[tiles] / comb(box, tiles))
            continue
        reader = _reader(HandShape.of(rules, jokers))
        wins = reader.wins_among(rules.values, tiles, jokers, samples, seed * 1_000_003 + size * 11 + jokers)
        mean = wins / samples
        probability += share * mean
        # With no win, or nothing but wins, one deal more might have been the other way.
        variance += share**2 * max(mean * (1 - mean), 1 / samples) / samples
    return EstimatedCount(size, comb(rules.tiles_in_box, size), probability, variance**0.5)


def _to_json(counts: NaturalCounts) -> dict[str, Any]:
    return {
        "jokers": counts.jokers, "winning": list(counts.winning), "winning_deals": list(counts.winning_deals),
    }  # fmt: skip


def _from_json(data: dict[str, Any]) -> NaturalCounts:
    return NaturalCounts(data["jokers"], tuple(data["winning"]), tuple(data["winning_deals"]))


@remember
def _shipped_file() -> dict[str, Any]:
    text = (
        resources.files("optimeld.counting").joinpath("data/winning_hands.json").read_text(encoding="ascii")
    )
    data: dict[str, Any] = json.loads(text)
    return data


def shipped_key(rules: Rules, jokers: int) -> str:
    """The name of one table in the shipped file."""
    return f"n{rules.values}-k{rules.colours}-m{rules.copies}-s{rules.min_meld}-j{jokers}"


def _shipped(rules: Rules, jokers: int) -> NaturalCounts | None:
    data = _shipped_file()["tables"].get(shipped_key(rules, jokers))
    if data is None:
        return None
    return NaturalCounts(
        jokers,
        tuple(int(number) for number in data["winning"]),
        tuple(int(number) for number in data["winning_deals"]),
    )


__all__ = [
    "CountTable", "HandAutomaton", "HandCount", "NaturalCounts", "automaton",
    "configurations", "count", "estimate", "is_winning", "natural_counts",
]  # fmt: skip
