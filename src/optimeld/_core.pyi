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
