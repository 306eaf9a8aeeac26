"""The benchmark: what it says about its corpus is true, and its signature follows the answers alone."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from optimeld import Rules
from optimeld.bench.corpus import PLAYERS, corpus, greedy_game, read_entry
from optimeld.bench.measure import SIGNATURE, Spread, choose, classes, signature, time_core
from optimeld.cli import run
from optimeld.goals import OBJECTIVES
from optimeld.rules import JOKER_RULES


def test_the_corpus_has_thousands_of_positions_of_every_class() -> None:
    entries = corpus()
    assert len(entries) >= 2000
    seen = Counter((e.joker_rule, e.objective, e.players, e.opening) for e in entries)
    for rule in JOKER_RULES:
        for objective in OBJECTIVES:
            for players in PLAYERS:
                assert seen[rule, objective, players, False] >= 100
                assert seen[rule, objective, players, True] >= 10


def test_an_entry_is_read_as_it_is_written() -> None:
    for entry in corpus()[::50]:
        assert read_entry(str(entry)) == entry


def test_a_greedy_game_is_the_same_for_the_same_seed_and_ends() -> None:
    rules = Rules(values=6, rack_size=6, opening_points=10)
    first = [str(p) for p in greedy_game(rules, "tiles", 3, seed=3, index=0)]
    assert first == [str(p) for p in greedy_game(rules, "tiles", 3, seed=3, index=0)]
    assert len(first) > 3


def test_the_signature_follows_the_answers() -> None:
    entries = choose(corpus(), 40)
    timings = time_core(entries)
    assert signature(timings) == signature(time_core(entries))
    assert signature(timings) != signature(timings[1:])
    by_class = classes(timings)
    opened = sum(len(by_class[f"{rule}, all"]) for rule in JOKER_RULES)
    assert opened + len(by_class["opening"]) == len(by_class["all"]) == 40


def test_the_answers_to_the_whole_corpus_are_what_they_were() -> None:
    # Where a change of answers is meant: bench.measure.SIGNATURE says what to do.
    assert signature(time_core(corpus(), repeats=1)) == SIGNATURE


def test_a_spread_is_by_nearest_rank() -> None:
    spread = Spread.of([float(x) for x in range(1, 101)])
    assert (spread.median, spread.p90, spread.p99, spread.longest) == (50.5, 90, 99, 100)


def test_bench_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--limit", "20", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["positions"] == 20
    assert len(report["signature"]) == 12
    assert report["classes"][-1]["class"] == "all"


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--limit", "20"]) == 0
    assert "signature" in capsys.readouterr().out
    assert run(["bench", "--limit", "0"]) == 2
