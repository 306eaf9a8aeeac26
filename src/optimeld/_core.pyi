"""The native core of optimeld. Use the optimeld package, not this."""

from collections.abc import Sequence
import enum


class JokerRule(enum.Enum):
    official = 0

    free = 1

    locked = 2

class Rules:
    def __init__(self, *, values: int, colours: int, copies: int, jokers: int, min_meld: int, rack_size: int, opening_points: int, joker_penalty: int, joker_rule: JokerRule, opening_then_table: bool, river: bool) -> None: ...

class MeldShape:
    @property
    def run(self) -> bool: ...

    @property
    def group(self) -> bool: ...

    @property
    def all_jokers(self) -> bool: ...

    @property
    def run_colour(self) -> int: ...

    @property
    def run_first(self) -> int: ...

    @property
    def group_value(self) -> int: ...

    @property
    def group_colours(self) -> int: ...

def read_meld(rules: Rules, tiles: Sequence[int]) -> MeldShape: ...

def identities(rules: Rules, tiles: Sequence[int]) -> list[list[int]]: ...

def arrange_meld(rules: Rules, tiles: Sequence[int]) -> list[int]: ...

def meld_worth(rules: Rules, tiles: Sequence[int]) -> int: ...

def run_that_splits(rules: Rules) -> int: ...

def distinct_melds(rules: Rules, longest_run: int) -> list[tuple[bool, list[int]]]: ...

def placed_melds(rules: Rules, longest_run: int) -> list[tuple[bool, list[int], list[int]]]: ...

class Offence(enum.Enum):
    none = 0

    not_a_meld = 1

    tile_missing = 2

    tile_not_on_rack = 3

    nothing_played = 4

    table_touched = 5

    too_few_points = 6

    joker_retrieved = 7

    joker_locked = 8

    wrong_figure = 9

class Verdict:
    @property
    def ok(self) -> bool: ...

    @property
    def offence(self) -> Offence: ...

    @property
    def meld(self) -> int: ...

    @property
    def old_meld(self) -> int: ...

    @property
    def tile(self) -> int: ...

    @property
    def points(self) -> int: ...

def judge(rules: Rules, before: Sequence[Sequence[int]], rack: Sequence[int], opening: bool, after: Sequence[Sequence[int]]) -> Verdict: ...

class TooLarge(MemoryError):
    pass

class Solution:
    @property
    def play(self) -> bool: ...

    @property
    def tiles(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def kept(self) -> int: ...

    @property
    def melds_before(self) -> int: ...

    @property
    def points(self) -> int: ...

    @property
    def moved(self) -> int: ...

    @property
    def moved_proved(self) -> bool: ...

    @property
    def elapsed_us(self) -> float: ...

    @property
    def table(self) -> list[list[int]]: ...

    @property
    def kept_from(self) -> list[int]: ...

    @property
    def played(self) -> list[int]: ...

    @property
    def remaining(self) -> list[int]: ...

class Solver:
    def __init__(self, rules: Rules) -> None: ...

    def solve(self, table: Sequence[Sequence[int]], rack: Sequence[int], *, by_value: bool, opening: bool, joker_value: int, keep: bool = True, tidy: bool = True) -> Solution: ...

    def solve_many(self, positions: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]], *, by_value: bool, opening: bool, joker_value: int, keep: bool = True, tidy: bool = True, threads: int = 1) -> list[Solution]: ...
