"""The core against the reference methods, position by position.

A case follows from the seed and its number alone, so that a run can be taken up where it stopped and any
difference can be looked at again. The core is held to all it claims: the figures, with and without counting
kept melds, that its tables are legal by the wording of the joker rules, and, where exhaustive search can
tell, that it lists every play.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from optimeld.analysis import plays
from optimeld.bench.corpus import corpus
from optimeld.goals import MOST_TILES, OBJECTIVES, Goal
from optimeld.position import Position
from optimeld.reference import brute, ilp
from optimeld.reference.answer import Answer, Tiles
from optimeld.reference.positions import STYLES, position_of, random_position
from optimeld.rules import JOKER_RULES, Rules
from optimeld.solver import Solution, core_solver, solve

Method = Literal["ilp", "brute"]
METHODS: tuple[Method, ...] = ("ilp", "brute")
Figures = tuple[int, int, int]  # tiles, value, kept

#: Of a hundred cases for the integer program, so many are of each kind.
_MIX = {"game": 40, "random": 20, "hostile": 15, "dense": 2, "small": 23}


@dataclass(frozen=True)
class Case:
    """A question to ask of both methods."""

    kind: str
    position: Position
    goal: Goal = MOST_TILES

    def __str__(self) -> str:
        rules = self.position.to_url().split("~")[2:]
        return f"{self.position} [{' '.join(rules)}] by {self.goal.objective}, joker {self.goal.joker_value}"


@dataclass(frozen=True)
class Difference:
    """What the core and a reference method do not agree on."""

    case: Case
    what: str
    core: object
    reference: object

    def __str__(self) -> str:
        return f"{self.what}: core {self.core}, reference {self.reference} in {self.case}"


@dataclass(frozen=True)
class Outcome:
    """What came of a case: the reference method's figures, and where the core does not agree."""

    case: Case
    figures: Figures | None
    difference: Difference | None


def make_case(method: Method, seed: int, number: int) -> Case:
    """Case `number` of a seed: the same whenever it is asked for."""
    rng = random.Random(f"{method} {seed} {number}")
    if method == "brute":
        return _with_options(rng, "tiny", _tiny(rng))
    kind = rng.choices(list(_MIX), list(_MIX.values()))[0]
    if kind == "game":
        return _game_case(rng)
    rule = rng.choice(JOKER_RULES)
    if kind == "random":
        position = random_position(
            rng, Rules(joker_rule=rule), melds=rng.randint(0, 9), rack=rng.randint(1, 18)
        )
    elif kind == "hostile":
        rules = Rules(joker_rule=rule) if rng.random() < 0.8 else Rules.six_players().replace(joker_rule=rule)
        style = rng.choice(STYLES[1:])
        position = random_position(rng, rules, melds=rng.randint(3, 11), rack=rng.randint(1, 10), style=style)
    elif kind == "dense":
        style = rng.choice(STYLES)
        position = random_position(
            rng, Rules(joker_rule=rule), melds=rng.randint(16, 24), rack=rng.randint(1, 8), style=style
        )
    else:
        position = _small(rng, rule)
    return _with_options(rng, kind, position)


def _with_options(rng: random.Random, kind: str, position: Position) -> Case:
    opened = rng.random() >= 0.12
    goal = Goal(rng.choice(OBJECTIVES), rng.choice([0, 1, 13, 30, 30, 30]))
    return Case(kind, position.with_opened(opened), goal)


def _game_case(rng: random.Random) -> Case:
    """A decision from a game of the benchmark's corpus, asked under any joker rule."""
    entry = rng.choice(corpus())
    rules = entry.position.rules.replace(joker_rule=rng.choice(JOKER_RULES))
    position = position_of(rules, [tuple(m) for m in entry.position.core_table], entry.position.core_rack)
    return Case("game", position.with_opened(not entry.opening), Goal(rng.choice(OBJECTIVES)))


def _small(rng: random.Random, joker_rule: str) -> Position:
    """A position of some other box: other numbers of everything."""
    min_meld = rng.choice([2, 3, 3, 3, 4])
    rules = Rules(
        values=rng.randint(max(3, min_meld), 9),
        colours=rng.randint(2, 6),
        copies=rng.randint(1, 4),
        jokers=rng.randint(0, 4 if min_meld > 2 else 2),
        min_meld=min_meld,
        opening_points=rng.randint(0, 40),
    ).replace(joker_rule=joker_rule)
    melds, rack = rng.randint(0, 7), rng.randint(1, 10)
    return random_position(rng, rules, melds=melds, rack=rack, style=rng.choice(STYLES))


