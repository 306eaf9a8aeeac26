"""The finish test: whether the whole rack can be laid, against the exact solver."""

from __future__ import annotations

import json

import pytest

from optimeld import Position, Rules, _core, finishes, finishing_draws, solve
from optimeld.cli import run
from optimeld.rules import JOKER_RULES

#: No jokers, three copies, a box too small for the automaton, longer and shorter melds.
BOXES = [
    Rules(rack_size=8),
    Rules(jokers=0),
    Rules(copies=3, jokers=3, rack_size=3),
    Rules(values=4, colours=3, copies=2, jokers=2, rack_size=6),
    Rules(values=9, colours=5, min_meld=4, jokers=1, rack_size=3),
    Rules(values=8, colours=4, min_meld=2, jokers=1, rack_size=4),
    Rules(opening_points=0, rack_size=7),
]


@pytest.mark.parametrize("joker_rule", JOKER_RULES)
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.to_json())
def test_the_finish_test_agrees_with_the_solver_in_every_box(box: Rules, joker_rule: str) -> None:
    rules = box.replace(joker_rule=joker_rule)
    positions, finishing, _, sources, differences = _core.check_finish(rules.core, 3, 0, 3, 1)
    assert differences == []
    assert 0 < finishing < positions
    assert min(sources) > 0


def test_the_report_does_not_depend_on_the_threads() -> None:
    rules = Rules().core
    one, two = (_core.check_finish(rules, 5, 0, 4, threads) for threads in (1, 2))
    assert (one[0], one[1], one[3]) == (two[0], two[1], two[3])


def test_a_joker_of_the_table_is_bound_by_its_rule() -> None:
    free, official, locked = (
        Position.parse("R3 R4 J | K1 K2 K3 // K5", Rules(joker_rule=rule))
        for rule in ("free", "official", "locked")
    )
    # Only by taking the joker out of its run, which then is none.
    assert not any(map(finishes, (free, official, locked)))
    free, official, locked = (
        Position.parse("R3 R4 R5 J | K1 K2 K3 // K5", Rules(joker_rule=rule))
        for rule in ("free", "official", "locked")
    )
    assert finishes(free)
    assert finishes(official)
    assert not finishes(locked)


def test_an_opening_is_from_the_rack_alone_and_worth_enough() -> None:
    assert not finishes(Position.parse("K1 K2 K3 // K4"), opening=True)
    assert not finishes(Position.parse("// R8 R9 R10"), opening=True)
    assert finishes(Position.parse("// R9 R10 R11"), opening=True)
    assert finishes(Position.parse("// R9 R10 J"), opening=True)
    table_after = Rules(opening_then_table=True)
    assert finishes(Position.parse("K1 K2 K3 // K4 R9 R10 R11", table_after), opening=True)
    assert not finishes(Position.parse("K1 K2 K3 // K4 R9 R10 R11"), opening=True)


def test_an_empty_rack_has_nothing_to_lay() -> None:
    assert not finishes(Position.parse("K1 K2 K3 //"))


def test_finishing_draws_are_those_with_which_the_solver_lays_everything() -> None:
    position = Position.parse("K1 K2 K3 | R5 R6 R7 J | B9 K9 O9 // R9 O10 O11")
    found = set(finishing_draws(position))
    assert found
    for tile in position.rules.tiles:
        if (position.rack + tuple(t for meld in position.table for t in meld.tiles)).count(
            tile
        ) == position.rules.copies_of(tile):
            continue
        drawn = Position(position.table, (*position.rack, tile), position.rules, position.opened)
        assert (tile in found) == (not solve(drawn).remaining)


def test_the_commands_compare_and_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crosscheck", "--finish", "60", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["differences"] == []
    assert answer["positions"] >= 60
    assert set(answer["by_rule"]) == set(JOKER_RULES)
    assert run(["bench", "--finish", "--limit", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["finish"]
    assert sum(row["positions"] for row in rows if row["finishes"] is None) > 0
