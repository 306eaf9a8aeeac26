"""The environments and the learner under Stable-Baselines3: `./run learn test`, in its own environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from learn import Games, games_won
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

import optimeld.envs  # which registers the environment
from optimeld.envs.tables import ACTION_SPACES, ActionSpace

torch.set_num_threads(1)  # several wait for each other where the machine is busy
ENVIRONMENT = f"{optimeld.__name__}/Rummikub-v0"

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def weights(model: MaskablePPO) -> torch.Tensor:
    return torch.cat([part.detach().flatten() for part in model.policy.parameters()]).clone()


@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("actions", ACTION_SPACES)
def test_stable_baselines3_finds_nothing_wrong(actions: ActionSpace, reward: str) -> None:
    check_env(gymnasium.make(ENVIRONMENT, actions=actions, reward=reward).unwrapped)


@pytest.mark.parametrize("actions", ACTION_SPACES)
def test_the_single_environment_is_learned_in_with_its_masks(actions: ActionSpace) -> None:
    env: Any = gymnasium.make(ENVIRONMENT, opponents=("simple",), actions=actions).unwrapped
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = weights(model)
    model.learn(128)
    assert not torch.equal(before, weights(model))
    assert torch.isfinite(weights(model)).all()
    observation, _ = env.reset(seed=1)
    for _ in range(30):
        action, _ = model.predict(observation, action_masks=env.action_masks())
        observation, _, over, _, info = env.step(action)
        assert info["allowed"]
        if over:
            observation, _ = env.reset()


def test_many_games_at_once_are_learned_in_and_the_same_seed_learns_the_same() -> None:
    learned = []
    for _ in range(2):
        model = MaskablePPO("MlpPolicy", Games("simple", 4, 1), n_steps=32, n_epochs=2, seed=1, device="cpu")
        model.learn(256)
        learned.append(weights(model))
    assert torch.equal(*learned)
    won = games_won(model, "random", seed=5, count=8)
    assert won == games_won(model, "random", seed=5, count=8)
    assert 0 <= won <= 8


def test_what_the_network_is_shown_of_a_play_is_what_it_lays() -> None:
    games = Games("simple", 16, seed=3)
    seen = games.reset()
    for _ in range(40):
        tables = games.tables
        laid = tables.plays.sum(axis=2)
        first = seen.shape[1] - 3 * laid.shape[1]
        assert np.allclose(seen[:, first : first + laid.shape[1]], laid / 5)
        all_of_it = (laid == tables.parts(tables.observations)["rack"].sum(axis=1, keepdims=True)) & (
            laid > 0
        )
        assert np.array_equal(seen[:, first + laid.shape[1] : first + 2 * laid.shape[1]] > 0, all_of_it)
        seen, *_ = games.step(tables.masks.astype(bool).sum(axis=1) > 1)
