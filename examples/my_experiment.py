"""My experiment: does the number of tiles a player holds back matter? A table, and a plot with intervals."""

import sys
from pathlib import Path

from matplotlib.figure import Figure

from optimeld import match


def main(deals: int = 50, picture: Path | None = None) -> None:
    rows = []
    for held in (1, 2, 4, 8):
        result = match([f"hold:{held}", "greedy"], deals=deals, seed=7)
        rows.append({"held": held, **result.rows()[0]})
        print(f"hold:{held} wins {rows[-1]['win_rate']:.0%} against greedy")
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    middle = [100 * row["win_rate"] for row in rows]
    below = [100 * (row["win_rate"] - row["win_rate_low"]) for row in rows]
    above = [100 * (row["win_rate_high"] - row["win_rate"]) for row in rows]
    axes.errorbar([row["held"] for row in rows], middle, yerr=[below, above], marker="o", capsize=3)
    axes.set_xlabel("tiles held back")
    axes.set_ylabel("games won against greedy, %")
    if picture is not None:
        figure.savefig(picture)


if __name__ == "__main__":
    main(picture=Path(sys.argv[1]) if len(sys.argv) > 1 else None)
