"""Every number of the five papers on Rummikub, computed anew: published, ours, and a verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any, Literal

from optimeld.counting.automata import automaton
from optimeld.counting.hands import CountTable, configurations, count
from optimeld.melds import MeldKind
from optimeld.papers.cwh import count_winning_hands
from optimeld.papers.maxscore import run_states
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import solve
from optimeld.universe import Universe

HERTOG = "den Hertog & Hulshof 2006"
SLIDES = "van Rijn, Takes & Vis 2015"
THESIS = "Feijen 2023"
GUTIERREZ = "Gutierrez-Rodriguez"
PERFECTING = "Perfecting Rummikub 2025"

PaperVerdict = Literal["reproduced", "erratum", "new", "refuted"]


@dataclass(frozen=True)
class Line:
    """One number of a paper."""

    source: str
    what: str
    published: str
    ours: str
    verdict: PaperVerdict
    #: Why the two differ, where they do.
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """The line of `reproduce --json`."""
        return asdict(self)


def reproduce() -> Iterator[Line]:
    """Every line, paper by paper, as it is computed.

    >>> next(reproduce()).verdict
    'reproduced'
    """
    yield from _melds()
    yield from _slides()
    yield from _thesis()
    yield from _programs()


def _line(source: str, what: str, published: object, ours: object, note: str = "") -> Line:
    verdict: PaperVerdict = "reproduced" if _text(published) == _text(ours) else "erratum"
    if verdict == "erratum" and not note:
        note = "differs, and nobody has said why: please report it"
    return Line(source, what, _text(published), _text(ours), verdict, "" if verdict == "reproduced" else note)


def _text(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else str(number)


#: den Hertog & Hulshof, Table 1: without joker, one, two, total.
_TABLE_1: dict[tuple[MeldKind, int], tuple[int, int, int, int]] = {
    ("run", 3): (44, 92, 52, 188),
    ("run", 4): (40, 124, 132, 296),
    ("run", 5): (36, 148, 233, 417),
    ("group", 3): (52, 78, 0, 130),
    ("group", 4): (13, 52, 78, 143),
}
_SLIP = "4 x 58 is 232 runs of five with two jokers, not 233"


def _melds() -> Iterator[Line]:
    universe = Universe(Rules())
    rows = {(row.kind, row.size): (*row.distinct, sum(row.distinct)) for row in universe.rows}
    heads = ("without joker", "1 joker", "2 jokers", "all")
    for (kind, size), published in _TABLE_1.items():
        for head, theirs, ours in zip(heads, published, rows[kind, size], strict=True):
            yield _line(HERTOG, f"Table 1: {kind}s of {size}, {head}", theirs, ours, _SLIP)
    sums = [sum(row[i] for row in rows.values()) for i in range(4)]
    for head, theirs, ours in zip(heads, (185, 494, 495, 1174), sums, strict=True):
        yield _line(HERTOG, f"Table 1: melds, {head}", theirs, ours, _SLIP)
    per_colour = [rows["run", size][jokers] // 4 for jokers in range(3) for size in (3, 4, 5)]
    for theirs, ours, size, jokers in zip(
        (11, 10, 9, 23, 31, 37, 13, 33, 58),
        per_colour,
        (3, 4, 5) * 3,
        (0, 0, 0, 1, 1, 1, 2, 2, 2),
        strict=True,
    ):
        yield _line(HERTOG, f"runs of {size} in one colour, {jokers} jokers", theirs, ours)
    groups = [rows["group", size][jokers] // 13 for size, jokers in ((3, 0), (4, 0), (3, 1), (4, 1), (4, 2))]
    for theirs, ours, what in zip(
        (4, 1, 6, 4, 6), groups,
        ("three, no joker", "four, no joker", "three, 1 joker", "four, 1 joker", "four, 2 jokers"),
        strict=True,
    ):  # fmt: skip
        yield _line(HERTOG, f"groups of one value: {what}", theirs, ours)
    yield Line(
        HERTOG, "groups of four with two jokers: jokers in each", "1", "2", "erratum",
        'the text says "exactly one joker" where it counts those with two',
    )  # fmt: skip
    yield _line(HERTOG, "kinds of tiles, the joker among them", 53, Rules().kinds + 1)
    yield _line(HERTOG, "tiles in the box", 106, Rules().tiles_in_box)
    yield _line(HERTOG, "melds that fit on a table at most", 35, Rules().tiles_in_box // 3)


def _slides() -> Iterator[Line]:
    one = [frozenset(), *(g for size in (3, 4) for g in _subsets(4, size))]
    yield _line(SLIDES, "group options of one value, m = 1: G(4, 1)", 6, len(one))
    pairs = len(list(combinations_with_replacement(one, 2)))
    yield _line(
        SLIDES, "group options of one value, m = 2", 27, pairs,
        "two groups or none, in no order, are C(7, 2) = 21, all with different tiles; in order they are 36",
    )  # fmt: skip
    for copies in (1, 2, 3, 4):
        published = (copies + 1) * (copies + 2) * (copies + 3) // 6
        yield _line(SLIDES, f"run states of a colour, f({copies})", published, run_states(copies))
    yield Line(
        SLIDES, "size of the state space", "n k f(m)", "n f(m)^k", "erratum",
        "a state is one run state for each colour, so k is an exponent, as in the slides' own running time",
    )  # fmt: skip
    plain = Rules(jokers=0)
    table = count(plain)
    yield _line(SLIDES, "configurations of 14 tiles", 37_418_772_170_780, configurations(plain)[14])
    yield _line(SLIDES, "winning hands of 14 tiles, in millions", 10, round(table.hands[14].winning / 1e6))
    percents = {14: "0.0000273", 15: "0.0000509", 16: "0.0000302", 17: "0.0000137", 18: "0.0000198"}
    for size, percent in percents.items():
        hand = table.hands[size]
        yield _line(
            SLIDES, f"winning share of configurations, h = {size}, %", percent, f"{100 * hand.share:.7f}"
        )
    for size, percent in percents.items():
        hand = table.hands[size]
        yield Line(
            SLIDES, f"chance of a winning deal, h = {size}, %", percent, f"{100 * hand.probability:.7f}",
            "erratum", "configurations weigh a pair as much as two different tiles; a deal does not",
        )  # fmt: skip


def _subsets(colours: int, size: int) -> list[frozenset[int]]:
    masks = (mask for mask in range(1 << colours) if mask.bit_count() == size)
    return [frozenset(c for c in range(colours) if mask >> c & 1) for mask in masks]


def _thesis() -> Iterator[Line]:
    text = resources.files("optimeld").joinpath("papers/feijen_2023.json").read_text(encoding="ascii")
    published = json.loads(text)
    tables: dict[int, CountTable] = {
        values: count(Rules(values=values, jokers=0)) for values in (5, 6, 7, 8, 13)
    }
    for number, values in ((1, 13), (2, 6), (3, 7)):
        for size, theirs in published[f"values_{values}"].items():
            ours = tables[values].hands[int(size)].winning
            yield _line(THESIS, f"Table {number}: winning hands, n = {values}, h = {size}", theirs, ours)
    for size in published["values_7_not_found"]:
        ours = tables[7].hands[size].winning
        yield Line(THESIS, f"Table 3: winning hands, n = 7, h = {size}", "not found", _text(ours), "new")
    for values, peak, share in ((5, 25, "62.5 %"), (6, 31, "64.6 %"), (7, 37, "66.1 %")):
        ours = tables[values].peak.size
        yield _line(THESIS, f"hand size with the most winning hands, n = {values}", peak, ours)
        yield _line(
            THESIS,
            f"the same as a share of all tiles, n = {values}",
            share,
            f"{ours / values / 8:.1%}".replace("%", " %"),
        )
    yield Line(
        THESIS, "extrapolated: most winning hands for n = 8 at h", "43", str(tables[8].peak.size), "refuted",
        f"the share of the tiles does not go on rising: it falls back to {tables[8].peak.size / 64:.1%}",
    )  # fmt: skip
    yield _line(THESIS, "partitions of 9 into 3, 4 and 5", 2, _partitions(9))
    yield _line(THESIS, "Algorithm 1 (CWH) as printed, n = 6, h = 9", 10_872, count_winning_hands(6, 4, 2, 9))
    yield _line(THESIS, "Figure 2: tiles", 6, _tiles(("0010", "1120", "0010")))
    yield _line(THESIS, "Figure 2: winning", "yes", _wins(("0010", "1120", "0010")))
    yield _line(
        THESIS, "Figure 4: tiles", 6, _tiles(("1110", "1110", "1110")),
        "three runs of three are nine tiles, not six",
    )  # fmt: skip
    yield _line(
        THESIS, "Figure 5: the hand 1110 1110 1110 as a number", 1092, int("111011101110", 2),
        "1092 is 0100 0100 0100, another hand (and h = 3 in the caption is its size)",
    )  # fmt: skip
    yield _line(THESIS, "Figure 10: tiles of the box n = 4, k = 3, m = 2", 24, 4 * 3 * 2)
    for name, picture in (
        ("as drawn", ("1120", "0121", "0010")), ("mirrored in the Y-axis", ("0211", "1210", "0100")),
        ("mirrored in the X-axis", ("0010", "0121", "1120")), ("mirrored in both", ("0100", "1210", "0211")),
    ):  # fmt: skip
        yield _line(THESIS, f"Figure 11: winning, {name}", "yes", _wins(picture))


def _partitions(size: int) -> int:
    return sum(
        1
        for a in range(size + 1)
        for b in range(size + 1)
        for c in range(size + 1)
        if 3 * a + 4 * b + 5 * c == size
    )


def _tiles(picture: tuple[str, ...]) -> int:
    return sum(int(digit) for row in picture for digit in row)


def _wins(picture: tuple[str, ...]) -> str:
    """Whether a hand drawn with a row for each colour wins."""
    rules = Rules(values=len(picture[0]), colours=len(picture), copies=2, jokers=0)
    counts = bytes(int(row[value]) for value in range(rules.values) for row in picture)
    return "yes" if automaton(rules).native.read(counts) & 1 else "no"


def _programs() -> Iterator[Line]:
    universe = Universe(Rules())
    rows = {(row.kind, row.size): row.distinct for row in universe.rows}
    plain_runs = sum(rows["run", size][0] for size in (3, 4, 5))
    plain_groups = sum(rows["group", size][0] for size in (3, 4))
    total = sum(sum(row) for row in rows.values())
    yield _line(GUTIERREZ, "runs without jokers", 120, plain_runs)
    yield _line(GUTIERREZ, "groups without jokers", 65, plain_groups)
    for size, theirs in ((3, 92), (4, 124), (5, 148)):
        yield _line(GUTIERREZ, f"runs of {size} with one joker", theirs, rows["run", size][1])
    for size, theirs in ((3, 78), (4, 52)):
        yield _line(GUTIERREZ, f"groups of {size} with one joker", theirs, rows["group", size][1])
    yield _line(GUTIERREZ, "melds with one joker", 494, sum(row[1] for row in rows.values()))
    for size, theirs in ((3, 52), (4, 132), (5, 233)):
        yield _line(GUTIERREZ, f"runs of {size} with two jokers", theirs, rows["run", size][2], _SLIP)
    yield _line(GUTIERREZ, "groups of 4 with two jokers", 78, rows["group", 4][2])
    yield _line(GUTIERREZ, "melds with two jokers", 495, sum(row[2] for row in rows.values()), _SLIP)
    yield _line(GUTIERREZ, "melds in all", 1174, total, _SLIP)
    # A table that holds a joker, and a rack that holds none: the model has no solution at all.
    held = solve(Position.parse("R5 J R7 // R8", Rules(joker_rule="free")))
    yield Line(
        GUTIERREZ, "jokers in play at most", "on the rack", "on rack and table", "erratum",
        "with R5 J R7 on the table and R8 on the rack the model has no solution at all, "
        f"but {held.tiles} tile can be played",
    )  # fmt: skip
    yield _line(PERFECTING, "groups without wild tiles", 65, plain_groups)
    yield _line(PERFECTING, "runs without wild tiles", 120, plain_runs)
    placed = sum(sum(row.placed) for row in universe.rows)
    yield _line(
        PERFECTING, "members of S when wilds are included", 1646, placed,
        "1646 counts only the melds with wilds, their places told apart; "
        f"with the {plain_runs + plain_groups} others there are {placed}, or {total} as multisets",
    )  # fmt: skip
    yield _line(
        PERFECTING, "melds with wilds, their places told apart", 1646, placed - plain_runs - plain_groups
    )
    yield _line(PERFECTING, "tiles that are not wild", 104, Rules().kinds * Rules().copies)
