"""`optimeld bench`: how fast the solver answers positions from real games, and how fast others do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.cli.progress import Progress
from optimeld.errors import UsageError

if TYPE_CHECKING:
    from optimeld.bench.measure import Comparison, Timing


def command(
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help="At most so many positions.", show_default=False),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Ask HiGHS and rummikub-solver for the same positions.")
    ] = False,
    finish: Annotated[
        bool, typer.Option("--finish", help="The finish test instead, on turns of waiting games.")
    ] = False,
    slowest: Annotated[int, typer.Option("--slowest", metavar="N", help="Show the N slowest positions.")] = 0,
    as_json: JsonFlag = False,
) -> None:
    """How fast the solver is on positions from full games, alone and beside others.

    A signature over the answers changes when one of them does, and only then.
    """
    from optimeld.bench.corpus import corpus
    from optimeld.bench.measure import SIGNATURE, choose, classes, signature, time_core, time_peer

    if limit is not None and limit < 1:
        raise UsageError(f"--limit is {limit}, but it must be at least 1")
    if finish:
        _finish(limit or 600, as_json)
        return
    if peers:
        from optimeld.bench.peers import available_peers

        others = available_peers()
    else:
        others = []
    entries = choose(corpus(), limit)
    timings = time_core(entries)
    comparisons = []
    for peer in others:
        with Progress(peer.name, sum(not timing.entry.opening for timing in timings)) as progress:
            comparisons.append(time_peer(peer, timings, progress.update))
    report = {
        "positions": len(timings),
        "signature": signature(timings),
        "pinned": SIGNATURE if limit is None else None,
        "classes": [_class(name, members) for name, members in classes(timings).items()],
        "slowest": [_slow(t) for t in sorted(timings, key=lambda t: -t.full)[: max(0, slowest)]],
        "peers": [_peer(comparison) for comparison in comparisons],
    }
    if as_json:
        answer(report)
    else:
        _print(report)


def _finish(games: int, as_json: bool) -> None:
    from optimeld.bench.finish import spreads, time_finish

    rows = spreads(time_finish(games))
    if as_json:
        answer({"games": games, "finish": rows})
        return
    print(f"the finish test on turns of {games} waiting games, racks of 10 to 50 tiles, in microseconds")
    print("jokers  answer  positions   median      90 %      99 %   longest")
    for row in rows:
        word = {None: "any", False: "no", True: "yes"}[row["finishes"]]
        figures = "".join(f"{row['us'][name]:10.2f}" for name in ("median", "p90", "p99", "max"))
        print(f"{row['jokers']:6}  {word:6}{row['positions']:11,}{figures}")


def _class(name: str, members: list[Timing]) -> dict[str, Any]:
    from optimeld.bench.measure import Spread

    return {
        "class": name,
        "positions": len(members),
        "full_us": Spread.of([t.full for t in members]).to_json(),
        "main_us": Spread.of([t.main for t in members]).to_json(),
    }


def _slow(timing: Timing) -> dict[str, Any]:
    return {
        "full_us": round(timing.full, 1),
        "main_us": round(timing.main, 1),
        "entry": str(timing.entry),
    }


def _peer(comparison: Comparison) -> dict[str, Any]:
    from optimeld.rules import JOKER_RULES

    rules = {rule: comparison.ratios(rule) for rule in JOKER_RULES}
    return {
        "peer": comparison.peer.name,
        "all": comparison.ratios(None),
        "by_rule": {rule: found for rule, found in rules.items() if found},
        "disagreements": comparison.disagreements,
    }


_FIGURES = ("median", "p90", "p99", "max")


def _print(report: dict[str, Any]) -> None:
    width = max(len(row["class"]) for row in report["classes"])
    head = "".join(f"{name:>10}" for name in _FIGURES)
    print(
        f"{'microseconds':{width}}       {'full: with kept melds, checked':^40}{'main objective alone':^40}"
    )
    print(f"{'':{width}}     n{head}{head}")
    for row in report["classes"]:
        times = "".join(f"{row[kind][name]:10.1f}" for kind in ("full_us", "main_us") for name in _FIGURES)
        print(f"{row['class']:{width}} {row['positions']:5}{times}")
    changed = report["pinned"] not in (None, report["signature"])
    note = f": it was {report['pinned']}, so answers have changed" if changed else ""
    print(f"\nsignature {report['signature']} over {report['positions']} positions{note}")
    for row in report["slowest"]:
        print(f"{row['full_us']:10.1f} {row['main_us']:10.1f}  {row['entry']}")
    for peer in report["peers"]:
        print(f"\n{peer['peer']}: milliseconds, and how many times the core's full answer / main objective")
        for name, found in [*peer["by_rule"].items(), ("all", peer["all"])]:
            print(
                f"  {name:10}{found['positions']:5}  median {found['median_us'] / 1e3:7.1f} ms "
                f"({found['ratio_median']:,.0f} x / {found['ratio_median_main']:,.0f} x)   "
                f"p99 {found['p99_us'] / 1e3:7.1f} ms "
                f"({found['ratio_p99']:,.0f} x / {found['ratio_p99_main']:,.0f} x)   "
                f"max {found['max_us'] / 1e3:7.1f} ms"
            )
        print(f"  {len(peer['disagreements'])} disagreements")
        for line in peer["disagreements"]:
            print(f"    {line}")