def _tiny(rng: random.Random) -> Position:
    """A position that exhaustive search can do."""
    while True:
        min_meld = rng.choice([2, 3, 3, 3])
        rules = Rules(
            values=rng.randint(3, 7 if min_meld > 2 else 5),
            colours=rng.randint(2, 4 if min_meld > 2 else 3),
            copies=rng.randint(1, 2),
            jokers=rng.randint(0, 3 if min_meld > 2 else 2),
            min_meld=min_meld,
            opening_points=rng.randint(0, 15),
            joker_rule=rng.choice(JOKER_RULES),
        )
        melds, rack = rng.randint(0, 4), rng.randint(1, 5)
        position = random_position(rng, rules, melds=melds, rack=rack, style=rng.choice(STYLES))
        if sum(len(meld) for meld in position.table) + rack <= 16:
            return position


def check(case: Case, method: Method, known: Figures | None = None) -> Outcome:
    """Asks both. `known` is what the reference method answered earlier, where that was written down."""
    position = case.position
    try:
        found = solve(position, case.goal)
    except Exception as error:  # whatever it is, the core has no answer where there is one
        return Outcome(case, None, Difference(case, "an answer", repr(error), "one"))
    by_reference = None if known else reference_answer(case, method)
    figures = by_reference.figures if by_reference else known
    assert figures is not None
    difference = _compare(case, found, figures)
    if not difference and method == "brute":
        fewest = by_reference.moved if by_reference else None
        too_many = fewest is not None and found.moved_proved and found.moved > fewest
        if too_many or (fewest is not None and found.moved < fewest):
            difference = Difference(case, "tiles moved", found.moved, fewest)
        else:
            difference = _check_plays(case)
    return Outcome(case, figures, difference)


def _compare(case: Case, found: Solution, figures: Figures) -> Difference | None:
    position = case.position
    if (found.tiles, found.value, found.kept) != figures:
        return Difference(case, "tiles, value, kept", (found.tiles, found.value, found.kept), figures)
    alone = core_solver(position.rules).solve(
        position.core_table,
        position.core_rack,
        opening=not position.opened,
        keep=False,
        tidy=False,
        **case.goal.core,
    )
    if (alone.tiles, alone.value) != figures[:2]:
        return Difference(case, "tiles, value without kept", (alone.tiles, alone.value), figures[:2])
    tables = {"its table": [tuple(m.core) for m in found.table]}
    if alone.play:
        tables["its table without kept"] = [tuple(meld) for meld in alone.table]
    for name, table in tables.items():
        fault = table_fault(case, table, figures, kept=name == "its table")
        if fault:
            return Difference(case, name, fault, "a legal table")
    return None


def _check_plays(case: Case) -> Difference | None:
    """Every distinct play: all of them, each once, the best first."""
    rules = case.position.rules
    listed = list(plays(case.position, case.goal))
    found = [tuple(sorted(rules.index_of(tile) for tile in play.played)) for play in listed]
    wanted = brute.plays(case.position)
    if len(found) != len(set(found)):
        return Difference(case, "distinct plays", "one comes twice", len(wanted))
    if set(found) != wanted:
        odd = sorted(set(found) ^ wanted)[0]
        tiles = " ".join(str(rules.tile_at(tile)) for tile in odd)
        return Difference(case, "plays", f"{len(found)} of them", f"{len(wanted)}, the first other: {tiles}")
    ranks = [(p.tiles, p.value) if case.goal.objective == "tiles" else (p.value, p.tiles) for p in listed]
    if ranks != sorted(ranks, reverse=True):
        return Difference(case, "plays", "not in order", "best first")
    return None


def reference_answer(case: Case, method: Method) -> Answer:
    """The reference method's own answer."""
    reference = ilp.solve if method == "ilp" else brute.solve
    return reference(case.position, case.goal)


