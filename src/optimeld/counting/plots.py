"""Plots of counts and odds: each returns its figure, and writes it to a path if given. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure

from optimeld.counting.hands import CountTable
from optimeld.counting.odds import OpeningOdds


def plot_counts(tables: Sequence[CountTable], path: Path | None = None, title: str | None = None) -> Figure:
    """Winning hands by hand size on a logarithmic scale, one curve for each table."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    for table in tables:
        shown = [(hand.size, hand.winning) for hand in table.hands if hand.winning]
        rules = table.rules
        label = f"n = {rules.values}" + (f", {rules.jokers} jokers" if rules.jokers else "")
        axes.plot(*zip(*shown, strict=True), marker=".", markersize=4, linewidth=1, label=label)
        if len(table.hands) == rules.tiles_in_box + 1:
            axes.plot(table.peak.size, table.peak.winning, "k+", markersize=9)
    axes.set_yscale("log")
    axes.set_xlabel("hand size h")
    axes.set_ylabel("winning hands")
    axes.grid(True, alpha=0.3)
    axes.legend()
    rules = tables[-1].rules
    axes.set_title(
        title or f"Winning hands, {rules.colours} colours, {rules.copies} copies, min meld {rules.min_meld}"
    )
    return _saved(figure, path)


def plot_probability(tables: Sequence[CountTable], path: Path | None = None, title: str = "") -> Figure:
    """The probability that a deal wins, by hand size, on a logarithmic scale."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    for table in tables:
        shown = [(hand.size, hand.probability) for hand in table.hands if hand.winning and hand.size]
        axes.plot(
            *zip(*shown, strict=True),
            marker=".",
            markersize=4,
            linewidth=1,
            label=f"{table.rules.jokers} jokers in the box",
        )
    axes.set_yscale("log")
    axes.set_xlabel("hand size h")
    axes.set_ylabel("probability that the deal wins")
    axes.grid(True, alpha=0.3)
    axes.legend()
    axes.set_title(title)
    return _saved(figure, path)


def plot_openings(odds: Mapping[int, Sequence[OpeningOdds]], path: Path | None = None) -> Figure:
    """The probability that a hand can open, by its size, one curve for each number of jokers in the box."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    for jokers, entries in odds.items():
        axes.plot(
            [entry.size for entry in entries],
            [100 * entry.probability for entry in entries],
            marker=".", label=f"{jokers} jokers in the box",
        )  # fmt: skip
    axes.set_xlabel("hand size")
    axes.set_ylabel("hands that hold an opening, %")
    axes.grid(True, alpha=0.3)
    axes.legend()
    return _saved(figure, path)


def _saved(figure: Figure, path: Path | None) -> Figure:
    if path is not None:
        figure.savefig(path)
    return figure
