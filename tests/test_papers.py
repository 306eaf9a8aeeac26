"""The papers' own algorithms against the engine, and every published number with a verdict."""

from __future__ import annotations

import json
import random

import pytest

from optimeld.cli import run
from optimeld.counting.hands import count
from optimeld.papers.cwh import count_winning_hands
from optimeld.papers.maxscore import max_score
from optimeld.papers.reproduce import reproduce
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import solve
from optimeld.tiles import Tile


@pytest.mark.parametrize(
    ("values", "colours", "copies", "sizes"),
    [(6, 4, 2, range(3, 11)), (4, 3, 1, range(1, 13)), (5, 3, 2, range(1, 13)), (13, 4, 2, range(3, 8))],
)
def test_the_thesis_algorithm_counts_as_the_automaton_does(
    values: int, colours: int, copies: int, sizes: range
) -> None:
    table = count(Rules(values=values, colours=colours, copies=copies, jokers=0))
    for size in sizes:
        assert count_winning_hands(values, colours, copies, size) == table.hands[size].winning


def test_the_slides_recursion_scores_as_the_solver_does() -> None:
    rules = Rules(jokers=0, joker_rule="free")
    generator = random.Random(5)
    box = [(colour, value) for colour in range(4) for value in range(1, 14) for _ in range(2)]
    for _ in range(60):
        hand = generator.sample(box, generator.randint(3, 30))
        rack = " ".join(str(Tile(colour, value)) for colour, value in hand)
        assert max_score(hand) == solve(Position.parse(f"// {rack}", rules), "value").value


def test_every_published_number_is_reproduced_or_explained() -> None:
    lines = list(reproduce())
    assert len(lines) > 200
    for line in lines:
        assert line.verdict in ("reproduced", "new") or (line.note and "nobody" not in line.note), line
    assert sum(line.verdict == "new" for line in lines) == 8
    assert {line.ours for line in lines if line.published == "1,174"} == {"1,173"}


def test_reproduce_prints_a_verdict_for_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce"]) == 0
    output = capsys.readouterr().out
    assert "1,174                1,173  erratum: 4 x 58 is 232" in output
    assert output.splitlines()[-1].startswith("184 reproduced")
    assert run(["reproduce", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["lines"]) == 212
