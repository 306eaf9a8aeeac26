"""Nothing that Python can make reaches the core unchecked: a wrong value has one error that quotes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypedDict

import pytest

from fuzz_core import Fuzz
from optimeld import JOKER, Meld, Position, Rules, Tile, _core, solve
from optimeld.analysis import play_of, rebuild
from optimeld.errors import MeldError, NotationError, OptimeldError, TileError, TooManyCopiesError
from optimeld.legality import judge
from optimeld.melds import is_meld
from optimeld.rules import RETAIL
from volume import volume

K1, K2, K3, K5 = (Tile(0, value) for value in (1, 2, 3, 5))
BEYOND = Tile(0, 14)  # a tile of larger boxes, whose number in the retail box would be that of R1
FIFTH_COLOUR = Tile(4, 1)


@pytest.mark.parametrize(
    ("colour", "value"), [(0, 0), (7, 0), (8, 1), (-1, 1), (0, -1), (9, 0), (0.0, 1), (0, "1"), (None, 1)]
)
def test_a_tile_that_no_box_holds_cannot_be_made(colour: object, value: object) -> None:
    with pytest.raises(TileError, match=re.escape(f"Tile({colour!r}, {value!r})")):
        Tile(colour, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("tile", [BEYOND, FIFTH_COLOUR, Tile(7, 100)])
def test_a_tile_beyond_the_box_is_refused_by_name_wherever_it_is_used(tile: Tile) -> None:
    uses: list[Callable[[], object]] = [
        lambda: RETAIL.index_of(tile),
        lambda: Position((), (tile, K2, K3)),
        lambda: Meld((tile, K2, K3)),
        lambda: Meld.of([tile, K2, K3]),
        lambda: is_meld([tile, K2, K3]),
        lambda: judge(Position((), (K1, K2, K3)), [[tile, K2, K3]]),
        lambda: rebuild([tile, K2, K3]),
        lambda: play_of(Position((), (K1, K2, K3)), [tile]),
    ]
    for use in uses:
        with pytest.raises(OptimeldError, match=str(tile)):
            use()


@pytest.mark.parametrize(
    "tiles", [(), (K1,), (K1, K2), (K1, K5), (K1, K3, K2), (K1, K2, K5), (K1, K1, K1), (JOKER,)]
)
def test_what_is_not_a_meld_cannot_be_made_one(tiles: tuple[Tile, ...]) -> None:
    with pytest.raises(MeldError, match="' is not a meld: "):
        Meld(tiles)


def test_a_meld_is_as_it_was_given_and_travels() -> None:
    import pickle

    meld = Meld([K1, K2, K3])
    assert meld.tiles == (K1, K2, K3)
    assert pickle.loads(pickle.dumps(meld)) == meld


def test_a_position_takes_what_are_melds_and_tiles_alone() -> None:
    with pytest.raises(MeldError, match="table meld 1"):
        Position(((K1, K2, K1),))
    with pytest.raises(NotationError, match="rack tile 1 is 5"):
        Position((), (5,))  # type: ignore[arg-type]
    with pytest.raises(TileError, match="'K14' is not in the box"):
        Position((), (Tile(0, 14),))
    with pytest.raises(TooManyCopiesError, match="K1"):
        Position((Meld((K1, K2, K3)),), (K1, K1))


def test_melds_smuggled_past_the_package_are_stopped_at_the_core() -> None:
    lone = Meld.laid((K1,), RETAIL)
    with pytest.raises(ValueError, match="'K1' is not a meld"):
        solve(Position((lone,), (K2,)))


class Options(TypedDict):
    """What the core is asked for."""

    by_value: bool
    opening: bool
    joker_value: int


OPTIONS: Options = {"by_value": False, "opening": False, "joker_value": 30}


@pytest.mark.parametrize(
    ("table", "rack", "said"),
    [
        ([[0]], [], "'K1' is not a meld"),
        ([[0, 1, 3]], [], "'K1 K2 K4' is not a meld"),
        ([], [53], "tile 53 is not in the box"),
        ([[0, 1, 65535]], [], "tile 65535"),
        ([[0, 1, 2]], [0, 0], "'K1' comes 3 times"),
        ([], [52, 52, 52], "'J' comes 3 times"),
    ],
)
def test_the_core_says_what_is_wrong_with_a_position(
    table: list[list[int]], rack: list[int], said: str
) -> None:
    solver = _core.Solver(RETAIL.core)
    calls: list[Callable[[], object]] = [
        lambda: solver.solve(table, rack, **OPTIONS),
        lambda: solver.solve_many([(table, rack)], **OPTIONS),
        lambda: _core.Plays(RETAIL.core, table, rack, **OPTIONS),
        lambda: _core.judge(RETAIL.core, table, rack, False, [[0, 1, 2]]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=re.escape(said)):
            call()


def test_the_core_takes_no_options_out_of_range() -> None:
    solver = _core.Solver(RETAIL.core)
    with pytest.raises(ValueError, match="joker_value is -1"):
        solver.solve([], [], by_value=False, opening=False, joker_value=-1)
    with pytest.raises(ValueError, match="threads is 0"):
        solver.solve_many([], **OPTIONS, threads=0)
    fields = Rules().to_json() | {"joker_rule": _core.JokerRule.free}
    for name, wrong in (("values", 101), ("colours", 9), ("copies", 0), ("jokers", 5), ("min_meld", 14)):
        with pytest.raises(ValueError, match=f"{name} is {wrong}"):
            _core.Rules(**(fields | {name: wrong}))


def test_an_agent_of_the_core_takes_no_game_by_other_rules() -> None:
    agent = _core.EngineAgent("greedy", Rules(values=5, rack_size=5).core)
    with pytest.raises(ValueError, match="other rules"):
        agent.choose(_core.Game(RETAIL.core, 2, 1, 0))


def test_what_is_seen_in_a_game_is_of_one_box() -> None:
    """A third joker, in the river or just drawn, would be looked up behind the end of the core's tables."""
    joker = RETAIL.index_of(JOKER)
    rules = Rules(river=True).core

    def seen(river: list[int]) -> _core.Seen:
        return _core.Seen(
            rules, 0, 3, [joker, joker, 5], [], river, 40, [3, 14], [True, False], [(0, 0), (0, 0)], 0, 1
        )

    with pytest.raises(ValueError, match="'J' comes 3 times, but the box has 2"):
        seen([joker])
    agent = _core.EngineAgent("expert", rules)
    with pytest.raises(ValueError, match="'J' comes 3 times, but the box has 2"):
        agent.keep_seen(seen([]), 7, joker)
    assert agent.keep_seen(seen([]), 7, 20) in (7, 20)


@pytest.mark.parametrize("seed", range(3))
def test_no_call_of_the_core_ends_in_more_than_a_plain_error(seed: int) -> None:
    fuzz = Fuzz(seed)
    fuzz.run(volume(200, long=600))
    assert fuzz.outcomes["answered"] > 0


def test_every_call_of_the_core_is_answered_when_it_is_asked_rightly() -> None:
    fuzz = Fuzz(0)
    fuzz.insist()
    assert fuzz.never_answered() == []
