"""Matches and tournaments: mirrored deals, honest intervals, a test that stops."""

from __future__ import annotations

import json
import math
import random

import pytest

from optimeld.arena.estimates import (
    Moments,
    elo_of_rate,
    mean_estimate,
    moments_of,
    rate_estimate,
    rate_of_elo,
)
from optimeld.arena.ratings import Meeting, rate_players
from optimeld.arena.sprt import Sprt
from optimeld.arena.tournament import play_match, play_tournament
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.intervals import student_quantile
from optimeld.rules import Rules

SMALL = Rules(values=7, colours=3, rack_size=7, opening_points=12)


@pytest.mark.parametrize("agent", ["greedy", "simple", "random"])
def test_an_agent_against_itself_is_exactly_even(agent: str) -> None:
    match = play_match([agent, agent], deals=25, seed=2, rules=SMALL)
    assert match.wins == [25, 25]
    assert match.win_rate(0).mean == match.win_rate(0).low == match.win_rate(0).high == 0.5
    assert match.mean_score(0).mean == 0


def test_three_agents_alike_share_the_wins() -> None:
    match = play_match(["greedy"] * 3, deals=10, seed=2)
    assert match.wins == [10, 10, 10]


def test_greedy_beats_simple_and_random() -> None:
    assert play_match(["greedy", "simple"], deals=40, seed=1).win_rate(0).low > 0.5
    assert play_match(["greedy", "random"], deals=40, seed=1).win_rate(0).low > 0.5


def test_a_match_does_not_depend_on_workers() -> None:
    one = play_match(["greedy", "simple"], deals=30, seed=3, rules=SMALL).to_json()
    two = play_match(["greedy", "simple"], deals=30, seed=3, rules=SMALL, workers=2).to_json()
    for match in (one, two):
        match.pop("games_per_second")
    assert one == two


def test_a_test_stops_at_the_same_deal_whatever_the_workers() -> None:
    found = [
        play_match(["greedy", "random"], deals=4000, seed=3, rules=SMALL, sprt=Sprt(0, 30), workers=workers)
        for workers in (1, 2, 3)
    ]
    assert found[0].decided
    assert len({match.deals for match in found}) == 1
    assert found[0].sprt is not None
    assert found[0].sprt.deals == found[0].deals < 4000
    assert found[0].sprt.verdict == "at least elo1"


@pytest.mark.parametrize(("elo", "verdict"), [(0.0, "at most elo0"), (40.0, "at least elo1")])
def test_the_sequential_test_is_right_at_least_as_often_as_it_says(elo: float, verdict: str) -> None:
    """Pairs with a wide spread of scores, drawn at the strengths of the two hypotheses."""
    rng = random.Random(5)
    mean, right = rate_of_elo(elo), 0
    for _ in range(100):
        test = Sprt(0, 40)
        while test.verdict == "going on":
            for _ in range(20):
                # Half the deals are split whoever plays; the others go to the stronger side a bit more often.
                split = rng.random() < 0.5
                test.add(0.5 if split else float(rng.random() < 0.5 + 2 * (mean - 0.5)))
        right += test.verdict == verdict
    # 0.95 is claimed; under it, 87 or fewer of 100 right come up once in a thousand times.
    assert right > 87


def test_a_test_needs_two_agents_and_two_strengths() -> None:
    with pytest.raises(OptimeldError, match="between two agents"):
        play_match(["greedy"] * 3, deals=1, sprt=Sprt(0, 10))
    for text in ("0", "a,b", "10,0", "5,5", "0,inf", "nan,1"):
        with pytest.raises(OptimeldError):
            Sprt.parse(text)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(1000):
        deals = moments_of(rng.choice([0.0, 0.5, 0.5, 1.0, 1.0]) for _ in range(60))
        estimate = rate_estimate(deals)
        held += estimate.low <= 0.6 <= estimate.high
    # 950 expected; the bounds are five standard deviations away.
    assert 915 < held < 985


