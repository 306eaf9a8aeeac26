"""A first learner: sb3-contrib's MaskablePPO from nothing, against an agent of the engine, for some minutes.

    pip install 'optimeld[env]' sb3-contrib matplotlib
    python training/learn.py --steps 300000 --opponent simple --out learner

Writes the share of games won against each opponent after every round to OUT.json, draws it to OUT.svg, and
keeps the network in OUT.zip. The same seed and versions give the same curve on one machine; networks differ
in their last digits from machine to machine.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from optimeld.envs.tables import Tables

ENVS = 32
#: Games for each point of the curve.
GAMES = 200


class Games(VecEnv):  # type: ignore[misc]
    """Many games of the core as Stable-Baselines3 wants them: a game that ends is dealt anew at once."""

    def __init__(self, opponent: str, count: int, seed: int) -> None:
        self.tables = Tables((None, opponent), count=count)
        self.dealt = np.arange(count)
        self.first_seed = seed
        space = self.tables.observation_space()
        # Flat and small numbers: the plays on offer first, which is what an action points at.
        self.parts = [
            name for name in space.spaces if name not in ("action_mask", "pending", "river", "chosen")
        ]
        size = sum(int(np.prod(space[name].shape or ())) for name in self.parts)
        super().__init__(count, spaces.Box(0, 10, (size,), np.float32), spaces.Discrete(self.tables.actions))

    def _look(self) -> np.ndarray[Any, Any]:
        self.tables.look(0)
        seen = self.tables.parts(self.tables.observations)
        seen["plays"] = self.tables.plays
        scale = {"pool": 20, "rack_sizes": 5}
        flat = [seen[name].reshape(self.num_envs, -1) / scale.get(name, 1) for name in self.parts]
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


def share_won(model: MaskablePPO, opponent: str, seed: int) -> float:
    """Against an opponent, with the action the network thinks best."""
    games = Games(opponent, ENVS, seed)
    seen, won, played = games.reset(), 0, 0
    while played < GAMES:
        masks = games.tables.masks.astype(bool)
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        seen, _, over, infos = games.step(actions)
        played += int(over.sum())
        won += sum(info.get("won", False) for info in infos)
    return won / played


def main() -> None:
    """Trains in rounds, and says after each how it plays."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--steps", type=int, default=300_000)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--opponent", default="simple")
    arguments.add_argument("--against", default="random,simple,greedy,wait")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("learner"))
    given = arguments.parse_args()
    against = given.against.split(",")
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
        policy_kwargs={"net_arch": [256, 128]},
        seed=given.seed,
        device="cpu",
    )
    curve: list[dict[str, Any]] = []
    started = time.monotonic()
    for number in range(given.rounds + 1):
        if number:
            model.learn(given.steps // given.rounds, reset_num_timesteps=number == 1)
        point = {"steps": model.num_timesteps, "seconds": round(time.monotonic() - started)}
        point |= {name: share_won(model, name, given.seed + 1000) for name in against}
        curve.append(point)
        print(json.dumps(point), flush=True)
        given.out.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", encoding="ascii")
    model.save(given.out)
    draw(curve, against, given.opponent, given.out.with_suffix(".svg"))


def draw(curve: list[dict[str, Any]], against: list[str], opponent: str, path: Path) -> None:
    """The curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for name in against:
        shares = [100 * point[name] for point in curve]
        axes.plot([point["steps"] for point in curve], shares, marker=".", label=f"against {name}")
    axes.set_xlabel("decisions")
    axes.set_ylabel("games won, %")
    axes.set_title(f"MaskablePPO, trained against {opponent}")
    axes.grid(True, alpha=0.3)
    axes.legend()
    figure.savefig(path)


if __name__ == "__main__":
    main()
