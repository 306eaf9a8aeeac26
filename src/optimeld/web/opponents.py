"""The engine's players as people meet them: a name, what to expect, and how strong they are.

The ratings are measured, not claimed: `python -m optimeld.web.opponents` plays everyone against everyone, and
writes the file that is read here.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from optimeld.intervals import Estimate

#: Written by this module when it is run.
RATINGS = Path(__file__).parent / "ratings.json"
#: Where the middle of the field stands: ratings are only differences.
MIDDLE = 1500


@dataclass(frozen=True)
class Opponent:
    """A player of the engine."""

    agent: str
    name: str
    words: str
    #: Whether a turn takes it longer than others should wait.
    thinks: bool = False

    @property
    def rating(self) -> int | None:
        """By how much it wins; None where it has not been measured."""
        found = ratings().get(self.agent)
        return None if found is None else round(MIDDLE + found.mean)

    @property
    def doubt(self) -> int | None:
        """How far the rating may be off, to either side, 95 times of 100."""
        found = ratings().get(self.agent)
        return None if found is None else round((found.high - found.low) / 2)

    def to_json(self) -> dict[str, object]:
        """The opponent as JSON values."""
        return asdict(self) | {"rating": self.rating, "doubt": self.doubt}


_EVERYONE = (
    Opponent("simple", "Mia", "A beginner: lays new melds and adds to old ones, rearranges nothing."),
    Opponent("reach:1", "Otto", "Takes one meld of the table apart at a time."),
    Opponent("reach:2", "Lena", "Rearranges two melds of the table at a time."),
    Opponent("random", "Rolf", "Sees every play and picks any of them."),
    Opponent("greedy-value", "Viktor", "Sees every play, and gets rid of the highest value."),
    Opponent("greedy", "Ada", "Sees every play, and lays as many tiles as can be laid."),
    Opponent("hold:4", "Hugo", "Sees every play, but holds the last four tiles until they all go."),
    Opponent("wait", "Wanda", "Opens, and then gives nothing away until her whole rack goes at once."),
    Opponent("expert", "Emil", "Waits, keeps his jokers, and calculates when the pool ends."),
    Opponent("master:rollouts=200", "Magda", "Plays every choice on from tiles you might hold.", thinks=True),
)
#: Under which name an opponent sat down in games that are kept, and under which it goes on.
FORMER = {"master:rollouts=16": "master:rollouts=200"}
#: Against whom those are measured who think: everyone else they would only beat, and slowly.
_YARDSTICK = "expert"


@lru_cache(maxsize=1)
def ratings() -> dict[str, Estimate]:
    """What was measured, by agent: Elo with mean 0."""
    if not RATINGS.exists():
        return {}
    data = json.loads(RATINGS.read_text(encoding="utf-8"))
    return {player["agent"]: Estimate(**player["elo"]) for player in data["players"]}


#: The weakest first; who has not been measured comes last, without a number.
OPPONENTS = tuple(sorted(_EVERYONE, key=lambda opponent: (opponent.rating is None, opponent.rating or 0)))
BY_AGENT = {opponent.agent: opponent for opponent in _EVERYONE}


def measure(deals: int, thinking_deals: int, seed: int, workers: int) -> dict[str, Any]:
    """Everyone against everyone on the same mirrored deals: the content of the ratings' file.

    Those who think play fewer deals, and only against the strongest who does not.
    """
    from optimeld import __version__
    from optimeld.arena.tournament import Tournament

    agents = [opponent.agent for opponent in _EVERYONE]
    tournament = Tournament.between(agents, seed)
    for (a, b), match in tournament.matches.items():
        if not (_EVERYONE[a].thinks or _EVERYONE[b].thinks):
            match.play(deals, workers=workers)
        elif thinking_deals and _YARDSTICK in match.agents:
            match.play(thinking_deals, workers=workers)
    given = f"--deals {deals} --thinking-deals {thinking_deals} --seed {seed}"
    return {
        "command": f"python -m optimeld.web.opponents {given}",
        "version": __version__,
        "players": [
            {"agent": agent, "elo": rating.to_json()}
            for agent, rating in zip(agents, tournament.ratings(), strict=True)
            if math.isfinite(rating.high)
        ],
        "matches": [
            {"agents": list(match.agents), "deals": match.deals, "wins": match.wins}
            for match in tournament.matches.values()
            if match.deals
        ],
    }


def main() -> None:
    """Measures the opponents, and writes their ratings."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--deals", type=int, default=100, help="in each match, mirrored")
    parser.add_argument("--thinking-deals", type=int, default=6, help="for those who think")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    measured = measure(given.deals, given.thinking_deals, given.seed, given.workers)
    RATINGS.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    for player in sorted(measured["players"], key=lambda player: player["elo"]["mean"]):
        print(f"{player['agent']:<14} {MIDDLE + player['elo']['mean']:7.0f}")


if __name__ == "__main__":
    main()
