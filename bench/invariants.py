"""Whole games with every invariant tested after every turn, over 2 to 6 players and every variant.

    ./run python bench/invariants.py --games 100000

After every turn: tiles conserved, racks counted right, table melds melds, scores summing to zero. Before it
the agent is asked again with all that it cannot see dealt anew, and must decide the same. A failure stops the
run with the seed, the game and the turn. One line for each variant: a run that is stopped still tells.
"""

from __future__ import annotations

import argparse
import sys
import time

from optimeld.arena.simulate import Plan, Summary
from optimeld.game import QUICK_AGENTS
from optimeld.rules import Rules
from optimeld.variants import SMALL, VARIANTS


def seatings(rules: Rules, players: int) -> list[tuple[list[str], float]]:
    """Who plays, and in what share of the games.

    The random agent counts all plays before it draws one, which takes longer the larger the box is: so it
    sits in one seat, in some of the games.
    """
    usual = [agent for agent in QUICK_AGENTS if agent != "random"]
    agents = [usual[(seat + players) % len(usual)] for seat in range(players)]
    share = 0.5 if rules.kinds < 30 else 0.1 if rules.tiles_in_box <= 106 else 0.002
    return [(agents, 1 - share), (["random", *agents[1:]], share)]


def main() -> None:
    """Plays about as many games of every variant with every number of players that its box allows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="the same variants in a small box")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    cells = [
        (name, rules, players)
        for name, rules in (SMALL if options.small else VARIANTS).items()
        for players in range(2, 7)
        if players * rules.rack_size <= rules.tiles_in_box
    ]
    each = -(-options.games // len(cells))
    games = turns = 0
    start = time.perf_counter()
    for name, rules, players in cells:
        played = 0
        for agents, share in seatings(rules, players):
            count = max(1, round(share * each))
            done = Summary(Plan(rules, tuple(agents), options.seed, check=True))
            try:
                done.play(count, workers=options.workers)
            except KeyboardInterrupt:
                games, turns = games + done.games, turns + done.turns
                sys.exit(f"stopped after {games} games, {turns} turns: every invariant held so far")
            played, games, turns = played + done.games, games + done.games, turns + done.turns
        print(
            f"{name:<28} {players} players {played:>6} games   {games:>7} games and {turns:>8} turns in all, "
            f"{time.perf_counter() - start:,.0f} s",
            flush=True,
        )
    print(f"{games} games, {turns} turns: every invariant held")


if __name__ == "__main__":
    main()
