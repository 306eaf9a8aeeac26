from __future__ import annotations

import json
import pickle
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings

from optimeld import Meld, Position, Rules
from optimeld.errors import OptimeldError
from optimeld.notation import parse_meld, parse_rack, parse_table, parse_tile
from strategies import POSITIONS, SEEDS, random_position
from volume import volume

LISTED_URLS = json.loads((Path(__file__).parent / "data" / "positions_in_urls.json").read_text())
MANY = settings(max_examples=volume(300, long=10_000), deadline=None)


@MANY
@given(POSITIONS)
def test_a_position_survives_text_json_and_url(position: Position) -> None:
    assert Position.parse(str(position), position.rules, opened=position.opened) == position
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    url = position.to_url()
    assert quote(url, safe="") == url
    assert Position.from_url(url) == position


@settings(max_examples=volume(300, long=1_000), deadline=None)
@given(SEEDS)
def test_case_spacing_and_y_for_orange_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(rng)
    text = str(position).lower() if rng.random() < 0.5 else str(position)
    text = re.sub("[oO]", lambda _: rng.choice("oOyY"), text)
    text = re.sub(" ", lambda _: rng.choice([" ", "  ", "\t"]), text)
    text = re.sub(r"\s*(\||//)\s*", lambda found: rng.choice([found[1], f" {found[1]}\n"]), text)
    assert Position.parse(text, position.rules, opened=position.opened) == position


@settings(max_examples=volume(300, long=1_000), deadline=None)
@given(POSITIONS)
def test_equal_positions_hash_alike_and_survive_pickling(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.core_table == position.core_table
    assert again.core_rack == position.core_rack
    assert [len(meld) for meld in position.core_table] == [len(meld) for meld in position.table]


def test_a_position_cannot_be_changed() -> None:
    position = Position.parse("K1 K2 K3 // J")
    with pytest.raises(AttributeError):
        position.rack = ()  # type: ignore[misc]
    assert {position: 1}[Position.parse("k1 k2 k3 // j")] == 1


def test_the_table_or_the_rack_or_both_may_be_empty() -> None:
    assert str(Position.parse("//")) == "//"
    assert str(Position.parse("// K1")) == "// K1"
    assert str(Position.parse("K1 K2 K3 //")) == "K1 K2 K3 //"
    assert Position.from_url("~") == Position.parse("//") == Position()
    assert Position.from_json({}) == Position()


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("R7 R5 R6", "R5 R6 R7"),
        ("R5 J R3", "R3 J R5"),
        ("J R3 R5", "R3 J R5"),
        ("R12 R13 J", "J R12 R13"),
        ("J R1 R2", "R1 R2 J"),
        ("O5 K5 B5", "K5 B5 O5"),
        ("J K5 R5", "K5 R5 J"),
        ("J K5 J R5", "K5 R5 J J"),
        ("J R4 R5", "J R4 R5"),
        ("R4 R5 J", "R4 R5 J"),
        ("R5 J J", "R5 J J"),
        ("J R5 J", "J R5 J"),
        ("J J R5", "J J R5"),
        ("J R13 J", "R13 J J"),
        ("R13 J J", "R13 J J"),
        ("J J R13", "J J R13"),
        ("J R1 J", "J R1 J"),
        ("R1 J J", "R1 J J"),
    ],
)
def test_a_meld_in_any_order_is_put_right_where_it_has_one_reading_and_else_read_as_written(
    given: Any, written: Any
) -> None:
    assert str(parse_meld(given)) == written
    assert str(parse_meld(written)) == written


def test_three_jokers_are_a_meld_where_the_box_has_them() -> None:
    rules = Rules.six_players()
    assert Position.parse("J J J // ", rules).table[0].kinds == ("run", "group")


def test_the_parts_of_a_position_can_be_read_alone() -> None:
    assert parse_tile("y7") == parse_tile("O7")
    assert [str(meld) for meld in parse_table("k1 k2 k3|b5 o5 r5")] == ["K1 K2 K3", "R5 B5 O5"]
    assert [str(tile) for tile in parse_rack(" k1  j ")] == ["K1", "J"]
    assert Position.of("K1 K2 K3", "J") == Position.parse("K1 K2 K3 // J")
    assert Position.of() == Position()


