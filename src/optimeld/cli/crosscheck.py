"""`optimeld crosscheck`: the core against the reference methods."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optimeld.reference.crosscheck import Case, Difference, Method

#: What one worker is handed at a time, and the outcome of it: kinds of cases seen, differences.
Chunk = tuple[str, int, range]
Outcome = tuple[Counter[str], list["Difference"]]


def command(
    positions: Annotated[int, typer.Option("--positions", metavar="N", help="How many positions.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which positions.")] = 1,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="ilp or brute.")] = "ilp",
    start: Annotated[int, typer.Option("--start", metavar="N", help="Take up a run at this position.")] = 0,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="Every position of some small boxes instead.")
    ] = False,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes.")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """The solver against slow independent methods, position by position."""
    from optimeld.reference.crosscheck import METHODS

    if method not in METHODS:
        raise UsageError(
            f"no method is called {method!r}: it must be one of {', '.join(METHODS)}", word=method
        )
    if positions < 1 or start < 0 or workers < 1:
        raise UsageError("--positions and --workers must be at least 1, and --start at least 0")
    began = time.monotonic()
    seen: Counter[str] = Counter()
    differences: list[Difference] = []
    progress = _Progress(None if exhaustive else positions - start)
    outcomes = _exhaustive() if exhaustive else _random(method, seed, range(start, positions), workers)
    for kinds, found in outcomes:
        seen += kinds
        differences += found
        for difference in found:
            print(f"difference: {difference}", file=sys.stderr)
        progress.show(seen.total(), len(differences))
    progress.end()
    if as_json:
        answer(
            {
                "method": "brute" if exhaustive else method,
                "seed": None if exhaustive else seed,
                "start": start,
                "positions": seen.total(),
                "kinds": dict(sorted(seen.items())),
                "differences": [str(difference) for difference in differences],
                "seconds": round(time.monotonic() - began, 1),
            }
        )
    else:
        for kind, count in sorted(seen.items()):
            print(f"{count:8}  {kind}")
        print(f"{seen.total():8}  in all, {len(differences)} differences, {time.monotonic() - began:.0f} s")
    if differences:
        raise typer.Exit(1)


class _Progress:
    """A line on standard error now and then."""

    def __init__(self, total: int | None) -> None:
        self.total, self.began, self.last = total, time.monotonic(), time.monotonic()

    def show(self, done: int, differences: int) -> None:
        now = time.monotonic()
        if now - self.last < 5:
            return
        self.last = now
        of = "" if self.total is None else f" of {self.total}"
        rate = done / (now - self.began)
        print(f"{done}{of} positions, {rate:.0f}/s, {differences} differences", file=sys.stderr, flush=True)

    def end(self) -> None:
        sys.stderr.flush()


def _random(method: str, seed: int, numbers: range, workers: int) -> Iterator[Outcome]:
    chunks = [(method, seed, numbers[i : i + 20]) for i in range(0, len(numbers), 20)]
    if workers == 1:
        yield from map(check_chunk, chunks)
        return
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(check_chunk, chunks)


def check_chunk(chunk: Chunk) -> Outcome:
    """Checks some cases; at module level so that a worker process finds it."""
    from optimeld.reference.crosscheck import METHODS, make_case

    name, seed, numbers = chunk
    method: Method = METHODS[METHODS.index(name)]
    return _check([make_case(method, seed, number) for number in numbers], method)


def _exhaustive() -> Iterator[Outcome]:
    from itertools import islice

    from optimeld.reference.crosscheck import SMALL_BOXES, every_case

    for rules, largest_rack in SMALL_BOXES:
        waiting = every_case(rules, largest_rack)
        while cases := list(islice(waiting, 200)):
            yield _check(cases, "brute")


def _check(cases: list[Case], method: Method) -> Outcome:
    from optimeld.reference.crosscheck import check

    found = (check(case, method) for case in cases)
    return Counter(case.kind for case in cases), [difference for difference in found if difference]
