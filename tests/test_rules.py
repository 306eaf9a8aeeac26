from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from optimeld import JOKER, Rules
from optimeld.errors import OptimeldError, RulesError
from optimeld.rules import RANGES, RULE_NAMES, RULE_WORDS
from strategies import RULES


def test_the_retail_box_has_106_tiles_and_the_large_one_160() -> None:
    assert Rules.retail() == Rules()
    assert Rules.retail().tiles_in_box == 106
    assert Rules.six_players().tiles_in_box == 160


@pytest.mark.parametrize(
    "name", ["values", "colours", "copies", "jokers", "min_meld", "opening_points", "joker_penalty"]
)
def test_each_rule_may_be_at_the_ends_of_its_range_and_not_beyond(name: Any) -> None:
    low, high = RANGES[name]
    wide = Rules(values=100, colours=8)
    assert getattr(wide.replace(**{name: low}), name) == low
    assert getattr(wide.replace(**{name: high}), name) == high
    for outside in (low - 1, high + 1):
        with pytest.raises(RulesError, match=f"^{name} is {outside}, but it must be from {low} to {high}$"):
            wide.replace(**{name: outside})


def test_a_meld_longer_than_any_run_and_any_group_is_impossible() -> None:
    assert Rules(values=3, colours=6, min_meld=6).min_meld == 6
    assert Rules(values=6, colours=2, min_meld=6).min_meld == 6
    with pytest.raises(RulesError, match="no run and no group is that long"):
        Rules(values=5, colours=5, min_meld=6)


def test_a_rack_larger_than_the_box_is_impossible_but_a_rack_not_given_fits_any_box() -> None:
    assert Rules().rack_size == 14
    assert Rules(values=3, colours=2, copies=1, jokers=0).rack_size == 6
    assert Rules(values=3, colours=2, copies=1, jokers=0).replace(values=100).rack_size == 14
    with pytest.raises(RulesError, match="rack_size is 7, but the box holds only 6 tiles"):
        Rules(values=3, colours=2, copies=1, jokers=0, rack_size=7)


@pytest.mark.parametrize("wrong", ["4", 4.0, None, True])
def test_a_number_must_be_a_whole_number(wrong: Any) -> None:
    with pytest.raises(RulesError, match="must be a whole number"):
        Rules(colours=wrong)


def test_an_unknown_rule_or_joker_rule_is_named() -> None:
    with pytest.raises(RulesError, match="no rule is called 'vales'"):
        Rules().replace(vales=3)
    with pytest.raises(
        RulesError, match="joker_rule is 'strict', but it must be one of official, free, locked"
    ):
        Rules(joker_rule="strict")  # type: ignore[arg-type]


@given(RULES)
def test_rules_survive_json_and_pickling_and_the_core_numbers_their_tiles(rules: Rules) -> None:
    assert Rules.from_json(rules.to_json()) == rules
    assert rules.core is rules.core
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert [rules.index_of(tile) for tile in rules.tiles] == list(range(rules.kinds + 1))
    assert all(rules.tile_at(rules.index_of(tile)) == tile for tile in rules.tiles)
    assert sorted(rules.tiles) == list(rules.tiles)
    assert rules.tiles[-1] is JOKER
    assert sum(rules.copies_of(tile) for tile in rules.tiles) == rules.tiles_in_box


def test_every_error_is_a_value_error_that_survives_pickling() -> None:
    error = RulesError("values is 2", rule="values", given=2)
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(error, OptimeldError)
    assert isinstance(error, ValueError)
    assert type(again) is RulesError
    assert again.to_json() == error.to_json()


def test_a_rule_is_known_wherever_rules_are_spoken_of() -> None:
    """What a new rule needs beside its field: words, a place in requests, and the page's retail box."""
    from optimeld.web.bodies import RulesBody

    assert tuple(RULE_WORDS) == RULE_NAMES
    assert tuple(RulesBody.model_fields) == RULE_NAMES
    page = (Path(__file__).parents[1] / "src/optimeld/web/static/js/shared/rules.js").read_text()
    body = page[page.index("Object.freeze({") :].partition("{")[2].partition("}")[0]
    shown = {
        name: json.loads(value) for name, value in re.findall(r"^ +(\w+): (.+),$", body, flags=re.MULTILINE)
    }
    assert shown == Rules().to_json()
