"""Steps lead to the new table, one by one, and there are few of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest

from optimeld import Meld, Position, Rules
from optimeld.legality import judge
from optimeld.notation import parse_table
from optimeld.steps import Step, StepError, TableState, apply, plan

Play = tuple[Position, tuple[Meld, ...]]


def walk(position: Position, steps: tuple[Step, ...]) -> TableState:
    state = TableState.of(position)
    for step in steps:
        state = apply(state, step)
    return state


def arrives(position: Position, after: tuple[Meld, ...]) -> tuple[Step, ...]:
    steps = plan(position, after)
    state = walk(position, steps)
    assert Counter(state.melds.values()) == Counter(meld.tiles for meld in after), f"{position}: {steps}"
    assert state.hand == 0
    played = Counter(tile for meld in after for tile in meld.tiles)
    played -= Counter(tile for meld in position.table for tile in meld.tiles)
    assert Counter(state.rack) == Counter(position.rack) - played
    return steps


BOXES = [
    (Rules(values=7, colours=4, copies=2, jokers=2), 5, 6),
    (Rules(values=5, colours=5, copies=3, jokers=4), 6, 6),
    (Rules(values=5, colours=4, copies=2, jokers=2, min_meld=2), 5, 4),
]


@pytest.mark.parametrize(("rules", "melds", "rack"), BOXES, ids=lambda given: "")
@pytest.mark.parametrize("joker_rule", ["official", "free", "locked"])
def test_steps_taken_one_by_one_arrive_at_the_new_table(
    rules: Rules, melds: int, rack: int, joker_rule: str, random_plays: Callable[..., Iterator[Play]]
) -> None:
    rules = rules.replace(joker_rule=joker_rule)
    legal = 0
    for position, after in random_plays(rules, 60, 3, melds=melds, rack=rack):
        arrives(position, after)
        legal += judge(position, after).ok
    assert legal > 5


def described(position: str, table: str, **rules: object) -> list[str]:
    given = Rules().replace(**rules)
    return [str(step) for step in arrives(Position.parse(position, given), parse_table(table, given))]


@pytest.mark.parametrize(
    ("position", "table", "rule", "wanted"),
    [
        ("K1 K2 K3 // K4 K5", "K1 K2 K3 K4 K5", "official",
         ["Add K4 and K5 from your rack to the run K1 K2 K3."]),
        ("// R5 B5 O5", "R5 B5 O5", "official", ["Lay R5 B5 O5 from your rack."]),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 // R5", "R1 R2 R3 R4 R5 | R5 R6 R7 R8 R9", "official",
         ["Split the run R1 R2 R3 R4 R5 R6 R7 R8 R9 into R1 R2 R3 R4 R5 and R6 R7 R8 R9.",
          "Add R5 from your rack to the run R6 R7 R8 R9."]),
        ("R3 J R5 // R4 K1 K2", "R3 R4 R5 | K1 K2 J", "official",
         ["Put R4 from your rack in the place of the joker in the run R3 J R5: R3 R4 R5.",
          "Lay K1 and K2 from your rack with the joker: K1 K2 J."]),
        ("R3 J R5 | K4 R4 B4 O4 // K5 K6", "R3 R4 R5 | K4 B4 O4 | K5 K6 J", "official",
         ["Take R4 from the group K4 R4 B4 O4 and put it in the place of the joker in the run R3 J R5: "
          "R3 R4 R5.",
          "Lay K5 and K6 from your rack with the joker: K5 K6 J."]),
        ("R4 R5 R6 R7 | O7 O8 O9 O10 // K7", "R4 R5 R6 | R7 O7 K7 | O8 O9 O10", "official",
         ["Take R7 from the run R4 R5 R6 R7 and put it aside.",
          "Take O7 from the run O7 O8 O9 O10 and add it to R7: R7 O7.",
          "Add K7 from your rack to R7 O7: K7 R7 O7."]),
        ("R1 R2 R3 | R4 R5 R6 // R7", "R1 R2 R3 R4 R5 R6 R7", "official",
         ["Join the run R4 R5 R6 to the run R1 R2 R3.",
          "Add R7 from your rack to the run R1 R2 R3 R4 R5 R6."]),
        ("J R4 R5 // K1 K2 K3", "R4 R5 J | K1 K2 K3", "free",
         ["Rearrange the run J R4 R5 as R4 R5 J.", "Lay K1 K2 K3 from your rack."]),
        # A tile for the joker's place and one that extends the meld go down together, under each rule.
        ("R3 J R5 // R6 R4 K1 K2", "R3 R4 R5 R6 | K1 K2 J", "official",
         ["Put R4 from your rack in the place of the joker in the run R3 J R5 and add R6: R3 R4 R5 R6.",
          "Lay K1 and K2 from your rack with the joker: K1 K2 J."]),
        ("R3 J R5 // R6 R4 K1 K2", "R3 R4 R5 R6 | K1 K2 J", "locked",
         ["Put R4 from your rack in the place of the joker in the run R3 J R5 and add R6: R3 R4 R5 R6.",
          "Lay K1 and K2 from your rack with the joker: K1 K2 J."]),
        ("R3 J R5 // R1 R2 R4 K1 K2", "R1 R2 R3 R4 R5 | K1 K2 J", "official",
         ["Put R4 from your rack in the place of the joker in the run R3 J R5 and add R1 and R2: "
          "R1 R2 R3 R4 R5.",
          "Lay K1 and K2 from your rack with the joker: K1 K2 J."]),
        # Locked: the rack tile takes the joker's place before the meld is taken apart.
        ("R3 J R5 | R6 R7 R8 | K4 B4 O4 | K3 B3 O3 // R4 K1 K2",
         "R5 R6 R7 R8 | K4 B4 O4 R4 | K3 B3 O3 R3 | K1 K2 J", "locked",
         ["Put R4 from your rack in the place of the joker in the run R3 J R5: R3 R4 R5.",
          "Take R5 from the run R3 R4 R5 and add it to the run R6 R7 R8.",
          "Take R4 from R3 R4 and add it to the group K4 B4 O4.",
          "Add R3 to the group K3 B3 O3.",
          "Lay K1 and K2 from your rack with the joker: K1 K2 J."]),
    ],
)  # fmt: skip
def test_the_words_are_those_of_a_person_at_the_table(
    position: str, table: str, rule: str, wanted: list[str]
) -> None:
    assert described(position, table, joker_rule=rule) == wanted


def fewest_actions(position: Position, after: tuple[Meld, ...]) -> int:
    """By trying every telling: (from, to) pairs, less the most melds that can stay where they are."""
    old = [meld.tiles for meld in position.table]
    new = [meld.tiles for meld in after]
    kinds = sorted({tile for meld in new for tile in meld})
    targets = {kind: [j for j, meld in enumerate(new) for tile in meld if tile == kind] for kind in kinds}
    sources = {kind: [i for i, meld in enumerate(old) for tile in meld if tile == kind] for kind in kinds}
    choices = []
    for kind in kinds:
        supply = sources[kind] + [-1] * (len(targets[kind]) - len(sources[kind]))
        choices.append({tuple(zip(order, targets[kind], strict=True)) for order in permutations(supply)})
    best = 1000
    for telling in product(*choices):
        pairs = {pair for kind in telling for pair in kind}
        best = min(best, len(pairs) - most_bases([pair for pair in pairs if pair[0] >= 0]))
    return best


def most_bases(pairs: list[tuple[int, int]]) -> int:
    if not pairs:
        return 0
    (i, j), rest = pairs[0], pairs[1:]
    apart = [(a, b) for a, b in rest if a != i and b != j]
    return max(1 + most_bases(apart), most_bases(rest))


def test_there_are_no_more_actions_than_the_fewest_of_any_telling(
    random_plays: Callable[..., Iterator[Play]],
) -> None:
    rules = Rules(values=5, colours=3, copies=2, jokers=1, joker_rule="free")
    changed = 0
    for position, after in random_plays(rules, 150, 5, melds=4, rack=4):
        steps = [step for step in plan(position, after, [-1] * len(after)) if step.action != "rearrange"]
        assert len(steps) <= fewest_actions(position, after)
        changed += len(steps) > 2
    assert changed > 50


def test_a_step_that_does_not_fit_is_refused() -> None:
    position = Position.parse("K1 K2 K3 // K4")
    (step,) = plan(position, parse_table("K1 K2 K3 K4"))
    state = TableState.of(position)
    with pytest.raises(StepError, match="not on the rack"):
        apply(apply(state, step), step)
