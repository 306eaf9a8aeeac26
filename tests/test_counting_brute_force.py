"""The automaton against every hand there is, on boxes small enough to list them all."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import comb

import pytest

from optimeld import _core
from optimeld.counting.automata import HandAutomaton, HandShape
from optimeld.counting.automata import automaton as build
from optimeld.counting.hands import count
from optimeld.rules import Rules

Hand = tuple[int, ...]  # how many of each tile, value by value, colour by colour


def melds(rules: Rules) -> list[Hand]:
    """Every meld as the tiles it stands for; runs of twice the shortest length are two melds."""
    found = []
    place = {tile: i for i, tile in enumerate(product(range(rules.values), range(rules.colours)))}
    for value in range(rules.values):
        for size in range(rules.min_meld, rules.colours + 1):
            for colours in combinations(range(rules.colours), size):
                found.append([place[value, colour] for colour in colours])
    for colour in range(rules.colours):
        for first in range(rules.values):
            for end in range(first + rules.min_meld, min(rules.values, first + 2 * rules.min_meld - 1) + 1):
                found.append([place[value, colour] for value in range(first, end)])
    return [tuple(int(i in tiles) for i in range(len(place))) for tiles in map(set, found)]


@cache
def winning_by_jokers(rules: Rules) -> list[set[Hand]]:
    """For each number of jokers the tiles that win beside them, by laying melds and taking tiles away."""
    most = rules.copies + rules.jokers  # a joker may stand for a tile whose copies are all there
    start = (0,) * rules.kinds
    wins = {start}
    for meld in melds(rules):
        fresh = wins
        while fresh:
            fresh = {
                hand
                for old in fresh
                if max(hand := tuple(map(sum, zip(old, meld, strict=True)))) <= most and hand not in wins
            }
            wins = wins | fresh
    result = [wins]
    for _ in range(rules.jokers):
        result.append(
            {
                (*hand[:i], hand[i] - 1, *hand[i + 1 :])
                for hand in result[-1]
                for i in range(rules.kinds)
                if hand[i]
            }
        )
    return [{hand for hand in hands if max(hand) <= rules.copies} for hands in result]


BOXES = [
    (3, 3, 1, 2, 3), (4, 3, 1, 1, 3), (5, 2, 1, 2, 3), (4, 2, 2, 2, 3), (7, 2, 1, 1, 3), (3, 4, 1, 1, 3),
    (5, 3, 1, 0, 3), (3, 2, 2, 1, 2), (4, 2, 1, 2, 2), (5, 2, 1, 1, 2), (3, 3, 1, 1, 2), (3, 4, 1, 2, 4),
    (7, 2, 1, 1, 4), (3, 3, 2, 0, 3), (3, 2, 3, 1, 3), (5, 2, 2, 0, 3), (4, 3, 1, 1, 4),
]  # fmt: skip


def box(numbers: tuple[int, ...]) -> Rules:
    values, colours, copies, jokers, min_meld = numbers
    return Rules(values=values, colours=colours, copies=copies, jokers=jokers, min_meld=min_meld)


@pytest.mark.parametrize("numbers", BOXES, ids=lambda numbers: "-".join(map(str, numbers)))
def test_every_hand_of_a_small_box_is_judged_as_by_brute_force(numbers: tuple[int, ...]) -> None:
    rules = box(numbers)
    wins = winning_by_jokers(rules)
    for bound in (None, rules.kinds * rules.copies // 2):
        machine = build(rules, max_tiles=bound, cache=False)
        for hand in product(range(rules.copies + 1), repeat=rules.kinds):
            if bound is None or sum(hand) <= bound:
                answer = machine.native.read(bytes(hand))
                assert answer == sum((hand in wins[j]) << j for j in range(rules.jokers + 1)), hand


@pytest.mark.parametrize("numbers", BOXES, ids=lambda numbers: "-".join(map(str, numbers)))
def test_counts_of_a_small_box_are_those_of_brute_force(numbers: tuple[int, ...]) -> None:
    rules = box(numbers)
    wins = winning_by_jokers(rules)
    table = count(rules, cache=False, fresh=True)
    every = list(product(range(rules.copies + 1), repeat=rules.kinds))
    assert len(table.hands) == rules.tiles_in_box + 1
    for entry in table.hands:
        by_jokers = [
            [hand for hand in wins[j] if sum(hand) == entry.size - j] for j in range(rules.jokers + 1)
        ]
        assert entry.winning == sum(map(len, by_jokers))
        assert entry.winning_deals == sum(
            comb(rules.jokers, j) * sum(ways(hand, rules.copies) for hand in hands)
            for j, hands in enumerate(by_jokers)
        )
        held = [hand for hand in every if 0 <= entry.size - sum(hand) <= rules.jokers]
        assert entry.configurations == len(held)
        assert entry.deals == sum(
            ways(h, rules.copies) * comb(rules.jokers, entry.size - sum(h)) for h in held
        )


def ways(hand: Hand, copies: int) -> int:
    result = 1
    for number in hand:
        result *= comb(copies, number)
    return result


@pytest.mark.parametrize(
    "numbers", [(5, 3, 1, 2, 3), (6, 2, 2, 1, 3), (7, 3, 1, 1, 4), (4, 3, 1, 2, 2)], ids=str
)
def test_following_every_number_of_jokers_agrees_with_following_the_fewest(numbers: tuple[int, ...]) -> None:
    rules = box(numbers)
    answers = []
    for absorbing in (True, False):
        shape = HandShape(rules.colours, rules.copies, rules.min_meld, rules.jokers, absorbing)
        native = _core.CountingAutomaton.build(shape.core, None, 1 << 30, 2, None)
        machine = HandAutomaton(shape, native)
        answers.append([machine.counts(rules.values, j, deals=True) for j in range(rules.jokers + 1)])
    assert answers[0] == answers[1]
