"""Counts of winning hands: the published tables, and how counts hang together."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib import resources
from math import comb
from pathlib import Path

import pytest

from optimeld import _core
from optimeld.cli import run
from optimeld.counting import disk_cache
from optimeld.counting.automata import HandShape, automaton, vast_counts
from optimeld.counting.hands import configurations, count, estimate, is_winning, natural_counts
from optimeld.errors import TooLargeError
from optimeld.rules import Rules
from optimeld.tiles import Tile

PLAIN = Rules(jokers=0)
#: Feijen 2023, the entries that his Table 3 leaves open are missing here too.
PUBLISHED = json.loads(resources.files("optimeld.papers").joinpath("feijen_2023.json").read_text())


@pytest.mark.parametrize("values", [6, 7, 13])
def test_every_published_count_is_reproduced(values: int) -> None:
    table = count(PLAIN.replace(values=values))
    published = {int(size): winning for size, winning in PUBLISHED[f"values_{values}"].items()}
    assert {size: table.hands[size].winning for size in published} == published


def test_all_tiles_together_win_and_every_size_has_an_entry() -> None:
    table = count(PLAIN)
    assert [hand.size for hand in table.hands] == list(range(105))
    assert table.hands[104].winning == table.hands[104].configurations == table.hands[104].deals == 1


def test_winning_hands_never_outnumber_hands() -> None:
    for hand in (*count(PLAIN).hands, *count(Rules(), 14).hands):
        assert 0 <= hand.winning <= hand.configurations
        assert 0 <= hand.winning_deals <= hand.deals
        assert hand.winning <= hand.winning_deals


def test_configurations_and_deals_add_up_to_all_subsets() -> None:
    assert sum(configurations(PLAIN)) == 3**52
    assert sum(hand.deals for hand in count(PLAIN).hands) == 2**104


def test_the_automaton_has_the_published_number_of_states() -> None:
    machine = automaton(PLAIN)
    assert machine.states == 55_681
    assert machine.lumped_states() == 46_450


def test_bounded_counts_are_the_beginning_of_the_whole() -> None:
    rules = Rules(values=6, colours=3, jokers=2)
    whole = count(rules, cache=False, fresh=True)
    for bound in (0, 1, 2, 7, 20, 38):
        assert count(rules, bound, cache=False, fresh=True).hands == whole.hands[: bound + 1]


@pytest.mark.parametrize(
    "numbers", [(13, 4, 2, 0), (9, 3, 2, 1), (6, 3, 1, 2), (4, 3, 2, 2), (20, 3, 3, 0)], ids=str
)
def test_counts_without_keeping_the_automaton_are_the_same(numbers: tuple[int, int, int, int]) -> None:
    values, colours, copies, jokers = numbers
    rules = Rules(values=values, colours=colours, copies=copies, jokers=jokers)
    shape = HandShape.of(rules, jokers)
    machine = automaton(rules)
    for held, (hands, deals) in vast_counts(shape, values, range(jokers + 1)).items():
        assert hands == machine.counts(values, held, deals=False)
        assert deals == machine.counts(values, held, deals=True)


def test_the_automaton_does_not_depend_on_the_number_of_threads() -> None:
    shape = HandShape.of(Rules(colours=3, jokers=2), 2)
    for bound in (None, 15):
        alone, together = (
            _core.CountingAutomaton.build(shape.core, bound, 1 << 30, threads, None) for threads in (1, 3)
        )
        assert alone.to_bytes() == together.to_bytes()


def test_reading_values_from_the_top_gives_the_same_counts() -> None:
    # Mirrored hands win alike, so each value's mirror image has the same marginal count.
    rules = PLAIN.replace(values=6)
    machine = automaton(rules)
    seen: Counter[int] = Counter()
    for hand in _take(machine.sample(6, 9, seed=3), 4000):
        seen.update(tile.value for tile in hand)
    for low, high in ((1, 6), (2, 5), (3, 4)):
        assert abs(seen[low] - seen[high]) < 6 * (seen[low] + seen[high]) ** 0.5


def test_jokers_are_told_apart_and_make_up_the_total() -> None:
    table = count(Rules(), 12)
    for hand in table.hands:
        parts = [
            part.winning[hand.size - part.jokers] for part in table.by_jokers if hand.size >= part.jokers
        ]
        assert hand.winning == sum(parts)
    # Two jokers and one tile: every tile. One joker and two tiles: pairs that a joker completes.
    assert table.by_jokers[2].winning[1] == 52
    assert table.by_jokers[1].winning[2] == 4 * 23 + 13 * 6
    assert table.by_jokers[2].winning[0] == table.by_jokers[1].winning[0] == 0


def test_shipped_tables_agree_with_a_count_by_another_automaton() -> None:
    # Bounded automata of these sizes share no state numbering with the one that made the shipped tables.
    for rules, jokers, bound in (
        (Rules(), 1, 15), (Rules(), 2, 13), (Rules(colours=5), 0, 17), (Rules(copies=3), 0, 17),
    ):  # fmt: skip
        shipped = natural_counts(rules, jokers, bound)
        fresh = natural_counts(rules, jokers, bound, cache=False, fresh=True)
        assert shipped == fresh


def test_large_boxes_are_counted_modulo_primes_without_loss() -> None:
    rules = Rules(values=20, colours=3, copies=2, jokers=0)
    table = count(rules, cache=False)
    assert table.hands[-1].winning == 1
    # Few tiles: groups of three at any value, runs of three from any start.
    assert table.hands[3].winning == 20 + 3 * 18
    small, large = count(rules.replace(values=10), cache=False), table
    assert small.hands[4].winning == 3 * 7
    assert large.hands[4].winning == 3 * 17


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("", True), ("J", False), ("J J", False), ("K1 J J", True), ("K7 R7 B7 O7 J", False),
        ("K7 R7 B7 O7 J J", True), ("K7 R7 B7 J J", False), ("K7 R7 B7 J", True), ("K12 K13 J", True),
        ("K1 K2 J", True), ("K13 K1 J", False), ("K1 K2 K3 J J", True), ("R4 R5 R6 R6 R7 R8", True),
        ("R4 R5 R6 R6 R7", False), ("R4 R5 R6 R6 R7 J", True),
    ],
)  # fmt: skip
def test_a_hand_wins_when_all_of_it_can_be_laid(hand: str, wins: bool) -> None:
    assert is_winning(hand) is wins


def test_estimates_agree_with_exact_counts_within_their_error() -> None:
    # A box too small to have shipped counts, and strata of every number of jokers.
    rules = Rules(values=6, colours=3, jokers=2)
    exact = count(rules)
    for size in (12, 20, 30):
        guess = estimate(rules, size, 4000, seed=3)
        assert abs(guess.probability - exact.hands[size].probability) < 5 * guess.standard_error


def test_every_size_with_two_jokers_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "--jokers", "2", "--json"]) == 0
    hands = json.loads(capsys.readouterr().out)["hands"]
    assert [entry["size"] for entry in hands] == list(range(107))
    # Nearly the whole box: every hand that lacks three tiles or fewer wins.
    assert all(entry["winning"] == entry["configurations"] for entry in hands[103:])
    assert all(entry["winning"] <= entry["configurations"] for entry in hands)


@pytest.mark.parametrize(("tiles", "deals"), [(40, 20000), (60, 8000), (75, 3000)])
def test_two_jokers_beside_many_tiles_win_as_often_as_single_hands_say(tiles: int, deals: int) -> None:
    # Hands read one by one, without an automaton, from another seed each.
    rules = Rules()
    exact = natural_counts(rules, 2).winning_deals[tiles] / comb(104, tiles)
    reader = _core.CountingReader(HandShape.of(rules, 2).core)
    found = reader.wins_among(13, tiles, 2, deals, tiles) / deals
    assert abs(found - exact) < 4.5 * (exact * (1 - exact) / deals) ** 0.5


def test_sizes_beyond_the_bound_are_estimated(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "--jokers", "2", "--max-size", "16", "--estimate", "20", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["size"] for entry in data["hands"]] == list(range(17))
    assert [entry["size"] for entry in data["estimates"]] == list(range(17, 107))


def test_sampled_hands_win_and_come_evenly() -> None:
    rules = PLAIN.replace(values=4)
    machine = automaton(rules)
    total = count(rules).hands[4].winning
    seen = Counter(_take(machine.sample(4, 4, seed=11), 400 * total))
    assert len(seen) == total
    assert all(machine.is_winning(hand, rules) for hand in seen)
    spread = sum((number - 400) ** 2 / 400 for number in seen.values())
    assert spread < total + 6 * (2 * total) ** 0.5  # chi-squared
    deals = next(machine.sample(4, 6, deals=True, seed=5))
    assert len(deals) == 6
    assert machine.is_winning(deals, rules)


def test_the_same_seed_gives_the_same_hands() -> None:
    machine = automaton(PLAIN)
    assert _take(machine.sample(13, 20, seed=7), 5) == _take(machine.sample(13, 20, seed=7), 5)


def _take(hands: Iterator[tuple[Tile, ...]], number: int) -> list[tuple[Tile, ...]]:
    return [next(hands) for _ in range(number)]


def test_what_does_not_fit_is_refused_with_an_estimate() -> None:
    with pytest.raises(TooLargeError, match=r"2,543,853 states take about \d+\.\d GiB"):
        automaton(Rules(), 1, memory=1 << 28, cache=False)
    with pytest.raises(TooLargeError, match=r"34,061,999 states take about \d+\.\d GiB"):
        natural_counts(Rules(), 2, memory=1 << 33, cache=False, fresh=True)
    with pytest.raises(TooLargeError, match=r"estimated 45,000,000 states take about \d+\.\d GiB"):
        count(Rules(copies=3, jokers=0), memory=1 << 33, cache=False)
    with pytest.raises(TooLargeError, match=r"stopped at [\d,]+ states"):
        automaton(Rules(colours=3, copies=4), 0, memory=1 << 22, cache=False)
    with pytest.raises(TooLargeError, match="sets of tiles"):
        automaton(Rules(colours=8, copies=4), 0)


def test_a_damaged_cache_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = Rules(values=9, colours=3, copies=1, jokers=0)
    whole = count(rules)
    files = list(tmp_path.rglob("*.bin"))
    assert files
    for path in files:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    assert count(rules) == whole
    for path in files:
        path.write_bytes(path.read_bytes()[:-1])
    assert count(rules) == whole
    assert not list(tmp_path.rglob(".*"))


def test_the_cache_gives_back_what_was_stored_under_that_key_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert disk_cache.load("kind", "key") is None
    assert disk_cache.store("kind", "key", b"body")
    assert disk_cache.load("kind", "key") == b"body"
    (path,) = tmp_path.rglob("*.bin")
    path.rename(path.with_name(path.name.replace("key", "other")))
    assert disk_cache.load("kind", "other") is None


def test_count_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {name: data[name] for name in ("values", "colours", "copies", "jokers", "min_meld")} == {
        "values": 13, "colours": 4, "copies": 2, "jokers": 0, "min_meld": 3,
    }  # fmt: skip
    assert len(data["hands"]) == 105
    assert data["hands"][3] == {
        "size": 3, "winning": 96, "configurations": 24752, "winning_deals": 768, "deals": 182104,
        "probability": 768 / 182104,
    }  # fmt: skip


def test_count_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "--colours", "5", "--memory", "0.01", "--no-cache"]) == 3
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("optimeld: the automaton for 5 colours")
    assert output.err.count("\n") == 1


@pytest.mark.long  # it must have begun: four seconds of waiting
def test_interrupting_a_long_count_ends_it_at_once() -> None:
    command = [sys.executable, "-m", "optimeld", "count", "--jokers", "1", "--no-cache"]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        # Who runs the tests may have chosen to ignore interrupts, and that is inherited.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=4)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert output == ""
    assert errors.splitlines()[-1] == "optimeld: interrupted"


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    assert run(["count", "--values", "5", "--colours", "3", "--plot", str(tmp_path / "counts.svg")]) == 0
    assert (tmp_path / "counts.svg").read_text().startswith("<?xml")
