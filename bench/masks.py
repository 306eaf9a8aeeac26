"""Masks of the action space `tiles` against the list of every play: `./run python bench/masks.py [STATES]`.

For each state: a tile is allowed exactly where some play holds what was chosen and one more of it, and
stopping exactly where what was chosen is a play (or nothing was). States whose plays are too many to list are
passed over.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from optimeld import Rules, _core
from optimeld.envs.tables import Tables

_MOST_BRANCHES = 3000


def check_masks(games: int, seed: int, states: int = sys.maxsize) -> tuple[int, list[str]]:
    """Plays games at random and checks every second state; how many there were, and what was different."""
    luck = random.Random(seed)
    checked, different = 0, []
    for index in range(games):
        rules = Rules(
            joker_rule=luck.choice(["official", "free", "locked"]),
            rack_size=luck.choice([10, 14, 16]),
            jokers=luck.choice([0, 2, 4]),
            river=index % 5 == 4,
        )
        tables = Tables((None,) * luck.choice([2, 3]), rules=rules, actions="tiles")
        core, kinds = tables.core, tables.kinds
        core.deal(0, seed, index)
        while not core.over(0) and checked < states:
            observation = tables.observation(0, core.to_move(0))
            mask, chosen = observation["action_mask"], observation["chosen"]
            if not observation["pending"].any() and luck.random() < 0.5:
                every = every_play(core.game(0), rules)
                if every is not None:
                    checked += 1
                    holding = [play for play in every if (play >= chosen).all()]
                    more = np.any([play > chosen for play in holding], axis=0) if holding else np.zeros(kinds)
                    stop = not chosen.any() or any((play == chosen).all() for play in holding)
                    if (more != mask[:kinds]).any() or stop != bool(mask[kinds]):
                        different.append(f"seed {seed} game {index}: {chosen} {mask}")
            tiles = np.flatnonzero(mask[:kinds])
            choices = tiles if len(tiles) and luck.random() < 0.5 else np.flatnonzero(mask)
            tables.act(0, int(luck.choice(list(choices))))
    return checked, different


def every_play(game: _core.Game, rules: Rules) -> list[np.ndarray] | None:
    """Every distinct play as counts by kind; None where they are too many to list."""
    player = game.to_move
    search = _core.Plays(
        rules.core,
        game.table,
        game.rack(player),
        by_value=False,
        opening=not game.opened(player),
        joker_value=rules.joker_penalty,
    )
    plays = []
    while (found := search.next(_MOST_BRANCHES - search.opened)) is not None:
        plays.append(np.bincount(found, minlength=len(rules.tiles)))
    return plays if search.exhausted else None


def main() -> None:
    """Prints how many states were checked and how many differed, batch by batch."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    checked, different, seed = 0, 0, 0
    while checked < wanted:
        seed += 1
        some, wrong = check_masks(10, seed, wanted - checked)
        checked += some
        different += len(wrong)
        print("\n".join(wrong) + f"{checked} states, {different} differences", flush=True)


if __name__ == "__main__":
    main()
