"""Environments: their own libraries' checkers, exact masks, and the very games that the engine plays."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from optimeld import Game, Rules, _core
from optimeld.envs import rummikub_v0
from optimeld.envs.tables import ACTION_SPACES, ActionSpace, EnvError, Tables
from optimeld.refusals import Refusal
from optimeld.turns import Turn, melds_from_core
from optimeld.variants import VARIANTS

PLAYTHROUGH = Path(__file__).with_name("golden") / "open_spiel_playthrough.txt"

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("actions", ACTION_SPACES)
def test_pettingzoo_finds_nothing_wrong(actions: ActionSpace, players: int) -> None:
    api_test(rummikub_v0.env(players=players, actions=actions), num_cycles=200)


@pytest.mark.parametrize("actions", ACTION_SPACES)
def test_the_same_seed_gives_the_same_game(actions: ActionSpace) -> None:
    seed_test(lambda: rummikub_v0.env(actions=actions), num_cycles=40)


def test_every_render_mode_works(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: rummikub_v0.env(render_mode=render_mode))
    assert "Rack" in capsys.readouterr().out


@pytest.mark.parametrize("actions", ACTION_SPACES)
def test_gymnasium_finds_nothing_wrong(actions: ActionSpace) -> None:
    check_env(gymnasium.make("optimeld/Rummikub-v0", actions=actions).unwrapped)


def test_open_spiel_plays_it_at_random() -> None:
    import pyspiel

    import_module("optimeld.envs.open_spiel_game")  # which registers the game
    for parameters in ({"players": 2}, {"players": 3, "actions": "tiles", "reward": "points", "deals": 9}):
        game = pyspiel.load_game("python_rummikub", parameters)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_open_spiel_plays_the_same_game_as_when_it_was_written_down() -> None:
    """Rewritten by `./run python tests/test_envs.py`, after a change that is meant."""
    assert PLAYTHROUGH.read_text(encoding="utf-8") == playthrough()


def playthrough() -> str:
    """A whole game as OpenSpiel writes it down."""
    from open_spiel.python.algorithms import generate_playthrough

    import_module("optimeld.envs.open_spiel_game")
    text: str = generate_playthrough.playthrough("python_rummikub(deals=3)", None, seed=3)
    return text


def test_many_games_at_once_are_the_same_games() -> None:
    together = gymnasium.make_vec("optimeld/Rummikub-v0", num_envs=3, opponents=("greedy", "simple"))
    seen, _ = together.reset(seed=5)
    assert together.observation_space.contains(seen)
    alone = Tables((None, "greedy", "simple"))
    seed = int(np.random.default_rng(np.random.SeedSequence(5)).integers(2**63))
    for index in range(3):
        alone.core.deal(0, seed, index)
        observation = alone.observation(0, 0)
        assert all(np.array_equal(seen[part][index], observation[part]) for part in ("rack", "table", "pool"))
    over = 0
    for _ in range(200):
        # The best play, where there is one: such games end soon.
        actions = np.minimum(seen["action_mask"].sum(axis=1) - 1, 1)
        seen, rewards, ended, _, _ = together.step(actions)
        over += int(ended.sum())
        assert (rewards[~ended] == 0).all()
    assert over > 3


def test_an_action_that_is_not_allowed_loses_the_turn_and_nothing_else() -> None:
    env: Any = gymnasium.make("optimeld/Rummikub-v0").unwrapped
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    after, _, over, _, info = env.step(wrong)
    assert not info["allowed"]
    assert not over
    assert after["rack"].sum() == observation["rack"].sum() + 1


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(EnvError, match="no action space is called 'moves'"):
        rummikub_v0.env(actions="moves")
    with pytest.raises(EnvError, match="no agent is called 'gredy'"):
        gymnasium.make("optimeld/Rummikub-v0", opponents=("gredy",))
    with pytest.raises(EnvError, match="from 2 to 6 players"):
        rummikub_v0.env(players=7)
    with pytest.raises(EnvError, match="action 99 is not allowed"):
        Tables((None, None)).act(0, 99)


def test_a_mask_is_what_all_plays_together_allow() -> None:
    """Tile by tile, against the list of every play; `bench/masks.py` does it for as many as asked for."""
    from masks import check_masks

    states, differences = check_masks(games=12, seed=1)
    assert states > 300
    assert differences == []


@pytest.mark.parametrize("joker_rule", ["official", "free", "locked"])
def test_a_game_of_the_engine_is_a_game_of_the_environment_move_for_move(joker_rule: Any) -> None:
    rules = Rules(joker_rule=joker_rule)
    for index, actions in product(range(4), ACTION_SPACES):
        game = Game(rules, 3, seed=11, index=index)
        tables = Tables((None,) * 3, rules=rules, actions=actions)
        tables.core.deal(0, 11, index)
        luck = random.Random(index)
        while not game.over:
            turn = game.engine_turn(luck.choice(["greedy", "simple", "random"]))
            played = [rules.index_of(tile) for tile in turn.played]
            if actions == "ranked":
                action = tables.core.action_of(0, played) if played else 0
                if action < 0:  # beyond the best 64
                    break
                tables.act(0, action)
            else:
                luck.shuffle(played)
                for tile in played:
                    tables.act(0, tile)
                tables.act(0, tables.core.stop)
            inside: _core.Game = tables.core.game(0)
            assert inside.to_move == game.to_move
            assert sorted(tile for meld in inside.table for tile in meld) == sorted(
                rules.index_of(tile) for meld in game.table for tile in meld.tiles
            )
            for player in range(3):
                assert inside.rack(player) == [rules.index_of(tile) for tile in game.rack(player)]
            if joker_rule != "free" and inside.table != [meld.core for meld in game.table]:
                break  # the same tiles lie differently, so that what may follow is no longer the same


@pytest.mark.parametrize("actions", ACTION_SPACES)
@pytest.mark.parametrize(
    "variant", [name for name, rules in VARIANTS.items() if not rules.opening_then_table]
)
def test_a_game_of_the_environment_is_one_of_the_engine_to_its_end(
    variant: str, actions: ActionSpace
) -> None:
    """By every variant that an environment takes: the same deal, and each decision handed to a `Game`."""
    rules, players = VARIANTS[variant], 3
    tables = Tables((None,) * players, rules=rules, actions=actions)
    tables.core.deal(0, 7, 0)
    game, luck = Game(rules, players, seed=7), random.Random(variant)
    of_river = tables.actions - (tables.kinds if rules.river else 0)
    chosen = 0
    done: Turn | Refusal | None
    while not game.over:
        player = game.to_move
        allowed = np.flatnonzero(tables.observation(0, player)["action_mask"]).tolist()
        # Rather a play than a draw, so that games end.
        others = [action for action in allowed if action != tables.core.stop]
        action = luck.choice(others if others and luck.random() < 0.8 else allowed)
        tables.act(0, action)
        inside: _core.Game = tables.core.game(0)
        if action >= of_river:
            tile = rules.tiles[action - of_river]
            done = game.keep(player, tile) if game.pending else game.take(player, tile)
        elif action != tables.core.stop and actions == "tiles":
            chosen += 1
            continue
        elif chosen or action != tables.core.stop:
            done, chosen = game.submit(player, melds_from_core(inside.table, rules)), 0
        else:
            done = game.draw(player)
        assert not isinstance(done, Refusal)
        assert (inside.to_move, inside.over, inside.pool_size) == (game.to_move, game.over, game.pool_size)
        assert inside.table == [meld.core for meld in game.table]
        for seat in range(players):
            assert inside.rack(seat) == [rules.index_of(tile) for tile in game.rack(seat)]
    tables.settle()
    assert game.result is not None
    assert tables.winners[0] == game.result.winner
    assert tables.scores[0].tolist() == list(game.result.scores)


def test_nobody_sees_a_hidden_tile() -> None:
    """What is hidden from a player is shuffled; what the player is shown stays the same."""
    tables = Tables((None, None, None), actions="tiles")
    for index in range(5):
        tables.core.deal(0, 3, index)
        for _ in range(30):
            if tables.core.over(0):
                break
            player = tables.core.to_move(0)
            observation = tables.observation(0, player)
            own = sum(int(observation[part].sum()) for part in ("rack", "table", "chosen"))
            hidden = int(observation["rack_sizes"][1:].sum() + observation["pool"][0])
            assert own + hidden == tables.rules.tiles_in_box
            for other in range(3):
                if other != player:
                    assert not tables.observation(0, other)["action_mask"].any()
            allowed = np.flatnonzero(observation["action_mask"])
            tables.act(0, int(allowed[-1] if len(allowed) > 1 else allowed[0]))


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
