"""The judge against a literal reading of the rules over physical tiles, and its words."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from optimeld import Meld, Position, Rules, Tile
from optimeld.legality import judge
from optimeld.notation import parse_table, parse_tiles
from optimeld.solver import solve

Play = tuple[Position, tuple[Meld, ...]]
#: A physical tile: ("table", meld, place) or ("rack", number).
Physical = tuple[str | int, ...]


def readings(tiles: tuple[Tile, ...], rules: Rules) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    """Every way to say which tile each place stands for, by trying all of them."""
    size = len(tiles)
    for colour in range(rules.colours):
        for first in range(1, rules.values - size + 2):
            run = tuple(Tile(colour, first + i) for i in range(size))
            if all(tile.is_joker or tile == stood for tile, stood in zip(tiles, run, strict=True)):
                yield "run", run
    if size <= rules.colours:
        for value in range(1, rules.values + 1):
            for colours in itertools.permutations(range(rules.colours), size):
                group = tuple(Tile(colour, value) for colour in colours)
                if all(tile.is_joker or tile == stood for tile, stood in zip(tiles, group, strict=True)):
                    yield "group", group


def tellings(position: Position, after: tuple[Meld, ...]) -> Iterator[list[list[Physical]]]:
    """Every way the physical tiles may have come to lie in the places of the new table."""
    places: dict[Tile, list[tuple[int, int]]] = {}
    for m, meld in enumerate(after):
        for p, tile in enumerate(meld.tiles):
            places.setdefault(tile, []).append((m, p))
    sources: dict[Tile, list[Physical]] = {}
    for m, meld in enumerate(position.table):
        for p, tile in enumerate(meld.tiles):
            sources.setdefault(tile, []).append(("table", m, p))
    for number, tile in enumerate(position.rack):
        if len(sources.get(tile, [])) < len(places.get(tile, [])):
            sources.setdefault(tile, []).append(("rack", number))
    kinds = list(places)
    for orders in itertools.product(*(itertools.permutations(sources[kind]) for kind in kinds)):
        laid: list[list[Physical]] = [[()] * len(meld) for meld in after]
        for kind, order in zip(kinds, orders, strict=True):
            for (m, p), source in zip(places[kind], order, strict=True):
                laid[m][p] = source
        yield laid


def official_by_hand(position: Position, after: tuple[Meld, ...]) -> bool:
    identity: dict[Physical, set[Tile]] = {
        ("table", m, p): {stood[p] for _, stood in readings(meld.tiles, position.rules)}
        for m, meld in enumerate(position.table)
        for p, tile in enumerate(meld.tiles)
        if tile.is_joker
    }

    def fine(meld: Meld, laid: list[Physical]) -> bool:
        if any(source[0] == "rack" for source in laid):
            return True
        return any(
            all(not tile.is_joker or stood[p] in identity[laid[p]] for p, tile in enumerate(meld.tiles))
            for _, stood in readings(meld.tiles, position.rules)
        )

    return any(
        all(fine(meld, laid) for meld, laid in zip(after, telling, strict=True))
        for telling in tellings(position, after)
    )


def locked_by_hand(position: Position, after: tuple[Meld, ...]) -> bool:
    rules = position.rules
    kinds = [sorted({kind for kind, _ in readings(meld.tiles, rules)}) for meld in after]
    locked = [m for m, meld in enumerate(position.table) if meld.jokers]

    def face(source: Physical) -> Tile:
        return (
            position.rack[int(source[1])]
            if source[0] == "rack"
            else position.table[int(source[1])].tiles[int(source[2])]
        )

    def stands(block: list[Physical], telling: list[list[Physical]], reading: tuple[str, ...]) -> bool:
        for laid, kind in zip(telling, reading, strict=True):
            if kind == "group" and set(block) <= set(laid):
                return True
            if kind == "run" and any(laid[o : o + len(block)] == block for o in range(len(laid))):
                return True
        return False

    def settle(
        left: list[int], rack: list[Physical], telling: list[list[Physical]], reading: tuple[str, ...]
    ) -> bool:
        if not left:
            return True
        meld = position.table[left[0]]
        jokers = [p for p, tile in enumerate(meld.tiles) if tile.is_joker]
        for swapped in range(len(jokers) + 1):
            for which in itertools.combinations(jokers, swapped):
                for new in itertools.permutations(rack, swapped):
                    block: list[Physical] = [("table", left[0], p) for p in range(len(meld))]
                    for p, source in zip(which, new, strict=True):
                        block[p] = source
                    faces = tuple(face(source) for source in block)
                    if swapped and next(readings(faces, rules), None) is None:
                        continue
                    if swapped < len(jokers) and not stands(block, telling, reading):
                        continue
                    if settle(left[1:], [source for source in rack if source not in new], telling, reading):
                        return True
        return False

    for telling in tellings(position, after):
        rack = [
            source for laid in telling for source in laid if source[0] == "rack" and not face(source).is_joker
        ]
        for reading in itertools.product(*kinds):
            if settle(locked, rack, telling, reading):
                return True
    return False


#: Plays for each box; for more: OPTIMELD_VOLUME=2000 ./run test tests/plays/test_legality.py
VOLUME = int(os.environ.get("OPTIMELD_VOLUME", "30"))

BOXES = [
    Rules(values=5, colours=3, copies=2, jokers=2, rack_size=5),
    Rules(values=6, colours=4, copies=1, jokers=3, rack_size=5),
    Rules(values=4, colours=4, copies=2, jokers=2, min_meld=2, rack_size=5),
    Rules(values=5, colours=3, copies=1, jokers=4, rack_size=5),
]


BY_HAND = {"official": official_by_hand, "locked": locked_by_hand, "free": lambda *_: True}


@pytest.mark.parametrize(
    "box", BOXES, ids=lambda box: f"{box.values}x{box.colours}x{box.copies}+{box.jokers}"
)
def test_the_judge_agrees_with_the_rules_read_literally(
    box: Rules, random_plays: Callable[..., Iterator[Play]]
) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for given, new in random_plays(box, VOLUME, 7, melds=4, rack=4):
        for rule, by_hand in BY_HAND.items():
            rules = box.replace(joker_rule=rule)
            position = Position(tuple(Meld(meld.tiles, rules) for meld in given.table), given.rack, rules)
            after = tuple(Meld(meld.tiles, rules) for meld in new)
            expected = by_hand(position, after)
            ruling = judge(position, after)
            assert ruling.ok == expected, f"{rule}: {position} -> {' | '.join(map(str, after))}: {ruling}"
            seen[rule, expected] += 1
    for rule in ("official", "locked"):
        assert seen[rule, True] >= VOLUME // 10
        assert seen[rule, False] >= VOLUME // 10


def ruled(position: str, table: str, rules: Rules | None = None, opening: bool = False) -> tuple[str, str]:
    rules = rules or Rules()
    melds = [parse_tiles(part, rules) for part in table.split("|")]
    ruling = judge(Position.parse(position, rules), melds, opening=opening)
    return ruling.code, ruling.reason


LOCKED = Rules(joker_rule="locked")


@pytest.mark.parametrize(
    ("position", "table", "rules", "opening", "code", "reason"),
    [
        ("K1 K2 K3 // K4", "K1 K2 K3 K4", None, False, "", ""),
        ("K1 K2 K3 // K5", "K1 K2 K3 K5", None, False, "not-a-meld",
         "'K1 K2 K3 K5' at meld 1 is not a meld: the run has a gap at K4"),
        ("K1 K2 K3 // K4 K5", "K3 K4 K5", None, False, "tile-missing",
         "K1 of 'K1 K2 K3' was on the table and must stay there"),
        ("K1 K2 K3 // K5", "K1 K2 K3 K4", None, False, "tile-not-on-rack",
         "K4, now in 'K1 K2 K3 K4', is neither from the table nor on the rack"),
        ("K1 K2 K3 // K4", "K1 K2 K3 K4 | K4 R4 B4", None, False, "tile-not-on-rack",
         "another K4, now in 'K1 K2 K3 K4', is neither from the table nor on the rack"),
        ("K1 K2 K3 // K4", "K1 K2 K3", None, False, "nothing-played",
         "a play puts down at least one tile from the rack; without one, draw"),
        ("K1 K2 K3 // K4", "K1 K2 K3 K4", None, True, "table-touched",
         "'K1 K2 K3' must stay as it is: a first play uses the rack alone"),
        ("// K9 B9 J", "K9 B9 J", None, True, "too-few-points",
         "the new melds are worth 27: a first play needs 30 points from the rack"),
        ("R5 B5 J | R2 R3 R4 // K5", "R5 B5 K5 | R2 R3 R4 J", None, False, "joker-retrieved",
         "the joker in 'R2 R3 R4 J' no longer stands for K5 or O5, so a tile from the rack must join it "
         "there"),
        ("R3 J R5 R6 // K6 B6", "R3 J R5 | R6 K6 B6", LOCKED, False, "joker-locked",
         "the joker locks 'R3 J R5 R6': it may be extended, but not split or robbed, until R4 from the rack "
         "takes its place"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_meld_the_rule_and_the_joker(
    position: str, table: str, rules: Rules | None, opening: bool, code: str, reason: str
) -> None:
    assert ruled(position, table, rules, opening) == (code, reason)


def test_tiles_in_any_order_are_read_as_one_meld() -> None:
    assert ruled("K1 K2 K3 // K4", "K4 K2 K1 K3") == ("", "")


def test_an_opening_needs_its_points_from_tiles_that_could_be_laid_first() -> None:
    house = Rules(opening_then_table=True)
    legal = "R9 R10 R11 R12 | B9 B10 B11 | K12 B12 O12"
    assert ruled("R9 R10 R11 | B9 B10 B11 B12 // R12 K12 O12", legal, house, opening=True)[0] == ""
    short = ruled("K1 K2 K3 // K4 K9 B9 J", "K1 K2 K3 K4 | K9 B9 J", house, opening=True)
    assert short == ("too-few-points", "a first play needs 30 points from the rack")


def test_an_opening_that_goes_on_with_the_table_needs_tiles_that_the_solver_could_open_with(
    random_plays: Callable[..., Iterator[Play]],
) -> None:
    rules = Rules(values=6, colours=4, joker_rule="free", opening_then_table=True, opening_points=14)
    seen: Counter[bool] = Counter()
    for position, after in random_plays(rules, 150, 9, melds=3, rack=8):
        played = Counter(tile for meld in after for tile in meld.tiles)
        played -= Counter(tile for meld in position.table for tile in meld.tiles)
        alone = Position((), tuple(played.elements()), rules.replace(opening_then_table=False))
        opens = solve(alone, opening=True).tiles > 0
        assert judge(position, after, opening=True).ok == opens, f"{position} -> {after}"
        seen[opens] += 1
    assert min(seen[True], seen[False]) > 10


def test_a_ruling_as_json_names_only_what_it_points_at() -> None:
    position = Position.parse("K1 K2 K3 // K4")
    assert judge(position, parse_table("K1 K2 K3")).to_json() == {
        "ok": False,
        "code": "nothing-played",
        "reason": "a play puts down at least one tile from the rack; without one, draw",
    }
