"""Whole games with every invariant tested after every turn, over 2 to 6 players and every variant.

    ./run python bench/invariants.py --games 100000

After every turn: tiles conserved, racks counted right, table melds melds, scores summing to zero. Before it
the agent is asked again with all that it cannot see dealt anew, and must decide the same. A failure stops the
run with the seed, the game and the turn. One line for each variant: a run that is stopped still tells.
"""

from __future__ import annotations

import argparse
import time

from optimeld.game import ENGINE_AGENTS
from optimeld.rules import Rules
from optimeld.simulate import simulate

VARIANTS = {
    "retail": Rules(),
    "free jokers": Rules(joker_rule="free"),
    "locked jokers": Rules(joker_rule="locked"),
    "river": Rules(river=True),
    "opening then table": Rules(opening_then_table=True),
    "river, locked, then table": Rules(river=True, joker_rule="locked", opening_then_table=True),
    "fifty to open, penalty 100": Rules(opening_points=50, joker_penalty=100),
    "three copies": Rules(copies=3),
    "one joker": Rules(jokers=1),
    "no jokers": Rules(jokers=0),
    "one copy, racks of 8": Rules(copies=1, rack_size=8, opening_points=20),
    "melds of four": Rules(min_meld=4, opening_points=20),
}
#: The same variants in a box of 50 tiles, where a game is short: many games for little time.
SMALL = {
    f"small, {name}": rules.replace(
        values=8, colours=3, rack_size=7, opening_points=rules.opening_points // 2
    )
    for name, rules in VARIANTS.items()
    if rules.min_meld == 3 and rules.copies == 2
}


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
        # The random agent is much slower than the others: one seat, and only where the box is small.
        names = [agent for agent in ENGINE_AGENTS if agent != "random" or rules.kinds < 30]
        agents = [names[(seat + players) % len(names)] for seat in range(players)]
        done = simulate(agents, each, options.seed, rules, workers=options.workers, check=True)
        games, turns = games + done.games, turns + done.turns
        print(
            f"{name:<28} {players} players {done.games:>6} games {done.turns:>8} turns "
            f"{done.to_json()['games_per_second']:>7,.0f}/s   {games:>7} games in all, "
            f"{time.perf_counter() - start:,.0f} s",
            flush=True,
        )
        if done.games < each:
            break
    print(f"{games} games, {turns} turns: every invariant held")


if __name__ == "__main__":
    main()
