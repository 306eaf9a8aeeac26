"""The best play by trying everything, for tiny rule sets.

Every choice of rack tiles, every way to lay them out with the table as melds, every place of every joker; and
the joker rules checked from their wording, one joker at a time. Slow on purpose: there is nothing here to get
wrong that a reader would not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product

from optimeld.goals import MOST_TILES, Goal
from optimeld.position import Position
from optimeld.reference.answer import Answer, Tiles, make_answer
from optimeld.rules import Rules


@dataclass(frozen=True)
class Reading:
    """A meld as written, and what each of its tiles stands for."""

    is_run: bool
    written: Tiles
    stands: Tiles

    def looks_like(self, meld: Tiles) -> bool:
        """Whether this could be left lying as `meld` is written: the order within a group says nothing."""
        if self.is_run:
            return self.written == meld
        return sorted(self.written) == sorted(meld)


def readings(rules: Rules) -> tuple[Reading, ...]:
    """Every meld there is, with every choice of which tiles are jokers."""
    return _of_box(rules).every


def _of_box(rules: Rules) -> _Readings:
    return _make_readings(rules.values, rules.colours, rules.jokers, rules.min_meld)


@lru_cache(maxsize=256)
def _make_readings(values: int, colours: int, jokers: int, min_meld: int) -> _Readings:
    found = []
    joker = colours * values
    for colour in range(colours):
        for first in range(values):
            for last in range(first + min_meld - 1, values):
                tiles = [colour * values + value for value in range(first, last + 1)]
                for places in _joker_places(len(tiles), jokers):
                    written = tuple(joker if p in places else t for p, t in enumerate(tiles))
                    found.append(Reading(True, written, tuple(tiles)))
    for value in range(values):
        for size in range(min_meld, colours + 1):
            for chosen in combinations(range(colours), size):
                tiles = [colour * values + value for colour in chosen]
                for places in _joker_places(size, jokers):
                    naturals = [t for p, t in enumerate(tiles) if p not in places]
                    replaced = [t for p, t in enumerate(tiles) if p in places]
                    written = tuple(naturals) + (joker,) * len(replaced)
                    found.append(Reading(False, written, tuple(naturals + replaced)))
    return _Readings(tuple(found))


def _joker_places(size: int, jokers: int) -> Iterator[tuple[int, ...]]:
    """Every choice of at most so many places in a meld."""
    for count in range(min(size, jokers) + 1):
        yield from combinations(range(size), count)


class _Readings:
    """The readings of a box, also by the lowest tile they hold and by all the tiles they hold."""

    def __init__(self, every: tuple[Reading, ...]) -> None:
        self.every = every
        self.by_lowest: dict[int, list[tuple[Reading, Counter[int]]]] = {}
        self.by_tiles: dict[Tiles, list[Reading]] = {}
        for reading in every:
            tiles = tuple(sorted(reading.written))
            self.by_lowest.setdefault(tiles[0], []).append((reading, Counter(tiles)))
            self.by_tiles.setdefault(tiles, []).append(reading)


def readings_of(rules: Rules, meld: Tiles) -> list[Reading]:
    """Every reading of a meld as written; none where it is no meld."""
    return [r for r in _of_box(rules).by_tiles.get(tuple(sorted(meld)), []) if r.looks_like(meld)]


def layouts(rules: Rules, tiles: Tiles) -> Iterator[list[Reading]]:
    """Every way to lay out exactly these tiles as melds."""
    by_lowest = _of_box(rules).by_lowest

    def lay(left: Counter[int], last: tuple[int, int]) -> Iterator[list[Reading]]:
        lowest = min((tile for tile in left if left[tile]), default=None)
        if lowest is None:
            yield []
            return
        # Melds with the same lowest tile come in the order of the list, so that none comes twice over.
        start = last[1] if last[0] == lowest else 0
        choices = by_lowest.get(lowest, [])
        for number in range(start, len(choices)):
            reading, needed = choices[number]
            if all(left[tile] >= count for tile, count in needed.items()):
                for rest in lay(left - needed, (lowest, number)):
                    yield [reading, *rest]

    yield from lay(Counter(tiles), (-1, 0))


def identity(rules: Rules, meld: Tiles, place: int) -> frozenset[int]:
    """What the joker at this place may stand for, by every reading of the meld as written."""
    joker = rules.kinds
    stands: set[int] = set()
    for reading in readings_of(rules, meld):
        if reading.is_run:
            stands.add(reading.stands[place])
        else:
            stands.update(s for s, w in zip(reading.stands, reading.written, strict=True) if w == joker)
    return frozenset(stands)


def _official(rules: Rules, table: list[Tiles], played: Tiles, layout: list[Reading]) -> bool:
    """Can the jokers be told apart so that every table joker is within its identity, or lies in a meld with a
    rack tile of its own?"""
    joker = rules.kinds
    identities = [identity(rules, m, place) for m in table for place, t in enumerate(m) if t == joker]
    places = [
        (number, stood_for)
        for number, reading in enumerate(layout)
        for tile, stood_for in zip(reading.written, reading.stands, strict=True)
        if tile == joker
    ]
    for choice in permutations(range(len(places)), len(identities)):
        with_rack_joker = {places[p][0] for p in range(len(places)) if p not in choice}
        retrieved = {
            places[p][0] for p, known in zip(choice, identities, strict=True) if places[p][1] not in known
        }
        owing = sorted(retrieved - with_rack_joker)
        if _each_has_a_rack_tile(joker, [layout[number].written for number in owing], list(played)):
            return True
    return False


def _each_has_a_rack_tile(joker: int, melds: list[Tiles], rack: list[int]) -> bool:
    if not melds:
        return True
    for tile in set(melds[0]) - {joker}:
        if tile in rack:
            rest = rack.copy()
            rest.remove(tile)
            if _each_has_a_rack_tile(joker, melds[1:], rest):
                return True
    return False


def _exchanges(rules: Rules, melds: tuple[Tiles, ...], rack: tuple[int, ...]) -> set[tuple[Tiles, ...]]:
    """The melds that are still locked after any number of rack tiles took a joker's place."""
    joker = rules.kinds
    locked = tuple(sorted(m for m in melds if joker in m))
    found = {locked}
    for number, meld in enumerate(locked):
        for place, there in enumerate(meld):
            if there != joker:
                continue
            for tile in identity(rules, meld, place) & set(rack):
                changed = (*meld[:place], tile, *meld[place + 1 :])
                left = list(rack)
                left.remove(tile)
                found |= _exchanges(rules, (*locked[:number], changed, *locked[number + 1 :]), tuple(left))
    return found


