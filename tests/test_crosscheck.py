"""The core against the integer program and exhaustive search; larger volumes are for the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optimeld import Position, Rules
from optimeld.bench import crosscheck
from optimeld.bench.crosscheck import Case, check, every_case, every_table, make_case, table_fault
from optimeld.cli import run
from volume import volume


@pytest.mark.parametrize("block", range(volume(1, long=10)))
def test_the_core_and_the_integer_program_agree_on_a_hundred_positions(block: int) -> None:
    tiny = [make_case("brute", 1, number) for number in range(50 * block, 50 * block + 50)]
    mixed = [make_case("ilp", 1, number) for number in range(50 * block, 50 * block + 50)]
    differences = [str(found) for case in tiny + mixed if (found := check(case, "ilp").difference)]
    assert differences == []


@pytest.mark.parametrize("block", range(volume(1, long=4)))
def test_the_core_and_exhaustive_search_agree(block: int) -> None:
    cases = [make_case("brute", 2, number) for number in range(60 * block, 60 * block + 60)]
    assert [str(found) for case in cases if (found := check(case, "brute").difference)] == []


def test_the_core_is_right_in_every_position_of_a_small_box() -> None:
    rules = Rules(values=3, colours=2, copies=1, jokers=1, min_meld=2)
    cases = list(every_case(rules, 2))
    assert len(cases) > 2000
    assert [str(found) for case in cases if (found := check(case, "brute").difference)] == []


def test_every_table_of_a_box_without_jokers_is_found() -> None:
    # Two runs of three or a run of four in each of two colours, or none of either.
    runs = {(), ((0, 1, 2),), ((1, 2, 3),), ((0, 1, 2, 3),)}
    found = set(every_table(Rules(values=4, colours=2, copies=1, jokers=0)))
    assert len(found) == len(runs) ** 2


def test_a_case_follows_from_its_seed_and_number() -> None:
    for method in crosscheck.METHODS:
        assert make_case(method, 5, 17) == make_case(method, 5, 17)
        assert make_case(method, 5, 17) != make_case(method, 5, 18)


def faults(text: str, table: str, claimed: str, joker_rule: str = "official", opened: bool = True) -> str:
    """What is wrong with leaving `table` where the best table is `claimed`."""
    rules = Rules().replace(joker_rule=joker_rule)
    case = Case("by hand", Position.parse(text, rules, opened=opened))
    answer = crosscheck.reference_answer(case, "ilp")
    after = Position.parse(f"{table} //", rules)
    assert [str(rules.tile_at(t)) for t in answer.played] == claimed.split()
    return table_fault(case, [tuple(meld) for meld in after.core_table], answer.figures, kept=True)


def test_the_check_of_a_table_finds_every_kind_of_fault() -> None:
    text = "K1 K2 K3 | R5 R6 R7 // K4"
    assert faults(text, "K1 K2 K3 K4 | R5 R6 R7", "K4") == ""
    assert faults(text, "K1 K2 K3 K4", "K4") == "table tiles are gone"
    assert faults(text, "K1 K2 K3 K4 | R5 R6 R7 R8", "K4") == "tiles were played that are not on the rack"
    assert faults(text, "K1 K2 K3 | R5 R6 R7", "K4") == "the tiles played do not make the figures"
    kept = "K1 K2 K3 | K4 K5 K6 // R1 R2 R3"
    assert faults(kept, "K1 K2 K3 K4 K5 K6 | R1 R2 R3", "R1 R2 R3") == "fewer melds are kept than claimed"
    robbed = "R4 B4 O4 J | R11 R12 R13 // K4 R10"
    assert faults(robbed, "K4 R4 B4 O4 | J R10 R11 R12 R13", "K4 R10") == ""
    locked = "R4 B4 O4 J | R11 R12 R13 // R10"
    assert (
        faults(locked, "R4 B4 O4 | J R10 R11 R12 R13", "R10", "locked") == "fewer melds are kept than claimed"
    )
    opening = faults("K1 K2 K3 // K10 B10 O10 K4", "K1 K2 K3 | K10 B10 O10", "K10 B10 O10", opened=False)
    assert opening == ""


def test_the_command_reports_and_fails_on_a_difference(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["crosscheck", "--positions", "6", "--seed", "9", "--start", "2", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["positions"], report["differences"]) == (4, [])
    case = make_case("ilp", 9, 0)
    wrong = crosscheck.Outcome(case, (2, 2, 2), crosscheck.Difference(case, "tiles", 1, 2))
    monkeypatch.setattr(crosscheck, "check", lambda *_: wrong)
    assert run(["crosscheck", "--positions", "2", "--method", "brute"]) == 1
    captured = capsys.readouterr()
    assert "2 differences" in captured.out
    assert "tiles: core 1, reference 2" in captured.err


@pytest.mark.parametrize("wrong", [["--method", "guess"], ["--positions", "0"], ["--workers", "0"]])
def test_the_command_refuses_what_it_cannot_do(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crosscheck", *wrong]) == 2
    assert capsys.readouterr().out == ""


def test_figures_written_down_are_used_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.txt"
    assert run(["crosscheck", "--positions", "5", "--seed", "9", "--record", str(file)]) == 0
    assert len(file.read_text().splitlines()) == 6
    assert run(["crosscheck", "--positions", "5", "--seed", "9", "--known", str(file)]) == 0
    file.write_text(file.read_text().replace("\n3 ", "\n3 9"))
    assert run(["crosscheck", "--positions", "5", "--seed", "9", "--known", str(file)]) == 1
    assert "difference in 3" in capsys.readouterr().err
    assert run(["crosscheck", "--positions", "5", "--seed", "8", "--known", str(file)]) == 2
