"""Load on loopback: many clients, each solving one mid-game position after another.

    ./run python bench/load_web.py [--clients 100] [--seconds 60] [--json]

Starts `optimeld serve` as a process of its own, keeps every client's connection open and its next request
waiting for the last answer, and prints how many answers came, how many were wrong, and how long they took.
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
from urllib.parse import urlsplit

from optimeld.bench.corpus import corpus

MID_GAME_MELDS = range(4, 16)


@dataclass
class Tally:
    """What the clients saw."""

    times: list[float] = field(default_factory=list)
    errors: int = 0
    first_error: str = ""

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the answers came."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def mid_game_requests(host: str) -> list[bytes]:
    """The corpus' positions from the middle of games, each as a whole HTTP request."""
    requests = []
    for entry in corpus():
        if len(entry.position.table) not in MID_GAME_MELDS or entry.opening:
            continue
        body = json.dumps(
            {
                "position": str(entry.position),
                "objective": entry.objective,
                "rules": {"joker_rule": entry.joker_rule},
            }
        ).encode()
        head = f"POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        requests.append(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return requests


async def one_client(host: str, port: int, requests: list[bytes], until: float, tally: Tally) -> None:
    """Asks, waits for the answer, asks again."""
    reader, writer = await asyncio.open_connection(host, port)
    while time.perf_counter() < until:
        began = time.perf_counter()
        writer.write(random.choice(requests))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        body = await reader.readexactly(length)
        tally.times.append(time.perf_counter() - began)
        if not head.startswith(b"HTTP/1.1 200") or b'"status"' not in body:
            tally.errors += 1
            tally.first_error = tally.first_error or body[:300].decode()
    writer.close()


async def load(host: str, port: int, clients: int, seconds: float) -> Tally:
    """All clients at once, after a moment in which the server warms up."""
    requests = mid_game_requests(f"{host}:{port}")
    await asyncio.gather(
        *(one_client(host, port, requests, time.perf_counter() + 1, Tally()) for _ in range(8))
    )
    tally = Tally()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(one_client(host, port, requests, until, tally) for _ in range(clients)))
    return tally


def main() -> None:
    """Starts the server, loads it, says what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
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
            tally = asyncio.run(load(host, port, options.clients, options.seconds))
        finally:
            server.terminate()
            server.wait(10)
    report = {
        "clients": options.clients,
        "seconds": options.seconds,
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
        for name, value in report.items():
            print(f"{name:>12}  {value}")
    if tally.errors:
        sys.exit(f"{tally.errors} errors, the first: {tally.first_error}")


if __name__ == "__main__":
    main()