def table_fault(case: Case, table: list[Tiles], figures: Figures, *, kept: bool) -> str:
    """What is wrong with a table the core left; empty where nothing is."""
    before = Counter(tile for meld in case.position.core_table for tile in meld)
    after = Counter(tile for meld in table for tile in meld)
    played = after - before
    if before - after:
        return "table tiles are gone"
    if played - Counter(case.position.core_rack):
        return "tiles were played that are not on the rack"
    value = sum(
        case.goal.joker_value if t == case.position.rules.kinds else t % case.position.rules.values + 1
        for t in played.elements()
    )
    if (played.total(), value) != figures[:2]:
        return "the tiles played do not make the figures"
    old = [tuple(meld) for meld in case.position.core_table]
    if kept and (Counter(old) & Counter(table)).total() < figures[2]:
        return "fewer melds are kept than claimed"
    if not case.position.opened:
        if Counter(old) - Counter(table):
            return "an opening touched the table"
        if played and not opens(case.position.rules, list((Counter(table) - Counter(old)).elements())):
            return "an opening is worth too little"
        return ""
    return "" if brute.accepts(case.position, table) else "the joker rule is broken"


def opens(rules: Rules, melds: list[Tiles]) -> bool:
    """Whether these melds open, in the best reading of each."""
    worth = 0
    for meld in melds:
        worths = [sum(t % rules.values + 1 for t in r.stands) for r in brute.readings_of(rules, meld)]
        if not worths:
            return False
        worth += max(worths)
    return worth >= rules.opening_points


#: Boxes small enough to look at every position there is, and the largest racks to look at.
SMALL_BOXES: tuple[tuple[Rules, int], ...] = (
    (Rules(values=3, colours=3, copies=1, jokers=1), 4),
    (Rules(values=4, colours=2, copies=1, jokers=2), 4),
    (Rules(values=3, colours=2, copies=2, jokers=1), 4),
    (Rules(values=5, colours=2, copies=1, jokers=1), 4),
    (Rules(values=3, colours=2, copies=1, jokers=1, min_meld=2), 3),
    (Rules(values=4, colours=3, copies=1, jokers=1), 3),
)


def every_table(rules: Rules) -> Iterator[tuple[Tiles, ...]]:
    """Every table there can be, each meld in every form in which it is written."""
    forms = sorted(
        {
            tuple(position_of(rules, [r.written], []).core_table[0])
            for r in brute.readings(rules)
            if not r.is_run or len(r.written) <= rules.values
        }
    )
    box = Counter(dict.fromkeys(range(rules.kinds), rules.copies))
    box[rules.kinds] = rules.jokers

    def lay(start: int, left: Counter[int]) -> Iterator[tuple[Tiles, ...]]:
        yield ()
        for number in range(start, len(forms)):
            needed = Counter(forms[number])
            if all(left[tile] >= count for tile, count in needed.items()):
                for rest in lay(number, left - needed):
                    yield (forms[number], *rest)

    yield from lay(0, box)


def every_position(rules: Rules, largest_rack: int) -> Iterator[Position]:
    """Every table with every rack of at most so many of the tiles that are left."""
    for table in every_table(rules):
        left = Counter(dict.fromkeys(range(rules.kinds), rules.copies))
        left[rules.kinds] = rules.jokers
        left.subtract(tile for meld in table for tile in meld)
        pool = sorted(left.elements())
        racks = {rack for size in range(1, largest_rack + 1) for rack in combinations(pool, size)}
        for rack in sorted(racks):
            yield position_of(rules, list(table), list(rack))


def every_case(rules: Rules, largest_rack: int) -> Iterator[Case]:
    """Every position of a box under every joker rule and objective, and its opening."""
    kind = (
        f"every {rules.values} values, {rules.colours} colours, {rules.copies} copies, "
        f"{rules.jokers} jokers, melds from {rules.min_meld}, racks to {largest_rack}"
    )
    for position in every_position(rules, largest_rack):
        has_joker = any(meld.jokers for meld in position.table)
        for joker_rule, objective in product(JOKER_RULES, OBJECTIVES):
            if has_joker or joker_rule == "official":
                asked = Position.parse(str(position), rules.replace(joker_rule=joker_rule))
                yield Case(kind, asked, Goal(objective))
        if not position.table:
            for points in (6, 9):
                asked = Position.parse(str(position), rules.replace(opening_points=points), opened=False)
                yield Case(kind, asked)
