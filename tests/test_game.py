"""The rules of whole games, through the Python face."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeld import _core
from optimeld.errors import OptimeldError
from optimeld.game import PENALTY_TILES, QUICK_AGENTS, Game, GameError, check_players
from optimeld.notation import format_table, parse_tiles
from optimeld.refusals import Refusal
from optimeld.rules import Rules
from optimeld.turns import RecordError, Turn
from optimeld.variants import VARIANTS


def play_out(game: Game, *agents: str) -> Game:
    while not game.over:
        game.engine_turn(agents[game.to_move % len(agents)])
    return game


def game_with_racks(*racks: str, rules: Rules) -> Game:
    """A game in a tiny box whose deal gives exactly these racks; found by trying numbers."""
    wanted = [sorted(rules.index_of(tile) for tile in parse_tiles(rack, rules)) for rack in racks]
    dealer = _core.Game(rules.core, len(racks), 0, 0)
    for index in range(2_000_000):
        dealer.deal(0, index)
        if dealer.rack(0) == wanted[0] and all(dealer.rack(i) == rack for i, rack in enumerate(wanted)):
            return Game(rules, len(racks), 0, index)
    raise AssertionError("no such deal found")


# A box of twelve tiles: 1 to 6 in two colours, no jokers. Two racks of three and a pool of six.
TINY = Rules(values=6, colours=2, copies=1, jokers=0, rack_size=3, opening_points=6)


def test_a_deal_is_fixed_by_seed_and_number_and_holds_the_whole_box() -> None:
    game = Game(Rules(), 4, seed=9, index=3)
    assert Game(Rules(), 4, seed=9, index=3).deals == game.deals
    assert Game(Rules(), 4, seed=9, index=4).deals != game.deals
    assert game.pool_size == 106 - 4 * 14
    assert game.broken() is None


def test_the_deal_of_a_seed_is_the_same_on_every_machine() -> None:
    assert " ".join(map(str, Game(seed=1).deals[0])) == "K1 K3 K7 K8 K12 K13 R12 B8 B13 O5 O7 O7 O8 O12"


@pytest.mark.parametrize(("players", "message"), [(1, "1 players"), (7, "7 players"), (0, "0 players")])
def test_a_game_is_for_two_to_six(players: int, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game(players=players)


def test_the_box_must_hold_every_rack() -> None:
    with pytest.raises(GameError, match="84 tiles, but the box holds 36"):
        check_players(Rules(values=6, colours=3, jokers=0), 6)


@pytest.mark.parametrize("name", ["", " x", "a|b", "a\nb", 3])
def test_a_name_that_a_record_could_not_hold_is_refused(name: object) -> None:
    with pytest.raises(GameError):
        Game(players=["fine", name])  # type: ignore[list-item]


@pytest.mark.parametrize("seed", [-1, 2**64, True, "1"])
def test_a_seed_has_sixty_four_bits(seed: object) -> None:
    with pytest.raises(GameError, match="seed is"):
        Game(seed=seed)  # type: ignore[arg-type]


def test_players_take_turns_and_nobody_plays_for_another() -> None:
    game = Game(players=["Ada", "Bea"], seed=1)
    with pytest.raises(GameError, match="turn of Ada, not of Bea"):
        game.draw(1)
    game.draw(0)
    assert game.to_move == 1
    with pytest.raises(GameError):
        game.submit(0, "")
    with pytest.raises(GameError, match="no player 2"):
        game.view(2)


def test_an_opening_is_accepted_at_thirty_points_and_refused_below() -> None:
    game = Game(seed=1)
    low = game.submit(0, "B8 O8 K8")
    assert isinstance(low, Refusal)
    assert low.code == "too-few-points"
    assert low.points == 24
    assert "30" in low.message
    assert game.to_move == 0
    turn = game.submit(0, "K8 O8 B8 | K12 R12 O12")
    assert isinstance(turn, Turn)
    assert turn.opening
    assert [str(tile) for tile in turn.played] == ["K8", "K12", "R12", "B8", "O8", "O12"]
    assert format_table(game.table) == "K8 B8 O8 | K12 R12 O12"
    assert game.opened(0)
    assert not game.opened(1)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("K8 B8", "not-a-meld"),
        ("K8 B8 O9", "not-a-meld"),
        ("", "nothing-played"),
        ("R10 R11 R12", "tile-not-on-rack"),
        ("K12 R12 O12 | K12 R12 O12", "tile-not-on-rack"),
    ],
)
def test_a_refusal_says_which_rule(table: str, code: str) -> None:
    game = Game(seed=1)
    refusal = game.submit(0, table)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.to_json()["message"] == refusal.message
    assert game.turns == ()
    assert game.broken() is None


def test_a_tile_that_does_not_exist_is_bad_input_not_a_refused_play() -> None:
    with pytest.raises(OptimeldError, match="R14"):
        Game(seed=1).submit(0, [["R12", "R13", "R14"]])


def test_before_the_own_opening_the_table_is_not_touched() -> None:
    game = Game(seed=9)
    assert game.submit(0, "R7 B7 O7 | K12 R12 B12")
    refusal = game.submit(1, "R7 B7 O7 | K12 R12 B12 O12")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "table-touched"
    assert refusal.old_meld == "K12 R12 B12"


def test_drawing_is_allowed_even_where_a_play_exists() -> None:
    game = Game(seed=1)
    turn = game.draw(0)
    assert turn is not None
    assert turn.action == "draw"
    assert len(game.rack(0)) == 15


def test_an_empty_rack_wins_and_the_losers_pay_what_they_hold() -> None:
    game = game_with_racks("K1 K2 K3", "R1 R2 R4", rules=TINY)
    assert game.submit(0, "K1 K2 K3")
    assert game.over
    assert game.result is not None
    assert game.result.winner == 0
    assert game.result.scores == (7, -7)
    assert not game.result.blocked
    with pytest.raises(GameError, match="over"):
        game.draw(1)


def test_when_the_pool_is_empty_and_all_pass_the_lowest_rack_wins_the_difference() -> None:
    game = game_with_racks("K1 K2 R6", "R1 R2 K6", rules=TINY)
    while not game.over:
        game.draw(game.to_move)
    values = tuple(sum(tile.value for tile in game.rack(seat)) for seat in (0, 1))
    assert game.result is not None
    assert game.result.blocked
    assert game.result.rack_values == values
    lowest = min(values)
    assert game.result.winner == values.index(lowest)
    assert sorted(game.result.scores) == [lowest - max(values), max(values) - lowest]
    assert [turn.action for turn in game.turns] == ["draw"] * 6 + ["pass"] * 2


def test_a_tie_of_rack_values_goes_to_fewer_tiles_and_then_to_turn_order() -> None:
    even = Rules(values=3, colours=2, copies=1, jokers=0, rack_size=3, opening_points=100)
    game = game_with_racks("K1 K2 K3", "R1 R2 R3", rules=even)
    game.draw(0)
    game.draw(1)
    assert game.result is not None
    assert game.result.scores == (0, 0)
    assert game.result.winner == 0


def test_jokers_left_on_a_rack_cost_their_penalty() -> None:
    rules = Rules(values=4, colours=2, copies=1, jokers=1, rack_size=3, joker_penalty=25, opening_points=6)
    game = game_with_racks("K1 K2 K3", "K4 R1 J", rules=rules)
    game.submit(0, "K1 K2 K3")
    assert game.result is not None
    assert game.result.scores == (30, -30)


def test_a_failed_manipulation_costs_three_tiles_and_the_turn() -> None:
    game = Game(seed=1)
    turn = game.forfeit(0, "the clock ran out", PENALTY_TILES)
    assert turn.drawn_count == 3
    assert turn.note == "the clock ran out"
    assert len(game.rack(0)) == 17
    assert game.to_move == 1


def test_forfeits_with_an_empty_pool_are_passes_and_the_game_ends() -> None:
    game = Game(TINY, 2, seed=4)
    for _ in range(20):
        if game.over:
            break
        game.forfeit(game.to_move, "asleep")
    assert game.over
    assert [turn.drawn_count for turn in game.turns] == [1] * 6 + [0] * 2


def test_the_river_gives_two_tiles_of_which_one_is_laid_face_up() -> None:
    game = Game(Rules(river=True), seed=1)
    assert game.draw(0) is None
    first, second = game.pending
    assert game.view(0).pending == (first, second)
    assert game.view(1).pending == ()
    with pytest.raises(GameError, match="first keep one"):
        game.draw(0)
    with pytest.raises(GameError, match="was not drawn"):
        game.keep(0, next(t for t in game.rules.tiles if t not in (first, second)))
    turn = game.keep(0, second)
    assert turn.drawn == (second,)
    assert turn.river == first
    assert game.river == (first,)
    taken = game.take(1, first)
    assert taken.action == "take"
    assert not game.river
    with pytest.raises(GameError, match="not in the river"):
        game.take(0, first)
    assert game.broken() is None


def test_a_forfeit_in_the_middle_of_a_river_draw_loses_no_tile() -> None:
    game = Game(Rules(river=True), seed=1)
    game.draw(0)
    first = game.pending[0]
    turn = game.forfeit(0, "could not decide")
    assert turn.drawn == (first,)
    assert not game.river
    assert game.broken() is None


def opening_then_table_game() -> Game:
    """Player 2 to move, not opened, able to open and to add to the table."""
    rules = Rules(values=6, colours=2, copies=2, jokers=0, rack_size=4, opening_points=6)
    return game_with_racks("K1 K2 K3 R6", "K4 R1 R2 R3", rules=rules.replace(opening_then_table=True))


def test_an_opening_may_go_on_with_the_table_where_the_house_rule_says_so() -> None:
    game = opening_then_table_game()
    assert game.submit(0, "K1 K2 K3")
    turn = game.submit(1, "K1 K2 K3 K4 | R1 R2 R3")
    assert isinstance(turn, Turn)
    assert turn.opening
    assert format_table(turn.table) == "K1 K2 K3 K4 | R1 R2 R3"
    assert game.over


def test_such_a_turn_still_needs_the_points_from_the_rack_alone() -> None:
    game = opening_then_table_game()
    game.submit(0, "K1 K2 K3")
    refusal = game.submit(1, "K1 K2 K3 K4")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too-few-points"


def test_without_the_house_rule_an_opening_is_the_whole_turn() -> None:
    rules = Rules(values=6, colours=2, copies=2, jokers=0, rack_size=4, opening_points=6)
    game = game_with_racks("K1 K2 K3 R6", "K4 R1 R2 R3", rules=rules)
    game.submit(0, "K1 K2 K3")
    whole = game.submit(1, "K1 K2 K3 K4 | R1 R2 R3")
    assert isinstance(whole, Refusal)
    assert whole.code == "table-touched"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("agent", QUICK_AGENTS)
def test_every_agent_finishes_games_of_every_variant_with_nothing_broken(variant: str, agent: str) -> None:
    for players in (2, 3, 5) if agent != "random" else (4,):
        game = Game(VARIANTS[variant], players, seed=11, index=players)
        while not game.over:
            game.engine_turn(agent)
            assert game.broken() is None
        assert game.result is not None
        assert sum(game.result.scores) == 0


def test_a_view_holds_nothing_hidden() -> None:
    game = Game(Rules(river=True), 3, seed=5)
    while len(game.turns) < 20:
        game.engine_turn("greedy")
    text = json.dumps(game.view(1).to_json())
    assert json.dumps([str(tile) for tile in game.rack(1)]) in text
    for other in (0, 2):
        assert json.dumps([str(tile) for tile in game.rack(other)]) not in text
    for turn in game.view(1).history:
        assert turn.player == 1 or turn.drawn == ()
    # What a view says adds up to the box without naming what is where.
    unseen = sum(game.view(1).unseen.values())
    assert unseen == game.pool_size + len(game.rack(0)) + len(game.rack(2))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_resumes_from_json_exactly_at_any_turn(variant: str) -> None:
    game = Game(VARIANTS[variant], ["Ada", "greedy", "simple"], seed=21)
    while not game.over:
        game.engine_turn("greedy" if game.to_move == 1 else "simple")
        if len(game.turns) % 13 == 1 or game.over:
            again = Game.from_json(json.loads(json.dumps(game.to_json())))
            assert again.to_json() == game.to_json()
            assert [again.view(p) for p in range(3)] == [game.view(p) for p in range(3)]
            assert again.result == game.result


def test_a_choice_left_open_survives_being_saved() -> None:
    game = Game(Rules(river=True), seed=1)
    game.draw(0)
    again = Game.from_json(game.to_json())
    assert again.pending == game.pending
    assert again.keep(0, game.pending[1]) == game.keep(0, game.pending[1])


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": None},
        {"players": "two"},
        {"players": []},
        {"turns": ["1 draws K1", "nonsense"]},
        {"turns": [7]},
        {"turns": ["2 draws O12"]},
        {"seed": -1},
        {"rules": {"values": 2}},
        {"rules": 5},
        {"pending": "yes"},
        {"pending": True},
    ],
)
def test_a_saved_game_that_was_tampered_with_does_not_load(change: dict[str, object]) -> None:
    game = Game(seed=5)
    game.draw(0)
    with pytest.raises(OptimeldError):
        Game.from_json(game.to_json() | change)


def test_what_is_no_saved_game_at_all_is_bad_input() -> None:
    wrong: list[Any] = [{}, [], None, "game"]
    for data in wrong:
        with pytest.raises(RecordError):
            Game.from_json(data)


def test_the_guide_to_games_is_true() -> None:
    guide = Path(__file__).parents[1] / "docs" / "games.md"
    failed, tried = doctest.testfile(str(guide), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), index=st.integers(0, 2**64 - 1), players=st.integers(2, 6))
def test_tiles_are_conserved_and_scores_cancel_for_any_seed(seed: int, index: int, players: int) -> None:
    game = play_out(Game(Rules(), players, seed, index), "greedy", "simple", "greedy-value")
    assert game.broken() is None
    assert game.result is not None
    assert sum(game.result.scores) == 0
    assert game.result.scores[game.result.winner] == max(game.result.scores)
