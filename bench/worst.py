"""Looks for the positions that take the solver longest: `./run python bench/worst.py --help`.

Long racks on tables from games, then hill-climbing from those that take longest: a tile of the rack
for another one, a meld of the table to the rack or back; what takes longer stays. The time is the CPU's,
the least of three runs, and told apart by what is asked for: tiles and value alone, the melds kept, the tiles
moved. The seed fixes the positions that are started from; where a climb goes follows the clock.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from itertools import count

from optimeld import Meld, Position, Rules, Tile
from optimeld.game import Game
from optimeld.goals import Goal
from optimeld.melds import is_meld
from optimeld.rules import JOKER_RULES
from optimeld.solver import core_solver

RUNS = 3


def cost(position: Position, *, keep: bool = True, tidy: bool = True) -> float:
    """Milliseconds of the processor for one answer, the least of some runs."""
    solver = core_solver(position.rules)
    goal = Goal(joker_value=position.rules.joker_penalty).core
    times = []
    for _ in range(RUNS):
        began = time.thread_time()
        solver.solve(position.core_table, position.core_rack, opening=False, keep=keep, tidy=tidy, **goal)
        times.append(time.thread_time() - began)
    return min(times) * 1000


def unseen(position: Position) -> list[Tile]:
    """The tiles of the box that are neither on the table nor on the rack."""
    left = position.rules.unseen([*position.rack, *(tile for meld in position.table for tile in meld)])
    return [tile for tile, copies in left.items() for _ in range(copies)]


def from_games(rules: Rules, seed: int, positions: int, low: int, high: int) -> Iterator[Position]:
    """Tables as greedy players leave them, each with a rack of any other tiles of the box."""
    chance = random.Random(seed)
    for number in count():
        game = Game(rules, players=2, seed=seed, index=number)
        tables = []
        while not game.over:
            tables.append(game.table)
            game.engine_turn("greedy")
        for table in chance.sample(tables, min(3, len(tables))):
            rest = unseen(Position(table, (), rules))
            if len(rest) < high:
                continue
            yield Position(table, tuple(chance.sample(rest, chance.randint(low, high))), rules)
            positions -= 1
            if positions == 0:
                return


def neighbour(position: Position, chance: random.Random, low: int, high: int) -> Position:
    """A position that differs a little, or the same where the throw misses."""
    rack, table = list(position.rack), list(position.table)
    rest = unseen(position)
    kind = chance.choice(["exchange", "draw", "take up", "lay", "lay"])
    if kind == "exchange" and rest:
        rack[chance.randrange(len(rack))] = chance.choice(rest)
    elif kind == "draw" and rest:
        rack.append(chance.choice(rest))
    elif kind == "take up" and table:
        rack += table.pop(chance.randrange(len(table)))
    elif kind == "lay":
        picked = any_meld([*rack, *rest], position.rules, chance)
        if picked is None:
            return position
        table.append(picked)
        for tile in picked:
            if tile in rack:
                rack.remove(tile)
    if not low <= len(rack) <= high:
        return position
    return Position(tuple(table), tuple(rack), position.rules)


def any_meld(tiles: list[Tile], rules: Rules, chance: random.Random) -> Meld | None:
    """A meld of some of the tiles, where a few throws find one."""
    plain = [tile for tile in tiles if not tile.is_joker]
    for _ in range(20):
        if not plain:
            break
        first = chance.choice(plain)
        size = chance.randint(rules.min_meld, rules.min_meld + 3)
        if chance.random() < 0.5:
            wanted = [
                Tile(first.colour, first.value + i) for i in range(size) if first.value + i <= rules.values
            ]
        else:
            wanted = [Tile(colour, first.value) for colour in range(rules.colours)][:size]
        left = list(tiles)
        meld = []
        for tile in wanted:
            there = tile if tile in left else next((other for other in left if other.is_joker), None)
            if there is not None:
                left.remove(there)
                meld.append(there)
        if len(meld) == len(wanted) and is_meld(meld, rules):
            return Meld.of(meld, rules)
    return None


def climb(
    position: Position, steps: int, chance: random.Random, low: int, high: int
) -> tuple[float, Position]:
    """Uphill from a position, and as far as so many tries lead."""
    best = cost(position)
    for _ in range(steps):
        other = neighbour(position, chance, low, high)
        if other is not position and (taken := cost(other)) > best:
            best, position = taken, other
    return best, position


def say(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    most = ordered[len(ordered) * 99 // 100]
    median = statistics.median(ordered)
    print(f"{name:24} median {median:7.2f}  99 % {most:7.2f}  longest {ordered[-1]:7.2f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=150, help="to start from")
    parser.add_argument("--rack", type=int, nargs=2, default=(30, 50), metavar=("LEAST", "MOST"))
    parser.add_argument("--joker-rule", choices=JOKER_RULES, default="official")
    parser.add_argument("--climbs", type=int, default=3, help="how many of the longest are climbed from")
    parser.add_argument("--steps", type=int, default=300, help="tries of a climb")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    low, high = options.rack
    rules = Rules(joker_rule=options.joker_rule)
    positions = list(from_games(rules, options.seed, options.positions, low, high))
    times = [cost(position) for position in positions]
    say("the whole answer", times)
    say("tiles and value alone", [cost(position, keep=False, tidy=False) for position in positions])
    say("and melds kept", [cost(position, tidy=False) for position in positions])
    longest = sorted(range(len(positions)), key=lambda i: -times[i])
    print(f"{times[longest[0]]:.2f} ms  {positions[longest[0]]}")
    for number in longest[: options.climbs]:
        taken, position = climb(positions[number], options.steps, random.Random(options.seed), low, high)
        main_alone, kept = cost(position, keep=False, tidy=False), cost(position, tidy=False)
        print(
            f"{taken:.2f} ms, tiles and value {main_alone:.2f}, and melds kept {kept:.2f}  {position}",
            flush=True,
        )


if __name__ == "__main__":
    main()