def _stand_whole(blocks: tuple[Tiles, ...], free: list[tuple[bool, list[int | None]]]) -> bool:
    """Does each block stand whole in a meld, no two in the same place? `free`: the unclaimed tiles."""
    if not blocks:
        return True
    block, rest = blocks[0], blocks[1:]
    for is_run, tiles in free:
        spots: list[list[int]] = []
        if is_run:
            spots = [
                list(range(at, at + len(block)))
                for at in range(len(tiles) - len(block) + 1)
                if tuple(tiles[at : at + len(block)]) == block
            ]
        else:
            spot: list[int] = []
            for wanted in block:
                at = next((i for i, t in enumerate(tiles) if t == wanted and i not in spot), None)
                if at is not None:
                    spot.append(at)
            if len(spot) == len(block):
                spots = [spot]
        for spot in spots:
            saved = tiles.copy()
            for at in spot:
                tiles[at] = None
            whole = _stand_whole(rest, free)
            tiles[:] = saved
            if whole:
                return True
    return False


def _locked(rules: Rules, table: list[Tiles], played: Tiles, layout: list[Reading]) -> bool:
    """Is there a way to exchange jokers for rack tiles so that every meld still locked stands whole?"""
    for blocks in _exchanges_of(rules, tuple(sorted(table)), played):
        if _stand_whole(blocks, [(r.is_run, list(r.written)) for r in layout]):
            return True
    return False


@lru_cache(maxsize=1024)
def _exchanges_of(rules: Rules, table: tuple[Tiles, ...], played: Tiles) -> list[tuple[Tiles, ...]]:
    return sorted(_exchanges(rules, table, played))


def is_legal(rules: Rules, table: list[Tiles], played: Tiles, layout: list[Reading]) -> bool:
    """Whether the joker rule allows to go from the table to the layout by playing these tiles."""
    if rules.joker_rule == "official":
        return _official(rules, table, played, layout)
    if rules.joker_rule == "locked":
        return _locked(rules, table, played, layout)
    return True


