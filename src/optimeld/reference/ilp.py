"""The best play by integer programming: den Hertog and Hulshof's two models, solved with HiGHS.

Their first model chooses how often each meld is laid so that all table tiles and the most rack tiles are
used; the second also counts the table melds that stay as they were. Both are here as one program, extended
by the three joker rules and the opening. Nothing is shared with the core but the rules and the notation, and
every answer is checked in whole numbers after HiGHS returns it: this exists to be right, not to be fast.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from optimeld.goals import MOST_TILES, Goal
from optimeld.melds import MeldKind
from optimeld.position import Position
from optimeld.reference.answer import Answer, Tiles, make_answer
from optimeld.reference.columns import (
    Column,
    Supply,
    forms_of,
    hosting_columns,
    official_columns,
    plain_columns,
)
from optimeld.reference.program import Bounds, MethodError, Program


def solve(
    position: Position,
    goal: Goal = MOST_TILES,
    *,
    keep: bool = True,
    presolve: bool = False,
) -> Answer:
    """The best play of a position, by integer programming.

    Without `keep` this is the first model of the paper, with it the second. HiGHS's presolve is off unless
    asked for: some releases have returned wrong optima with it on this very problem.

    >>> answer = solve(Position.parse("R5 R6 R7 J | K1 K2 K3 // K4 O9"))
    >>> answer.tiles, answer.value, answer.kept
    (1, 4, 1)
    """
    if not position.opened:
        bare = Position((), position.rack, position.rules)
        model = _Model(bare, goal, keep=False, presolve=presolve)
        chosen = model.free(opening_points=position.rules.opening_points)
        if chosen is None or not chosen.melds:
            return make_answer(position, [tuple(m) for m in position.core_table], 0, None, goal)
        table = [tuple(m) for m in position.core_table] + chosen.melds
        return make_answer(position, table, len(position.table), chosen.points, goal)
    model = _Model(position, goal, keep=keep, presolve=presolve)
    by_rule = {"free": model.free, "official": model.official, "locked": model.locked}
    best = by_rule[position.rules.joker_rule]()
    if best is None:
        raise MethodError(f"the integer program found no way to leave the table as it is in {position}")
    return make_answer(position, best.melds, best.kept, None, goal)


@dataclass
class _Chosen:
    """An optimum of one program: the melds laid, as they are to be written."""

    melds: list[Tiles]
    kept: int
    points: int
    key: tuple[int, ...]  # the objectives in their order, for comparing programs


class _Model:
    """One position's program, up to the joker rule."""

    def __init__(self, position: Position, goal: Goal, *, keep: bool, presolve: bool) -> None:
        rules = position.rules
        self.goal, self.keep, self.presolve = goal, keep, presolve
        self.old = [tuple(meld) for meld in position.core_table]
        on_table = Counter(tile for meld in self.old for tile in meld)
        on_rack = Counter(position.core_rack)
        kinds = range(rules.kinds + 1)
        self.supply = Supply(rules, tuple(on_table[t] for t in kinds), tuple(on_rack[t] for t in kinds))
        self.rack_size = len(position.rack)

    def free(self, opening_points: int = 0) -> _Chosen | None:
        program = self._program(plain_columns(self.supply, self.old if self.keep else ()))
        self._count_jokers(program)
        if opening_points:
            program.add_row({i: c.worth for i, c in enumerate(program.columns)}, opening_points, None)
        return self._best(program)

    def official(self) -> _Chosen | None:
        most = self.free()
        if most is None or not self.supply.on_table[self.supply.joker]:
            return most  # the rule is about jokers on the table
        # The rule `free` bounds what can be had. Its optimum may well be legal as it is, or be matched
        # without the long runs in which one rack tile pays for jokers far away: those are many, and hardly
        # ever needed.
        longest = self.supply.rules.values
        lucky = self._official(longest, only={form for m in most.melds for form in forms_of(self.supply, m)})
        if lucky is not None and lucky.key == most.key:
            return lucky
        least = self._official(2 * self.supply.rules.min_meld - 1)
        if least is None or least.key == most.key:
            return least
        return self._official(longest, (least.key, most.key))

    def _official(
        self, longest: int, bounds: Bounds | None = None, only: set[tuple[MeldKind, Tiles]] | None = None
    ) -> _Chosen | None:
        """The program of the rule, without runs that are too long, or with melds of some forms only."""
        joker = self.supply.joker
        known = Counter(self._identity(meld, place) for meld, place in self._table_jokers())
        within = frozenset[int]().union(*known)
        columns = official_columns(self.supply, self.old, within, longest, only)
        program = self._program(columns)
        # A rack tile pays in one meld: no more may pay than were played. Where it pays, it also lies, so the
        # meld adds nothing to what is left to pay with.
        spare: dict[int, dict[int, int]] = {t: {} for t in range(joker) if self.supply.on_rack[t]}
        for i, column in enumerate(columns):
            for tile in column.tiles:
                if tile in spare and tile != column.payer:
                    spare[tile][i] = 1
        for tile, row in spare.items():
            program.add_row(row, self.supply.on_table[tile], None)
        rack_jokers = {i: c.rack_jokers for i, c in enumerate(columns)}
        program.add_row(rack_jokers, 0, self.supply.on_rack[joker])
        # Every table joker either is at home somewhere, or was retrieved.
        at_home: dict[int, dict[int, int]] = {tile: {} for tile in within}
        for i, column in enumerate(columns):
            for tile in column.identities:
                at_home[tile][i] = at_home[tile].get(i, 0) + 1
        retrieved = {i: c.retrieved for i, c in enumerate(columns)}
        for identity, count in known.items():
            stays = {tile: program.add_variable(count) for tile in identity}
            program.add_row(dict.fromkeys(stays.values(), 1), 0, count)
            for tile, variable in stays.items():
                at_home[tile][variable] = -1
                retrieved[variable] = 1
        for row in at_home.values():
            program.add_row(row, 0, 0)
        program.add_row(retrieved, self.supply.on_table[joker], self.supply.on_table[joker])
        return self._best(program, bounds)

    def locked(self) -> _Chosen | None:
        if not self.supply.on_table[self.supply.joker]:
            return self.free()
        best: _Chosen | None = None
        for blocks, used in self._replacements():
            distinct = sorted(blocks)
            columns = plain_columns(self.supply, self.old)
            columns += hosting_columns(self.supply, self.old, distinct)
            program = self._program(columns, used)
            self._count_jokers(program)
            for index, block in enumerate(distinct):
                row = {i: c.hosts.count(index) for i, c in enumerate(columns)}
                program.add_row(row, blocks[block], blocks[block])
            chosen = self._best(program)
            if chosen is not None and (best is None or chosen.key > best.key):
                best = chosen
        return best

    def _table_jokers(self) -> list[tuple[Tiles, int]]:
        return [(m, place) for m in self.old for place, t in enumerate(m) if t == self.supply.joker]

    def _identity(self, meld: Tiles, place: int) -> frozenset[int]:
        """All that the joker at this place may stand for, in any reading of the meld as written."""
        rules, supply = self.supply.rules, self.supply
        naturals = supply.naturals(meld)
        stands: set[int] = set()
        for kind, _ in forms_of(supply, meld):
            if kind == "group":
                values = {supply.value(t) for t in naturals} or set(range(1, rules.values + 1))
                stands |= {supply.tile(c, v) for c in range(rules.colours) for v in values} - set(naturals)
            elif naturals:
                stands.add(naturals[0] + place - meld.index(naturals[0]))
            else:
                firsts = range(1, rules.values - len(meld) + 2)
                stands |= {supply.tile(c, first + place) for c in range(rules.colours) for first in firsts}
        return frozenset(stands)

    def _replacements(self) -> list[tuple[Counter[Tiles], Counter[int]]]:
        """Every way to put rack tiles in the place of jokers: the melds still locked, the tiles used."""
        joker = self.supply.joker
        locked = [meld for meld in self.old if joker in meld]
        seen: set[tuple[tuple[Tiles, ...], Tiles]] = set()
        waiting: list[tuple[tuple[Tiles, ...], Tiles]] = [(tuple(sorted(locked)), ())]
        found: list[tuple[Counter[Tiles], Counter[int]]] = []
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            melds, used = state
            found.append((Counter(melds), Counter(used)))
            for index, meld in enumerate(melds):
                for place in (p for p, t in enumerate(meld) if t == joker):
                    for tile in self._identity(meld, place):
                        if self.supply.on_rack[tile] > used.count(tile):
                            changed = (*meld[:place], tile, *meld[place + 1 :])
                            rest = melds[:index] + melds[index + 1 :]
                            still = (*rest, changed) if joker in changed else rest
                            waiting.append((tuple(sorted(still)), tuple(sorted((*used, tile)))))
        return found

    def _program(self, columns: list[Column], used: Counter[int] | None = None) -> Program:
        """The rows every joker rule has: table tiles all used, rack tiles if wanted."""
        supply = self.supply
        program = Program(columns)
        entries: dict[int, dict[int, int]] = {t: {} for t in range(supply.joker) if supply.has(t)}
        for i, column in enumerate(columns):
            for tile in column.tiles:
                if tile != supply.joker:
                    entries[tile][i] = 1
        for tile, row in entries.items():
            least = supply.on_table[tile] + (used[tile] if used else 0)
            program.add_row(row, least, supply.on_table[tile] + supply.on_rack[tile])
        return program

    def _count_jokers(self, program: Program) -> None:
        joker = self.supply.joker
        row = {i: c.tiles.count(joker) for i, c in enumerate(program.columns)}
        program.add_row(row, self.supply.on_table[joker], self.supply.jokers)

    def _best(self, program: Program, bounds: Bounds | None = None) -> _Chosen | None:
        supply, columns = self.supply, program.columns
        joker = supply.joker
        tiles = {i: len(c.tiles) for i, c in enumerate(columns)}
        value = {
            i: sum(self.goal.joker_value if t == joker else supply.value(t) for t in c.tiles)
            for i, c in enumerate(columns)
        }
        kept: dict[int, int] = {}
        matches: list[tuple[int, Tiles, tuple[MeldKind, Tiles]]] = []
        if self.keep:
            by_form: dict[tuple[MeldKind, Tiles], list[int]] = {}
            for i, column in enumerate(columns):
                by_form.setdefault(column.form, []).append(i)
            laid: dict[tuple[MeldKind, Tiles], dict[int, int]] = {}
            for written, count in Counter(self.old).items():
                stays = {}
                for form in forms_of(supply, written):
                    if form in by_form:
                        variable = program.add_variable(count)
                        stays[variable] = kept[variable] = 1
                        laid.setdefault(form, dict.fromkeys(by_form[form], 1))[variable] = -1
                        matches.append((variable, written, form))
                program.add_row(stays, 0, count)
            for row in laid.values():
                program.add_row(row, 0, None)  # no more are kept than are laid
        rack_value = sum(
            n * (self.goal.joker_value if t == joker else supply.value(t))
            for t, n in enumerate(supply.on_rack)
        )
        first, second = (tiles, value) if self.goal.objective == "tiles" else (value, tiles)
        second_range = rack_value if self.goal.objective == "tiles" else self.rack_size
        objectives, ranges = [first, second, kept], [second_range, len(self.old)]
        if bounds:
            point = program.maximise_within(objectives, *bounds, presolve=self.presolve)
        else:
            point = program.maximise(objectives, ranges, presolve=self.presolve)
        if point is None:
            return None
        # The kept melds are written as they were, which tells apart readings of the same tiles.
        standing = Counter({column: point[i] for i, column in enumerate(columns) if point[i]})
        melds: list[Tiles] = []
        kept_count = 0
        for variable, written, form in matches:
            for _ in range(point[variable]):
                column = next(c for c in standing if c.form == form and standing[c])
                standing[column] -= 1
                melds.append(written)
                kept_count += 1
        melds += [c.tiles for c in standing.elements()]
        key = tuple(sum(w * point[i] for i, w in o.items()) for o in (first, second, kept))
        points = sum(c.worth * point[i] for i, c in enumerate(columns))
        return _Chosen(melds, kept_count, points, key)
