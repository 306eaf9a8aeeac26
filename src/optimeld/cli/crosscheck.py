"""`optimeld crosscheck`: the core against the reference methods."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optimeld.cli.common import JsonFlag, answer, write_file
from optimeld.cli.progress import Progress
from optimeld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optimeld.bench.crosscheck import Difference, Figures, Method, Outcome

    #: What one worker is handed at a time: method, seed, numbers of cases, and figures known from before.
    Chunk = tuple[str, int, range, dict[int, Figures]]


def command(
    positions: Annotated[int, typer.Option("--positions", metavar="N", help="How many positions.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which positions.")] = 1,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="ilp or brute.")] = "ilp",
    start: Annotated[int, typer.Option("--start", metavar="N", help="Take up a run at this position.")] = 0,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="Every position of some small boxes instead.")
    ] = False,
    finish: Annotated[
        int | None,
        typer.Option(
            "--finish", metavar="N", help="The finish test against the solver instead, on N positions.",
            show_default=False,
        ),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the reference figures down.")
    ] = None,
    known: Annotated[
        Path | None, typer.Option("--known", metavar="FILE", help="Use figures written down earlier.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes.")] = 1,
    as_json: JsonFlag = False,
) -> None:  # fmt: skip
    """The solver against slow independent methods, position by position."""
    from optimeld.bench.crosscheck import METHODS

    if finish is not None:
        _finish(finish, seed, workers, as_json)
        return

    if method not in METHODS:
        raise UsageError(
            f"no method is called {method!r}: it must be one of {', '.join(METHODS)}", word=method
        )
    if positions < 1 or start < 0 or workers < 1:
        raise UsageError("--positions and --workers must be at least 1, and --start at least 0")
    if exhaustive and (record or known):
        raise UsageError("--record and --known are for numbered positions, not for --exhaustive")
    figures = read_figures(known, method, seed) if known else {}
    began = time.monotonic()
    seen: Counter[str] = Counter()
    differences: list[Difference] = []
    if record:
        write_file(record, _head(method, seed) + "\n")
    numbers = range(start, positions)
    outcomes = _exhaustive() if exhaustive else _random(method, seed, numbers, figures, workers)
    with Progress("positions", None if exhaustive else positions - start) as progress:
        for number, outcome in enumerate(outcomes, start):
            seen[outcome.case.kind] += 1
            if record and outcome.figures:
                # One line at a time, so that a run that is stopped leaves what it found.
                with record.open("a", encoding="utf-8") as lines:
                    print(number, *outcome.figures, file=lines)
            if outcome.difference:
                differences.append(outcome.difference)
                print(f"difference in {number}: {outcome.difference}", file=sys.stderr)
            progress.update(seen.total(), f"   {len(differences)} differences")
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


def _finish(positions: int, seed: int, workers: int, as_json: bool) -> None:
    from optimeld.bench.finish import FinishCheck, check_finish

    if positions < 1 or workers < 1:
        raise UsageError("--finish and --workers must be at least 1")
    began = time.monotonic()
    with Progress("positions", positions) as progress:

        def told(check: FinishCheck) -> None:
            progress.update(min(check.positions, positions), f"   {len(check.differences)} differences")

        check = check_finish(positions, seed, workers=workers, on_block=told)
    seconds = time.monotonic() - began
    if as_json:
        answer(check.to_json() | {"seed": seed, "seconds": round(seconds, 1)})
    else:
        for name, count in (check.by_source | check.by_rule).items():
            print(f"{count:9,}  {name}")
        print(f"{check.finishing:9,}  can be laid whole; {check.by_solver:,} tests took the solver")
        print(f"{check.positions:9,}  in all, {len(check.differences)} differences, {seconds:.0f} s")
    for difference in check.differences[:20]:
        print(f"difference: {difference}", file=sys.stderr)
    if check.differences:
        raise typer.Exit(1)


def _head(method: str, seed: int) -> str:
    return f"# number, tiles, value, kept by {method}, seed {seed}"


def read_figures(path: Path, method: str, seed: int) -> dict[int, Figures]:
    """The figures of a file that `--record` wrote for the same method and seed."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}", word=str(path)) from None
    if not lines or lines[0] != _head(method, seed):
        raise UsageError(f"{str(path)!r} was not recorded by {method} with seed {seed}", word=str(path))
    found = {}
    for line in lines[1:]:
        number, tiles, value, kept = map(int, line.split())
        found[number] = (tiles, value, kept)
    return found


def _random(
    method: str, seed: int, numbers: range, known: dict[int, Figures], workers: int
) -> Iterator[Outcome]:
    chunks: list[Chunk] = []
    for i in range(0, len(numbers), 20):
        some = numbers[i : i + 20]
        chunks.append((method, seed, some, {n: known[n] for n in some if n in known}))
    if workers == 1:
        for chunk in chunks:
            yield from check_chunk(chunk)
        return
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for outcomes in pool.imap(check_chunk, chunks):
            yield from outcomes


def check_chunk(chunk: Chunk) -> list[Outcome]:
    """Checks some cases; at module level so that a worker process finds it."""
    from optimeld.bench import crosscheck

    name, seed, numbers, known = chunk
    method: Method = crosscheck.METHODS[crosscheck.METHODS.index(name)]
    return [
        crosscheck.check(crosscheck.make_case(method, seed, number), method, known.get(number))
        for number in numbers
    ]


def _exhaustive() -> Iterator[Outcome]:
    from optimeld.bench.crosscheck import SMALL_BOXES, check, every_case

    for rules, largest_rack in SMALL_BOXES:
        for case in every_case(rules, largest_rack):
            yield check(case, "brute")
