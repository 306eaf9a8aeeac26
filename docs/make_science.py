"""Makes the plots and the full table that docs/science.md shows: `./run python docs/make_science.py`."""

from __future__ import annotations

from pathlib import Path

from optimeld.counting.hands import CountTable, HandCount, count
from optimeld.counting.odds import opening_odds
from optimeld.counting.plots import plot_counts, plot_openings, plot_probability
from optimeld.rules import Rules

HERE = Path(__file__).parent


def main() -> None:
    """Writes docs/science_table.md and docs/pictures/science_*.svg."""
    pictures = HERE / "pictures"
    pictures.mkdir(exist_ok=True)
    plot_counts([count(Rules(values=6, jokers=0))], pictures / "science_n6.svg")
    plot_counts(
        [count(Rules(values=values, jokers=0)) for values in (5, 6, 7, 8, 10, 13)], pictures / "science_n.svg"
    )
    retail = [count(Rules(jokers=jokers)) for jokers in range(3)]
    plot_counts(retail, pictures / "science_jokers.svg", "Winning hands, retail tiles")
    plot_probability(retail, pictures / "science_probability.svg", "How likely a deal wins, retail tiles")
    odds = {jokers: opening_odds(Rules(jokers=jokers), 30) for jokers in (0, 2)}
    plot_openings(odds, pictures / "science_openings.svg")
    _table(retail)


def _table(tables: list[CountTable]) -> None:
    lines = [
        "# Winning hands of the retail box, every size",
        "",
        "Made by `docs/make_science.py`; `optimeld count --json` gives the same with all integers. Winning:",
        "distinct multisets, jokers alike. Chance: that a deal wins. A dash: the box has fewer tiles.",
        "",
        "| h | winning, 0 jokers | chance | winning, 1 joker | chance | winning, 2 jokers | chance |",
        "|---|---|---|---|---|---|---|",
    ]
    for size in range(107):
        cells = [_cells(table.hands[size] if size < len(table.hands) else None) for table in tables]
        lines.append(f"| {size} | " + " | ".join(cells) + " |")
    (HERE / "science_table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cells(hand: HandCount | None) -> str:
    return "– | –" if hand is None else f"{hand.winning:,} | {hand.probability:.4e}"


if __name__ == "__main__":
    main()
