"""What a newcomer types first: each of these once failed."""

from __future__ import annotations

import pickle

import pytest

import optimeld
from optimeld import (
    Draw,
    Game,
    Meld,
    Play,
    Position,
    Tile,
    alternatives,
    judge,
    outs,
    plays,
    solve,
    solve_many,
)
from optimeld.agents import take_turn
from optimeld.errors import MeldError, NotationError, TileError
from optimeld.game import GameError, View
from optimeld.solver import Solution

TEXT = "K1 K2 K3 // K4 R9"


def test_text_will_do_wherever_a_position_does() -> None:
    position = Position(TEXT)
    assert position == Position.parse(TEXT) == Position("K1 K2 K3", "K4 R9")
    assert solve(TEXT).played == solve(position).played
    assert [found.tiles for found in solve_many([TEXT, position])] == [1, 1]
    assert [found.tiles for found in alternatives(TEXT)] == [1]
    assert {out.tile for out in outs(TEXT) if out.finishes} == {
        out.tile for out in outs(position) if out.finishes
    }
    assert judge(TEXT, "K1 K2 K3 K4")
    assert judge(TEXT, "K1 K2 K4").code == "not-a-meld"
    with pytest.raises(NotationError, match="not 5"):
        solve(5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="has a rack already"):
        Position(TEXT, "K5")


def test_a_tile_is_its_word() -> None:
    assert Tile("R5") == Tile("r5") == Tile(1, 5)
    assert Tile("Y13") == Tile("O13")
    assert Tile("J").is_joker
    assert pickle.loads(pickle.dumps(Tile("R5"))) == Tile("R5")
    for wrong in ("X5", "R", "", "J1", "R0", "R-1", "5R"):
        with pytest.raises(TileError):
            Tile(wrong)


def test_a_meld_can_be_gone_through_and_asked() -> None:
    meld = Meld.parse("R3 R4 R5")
    assert list(meld) == [Tile("R3"), Tile("R4"), Tile("R5")]
    assert "R4" in meld
    assert Tile("R6") not in meld
    assert Meld("r5 r3 r4") == meld == Meld(["R3", "R4", "R5"])
    with pytest.raises(MeldError, match="the run has a gap at R4"):
        Meld("R3 R5 R6")


def test_a_position_is_made_of_lists_of_words_too() -> None:
    assert Position.of([["K1", "K2", "K3"]], ["K4", "R9"]) == Position(TEXT)
    assert Position([Meld.parse("K1 K2 K3")], [Tile("K4"), "R9"]) == Position(TEXT)


def test_a_position_knows_what_is_unseen_and_takes_another_rack() -> None:
    position = Position(TEXT)
    assert sum(position.unseen.values()) == 101
    assert position.with_rack("J").rack == (Tile("J"),)


def test_solutions_and_games_print_as_pictures() -> None:
    assert "Table after" in str(solve(TEXT))
    assert "no rack tile can be played" in str(solve("K1 K2 K3 // R9"))
    game = Game(players=["Ada", "Bob"], seed=3)
    assert "Ada to move" in str(game)
    while not game.over:
        game.engine_turn("greedy")
    assert "won" in str(game)
    assert repr(game).endswith("over)")
    assert repr(solve(TEXT)) == "Solution('K1 K2 K3 // K4 R9': K4, optimal, value 4)"
    advice = optimeld.advise(TEXT, rollouts=64)
    assert "play K4" in str(advice)
    with pytest.raises(GameError, match="players is 'Ada': it must be a number or a list of names"):
        Game(players="Ada")


def test_a_notebook_shows_a_solution_before_and_after() -> None:
    picture = solve(TEXT)._repr_svg_()
    assert picture.startswith("<svg")
    assert "Before" in picture
    assert "After" in picture
    assert "After" not in solve("K1 K2 K3 // R9")._repr_svg_()


def test_no_play_is_false() -> None:
    assert solve(TEXT)
    assert not solve("K1 K2 K3 // R9")


def test_a_solution_knows_what_comes_after_it() -> None:
    found = solve(TEXT)
    assert str(found.after) == "K1 K2 K3 K4 // R9"
    assert not found.finishes
    assert solve("K1 K2 K3 // K4").finishes
    assert solve("// K10 R10 B10 O1", opening=True).after.opened


class First:
    """Answers with a play as it was found."""

    def choose(self, view: View) -> Play | Draw:
        return next(plays(view.position), Draw())


class Solves:
    """Answers with what the solver says."""

    def choose(self, view: View) -> Solution:
        return solve(view.position)


@pytest.mark.parametrize("agent", [First(), Solves()])
def test_an_agent_may_answer_with_what_it_found(agent: First | Solves) -> None:
    game = Game(seed=1)
    while not game.over:
        assert take_turn(game, agent).action != "forfeit"


def test_there_is_one_play() -> None:
    import optimeld.agents
    import optimeld.analysis

    assert optimeld.Play is optimeld.agents.Play
    found = next(plays(TEXT))
    assert isinstance(found, optimeld.Play)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.table == (Meld.parse("K1 K2 K3 K4"),)


def test_the_top_level_has_the_functions_people_look_for() -> None:
    assert optimeld.simulate(games=2).games == 2
    assert optimeld.match(["greedy", "greedy"], deals=1).games == 2
    assert optimeld.count(optimeld.Rules(jokers=0), 3).hands[3].winning == 96
    assert optimeld.odds(optimeld.Rules(jokers=0), 3)[2].size == 3
    assert set(dir(optimeld)) == set(optimeld.__all__)


def test_results_are_rows() -> None:
    rows = optimeld.match(["greedy", "simple"], deals=2).rows()
    assert [row["agent"] for row in rows] == ["greedy", "simple"]
    assert {type(value) for row in rows for value in row.values()} <= {str, int, float}
    assert optimeld.simulate(games=3).rows()[0]["games"] == 3


def test_plots_return_their_figure() -> None:
    from optimeld.counting.plots import plot_counts

    assert plot_counts([optimeld.count(optimeld.Rules(jokers=0), 5)]).axes


def test_a_game_can_be_copied_dealt_anew_and_taken_back() -> None:
    game = Game(seed=4)
    for _ in range(6):
        game.engine_turn("greedy")
    twin = game.copy()
    twin.engine_turn("greedy")
    assert len(game.turns) == 6
    before = [game.rack(0), game.rack(1), game.table, game.to_move]
    game.engine_turn("greedy")
    game.undo()
    assert [game.rack(0), game.rack(1), game.table, game.to_move] == before
    game.undo(6)
    assert not game.turns
    assert game.deals == Game(seed=4).deals
    other = twin.determinize(0, seed=9)
    assert other.rack(0) == twin.rack(0)
    assert other.view(0).rack_sizes == twin.view(0).rack_sizes
    assert sorted(other.view(0).unseen.items()) == sorted(twin.view(0).unseen.items())
    assert other.broken() is None
    with pytest.raises(GameError, match="dealt anew"):
        other.to_json()
    with pytest.raises(GameError, match="cannot take back 9 turns"):
        game.undo(9)
