"""The house rule `must_play`: who can play must."""

from __future__ import annotations

import pytest

from optimeld import Game, Position, Rules, solve
from optimeld.agents import Draw, take_turn
from optimeld.arena.simulate import simulate
from optimeld.game import ENGINE_AGENTS, PENALTY_TILES, MustPlayError, View
from optimeld.notation import parse_tiles
from optimeld.strategy.endgame import endgame

MUST = Rules(must_play=True)


class Lazy:
    """Draws always."""

    def choose(self, view: View) -> Draw:
        return Draw()


def game_with_a_play() -> Game:
    for seed in range(100):
        game = Game(MUST, seed=seed)
        if solve(game.view(0).position).tiles:
            return game
    raise AssertionError("no opening in a hundred deals")


def test_a_draw_is_refused_while_a_play_exists() -> None:
    game = game_with_a_play()
    with pytest.raises(MustPlayError, match="who can play must"):
        game.draw(0)
    assert not game.turns
    assert game.engine_turn("greedy").action == "play"


def test_a_draw_is_allowed_where_nothing_can_be_played() -> None:
    for seed in range(100):
        game = Game(MUST, seed=seed)
        if not solve(game.view(0).position).tiles:
            turn = game.draw(0)
            assert turn is not None
            assert turn.action == "draw"
            return
    raise AssertionError("an opening in a hundred deals")


def test_an_agent_that_draws_all_the_same_loses_its_turn_and_three_tiles() -> None:
    game = game_with_a_play()
    turn = take_turn(game, Lazy())
    assert (turn.action, len(turn.drawn)) == ("forfeit", PENALTY_TILES)
    assert "who can play must" in turn.note


@pytest.mark.parametrize("agent", [*ENGINE_AGENTS, "wait:search", "hold:8:pass"])
@pytest.mark.parametrize("river", [False, True])
def test_every_agent_of_the_engine_keeps_the_rule(agent: str, river: bool) -> None:
    rules = MUST.replace(river=river, values=8, colours=3, rack_size=7, opening_points=15)
    assert simulate([agent, "greedy"], 8, 2, rules, check=True).games == 8


def test_the_rule_travels_with_a_position() -> None:
    position = Position.parse("K1 K2 K3 // K4", MUST)
    assert Position.from_url(position.to_url()) == position
    assert Position.from_json(position.to_json()).rules == MUST


def test_at_the_end_of_the_pool_a_pass_is_no_choice_either() -> None:
    # Laying K4 lets the other one finish with K5; passing would win on the lower rack.
    free = endgame(Position.parse("K1 K2 K3 // K4 R1"), parse_tiles("K5"), passed=True)
    bound = endgame(Position.parse("K1 K2 K3 // K4 R1", MUST), parse_tiles("K5"), passed=True)
    assert (free.action, free.points) == ("pass", 0)
    assert (bound.action, bound.wins, bound.points) == ("play", False, -1)
