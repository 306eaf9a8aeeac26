"""The same games on a Dask cluster (extra `cluster`).

The unit of work is a block of deals, a pure function of the plan: a block that died with its worker is simply
played again elsewhere, and results are kept by block number, so none is counted twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from optimeld.errors import ResourceError

if TYPE_CHECKING:
    from optimeld.arena.simulate import Plan, Played

_BLOCK = 200
_CONNECT_SECONDS = 10
#: How often a block may lose its worker before we take it that the block is what kills them.
_RETRIES = 10


class ClusterError(ResourceError):
    """A Dask cluster that cannot be used, or whose workers keep dying."""

    code = "cluster"


_kept = threading.local()  # a runner is for one thread, and a worker may have several


def _runner(plan: Plan) -> Any:
    from optimeld.arena.simulate import Runner

    if getattr(_kept, "plan", None) != plan:
        _kept.plan, _kept.runner = plan, Runner(plan)
    return _kept.runner


def play_block(plan: Plan, first: int, count: int) -> list[tuple[Any, ...]]:
    """What a worker does. Plain tuples travel better than our own types."""
    if plan.in_core:
        played = _runner(plan).run(first, count)
    else:
        from optimeld.arena.simulate import Runner

        with Runner(plan) as runner:
            played = runner.run(first, count)
    return [
        (game.deal, game.rotation, tuple(game.result), game.lines, tuple(map(tuple, game.lost)))
        for game in played
    ]


def run_on_cluster(plan: Plan, deals: int, *, first: int = 0, address: str) -> Iterator[list[Played]]:
    """Plays the deals on the workers of a scheduler and yields the blocks in order."""
    from optimeld.arena.simulate import GameResult, LostTurn, Played

    client, as_completed = _connect(address)
    futures: dict[Any, int] = {}
    try:
        starts = list(range(first, first + deals, _BLOCK))
        for number, start in enumerate(starts):
            count = min(_BLOCK, first + deals - start)
            future = client.submit(play_block, plan, start, count, retries=_RETRIES)
            futures[future] = number
        waiting: dict[int, list[Played]] = {}
        next_number = 0
        for future in as_completed(list(futures)):
            number = futures.pop(future)
            try:
                rows = future.result()
            except Exception as error:
                raise ClusterError(f"a block of games failed on the cluster: {error}") from error
            waiting[number] = [
                Played(deal, rot, GameResult(*result), lines, tuple(LostTurn(*turn) for turn in lost))
                for deal, rot, result, lines, lost in rows
            ]
            while next_number in waiting:
                yield waiting.pop(next_number)
                next_number += 1
        if next_number != len(starts):
            raise ClusterError(f"{len(starts) - next_number} blocks of games never came back")
    finally:
        client.cancel(list(futures))
        client.close()


def _connect(address: str) -> tuple[Any, Any]:
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterError(
            "a cluster needs the package 'distributed': pip install 'optimeld[cluster]'"
        ) from None
    try:
        client: Any = Client(address, timeout=_CONNECT_SECONDS)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler at {address!r}: {error}", word=address) from None
    return client, as_completed
