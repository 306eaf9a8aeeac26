"""Two clients ask for batches of hard positions; how long does a third wait for its small questions?

    ./run python bench/fair_web.py [--questions 50] [--json]

Starts `optimeld serve` as a process of its own, sends it two `solve-many` of 84 positions that take the
solver longest, and meanwhile one `alternatives` of an easy position after another.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from typing import Any

from optimeld.bench.hard import HARDEST

EASY = "K1 K2 K3 | R5 B5 O5 // K4 R6 B7"


def post(url: str, path: str, body: dict[str, Any]) -> tuple[float, Any]:
    """The seconds that an answer took, and the answer."""
    request = urllib.request.Request(
        f"{url}api/{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    start = time.perf_counter()
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    return time.perf_counter() - start, answer


def main() -> None:
    """Runs it and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", "0", "--json", "--games", f"{folder}/games"]
        server = subprocess.Popen(
            [sys.executable, "-m", "optimeld", *words], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            url = json.loads(server.stdout.readline())["url"]
            figures = measure(url, options.questions)
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(figures) if options.json else "\n".join(f"{k}: {v}" for k, v in figures.items()))


def measure(url: str, questions: int) -> dict[str, Any]:
    """How long the small questions took alone, and beside the batches."""
    alone = [post(url, "alternatives", {"position": EASY})[0] for _ in range(questions)][1:]
    batches: list[tuple[float, Any]] = []

    def batch() -> None:
        batches.append(post(url, "solve-many", {"positions": [HARDEST] * 84}))

    threads = [threading.Thread(target=batch) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    beside: list[float] = []
    while any(thread.is_alive() for thread in threads) and len(beside) < questions:
        beside.append(post(url, "alternatives", {"position": EASY})[0])
    for thread in threads:
        thread.join()
    return {
        "alone_ms": round(1000 * statistics.median(alone), 1),
        "beside_ms": round(1000 * statistics.median(beside), 1),
        "beside_slowest_ms": round(1000 * max(beside), 1),
        "questions": len(beside),
        "batch_seconds": [round(seconds, 2) for seconds, _ in batches],
        "batch_answered": [sum("error" not in each for each in answer["answers"]) for _, answer in batches],
    }


if __name__ == "__main__":
    main()
