"""`optimeld odds`: how likely something is."""

from __future__ import annotations

from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.plotting import PlotOption, check_plot, drawing
from optimeld.cli.progress import Progress
from optimeld.counting.odds import OpeningOdds, SampledOdds, opening_odds, sample_opening_odds
from optimeld.rules import Rules

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def root() -> None:
    """How likely something is, exactly."""


@app.command("opening")
@with_rules(only=("values", "colours", "copies", "jokers", "min_meld", "opening_points"))
def opening(
    rules: Rules,
    max_size: Annotated[int, typer.Option(metavar="H", min=1, help="Hands of up to H tiles.")] = 30,
    deals: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Beside it, ask the solver about N random deals of each size."),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random deals.")] = 1,
    plot: PlotOption = None,
    as_json: JsonFlag = False,
) -> None:
    """How likely a hand of each size holds an opening."""
    check_plot(plot)
    with Progress("states") as progress:
        odds = opening_odds(rules, max_size, progress=progress.headway)
        samples = [sample_opening_odds(rules, entry.size, deals, seed) if deals else None for entry in odds]
    if as_json:
        entries = [
            entry.to_json() | ({"sampled": sample.to_json()} if sample else {})
            for entry, sample in zip(odds, samples, strict=True)
        ]
        names = ("values", "colours", "copies", "jokers", "min_meld", "opening_points")
        answer({name: getattr(rules, name) for name in names} | {"hands": entries})
    else:
        print(
            f"Hands that hold an opening of {rules.opening_points} points, {rules.jokers} jokers in the box"
        )
        for entry, sample in zip(odds, samples, strict=True):
            print(_line(entry, sample))
    if plot is not None:
        from optimeld.counting.plots import plot_openings

        with drawing(plot):
            plot_openings({rules.jokers: odds}, plot)


def _line(entry: OpeningOdds, sample: SampledOdds | None) -> str:
    beside = "" if sample is None else f"   sampled {sample.mean:9.5%} ± {sample.error:.5%}"
    return f"{entry.size:>4} {entry.probability:11.6%}{beside}"
