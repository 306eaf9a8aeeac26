"""The same games on a real Dask cluster, one of whose two workers is killed in the middle."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from optimeld.arena import cluster
from optimeld.arena.simulate import Plan, Played, run_plan
from optimeld.arena.tournament import play_match
from optimeld.cli import run

#: It takes a while until the processes of a cluster stand.
pytestmark = pytest.mark.long


class Cluster:
    """A scheduler and two workers, each a process of its own, as an operator would start them."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        options = ["--no-dashboard", "--host", "127.0.0.1"]
        self.scheduler = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", *options],
            stderr=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        self.address = self._read_address()
        self.workers = [
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", self.address,
                 "--nworkers", "1", "--nthreads", "1", "--no-nanny", *options],
                stderr=subprocess.DEVNULL, env=environment,
            )
            for _ in range(2)
        ]  # fmt: skip

    def _read_address(self) -> str:
        assert self.scheduler.stderr is not None
        for line in self.scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                # Whatever else it says must be read, or it blocks.
                threading.Thread(target=self.scheduler.stderr.read, daemon=True).start()
                return found[1]
        raise AssertionError("the scheduler did not start")

    def wait_for_workers(self) -> None:
        from distributed import Client

        with Client(self.address) as client:  # type: ignore[no-untyped-call, unused-ignore]
            client.wait_for_workers(2, timeout=60)

    def close(self) -> None:
        processes: list[subprocess.Popen[Any]] = [*self.workers, self.scheduler]
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def dask() -> Iterator[Cluster]:
    started = Cluster()
    try:
        started.wait_for_workers()
        yield started
    finally:
        started.close()


def test_the_cluster_plays_the_same_games(dask: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_BLOCK", 7)
    plan = Plan(agents=("greedy", "simple"), seed=5, rotations=2, records=True)
    here = [game for block in run_plan(plan, 24) for game in block]
    there = [game for block in run_plan(plan, 24, cluster=dask.address) for game in block]
    assert here == there


def test_a_match_on_the_cluster_gives_the_same_figures(dask: Cluster) -> None:
    here = play_match(["greedy", "simple"], deals=20, seed=5).to_json()
    there = play_match(["greedy", "simple"], deals=20, seed=5, cluster=dask.address).to_json()
    for match in (here, there):
        match.pop("games_per_second")
    assert here == there


def test_simulate_takes_the_address(dask: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "20", "--cluster", dask.address, "--json"]) == 0
    assert '"games": 20' in capsys.readouterr().out


def test_every_game_is_counted_once_though_a_worker_dies(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_BLOCK", 5)
    plan = Plan(agents=("greedy", "greedy"), seed=9)
    games: list[Played] = []
    for block in run_plan(plan, 400, cluster=dask.address):
        if len(games) == 0:
            dask.workers[0].kill()
            dask.workers[0].wait()
        games += block
    assert [game.deal for game in games] == list(range(400))
    assert games == [game for block in run_plan(plan, 400) for game in block]
    assert dask.workers[1].poll() is None


def test_an_agent_from_outside_that_the_workers_lack_is_reported(dask: Cluster) -> None:
    plan = Plan(agents=("greedy", "no_such_module:Agent"), seed=9)
    start = time.monotonic()
    with pytest.raises(cluster.ClusterError, match="no_such_module"):
        list(run_plan(plan, 1, cluster=dask.address))
    assert time.monotonic() - start < 120
