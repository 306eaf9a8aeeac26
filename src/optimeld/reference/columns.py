"""The melds an integer program may choose from: one column for each meld and what it claims about its jokers.

den Hertog and Hulshof list 1174 melds and let each stand 0, 1 or 2 times. Here the columns are made for the
position at hand (only tiles that are there), the place of a joker is told apart, and a column also says what
the joker rule needs to know about the meld. Long runs need not be listed, since they can be cut into runs
shorter than twice the minimum length (section 2 of the paper), except where cutting would change something:
the meld is an old one that could be kept, a retrieved joker and the rack tile that pays for it stand far
apart, or a locked meld is extended on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

from optimeld.melds import MeldKind
from optimeld.reference.answer import Tiles
from optimeld.rules import Rules


@dataclass(frozen=True, slots=True)
class Column:
    """A meld the program may lay any number of times."""

    kind: MeldKind
    tiles: Tiles  # runs low to high with jokers in their places, groups with jokers last
    worth: int
    identities: Tiles = ()  # what its table jokers stand for, where that is within their identity
    retrieved: int = 0  # table jokers in it that were retrieved
    rack_jokers: int = 0
    payer: int = -1  # the rack tile that entitles the meld to its retrieved jokers; -1: none is needed
    hosts: Tiles = ()  # locked blocks that stand whole inside it

    @property
    def form(self) -> tuple[MeldKind, Tiles]:
        return self.kind, self.tiles


@dataclass(frozen=True, slots=True)
class Supply:
    """What there is to lay melds with."""

    rules: Rules
    on_table: tuple[int, ...]  # how many of each kind of tile, the joker last
    on_rack: tuple[int, ...]

    @property
    def joker(self) -> int:
        return self.rules.colours * self.rules.values

    @property
    def jokers(self) -> int:
        return self.on_table[self.joker] + self.on_rack[self.joker]

    def has(self, tile: int) -> bool:
        return self.on_table[tile] + self.on_rack[tile] > 0

    def tile(self, colour: int, value: int) -> int:
        return colour * self.rules.values + value - 1

    def value(self, tile: int) -> int:
        return tile % self.rules.values + 1

    def naturals(self, tiles: Iterable[int]) -> Tiles:
        return tuple(sorted(t for t in tiles if t != self.joker))


def forms_of(supply: Supply, written: Tiles) -> list[tuple[MeldKind, Tiles]]:
    """The forms of column that look like this meld: a run as written, a group in any order."""
    rules, joker = supply.rules, supply.joker
    naturals = supply.naturals(written)
    forms: list[tuple[MeldKind, Tiles]] = []
    firsts = {(t // rules.values, supply.value(t) - place) for place, t in enumerate(written) if t != joker}
    fits_run = len(written) <= rules.values
    if naturals:
        _, first = next(iter(firsts))
        fits_run = len(firsts) == 1 and first >= 1 and first + len(written) - 1 <= rules.values
    if fits_run:
        forms.append(("run", written))
    values = {supply.value(t) for t in naturals}
    if len(written) <= rules.colours and len(values) <= 1 and len(set(naturals)) == len(naturals):
        forms.append(("group", naturals + (joker,) * (len(written) - len(naturals))))
    return forms


def run_worth(supply: Supply, tiles: Tiles) -> int:
    """The worth of a run as written; one of jokers alone stands as high as it can."""
    size = len(tiles)
    first = supply.rules.values - size + 1
    for place, tile in enumerate(tiles):
        if tile != supply.joker:
            first = supply.value(tile) - place
            break
    return size * first + size * (size - 1) // 2


def group_worth(supply: Supply, tiles: Tiles) -> int:
    return len(tiles) * (supply.value(tiles[0]) if tiles[0] != supply.joker else supply.rules.values)


def runs(supply: Supply, longest: int) -> Iterator[Tiles]:
    """Every run of at most this length that the supply's kinds of tiles and number of jokers allow."""
    rules, joker = supply.rules, supply.joker

    def grow(tiles: Tiles, colour: int, value: int, jokers: int) -> Iterator[Tiles]:
        if len(tiles) >= rules.min_meld:
            yield tiles
        if value > rules.values or len(tiles) == longest:
            return
        natural = supply.tile(colour, value)
        if supply.has(natural):
            yield from grow((*tiles, natural), colour, value + 1, jokers)
        if jokers:
            yield from grow((*tiles, joker), colour, value + 1, jokers - 1)

    for colour in range(rules.colours):
        for first in range(1, rules.values + 1):
            yield from grow((), colour, first, supply.jokers)