def kept_melds(table: list[Tiles], layout: list[Reading]) -> dict[int, int]:
    """The most old melds that can be matched with new ones that look the same: new meld -> old meld."""
    owner: dict[int, int] = {}

    def match(old: int, tried: set[int]) -> bool:
        for number, reading in enumerate(layout):
            if number not in tried and reading.looks_like(table[old]):
                tried.add(number)
                if number not in owner or match(owner[number], tried):
                    owner[number] = old
                    return True
        return False

    for old in range(len(table)):
        match(old, set())
    return owner


def moved_tiles(before: list[Tiles], after: list[Tiles]) -> int:
    """How few tiles leave their meld when every old meld becomes at most one new one, chosen best."""
    shared = [[(Counter(old) & Counter(new)).total() for new in after] for old in before]

    def most(old: int, free: frozenset[int]) -> int:
        if old == len(before):
            return 0
        staying = [shared[old][new] + most(old + 1, free - {new}) for new in free if shared[old][new]]
        return max([most(old + 1, free), *staying])

    return sum(map(len, before)) - most(0, frozenset(range(len(after))))


def _choices(rack: Tiles) -> list[Tiles]:
    """Every different choice of at least one rack tile."""
    chosen: set[Tiles] = {()}
    for tile in sorted(rack):
        chosen |= {(*c, tile) for c in chosen}
    return sorted(chosen - {()})


def solve(position: Position, goal: Goal = MOST_TILES) -> Answer:
    """The best play of a position, by exhaustive search.

    >>> solve(Position.parse("K1 K2 J // K3 K4", Rules(values=5, colours=2))).figures
    (2, 7, 0)
    """
    rules, opening = position.rules, not position.opened
    table = [tuple(meld) for meld in position.core_table]

    def rank(played: Tiles) -> tuple[int, int]:
        value = sum(goal.joker_value if t == rules.kinds else t % rules.values + 1 for t in played)
        return (len(played), value) if goal.objective == "tiles" else (value, len(played))

    best: tuple[int, int, list[Reading]] | None = None
    best_rank = (0, 0)
    for played in sorted(_choices(tuple(position.core_rack)), key=rank, reverse=True):
        if best is not None and rank(played) < best_rank:
            break
        for layout in _legal_layouts(rules, table, played, opening):
            kept = len(kept_melds(table, layout))
            moved = moved_tiles(table, [] if opening else [r.written for r in layout])
            if best is None or (kept, -moved) > (best[0], -best[1]):
                best, best_rank = (kept, moved, layout), rank(played)
            if opening:
                break
    if best is None:
        return make_answer(position, table, 0, None, goal, 0)
    kept, moved, layout = best
    if opening:
        points = _points(rules, layout)
        return make_answer(position, table + [r.written for r in layout], len(table), points, goal, 0)
    owner = kept_melds(table, layout)
    melds = [table[owner[n]] if n in owner else reading.written for n, reading in enumerate(layout)]
    return make_answer(position, melds, kept, None, goal, moved)


def accepts(position: Position, table: list[Tiles]) -> bool:
    """Whether the joker rule allows this table, in some reading of each of its melds."""
    old = [tuple(meld) for meld in position.core_table]
    played = Counter(t for meld in table for t in meld) - Counter(t for meld in old for t in meld)
    choices = [readings_of(position.rules, meld) for meld in table]
    return any(
        is_legal(position.rules, old, tuple(played.elements()), list(layout)) for layout in product(*choices)
    )


def plays(position: Position) -> set[Tiles]:
    """Every distinct play: the sorted rack tiles that can go down.

    >>> len(plays(Position.parse("K1 K2 K3 // K4 K5", Rules(values=5, colours=2))))
    2
    """
    rules = position.rules
    table = [tuple(meld) for meld in position.core_table]
    return {
        played
        for played in _choices(tuple(position.core_rack))
        if next(_legal_layouts(rules, table, played, not position.opened), None) is not None
    }


def _points(rules: Rules, layout: list[Reading]) -> int:
    return sum(tile % rules.values + 1 for reading in layout for tile in reading.stands)


def _legal_layouts(rules: Rules, table: list[Tiles], played: Tiles, opening: bool) -> Iterator[list[Reading]]:
    if opening:
        for layout in layouts(rules, played):
            if _points(rules, layout) >= rules.opening_points:
                yield layout
        return
    for layout in layouts(rules, tuple(tile for meld in table for tile in meld) + played):
        if is_legal(rules, table, played, layout):
            yield layout
