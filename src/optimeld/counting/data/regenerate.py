"""Computes the shipped tables of winning hands anew: `python -m optimeld.counting.data.regenerate [NAME ..]`.

Without names: every table. One joker takes some minutes on two cores and 2.1 GB; two jokers take an hour of
processor time and 24 GB, five colours three hours and 38 GB, three copies four minutes and 6.6 GB. What does
not fit into the memory that is free is refused.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import monotonic

from optimeld.counting.hands import natural_counts, shipped_key
from optimeld.machine import free_memory
from optimeld.rules import Rules

#: Rules, jokers in the hand, and the bound on the tiles beside them.
TABLES: list[tuple[Rules, int, int | None]] = [
    (Rules(), 1, None),
    (Rules(), 2, None),
    (Rules(colours=5, jokers=0), 0, None),
    (Rules(copies=3, jokers=0), 0, 36),
]
PATH = Path(__file__).with_name("winning_hands.json")


def main(names: list[str]) -> None:
    """Computes the named tables and writes them into the file, each as soon as it is there."""
    for rules, jokers, bound in TABLES:
        name = shipped_key(rules, jokers)
        if names and name not in names:
            continue
        start = monotonic()
        counts = natural_counts(rules, jokers, bound, memory=free_memory() * 9 // 10, cache=False, fresh=True)
        data = json.loads(PATH.read_text(encoding="ascii"))
        data["tables"][name] = {
            "winning": [str(number) for number in counts.winning],
            "winning_deals": [str(number) for number in counts.winning_deals],
        }
        PATH.write_text(json.dumps(data, indent=1) + "\n", encoding="ascii")
        print(f"{name}: {monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
