"""The end of the pool, searched, against a plain recursion over every play."""

from __future__ import annotations

import json
import random

import pytest

from optimeld import Position, Rules, plays
from optimeld.analysis import play_of
from optimeld.arena.tournament import play_match
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.notation import parse_tiles
from optimeld.reference.positions import random_position
from optimeld.strategy.endgame import endgame
from optimeld.tiles import Tile

SMALL = Rules(values=6, colours=3, copies=2, jokers=0, rack_size=5, opening_points=8)
WITH_JOKERS = SMALL.replace(jokers=2, joker_rule="free")


def worth(tiles: tuple[Tile, ...], rules: Rules) -> int:
    return sum(rules.joker_penalty if tile.is_joker else tile.value for tile in tiles)


def by_recursion(
    position: Position, other: tuple[Tile, ...], other_opened: bool, passed: bool
) -> tuple[int, bool]:
    """Points and a win for the player to move; every play is followed, nothing is cut."""
    rules = position.rules
    if passed:
        points = worth(other, rules) - worth(position.rack, rules)
        best = (points, points > 0 or (points == 0 and len(position.rack) <= len(other)))
    else:
        points, wins = by_recursion(
            Position(position.table, other, rules, other_opened), position.rack, position.opened, True
        )
        best = (-points, not wins)
    for play in plays(position):
        found = play_of(position, play.played)
        assert found is not None
        if not found.remaining:
            best = max(best, (worth(other, rules), True))
            continue
        points, wins = by_recursion(
            Position(found.table, other, rules, other_opened), found.remaining, True, False
        )
        best = max(best, (-points, not wins))
    return best


@pytest.mark.parametrize("rules", [SMALL, WITH_JOKERS], ids=["no jokers", "free jokers"])
def test_small_endings_are_proved_and_right(rules: Rules) -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        both = random_position(rng, rules, melds=rng.randint(1, 3), rack=rng.randint(2, 8))
        if len(both.rack) < 2:
            continue
        cut = rng.randint(1, min(4, len(both.rack) - 1))
        opened, other_opened, passed = rng.random() < 0.8, rng.random() < 0.8, rng.random() < 0.3
        position = Position(both.table, both.rack[:cut], rules, opened)
        other = both.rack[cut:][:4]
        found = endgame(position, other, opponent_opened=other_opened, passed=passed)
        assert found.proved
        assert (found.points, found.wins) == by_recursion(position, other, other_opened, passed), (
            f"{position} against {other}"
        )
        seen.add((found.action, found.wins))
    assert len(seen) == 4


def test_what_is_to_be_played_can_be_played() -> None:
    position = Position.parse("K1 K2 K3 | R5 B5 O5 // K4 K9 R9")
    found = endgame(position, parse_tiles("R1 R2 O12"))
    if found.played:
        assert play_of(position, found.played) is not None


def test_a_search_cut_short_says_so() -> None:
    from optimeld import Game

    game = Game(seed=0)
    while game.pool_size:
        game.engine_turn("wait")
    position = game.view(game.to_move).position
    found = endgame(position, game.rack(1 - game.to_move), tests=50)
    assert not found.proved
    assert found == endgame(position, game.rack(1 - game.to_move), tests=50)


def test_empty_racks_are_refused() -> None:
    with pytest.raises(OptimeldError, match="both racks"):
        endgame(Position.parse("K1 K2 K3 // K4"), ())


def test_the_command_tells_the_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["endgame", "K1 K2 K3 // K4 R9", "--opponent", "K5 O1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == "pass"
    assert run(["endgame", "K1 K2 K3 // K4", "--opponent", "K5"]) == 0
    assert capsys.readouterr().out.startswith("Play K4. The player to move wins, +5 points (proved).")


def test_one_who_searches_beats_one_who_always_passes() -> None:
    match = play_match(["wait:search", "wait:pass"], 8, 3)
    assert match.win_rate(0).mean > 0.6