def groups(supply: Supply) -> Iterator[Tiles]:
    """Every group that the supply's kinds of tiles and number of jokers allow, jokers last."""
    rules, joker = supply.rules, supply.joker
    for value in range(1, rules.values + 1):
        there = [t for t in (supply.tile(c, value) for c in range(rules.colours)) if supply.has(t)]
        for count in range(len(there) + 1):
            for naturals in combinations(there, count):
                for jokers in range(supply.jokers + 1):
                    if rules.min_meld <= count + jokers <= rules.colours:
                        yield naturals + (joker,) * jokers


def plain_columns(supply: Supply, old: Iterable[Tiles]) -> list[Column]:
    """Columns that claim nothing about jokers: all there is under the rule `free`."""
    columns: dict[tuple[MeldKind, Tiles], Column] = {}
    for tiles in runs(supply, 2 * supply.rules.min_meld - 1):
        columns["run", tiles] = Column("run", tiles, run_worth(supply, tiles))
    for tiles in groups(supply):
        columns["group", tiles] = Column("group", tiles, group_worth(supply, tiles))
    for written in old:
        for kind, tiles in forms_of(supply, written):
            columns.setdefault((kind, tiles), Column(kind, tiles, 0))
    return list(columns.values())


def official_columns(
    supply: Supply,
    old: Iterable[Tiles],
    identities: frozenset[int],
    longest: int,
    only: set[tuple[MeldKind, Tiles]] | None = None,
) -> list[Column]:
    """Columns that say of each joker whether it is from the rack, at home in its identity, or retrieved.

    Runs longer than `longest` are left out, old melds apart; with `only`, just the forms in it are made.
    """
    old_forms = {form for written in old for form in forms_of(supply, written)}
    columns: set[Column] = set()
    if only is None:
        long_ones = [tiles for kind, tiles in old_forms if kind == "run" and len(tiles) > longest]
        all_runs, all_groups = chain(runs(supply, longest), long_ones), groups(supply)
    else:
        all_runs = chain(tiles for kind, tiles in only if kind == "run")
        all_groups = (tiles for kind, tiles in only if kind == "group")
    for tiles in all_runs:
        if supply.joker in tiles:
            columns.update(_official_run(supply, tiles, identities, ("run", tiles) in old_forms))
        elif len(tiles) < 2 * supply.rules.min_meld or ("run", tiles) in old_forms:
            columns.add(Column("run", tiles, 0))
    for tiles in all_groups:
        columns.update(_official_group(supply, tiles, identities))
    return list(columns)


def _official_run(supply: Supply, tiles: Tiles, identities: frozenset[int], is_old: bool) -> Iterator[Column]:
    rules, joker, size = supply.rules, supply.joker, len(tiles)
    short = size < 2 * rules.min_meld or is_old
    places = [place for place, tile in enumerate(tiles) if tile == joker]
    naturals = [place for place, tile in enumerate(tiles) if tile != joker]
    if naturals:
        firsts = [tiles[naturals[0]] - naturals[0]]
    else:
        firsts = [
            supply.tile(colour, first)
            for colour in range(rules.colours)
            for first in range(1, rules.values - size + 2)
        ]

    def irreducible(span: list[int]) -> bool:
        # Whatever lies outside the span of the payer and the jokers it pays for can be cut off when it is
        # long enough to be a run of its own.
        return short or (min(span) < rules.min_meld and size - 1 - max(span) < rules.min_meld)

    for first in firsts:
        for roles in product("irk", repeat=len(places)):  # at home in its identity, retrieved, from the rack
            at_home = tuple(sorted(first + p for p, role in zip(places, roles, strict=True) if role == "i"))
            if not identities.issuperset(at_home):
                continue
            gone = [p for p, role in zip(places, roles, strict=True) if role == "r"]
            racked = [p for p, role in zip(places, roles, strict=True) if role == "k"]
            if len(racked) > supply.on_rack[joker] or len(places) - len(racked) > supply.on_table[joker]:
                continue
            claims = (0, at_home, len(gone), len(racked))
            if not gone:
                if short:
                    yield Column("run", tiles, *claims)
            elif racked:
                if any(irreducible([*gone, p]) for p in racked):
                    yield Column("run", tiles, *claims)
            else:
                for p in naturals:
                    if supply.on_rack[tiles[p]] and irreducible([*gone, p]):
                        yield Column("run", tiles, *claims, payer=tiles[p])


