"""The core in WebAssembly against the native one: the same answers but for the time, and how much slower.

    ./run wasm && ./run python bench/wasm.py [--positions 10000]

Both solve the same positions, of the corpus and at random by many rule sets, in one run and in turn, batch
by batch; the time of an answer is the one that the core itself tells.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from optimeld import Position, Rules, solve
from optimeld.bench.corpus import corpus
from optimeld.reference.positions import random_position

ROOT = Path(__file__).resolve().parents[1]
MODULE = ROOT / "build" / "wasm" / "optimeld.wasm"
BATCH = 250
BOXES = (
    Rules(), Rules(joker_rule="free"), Rules(joker_rule="locked"), Rules(jokers=0), Rules(copies=3, jokers=4),
    Rules(values=9, colours=5), Rules(min_meld=4),
)  # fmt: skip


class Page:
    """The core as a page has it, under Node: a list of questions in, their answers out."""

    def __init__(self) -> None:
        command = ["node", str(ROOT / "bench" / "wasm.mjs"), str(MODULE)]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answers(self, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """One answer for each question, in order."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(questions) + "\n")
        self._node.stdin.flush()
        found: list[dict[str, Any]] = json.loads(self._node.stdout.readline())
        return found

    def close(self) -> None:
        """Ends the process."""
        assert self._node.stdin is not None
        self._node.stdin.close()
        self._node.wait(10)


def positions(count: int, seed: int = 1) -> Iterator[tuple[str, Position]]:
    """Half of them from games, as often as it takes; half at random."""
    known = corpus()
    rng = random.Random(seed)
    for number in range(count):
        if number % 2 == 0 and number // 2 < len(known):
            yield "corpus", known[number // 2].position
        else:
            yield "random", random_position(rng, BOXES[number % len(BOXES)], melds=6, rack=14)


def native(position: Position) -> dict[str, Any]:
    """The answer of the package."""
    return solve(position).to_json()


def question(position: Position) -> dict[str, Any]:
    """The same question to the page's core."""
    return {
        "ask": "solve",
        "rules": position.rules.to_json(),
        "table": [meld.to_json() for meld in position.table],
        "rack": [str(tile) for tile in position.rack],
        "opening": not position.opened,
    }


def compare(count: int) -> dict[str, Any]:
    """Solves them all both ways; the first difference raises."""
    page = Page()
    times: dict[str, tuple[list[float], list[float]]] = {"corpus": ([], []), "random": ([], [])}
    every = list(positions(count))
    for start in range(0, len(every), BATCH):
        batch = every[start : start + BATCH]
        ours = [native(position) for _, position in batch]
        theirs = page.answers([question(position) for _, position in batch])
        for (kind, position), here, there in zip(batch, ours, theirs, strict=True):
            times[kind][0].append(here.pop("elapsed_us"))
            times[kind][1].append(there.pop("elapsed_us", 0.0))
            if json.dumps(here) != json.dumps(there):
                raise SystemExit(f"not the same answer: {position}\n{here}\n{there}")
    page.close()
    figures: dict[str, Any] = {"positions": len(every), "different": 0}
    for kind, (natives, pages) in times.items():
        figures[kind] = {
            "positions": len(natives),
            "native_median_us": round(statistics.median(natives), 1),
            "wasm_median_us": round(statistics.median(pages), 1),
            "ratio_of_medians": round(statistics.median(pages) / statistics.median(natives), 2),
            "ratio_of_sums": round(sum(pages) / sum(natives), 2),
        }
    return figures


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    print(json.dumps(compare(parser.parse_args().positions), indent=2))


if __name__ == "__main__":
    main()
