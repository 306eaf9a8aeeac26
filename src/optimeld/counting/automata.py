"""The automaton of winning hands: built, kept on disk, and asked.

A hand is *winning* when all of its tiles can be laid down in melds at once. The automaton reads a hand value
by value; it does not depend on the number of values. docs/science.md says how it works and why it is right.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from optimeld import _core
from optimeld.counting import disk_cache
from optimeld.errors import InputError, TooLargeError
from optimeld.machine import GIB, cores, default_memory
from optimeld.notation import check_copies
from optimeld.rules import Rules
from optimeld.tiles import JOKER, Tile


@dataclass(frozen=True)
class Headway:
    """How far something long has got: what is done now, and how many of how many states or steps."""

    doing: str
    done: int
    total: int
    bytes: int

    @property
    def rest(self) -> str:
        """Beyond what is done: of how many known so far, and what they take."""
        held = f", {self.bytes / GIB:.2f} GiB" if self.bytes else ""
        return f" of {self.total:,}{held}"


#: Told now and then during something long.
OnHeadway = Callable[[Headway], None]

#: An automaton larger than this is not written to the cache; the counts made with it are.
_LARGEST_CACHED = 256 << 20
#: States that were found, all there are or those within 13 values: colours, copies, min_meld, jokers.
KNOWN_STATES = {
    (4, 2, 3, 0): 55_681,
    (4, 2, 3, 1): 2_543_853,
    (4, 2, 3, 2): 34_061_999,
    (5, 2, 3, 0): 23_227_866,
    (6, 1, 3, 0): 3_444,
}
#: Where nobody got to the end: states by extrapolation from those that were found.
ESTIMATED_STATES = {(4, 3, 3, 0): 45_000_000}


@dataclass(frozen=True)
class HandShape:
    """What an automaton depends on: everything about a box but its number of values.

    `absorbing` says that a run can take in any number of further jokers, which a box of at least
    2 * min_meld - 1 values allows and which keeps the automaton small; smaller boxes follow jokers exactly.
    """

    colours: int
    copies: int
    min_meld: int
    jokers: int
    absorbing: bool

    @classmethod
    def of(cls, rules: Rules, jokers: int) -> HandShape:
        """The shape for hands that hold exactly `jokers` jokers, or fewer."""
        return cls(
            rules.colours, rules.copies, rules.min_meld, jokers, rules.values >= 2 * rules.min_meld - 1
        )

    @property
    def key(self) -> str:
        """A name for files."""
        mode = "" if self.absorbing or not self.jokers else "-exact"
        return f"k{self.colours}-m{self.copies}-s{self.min_meld}-j{self.jokers}{mode}"

    @property
    def symbols(self) -> int:
        """How many different sets of tiles of one value there are."""
        return int((self.copies + 1) ** self.colours)

    @property
    def core(self) -> _core.CountingShape:
        """The same for the core."""
        return _core.CountingShape(
            colours=self.colours, copies=self.copies, min_meld=self.min_meld, jokers=self.jokers,
            absorbing=self.absorbing or self.jokers == 0,
        )  # fmt: skip

    @property
    def vast(self) -> bool:
        """Whether counts of every size are better made without keeping the automaton."""
        return self.symbols * int(3**self.jokers) > 100

    def bytes_per_state(self) -> int:
        """About what one state takes: its edges, and while it is found its members, or its counts then."""
        return 4 * self.symbols + 500


class HandAutomaton:
    """The automaton of one shape, for hands of any size or of at most `max_tiles` tiles beside the jokers."""

    def __init__(self, shape: HandShape, native: _core.CountingAutomaton) -> None:
        self.shape = shape
        self.native = native

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.native.states

    @property
    def max_tiles(self) -> int | None:
        """The largest hand it reads, jokers not counted; None: any."""
        return self.native.max_tiles

    def is_winning(self, hand: Iterable[Tile], rules: Rules) -> bool:
        """Whether the whole hand can be laid down: one look-up for each value.

        >>> from optimeld.notation import parse_tiles
        >>> rules = Rules(jokers=0)
        >>> automaton(rules).is_winning(parse_tiles("K1 K2 K3 K4 R4 B4"), rules)
        True
        """
        tiles = tuple(hand)
        check_copies(tiles, rules)
        jokers = sum(tile.is_joker for tile in tiles)
        if jokers > self.shape.jokers:
            raise InputError(
                f"the hand holds {jokers} jokers, but this automaton reads {self.shape.jokers} at most"
            )
        if self.max_tiles is not None and len(tiles) - jokers > self.max_tiles:
            raise InputError(
                f"the hand holds {len(tiles) - jokers} tiles, but this automaton reads up to {self.max_tiles}"
            )
        return bool(self.native.read(hand_counts(tiles, rules)) >> jokers & 1)

    def counts(
        self, values: int, jokers: int, *, deals: bool, progress: OnHeadway | None = None
    ) -> list[int]:
        """How many hands of each size, jokers not counted, win with exactly `jokers` jokers beside them.

        With `deals` every physical tile is its own; otherwise hands are multisets.

        >>> automaton(Rules(jokers=0)).counts(13, 0, deals=False)[:8]
        [1, 0, 0, 96, 53, 36, 4656, 4980]
        """
        tiles = self.shape.colours * self.shape.copies
        if tiles * (values - values // 2) <= 63 and tiles * values <= 126:
            return self.native.tally(values, jokers, deals, teller(progress, "counting, values"))
        # Too large for two words: modulo primes, as many as the number of all hands needs, and put together.
        most = 2 ** (tiles * values) if deals else (self.shape.copies + 1) ** (self.shape.colours * values)
        primes: list[int] = []
        for prime in _primes(self.native.residue_bits):
            if math.prod(primes) > most:
                break
            primes.append(prime)
        what = "deals" if deals else "hands"
        residues = self.native.tally_residues(
            values, jokers, deals, primes, cores(), teller(progress, f"counting {what}, steps")
        )
        result, modulus = residues[0], primes[0]
        for prime, row in zip(primes[1:], residues[1:], strict=True):
            inverse = pow(modulus, -1, prime)
            result = [
                have + modulus * ((residue - have) * inverse % prime)
                for have, residue in zip(result, row, strict=True)
            ]
            modulus *= prime
        return result

    def sample(
        self, values: int, size: int, jokers: int = 0, *, deals: bool = False, seed: int | None = None
    ) -> Iterator[tuple[Tile, ...]]:
        """Draws winning hands of `size` tiles, `jokers` jokers among them, without end.

        Every hand has exactly the same probability, as a multiset or, with `deals`, as a deal of tiles.

        >>> hand = next(automaton(Rules(jokers=0)).sample(13, 14, seed=1))
        >>> len(hand), automaton(Rules(jokers=0)).is_winning(hand, Rules(jokers=0))
        (14, True)
        """
        tiles = size - jokers
        bits = self.shape.colours * self.shape.copies * values
        if bits > 127:
            raise InputError(f"the sampler takes boxes of up to 127 tiles, and this one has {bits}")
        if tiles < 0 or jokers > self.shape.jokers or (self.max_tiles is not None and tiles > self.max_tiles):
            raise InputError(f"this automaton has no hands of {size} tiles with {jokers} jokers")
        seed = random.SystemRandom().getrandbits(64) if seed is None else seed % (1 << 64)
        sampler = _core.CountingSampler(self.native, values, jokers, tiles, deals, seed)
        if sampler.total == 0:
            raise InputError(f"no hand of {size} tiles with {jokers} jokers wins")
        colours = self.shape.colours
        while True:
            counts = sampler.draw()
            hand = [
                Tile(place % colours, place // colours + 1)
                for place, count in enumerate(counts)
                for _ in range(count)
            ]
            yield (*sorted(hand), *([JOKER] * jokers))

    def lumped_states(self) -> int:
        """States that remain when those with equal counts for every number of values to come are lumped."""
        return self.native.lumped_states


def hand_counts(tiles: Iterable[Tile], rules: Rules) -> bytes:
    """How many of each tile, value by value and colour by colour, as the core reads hands; no jokers."""
    counts = bytearray(rules.values * rules.colours)
    for tile in tiles:
        if not tile.is_joker:
            counts[(tile.value - 1) * rules.colours + tile.colour] += 1
    return bytes(counts)


def automaton(
    rules: Rules,
    jokers: int | None = None,
    *,
    max_tiles: int | None = None,
    memory: int | None = None,
    cache: bool = True,
    progress: OnHeadway | None = None,
) -> HandAutomaton:
    """The automaton for hands with up to `jokers` jokers (those of the rules, unless given).

    With `max_tiles` it is cut to hands of at most so many tiles beside the jokers.

    >>> automaton(Rules(colours=3, jokers=0)).states
    426
    """
    shape = HandShape.of(rules, rules.jokers if jokers is None else jokers)
    if max_tiles is not None and max_tiles >= rules.kinds * rules.copies:
        max_tiles = None
    return _automaton(shape, max_tiles, default_memory() if memory is None else memory, cache, progress)


@lru_cache(maxsize=4)
def _in_memory(shape: HandShape, max_tiles: int | None) -> list[HandAutomaton]:
    """A place for one automaton; what does not change between calls is built once a process."""
    return []


def _automaton(
    shape: HandShape, max_tiles: int | None, memory: int, cache: bool, progress: OnHeadway | None
) -> HandAutomaton:
    place = _in_memory(shape, max_tiles)
    if place:
        return place[0]
    key = shape.key if max_tiles is None else f"{shape.key}-h{max_tiles}"
    if cache and (body := disk_cache.load("automata", key)) is not None:
        try:
            place.append(
                HandAutomaton(shape, _core.CountingAutomaton.from_bytes(shape.core, max_tiles, body))
            )
            return place[0]
        except ValueError:
            pass  # not what its name says: build it anew
    _refuse_at_once(shape, max_tiles, memory)
    try:
        native = _core.CountingAutomaton.build(
            shape.core, max_tiles, memory, cores(), teller(progress, "states")
        )
    except _core.OutOfBounds as stopped:
        raise _stopped(shape, max_tiles, memory, stopped) from None
    except ValueError as error:  # more run states than a byte tells apart
        raise _too_large(shape, max_tiles, memory, str(error)) from None
    place.append(HandAutomaton(shape, native))
    if cache and native.states * shape.symbols * 4 <= _LARGEST_CACHED:
        disk_cache.store("automata", key, native.to_bytes())
    return place[0]


def vast_counts(
    shape: HandShape,
    values: int,
    jokers: Iterable[int],
    *,
    memory: int | None = None,
    progress: OnHeadway | None = None,
) -> dict[int, tuple[list[int], list[int]]]:
    """Winning hands and deals for each number of jokers, from an automaton too large to keep.

    >>> vast_counts(HandShape.of(Rules(), 0), 13, [0])[0][0][:8]
    [1, 0, 0, 96, 53, 36, 4656, 4980]
    """
    memory = default_memory() if memory is None else memory
    _refuse_at_once(shape, None, memory)
    try:
        native = _core.VastCount(shape.core, values, memory, cores(), teller(progress, "states"))
        told = teller(progress, "counting, states")
        return {j: (native.tally(j, False, told), native.tally(j, True, told)) for j in jokers}
    except _core.OutOfBounds as stopped:
        raise _stopped(shape, None, memory, stopped) from None
    except ValueError as error:
        raise _too_large(shape, None, memory, str(error)) from None


def _refuse_at_once(shape: HandShape, max_tiles: int | None, memory: int) -> None:
    """Refuses what cannot fit before any of it is built."""
    jokers = shape.jokers
    if shape.symbols > 1 << 16 or (jokers and shape.colours > 7):
        raise _too_large(shape, max_tiles, memory, f"one value alone has {shape.symbols:,} sets of tiles")
    if max_tiles is not None or not shape.absorbing:
        return
    key = (shape.colours, shape.copies, shape.min_meld, jokers)
    states = KNOWN_STATES.get(key) or ESTIMATED_STATES.get(key) or 0
    if states * shape.bytes_per_state() > memory:
        need = states * shape.bytes_per_state() / GIB
        about = "estimated " if key in ESTIMATED_STATES else ""
        raise _too_large(shape, max_tiles, memory, f"its {about}{states:,} states take about {need:.1f} GiB")


def _stopped(
    shape: HandShape, max_tiles: int | None, memory: int, stopped: _core.OutOfBounds
) -> TooLargeError:
    _, states, expanded, size = stopped.args
    least = max(size, states * shape.bytes_per_state()) / GIB
    return _too_large(
        shape, max_tiles, memory,
        f"it was stopped at {states:,} states, {expanded:,} of them expanded; these alone need "
        f"{least:.1f} GiB",
    )  # fmt: skip


def _too_large(shape: HandShape, max_tiles: int | None, memory: int, reason: str) -> TooLargeError:
    bound = "" if max_tiles is None else f" and hands of at most {max_tiles} tiles"
    return TooLargeError(
        f"the automaton for {shape.colours} colours, {shape.copies} copies, min meld {shape.min_meld}, "
        f"{shape.jokers} jokers{bound} does not fit into {memory / GIB:.1f} GiB: {reason}; "
        "a smaller bound on the hand size needs less",
        **{"colours": shape.colours, "copies": shape.copies, "jokers": shape.jokers, "memory": memory},
    )


def teller(progress: OnHeadway | None, doing: str) -> Callable[[int, int, int, int], None] | None:
    """What the core tells (values read, states found, states done, bytes held) as headway."""
    if progress is None:
        return None
    return lambda _values, states, done, size: progress(Headway(doing, done, states, size))


def _primes(bits: int) -> Iterator[int]:
    """Primes of so many bits, from the largest down."""
    candidate = (1 << bits) - 1
    while True:
        if _is_prime(candidate):
            yield candidate
        candidate -= 2


def _is_prime(number: int) -> bool:
    """Miller-Rabin with bases that decide every number below 2^64."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
