"""Decisions a second of the environments, masks included: `./run python bench/envs.py [GAMES]`.

64 games are stepped together on one core against `greedy`, by a player that takes one of the allowed actions
at random or (as most learners soon do) plays where it can. CPU seconds are counted, of which another program
on the machine takes none.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import numpy.typing as npt

from optimeld.envs.tables import ACTION_SPACES, ActionSpace
from optimeld.envs.vector import RummikubVectorEnv

Mask = npt.NDArray[np.bool_]
Chosen = npt.NDArray[np.int64]


def at_random(mask: Mask, luck: np.random.Generator) -> Chosen:
    """One of the allowed actions."""
    found: Chosen = np.where(mask, luck.random(mask.shape), -1.0).argmax(axis=1)
    return found


def where_it_can(mask: Mask, luck: np.random.Generator) -> Chosen:
    """An allowed action other than to draw (the first) or to stop choosing (the last), where there is one."""
    wish = np.where(mask, luck.random(mask.shape) + 1, 0.0)
    wish[:, [0, -1]] *= 0.01
    found: Chosen = wish.argmax(axis=1)
    return found


def measure(actions: ActionSpace, player: str, games: int) -> tuple[int, float, int]:
    """Decisions, CPU seconds and the legal actions there were, over so many games."""
    envs = RummikubVectorEnv(64, actions=actions)
    envs.reset(seed=1)
    luck, choose = np.random.default_rng(1), PLAYERS[player]
    decisions, over, allowed = 0, 0, 0
    start = time.process_time()
    while over < games:
        mask = envs.action_masks()
        allowed += int(mask.sum())
        _, _, ended, _, _ = envs.step(choose(mask, luck))
        decisions += envs.num_envs
        over += int(ended.sum())
    return decisions, time.process_time() - start, allowed


PLAYERS = {"random": at_random, "plays where it can": where_it_can}


def main() -> None:
    """Prints a line for each action space and player."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for actions in ACTION_SPACES:
        for player in PLAYERS:
            decisions, seconds, allowed = measure(actions, player, games)
            print(
                f"{actions:<7} {player:<19} {decisions:>7} decisions in {seconds:6.2f} CPU s: "
                f"{decisions / seconds:>7,.0f} a second, {allowed / decisions:4.1f} actions allowed"
            )


if __name__ == "__main__":
    main()
