"""`optimeld solve`: the contract to the letter, one position or a stream of them, and input of any kind."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from optimeld import Position, Rules
from optimeld.cli import run
from optimeld.goals import Goal
from optimeld.solver import solve
from optimeld.steps import TableState, apply, marks
from optimeld.stream import LONGEST_LINE, PositionStream

POSITIONS = (Path(__file__).parent / "positions.txt").read_text(encoding="utf-8").splitlines()
CONTRACT = [
    "status", "objective", "joker_rule", "played", "tiles", "value", "kept", "melds_before", "table",
    "remaining", "points", "steps", "elapsed_us",
]  # fmt: skip


def optimeld(*args: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "optimeld", *args], input=given, capture_output=True, text=True, timeout=60
    )


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, object]:
    assert run(["solve", *args, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_contract_has_its_fields_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "K1 K2 K3 | R5 B5 O5 // R6 K4 J")
    assert [key for key in found if key in CONTRACT] == CONTRACT
    assert found["played"] == ["K4", "J"]
    assert (found["tiles"], found["value"], found["kept"], found["melds_before"]) == (2, 34, 1, 2)
    assert found["points"] is None


@pytest.mark.parametrize(
    ("args", "status", "played", "points"),
    [
        (["R5 R6 R7 J | K1 K2 K3 // K4"], "optimal", ["K4"], None),
        (["R5 B5 K5 J // O10 O11 O12"], "optimal", ["O10", "O11", "O12"], None),
        (["// K10 B10 J", "--opening"], "optimal", ["K10", "B10", "J"], 30),
        (["// K9 B9 J", "--opening"], "no-play", [], None),
        (["// K9 B9 J", "--opening", "--opening-points", "27"], "optimal", ["K9", "B9", "J"], 27),
        (["K1 K2 K3 // K4", "--opening"], "no-play", [], None),
        (["--table", "K1 K2 K3", "--rack", "K4"], "optimal", ["K4"], None),
        (["--rack", "K4"], "no-play", [], None),
        (["--table", "K1 K2 K3"], "no-play", [], None),
        (["// K1 R1 B1 K9 K10", "--objective", "value"], "optimal", ["K1", "R1", "B1"], None),
        (["R5 B5 J // K5 R1 R2 R3", "--joker-rule", "locked"], "optimal", ["K5", "R1", "R2", "R3"], None),
        (["K1 K2 // K3", "--min-meld", "2"], "optimal", ["K3"], None),
        (["G5 G6 G7 // G8", "--colours", "5"], "optimal", ["G8"], None),
        (["J R5 J // R4"], "optimal", ["R4"], None),
        (["K1 K2 K3 // K4", "--method", "ilp"], "optimal", ["K4"], None),
    ],
)
def test_the_best_play_of_positions_known_by_hand(
    args: list[str], status: str, played: list[str], points: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if "ilp" in args:
        pytest.importorskip("highspy")  # a wheel alone is without it
    found = answer(capsys, *args)
    assert (found["status"], found["played"], found["points"]) == (status, played, points)


def test_the_joker_value_decides_what_a_play_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    position = "// K1 K2 J"
    assert answer(capsys, position)["value"] == 33
    assert answer(capsys, position, "--joker-value", "3")["value"] == 6


def test_people_see_the_table_before_and_after_the_steps_and_the_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["solve", "R4 R5 R6 R7 | O7 O8 O9 O10 | K1 K2 K3 // K7 K12"]) == 0
    shown = capsys.readouterr().out
    for sign in "●◆▲■":
        shown = shown.replace(sign, "")
    lines = shown.splitlines()
    assert lines[:4] == [
        "Table",
        "  1  R4 R5 R6 >R7   2  >O7 O8 O9 O10   3  K1 K2 K3",
        "Rack",
        "     +K7 K12",
    ]
    assert lines[5].startswith("[PROVED OPTIMAL]  1 tile, value 7 (most tiles, ")
    assert lines[6].startswith("  1 of 3 melds kept as they were, 2 table tiles moved")
    assert lines[-4:] == [
        "Steps",
        "  1. Take R7 from the run R4 R5 R6 R7 and put it aside.",
        "  2. Take O7 from the run O7 O8 O9 O10 and add it to R7: R7 O7.",
        "  3. Add K7 from your rack to R7 O7: K7 R7 O7.",
    ]
    assert run(["solve", "K1 K2 K3 // R9"]) == 0
    assert "[PROVED: NO PLAY]  no rack tile can be played" in capsys.readouterr().out


def test_colours_mark_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run(["solve", "K1 K2 K3 // K4"]) == 0
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize("line", POSITIONS)
@pytest.mark.parametrize("rule", ["official", "free", "locked"])
def test_marks_and_steps_agree_with_the_answer(line: str, rule: str) -> None:
    position = Position.parse(line, Rules().replace(joker_rule=rule))
    solution = solve(position)
    state = TableState.of(position)
    for step in solution.steps:
        state = apply(state, step)
    assert Counter(state.melds.values()) == Counter(meld.tiles for meld in solution.table)
    assert Counter(state.rack) == Counter(solution.remaining)
    before, rack, after = marks(position, solution.table, solution.kept_from, solution.steps)
    assert sorted(position.rack[place] for place in rack) == list(solution.played)
    assert Counter(after.values())["played"] == solution.tiles
    assert Counter(after.values())["moved"] == len(before) >= solution.moved


# What can be wrong, in a process of its own: status 2, one line on standard error, nothing on the output.


@pytest.mark.parametrize(
    ("args", "code", "quoted"),
    [
        (["K1 K2 X3 // K4"], "unknown-tile", "'X3'"),
        (["K1 K2 K3 // K14"], "unknown-tile", "'K14'"),
        (["K1 K2 K4 // K5"], "not-a-meld", "'K1 K2 K4'"),
        (["K1 K2 // K5"], "not-a-meld", "'K1 K2'"),
        (["K1 K2 K3 // K3 K3"], "too-many-copies", "'K3'"),
        (["// J J J"], "too-many-copies", "'J'"),
        (["K1 K2 K3"], "bad-notation", "'K1 K2 K3'"),
        (["// K1", "--values", "2"], "bad-rules", "values is 2"),
        (["// K1", "--colours", "9"], "bad-rules", "colours is 9"),
        (["// K1", "--copies", "0"], "bad-rules", "copies is 0"),
        (["// K1", "--jokers", "-1"], "bad-rules", "jokers is -1"),
        (["// K1", "--min-meld", "1"], "bad-rules", "min_meld is 1"),
        (["// K1", "--opening-points", "-5"], "bad-rules", "opening_points is -5"),
        (["// K1", "--joker-rule", "wild"], "bad-rules", "'wild'"),
        (["// K1", "--objective", "most"], "bad-objective", "'most'"),
        (["// K1", "--joker-value", "-1"], "bad-objective", "-1"),
        (["// K1", "--joker-value", "many"], "usage", "'many'"),
        (["// K1", "--method", "guess"], "usage", "'guess'"),
        (["// K1", "--rack", "K1"], "usage", "--rack"),
        ([], "usage", "no position"),
        (["-", "--rack", "K1"], "usage", "not both"),
    ],
)
def test_every_error_of_the_contract(
    args: list[str], code: str, quoted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = optimeld("solve", *args)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.count("\n") == 1
    assert quoted in said.stderr
    assert run(["solve", *args, "--json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    error = json.loads(err)["error"]
    assert error["code"] == code
    assert said.stderr == f"optimeld: {error['message']}\n"


# The stream.


def test_a_stream_answers_each_line_in_order_and_goes_on_after_a_bad_one() -> None:
    said = optimeld("solve", "-", given="// K1 K2 K3\n\nK1 K2 // K3\n// R1 R2 R3 R4\r\n// Z9")
    assert said.returncode == 2
    first, second, third, last = map(json.loads, said.stdout.splitlines())
    assert first["played"] == ["K1", "K2", "K3"]
    assert (second["error"]["code"], second["error"]["line"]) == ("not-a-meld", 3)
    assert third["tiles"] == 4
    assert (last["error"]["code"], last["error"]["line"]) == ("unknown-tile", 5)
    assert said.stderr == ""


def test_a_stream_without_a_bad_line_ends_well() -> None:
    said = optimeld("solve", "-", "--objective", "value", "--joker-rule", "free", given="// K1 K2 K3\n")
    assert said.returncode == 0
    assert json.loads(said.stdout)["joker_rule"] == "free"
    assert optimeld("solve", "-", given="").stdout == ""


def test_a_stream_answers_while_its_input_is_open() -> None:
    command = [sys.executable, "-m", "optimeld", "solve", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for tiles in ("// K1 K2 K3", "// R4 R5 R6"):
            process.stdin.write(tiles + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["tiles"] == 3
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.parametrize("rule", ["official", "free", "locked"])
@pytest.mark.parametrize(("objective", "opening"), [("tiles", False), ("value", False), ("tiles", True)])
def test_the_fast_lane_writes_what_the_package_would(rule: str, objective: str, opening: bool) -> None:
    rules = Rules().replace(joker_rule=rule)
    stream = PositionStream(rules, Goal(objective), opened=not opening)  # type: ignore[arg-type]
    texts = list(stream.answers(["\n".join(POSITIONS).encode()]))
    assert stream.bad == 0
    for text, line in zip(texts, [line for line in POSITIONS if line.strip()], strict=True):
        solution = solve(Position.parse(line, rules), objective, opening=opening)  # type: ignore[arg-type]
        wanted = json.dumps({**solution.to_json(), "elapsed_us": 0})
        got = json.loads(text)
        assert json.dumps({**got, "elapsed_us": 0}) == wanted
        assert text == json.dumps(got)


def test_lines_cut_anywhere_are_put_together_again() -> None:
    whole = "\n".join(POSITIONS).encode()
    rng = random.Random(2)
    cuts = [0, *sorted(rng.sample(range(len(whole)), 40)), len(whole)]
    pieces = [whole[a:b] for a, b in pairwise(cuts)]
    strip = [json.loads(text)["table"] for text in PositionStream(Rules()).answers(pieces)]
    assert strip == [json.loads(text)["table"] for text in PositionStream(Rules()).answers([whole])]


def test_a_line_without_end_is_refused_and_the_next_is_answered() -> None:
    stream = PositionStream(Rules())
    chunks = [b"K1 " * 100_000] * 5 + [b"\n// K1 K2 K3\n"]
    long, last = map(json.loads, stream.answers(chunks))
    assert long["error"]["line"] == 1
    assert str(LONGEST_LINE) in long["error"]["message"]
    assert last["tiles"] == 3


ALPHABET = "KRBOYJXkrboj0123456789|/ \t-_.,é☃\x00"


def mutated(line: str, rng: random.Random) -> str:
    """A few random edits, of letters and of whole words."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(line) + 1)
        words = line.split(" ")
        match rng.randrange(6):
            case 0:
                line = line[:at] + rng.choice(ALPHABET) + line[at:]
            case 1:
                line = line[:at] + line[at + 1 :]
            case 2:
                line = line[:at] + rng.choice(ALPHABET) + line[at + 1 :]
            case 3:
                rng.shuffle(words)
                line = " ".join(words)
            case 4:
                line = line[:at] + line[rng.randrange(len(line) + 1) :]
            case _:
                words[rng.randrange(len(words))] = rng.choice(words)
                line = " ".join(words)
    return line.replace("\n", " ")


