"""Load on loopback: many clients, each solving one mid-game position after another.

    ./run python bench/load_web.py [--clients 100] [--seconds 60] [--pause 0] [--json]

Starts `optimeld serve` as a process of its own, keeps every client's connection open and its next request
waiting for the last answer, and prints how many answers came, how many were wrong, and how long they took. An
answer is right when it is, but for the time it took, the very text that the package gives for that position.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import uvloop

from optimeld.bench.corpus import corpus
from optimeld.goals import Goal
from optimeld.stream import PositionStream

MID_GAME_MELDS = range(4, 16)
TIMING = b', "elapsed_us"'


@dataclass(frozen=True)
class Question:
    """A whole HTTP request, and the body that must answer it, up to its timing."""

    request: bytes
    answer: bytes


@dataclass
class Tally:
    """What the clients saw."""

    times: list[float] = field(default_factory=list)
    errors: int = 0
    first_error: str = ""

    def count(self, seconds: float, question: Question, status: bytes, body: bytes) -> None:
        """One answer: how long it took, and whether it was right."""
        self.times.append(seconds)
        if status != b"HTTP/1.1 200 OK" or body[: body.rfind(TIMING)] != question.answer:
            self.wrong((status + b" " + body[:300]).decode(errors="replace"))

    def wrong(self, what: str) -> None:
        """Something that is no answer."""
        self.errors += 1
        self.first_error = self.first_error or what

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the answers came."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def mid_game_questions(host: str) -> list[Question]:
    """The corpus' positions from the middle of games, and what the package answers."""
    questions = []
    streams: dict[tuple[str, str], PositionStream] = {}
    for entry in corpus():
        if len(entry.position.table) not in MID_GAME_MELDS or entry.opening:
            continue
        asked = {
            "position": str(entry.position),
            "objective": entry.objective,
            "rules": {"joker_rule": entry.joker_rule},
        }
        body = json.dumps(asked).encode()
        head = f"POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        request = head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
        kind = (entry.joker_rule, entry.objective)
        if kind not in streams:
            streams[kind] = PositionStream(entry.position.rules, Goal(entry.objective))
        [answer] = streams[kind].answers([str(entry.position).encode()])
        questions.append(Question(request, answer[: answer.rfind(TIMING.decode())].encode()))
    return questions


class Client(asyncio.Protocol):
    """Asks, waits for the answer, asks again: after a pause, if there is one."""

    def __init__(self, questions: list[Question], until: float, pause: float, tally: Tally) -> None:
        self.questions = questions
        self.until = until
        self.pause = pause
        self.tally = tally
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.ask()

    def ask(self) -> None:
        self.question = random.choice(self.questions)
        self.got = b""
        self.asked = time.perf_counter()
        self.transport.write(self.question.request)

    def data_received(self, data: bytes) -> None:
        self.got += data
        head, separator, body = self.got.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return
        now = time.perf_counter()
        self.tally.count(now - self.asked, self.question, head.partition(b"\r\n")[0], body)
        if now >= self.until:
            self.done.set_result(None)
            self.transport.close()
        elif self.pause:
            asyncio.get_running_loop().call_later(random.expovariate(1 / self.pause), self.ask)
        else:
            self.ask()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.tally.wrong(f"the connection was lost: {error}")
            self.done.set_result(None)


async def load(host: str, port: int, clients: int, seconds: float, pause: float) -> Tally:
    """All clients at once, after a moment in which the server warms up."""
    questions = mid_game_questions(f"{host}:{port}")
    await crowd(host, port, 8, 1, 0, questions)
    return await crowd(host, port, clients, seconds, pause, questions)


async def crowd(
    host: str, port: int, clients: int, seconds: float, pause: float, questions: list[Question]
) -> Tally:
    """So many clients for so long."""
    loop = asyncio.get_running_loop()
    tally = Tally()
    until = time.perf_counter() + seconds
    made = [
        await loop.create_connection(lambda: Client(questions, until, pause, tally), host, port)
        for _ in range(clients)
    ]
    await asyncio.gather(*(client.done for _, client in made))
    return tally


def main() -> None:
    """Starts the server, loads it, says what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0, help="mean seconds between answer and next request")
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        games = str(Path(folder) / "games.sqlite")
        command = [sys.executable, "-m", "optimeld", "serve", "--json", "--port", "0", "--games", games]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = urlsplit(json.loads(server.stdout.readline())["url"])
            host, port = address.hostname or "", address.port or 0
            tally = uvloop.run(load(host, port, options.clients, options.seconds, options.pause))
        finally:
            server.terminate()
            server.wait(10)
    report = {
        "clients": options.clients,
        "seconds": options.seconds,
        "pause_s": options.pause,
        "answers": len(tally.times),
        "per_second": round(len(tally.times) / options.seconds),
        "errors": tally.errors,
        "median_ms": round(tally.percentile(0.5), 1),
        "p95_ms": round(tally.percentile(0.95), 1),
        "p99_ms": round(tally.percentile(0.99), 1),
        "max_ms": round(1000 * max(tally.times), 1),
    }
    if options.as_json:
        print(json.dumps(report))
    else:
        print("".join(f"{name:>12}" for name in report))
        print("".join(f"{value:>12}" for value in report.values()))
    if tally.errors:
        sys.exit(f"{tally.errors} errors, the first: {tally.first_error}")


if __name__ == "__main__":
    main()