def _official_group(supply: Supply, tiles: Tiles, identities: frozenset[int]) -> Iterator[Column]:
    rules, joker = supply.rules, supply.joker
    naturals = supply.naturals(tiles)
    jokers = len(tiles) - len(naturals)
    values = {supply.value(t) for t in naturals} or set(range(1, rules.values + 1))
    for value in values:
        free = [t for t in (supply.tile(c, value) for c in range(rules.colours)) if t not in naturals]
        for count in range(min(jokers, supply.on_table[joker]) + 1):
            for at_home in combinations([t for t in free if t in identities], count):
                for gone in range(min(jokers, supply.on_table[joker]) - count + 1):
                    racked = jokers - count - gone
                    if racked > supply.on_rack[joker]:
                        continue
                    claims = (0, at_home, gone, racked)
                    if not gone or racked:
                        yield Column("group", tiles, *claims)
                    else:
                        for tile in naturals:
                            if supply.on_rack[tile]:
                                yield Column("group", tiles, *claims, payer=tile)


def hosting_columns(supply: Supply, old: Iterable[Tiles], blocks: list[Tiles]) -> list[Column]:
    """Columns that hold locked blocks whole. One block in a meld is enough, each being a meld by itself,
    except where an old meld could look kept by joining several."""
    columns: set[Column] = set()
    for index, block in enumerate(blocks):
        for kind, _ in forms_of(supply, block):
            extend = _extended_runs if kind == "run" else _extended_groups
            columns.update(Column(kind, tiles, 0, hosts=(index,)) for tiles in extend(supply, block))
    for written in old:
        for kind, tiles in forms_of(supply, written):
            pack = _pack_run if kind == "run" else _pack_group
            columns.update(
                Column(kind, tiles, 0, hosts=hosts) for hosts in pack(supply, tiles, blocks) if hosts
            )
    return list(columns)


def _extended_runs(supply: Supply, block: Tiles) -> Iterator[Tiles]:
    rules, joker = supply.rules, supply.joker
    spare = supply.jokers - block.count(joker)
    for colour in range(rules.colours):
        for first in range(1, rules.values - len(block) + 2):
            stood_for = [supply.tile(colour, first + place) for place in range(len(block))]
            if any(tile not in (joker, seen) for tile, seen in zip(block, stood_for, strict=True)):
                continue
            for before in range(min(rules.min_meld, first)):
                for after in range(min(rules.min_meld, rules.values - first - len(block) + 2)):
                    left = [supply.tile(colour, first - d) for d in range(before, 0, -1)]
                    last = first + len(block) - 1
                    right = [supply.tile(colour, last + d) for d in range(1, after + 1)]
                    choices = [[t, joker] if supply.has(t) else [joker] for t in left + right]
                    for chosen in product(*choices):
                        if chosen.count(joker) <= spare:
                            yield chosen[:before] + block + chosen[before:]


def _extended_groups(supply: Supply, block: Tiles) -> Iterator[Tiles]:
    rules, joker = supply.rules, supply.joker
    naturals = supply.naturals(block)
    spare = supply.jokers - block.count(joker)
    for value in {supply.value(t) for t in naturals} or set(range(1, rules.values + 1)):
        others = [t for t in (supply.tile(c, value) for c in range(rules.colours)) if t not in naturals]
        others = [t for t in others if supply.has(t)]
        for count in range(len(others) + 1):
            for more in combinations(others, count):
                for jokers in range(spare + 1):
                    if len(block) + count + jokers <= rules.colours:
                        yield tuple(sorted(naturals + more)) + (joker,) * (block.count(joker) + jokers)


def _pack_run(supply: Supply, tiles: Tiles, blocks: list[Tiles]) -> set[Tiles]:
    """Every multiset of blocks that stand side by side in the run."""
    packs: list[set[Tiles]] = [{()} for _ in range(len(tiles) + 1)]
    for place in range(len(tiles) - 1, -1, -1):
        packs[place] = set(packs[place + 1])
        for index, block in enumerate(blocks):
            if tiles[place : place + len(block)] == block:
                packs[place] |= {tuple(sorted((index, *rest))) for rest in packs[place + len(block)]}
    return packs[0]


def _pack_group(supply: Supply, tiles: Tiles, blocks: list[Tiles]) -> set[Tiles]:
    """Every multiset of blocks whose tiles can be told apart in the group."""
    packs: set[Tiles] = {()}
    for index, block in enumerate(blocks):
        rest = Counter(tiles)
        rest.subtract(block)
        if min(rest.values()) >= 0:
            left = tuple(sorted(rest.elements()))
            packs |= {tuple(sorted((index, *more))) for more in _pack_group(supply, left, blocks)}
    return packs
