"""A first learner: sb3-contrib's MaskablePPO from nothing, against an agent of the engine, for some minutes.

    ./run learn --steps 240000 --rounds 8 --opponent greedy --seed 1 --out docs/learning/first

Writes the share of games won against each opponent after every round, and how it plays in the end, to
OUT.json, draws the curve to OUT.svg, and keeps the network in OUT.zip. The same seed and versions give the
same curve on one machine; networks differ in their last digits from machine to machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from optimeld import __version__
from optimeld.envs.tables import Tables
from optimeld.intervals import wilson

ENVS = 32
#: Games for each point of the curve, and for the last.
GAMES, LAST_GAMES = 200, 500
#: What the network is shown, and what it is divided by.
SEEN = {"rack": 1, "table": 1, "standing": 1, "rack_sizes": 5, "opened": 1, "pool": 20}


class Games(VecEnv):  # type: ignore[misc]
    """Many games of the core as Stable-Baselines3 wants them: a game that ends is dealt anew at once."""

    def __init__(self, opponent: str, count: int, seed: int) -> None:
        self.tables = Tables((None, opponent), count=count)
        self.dealt = np.arange(count)
        self.first_seed = seed
        self.values = np.array([tile.value for tile in self.tables.rules.tiles], np.float32)
        size = self._look().shape[1]
        super().__init__(count, spaces.Box(0, 10, (size,), np.float32), spaces.Discrete(self.tables.actions))

    def _look(self) -> np.ndarray[Any, Any]:
        """Flat and small numbers; of each play on offer how much it lays, and whether that is all."""
        tables = self.tables
        tables.look(0)
        seen = tables.parts(tables.observations)
        flat = [seen[name] / scale for name, scale in SEEN.items()]
        laid = tables.plays.sum(axis=2, dtype=np.float32)
        rest = seen["rack"].sum(axis=1, keepdims=True) - laid
        flat += [laid / 5, (laid > 0) & (rest == 0), (tables.plays @ self.values) / 30]
        return np.concatenate(flat, axis=1).astype(np.float32).clip(0, 10)

    def reset(self) -> np.ndarray[Any, Any]:
        for game in range(self.num_envs):
            self.tables.core.deal(game, self.first_seed, int(self.dealt[game]))
        return self._look()

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        self.tables.step(self.actions, forgive=False)
        self.tables.settle()
        rewards, over = self.tables.rewards()[:, 0].copy(), self.tables.over.astype(bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if over.any():
            last = self._look()
            for game in np.flatnonzero(over):
                infos[game] = {
                    "terminal_observation": last[game],
                    "won": bool(self.tables.winners[game] == 0),
                }
                self.dealt[game] += self.num_envs
                self.tables.core.deal(int(game), self.first_seed, int(self.dealt[game]))
        return self._look(), rewards, over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.tables.masks.astype(bool))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def close(self) -> None: ...

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "render_mode":
            return [None] * self.num_envs
        return [self.env_method] * self.num_envs if attr_name == "action_masks" else []

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


def games_won(model: MaskablePPO, opponent: str, seed: int, count: int) -> int:
    """Of the first so many deals against an opponent, with the action the network thinks best.

    Each game is played to its end: to stop after so many ends would favour the short ones.
    """
    games = Games(opponent, min(ENVS, count), seed)
    seen, won, dealt = games.reset(), 0, 0
    while dealt < count:
        masks = games.tables.masks.astype(bool)
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        before = games.dealt.copy()
        seen, _, over, infos = games.step(actions)
        for game in np.flatnonzero(over):
            if before[game] < count:
                dealt += 1
                won += infos[game]["won"]
    return won


def main() -> None:
    """Trains in rounds, and says after each how it plays."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--steps", type=int, default=300_000)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--opponent", default="greedy")
    arguments.add_argument("--against", default="random,simple,greedy,wait")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("learner"))
    given = arguments.parse_args()
    against = given.against.split(",")
    torch.set_num_threads(1)  # more of them do not help networks this small
    games = Games(given.opponent, ENVS, given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        learning_rate=3e-4,
        gamma=0.997,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 64]},
        seed=given.seed,
        device="cpu",
    )
    curve: list[dict[str, Any]] = []
    started = time.monotonic()
    for number in range(given.rounds + 1):
        if number:
            model.learn(given.steps // given.rounds, reset_num_timesteps=number == 1)
        point = {"steps": model.num_timesteps, "seconds": round(time.monotonic() - started)}
        point |= {name: games_won(model, name, given.seed + 1000, GAMES) / GAMES for name in against}
        curve.append(point)
        print(json.dumps(point), flush=True)
    reached = [result(model, name, given.seed + 2000) for name in against]
    print("\n".join(map(json.dumps, reached)), flush=True)
    card = {"command": " ".join(sys.argv), "versions": versions(), "curve": curve, "reached": reached}
    given.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="ascii")
    model.save(given.out)
    draw(curve, against, given.opponent, given.out.with_suffix(".svg"))


def result(model: MaskablePPO, opponent: str, seed: int) -> dict[str, Any]:
    """The share won at the end, with its 95 % interval."""
    won = games_won(model, opponent, seed, LAST_GAMES)
    share = wilson(won / LAST_GAMES, LAST_GAMES)
    return {"against": opponent, "games": LAST_GAMES, "won": won} | {
        name: round(getattr(share, name), 4) for name in ("mean", "low", "high")
    }


def versions() -> dict[str, str]:
    """Of whatever the figures depend on."""
    return {name: version(name) for name in ("torch", "stable-baselines3", "sb3-contrib", "numpy")} | {
        "optimeld": __version__
    }


def draw(curve: list[dict[str, Any]], against: list[str], opponent: str, path: Path) -> None:
    """The curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot()
    for name in against:
        shares = [100 * point[name] for point in curve]
        axes.plot([point["steps"] for point in curve], shares, marker=".", label=f"against {name}")
    axes.set_xlabel("decisions")
    axes.set_ylabel("games won, %")
    axes.set_title(f"MaskablePPO, trained against {opponent}")
    axes.grid(True, alpha=0.3)
    figure.legend(loc="outside right center")
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