def test_json_may_hold_text_in_place_of_lists_and_only_some_rules() -> None:
    whole = {"table": [["K1", "K2", "K3"], ["R5", "B5", "O5"]], "rack": ["J"]}
    assert Position.from_json(whole) == Position.from_json({"table": "K1 K2 K3 | R5 B5 O5", "rack": "J"})
    assert Position.from_json({"table": ["K1 K2 K3"], "rules": {"values": 9}}).rules == Rules(values=9)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a position is an object with a table and a rack, not []"),
        ({"tabel": []}, "a position has no 'tabel'"),
        ({"table": 5}, "a table is a list of melds, not 5"),
        ({"table": [5]}, "a meld is a list of tiles, but table meld 1 is 5"),
        ({"table": [[]]}, "table meld 1 is empty"),
        ({"table": [""]}, "table meld 1 is empty"),
        ({"table": [["K1", "K2", 3]]}, "a tile is a word, but table meld 1, tile 3 is 3"),
        ({"table": [["K1", "K2", ["K3"]]]}, "a tile is a word, but table meld 1, tile 3 is ['K3']"),
        ({"table": [["K1", "K2", "K14"]]}, "no tile 'K14' at table meld 1, tile 3: values go from 1 to 13"),
        ({"table": [["K1", "K2"]]}, "'K1 K2' at table meld 1 is not a meld: a meld has at least 3 tiles"),
        ({"rack": {"K1": 1}}, "tiles are a list of words, not {'K1': 1}"),
        ({"rack": [None]}, "a tile is a word, but rack tile 1 is None"),
        ({"opened": "yes"}, "opened is 'yes', but it must be true or false"),
        ({"rules": 13}, "rules must be an object of rules by name, not 13"),
        ({"rules": {"values": "13"}}, "values is '13', but it must be a whole number"),
        ({"rules": {"value": 13}}, "no rule is called 'value'"),
    ],
)
def test_wrong_json_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(OptimeldError) as caught:
        Position.from_json(data)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("K1K2K3", "no '~' in 'K1K2K3': a position in a URL is 'TABLE~RACK'"),
        ("K1K2K3__R5R6R7~", "table meld 2 is empty in 'K1K2K3__R5R6R7~'"),
        ("K1K2K99~", "no tile 'K99' at table meld 1, tile 3: values go from 1 to 13"),
        (
            "~12K1",
            "no tile '12' at rack tile 1: a tile is a colour letter and a value, such as K1, or J",
        ),
        (
            "~K1%20",
            "no tile 'K1%20' at rack tile 1: a tile is a colour letter and a value, such as K1, or J",
        ),
        ("~~values", "'values' in a URL should be 'rule.value'"),
        ("~~valeus.9", "no rule is called 'valeus'"),
        ("~~values.x", "values is 'x', but it must be a whole number"),
        ("~~opened.maybe", "opened is 'maybe', but it must be yes or no"),
    ],
)
def test_a_wrong_url_is_refused_in_one_line(url: Any, message: str) -> None:
    with pytest.raises(OptimeldError) as caught:
        Position.from_url(url)
    assert caught.value.message == message


@settings(max_examples=volume(500, long=2_000), deadline=None)
@given(SEEDS)
def test_whatever_is_typed_is_a_position_or_an_error_of_ours_in_one_line(seed: int) -> None:
    rng = random.Random(seed)
    words = [
        "K1",
        "k2",
        "K3",
        "R5",
        "J",
        "|",
        "//",
        "Y13",
        "O14",
        "X",
        "",
        "K",
        "5",
        "K0",
        "é",
        "K²",
        "\n",
        "K1K2",
    ]
    text = " ".join(rng.choice(words) for _ in range(rng.randint(0, 8)))
    for read in (Position.parse, Position.from_url, parse_table, parse_rack, parse_meld, parse_tile):
        assert "\n" not in answer_or_error(read, text)


def answer_or_error(read: Any, text: str) -> Any:
    try:
        return str(read(text))
    except OptimeldError as error:
        json.dumps(error.to_json())
        return error.message


def test_a_meld_read_by_other_rules_is_refused() -> None:
    meld = Meld.parse("K1 K2 K3", Rules(values=5))
    with pytest.raises(OptimeldError, match="was read by other rules"):
        Position((meld,))


@pytest.mark.parametrize("listed", LISTED_URLS, ids=lambda listed: listed["url"])
def test_an_address_reads_as_the_page_reads_it(listed: Any) -> None:
    # tests/js/url.test.js reads the same list.
    position = Position.from_url(listed["url"])
    rules = Rules.from_json(listed["rules"])
    assert position == Position.parse(listed["text"], rules, opened=listed["opened"])
    assert position.to_url() == listed["url"]