def test_a_mean_of_few_deals_claims_little() -> None:
    moments = Moments()
    moments.add(3.0)
    moments.add(5.0)
    assert math.isinf(mean_estimate(moments).high)
    assert mean_estimate(moments).to_json() == {"mean": 4.0, "low": None, "high": None}


def test_elo_and_win_rate_are_each_others_inverse() -> None:
    for elo in (-400.0, -10.0, 0.0, 35.0, 400.0):
        assert elo_of_rate(rate_of_elo(elo)) == pytest.approx(elo)
    assert elo_of_rate(1.0) == math.inf
    assert elo_of_rate(0.0) == -math.inf


def test_ratings_recover_the_strengths_that_made_the_results() -> None:
    truth = [120.0, 20.0, -40.0, -100.0]
    meetings = {
        (a, b): Meeting(100_000, rate_of_elo(truth[a] - truth[b]), 0.12)
        for a in range(4)
        for b in range(a + 1, 4)
    }
    ratings = rate_players(4, meetings)
    for rating, true in zip(ratings, truth, strict=True):
        assert rating.mean == pytest.approx(true, abs=0.5)
        assert rating.low < true < rating.high
    assert sum(rating.mean for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_one_who_never_lost_has_a_finite_rating() -> None:
    ratings = rate_players(2, {(0, 1): Meeting(50, 1.0, 0.0)})
    assert 0 < ratings[0].mean < 2000
    assert ratings[0].low < ratings[0].mean < ratings[0].high


def test_of_one_who_met_nobody_no_rating_is_claimed() -> None:
    meeting = Meeting(100, 0.7, 0.1)
    first, second, third, fourth = rate_players(4, {(0, 1): meeting, (2, 3): Meeting(0, 0.0, 0.0)})
    assert [first, second] == rate_players(2, {(0, 1): meeting})
    assert third == fourth
    assert third.to_json() == {"mean": 0.0, "low": None, "high": None}
    assert rate_players(2, {})[0].to_json()["high"] is None


def test_a_round_robin_plays_everyone_against_everyone() -> None:
    tournament = play_tournament(["greedy", "simple", "random"], deals=15, seed=1, rules=SMALL)
    assert list(tournament.matches) == [(0, 1), (0, 2), (1, 2)]
    assert [match.deals for match in tournament.matches.values()] == [15, 15, 15]
    # The beginner, who rearranges nothing, loses to both of the others by far.
    greedy, simple, random = tournament.ratings()
    assert simple.high < min(greedy.low, random.low)


def test_nobody_enters_a_tournament_twice_or_alone() -> None:
    for agents in (["greedy"], ["greedy", "simple", "greedy"]):
        with pytest.raises(OptimeldError):
            play_tournament(agents, deals=1)


def test_match_and_tournament_answer_in_json_and_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "greedy", "simple", "--deals", "10", "--json"]) == 0
    match = json.loads(capsys.readouterr().out)
    assert match["deals"] == 10
    assert match["games"] == 20
    assert set(match["win_rate"][0]) == {"mean", "low", "high"}
    assert run(["match", "greedy", "greedy", "--deals", "10", "--sprt", "0,10"]) == 0
    assert "50.0 %" in capsys.readouterr().out
    assert (
        run(["tournament", "greedy", "simple", "greedy-value", "--deals", "5", "--gauntlet", "--json"]) == 0
    )
    assert len(json.loads(capsys.readouterr().out)["matches"]) == 2
    assert run(["tournament", "greedy", "simple", "--deals", "5"]) == 0
    assert "Elo" in capsys.readouterr().out
    assert run(["match", "greedy"]) == 2
    assert run(["match", "greedy", "simple", "--sprt", "10,0"]) == 2


def test_students_distribution_is_right_for_the_smallest_samples_too() -> None:
    table = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 10: 2.2281, 29: 2.0452, 30: 2.0423}
    for freedom, point in table.items():
        assert student_quantile(freedom) == pytest.approx(point, abs=5e-5)