def test_a_thousand_mutations_of_a_stream_each_get_an_answer_or_an_error() -> None:
    rng = random.Random(11)
    lines = [mutated(rng.choice(POSITIONS), rng) for _ in range(1000)]
    said = subprocess.run(
        [sys.executable, "-m", "optimeld", "solve", "-"],
        input="\n".join(lines).encode(),
        capture_output=True,
        timeout=120,
    )
    assert said.returncode == 2
    assert said.stderr == b""
    answers = [json.loads(text) for text in said.stdout.decode().splitlines()]
    asked = [number for number, line in enumerate(lines, 1) if line.strip()]
    assert len(answers) == len(asked)
    kinds = Counter("status" if "status" in found else found["error"]["code"] for found in answers)
    assert kinds["status"] > 50
    assert "internal" not in kinds
    for number, found in zip(asked, answers, strict=True):
        if "error" in found:
            assert found["error"]["line"] == number
            assert found["error"]["message"]


def test_mutated_arguments_end_with_status_zero_or_two(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(12)
    options = ["--opening", "--json", "--objective", "value", "--joker-rule", "locked", "--joker-value", "7",
               "--values", "9", "--colours", "5", "--copies", "3", "--jokers", "4", "--min-meld", "4",
               "--opening-points", "10", "--table", "K1 K2 K3", "--rack", "K4", "--box", "x"]  # fmt: skip
    for _ in range(200):
        args = [rng.choice(options) for _ in range(rng.randint(0, 4))]
        args.insert(rng.randint(0, len(args)), mutated(rng.choice(POSITIONS[:9]), rng))
        status = run(["solve", *args])
        out, err = capsys.readouterr()
        assert status in (0, 2), args
        assert (out == "") == (status == 2), args
        assert err.count("\n") == (status == 2), args
