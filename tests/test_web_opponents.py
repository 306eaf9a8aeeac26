"""The opponents people choose from: every one measured, and the measures true."""

from __future__ import annotations

import itertools
import json

from optimeld.arena.tournament import play_match
from optimeld.game import check_engine_agent
from optimeld.web.opponents import BY_AGENT, FORMER, OPPONENTS, RATINGS, measure
from volume import volume


def test_every_opponent_is_an_agent_of_the_engine_with_a_name_and_a_measured_rating() -> None:
    for opponent in OPPONENTS:
        check_engine_agent(opponent.agent)
        assert opponent.rating is not None, f"{opponent.agent} was never measured"
        assert opponent.doubt is not None
        # An interval that says something: no wider than one step of the ladder.
        assert opponent.doubt < 100
    assert len(OPPONENTS) >= 8
    assert len({opponent.name for opponent in OPPONENTS}) == len(OPPONENTS)
    ratings = [opponent.rating or 0 for opponent in OPPONENTS]
    assert ratings == sorted(ratings)
    assert set(FORMER.values()) <= set(BY_AGENT)
    assert not set(FORMER) & set(BY_AGENT)


def test_the_ratings_come_from_every_pair_on_the_same_deals() -> None:
    data = json.loads(RATINGS.read_text(encoding="utf-8"))
    quick = [opponent.agent for opponent in BY_AGENT.values() if not opponent.thinks]
    games = {tuple(match["agents"]): sum(match["wins"]) for match in data["matches"]}
    assert {games[pair] for pair in itertools.combinations(quick, 2)} == {200}
    assert all(games[pair] >= 4 for pair in games)


def test_there_are_steps_between_rearranging_nothing_and_seeing_everything() -> None:
    """A few deals are enough to tell them apart, and tell the same as the file."""
    ladder = ["simple", "reach:1", "reach:2", "greedy"]
    ratings = [BY_AGENT[agent].rating or 0 for agent in ladder]
    assert ratings == sorted(ratings)
    for weaker, stronger in itertools.pairwise(ladder):
        match = play_match([weaker, stronger], deals=volume(12, long=40), seed=5)
        assert match.wins[1] > match.wins[0]


def test_measuring_again_with_the_same_seed_tells_the_same() -> None:
    assert measure(1, 0, 3, 1) == measure(1, 0, 3, 1)
