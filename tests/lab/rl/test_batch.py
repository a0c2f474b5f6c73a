"""Batches of games as arrays: the same games, observations and rewards as one game at a time."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

from smallworld.engine import IllegalAction, SmallWorldError
from smallworld.lab.rl import Batch, BoardGraph, SmallWorldEnv, SmallWorldVectorEnv
from smallworld.lab.rl.running_game import RunningGame
from smallworld.lab.worlds import player_counts, world_names
from smallworld.packs import load_world

pytestmark = pytest.mark.slow

WORLDS = [(world, players) for world, packs in world_names().items() for players in player_counts(packs)]


@pytest.mark.parametrize(("world", "players"), WORLDS)
def test_a_batch_sees_what_one_environment_sees(world: str, players: int) -> None:
    """Observation and mask of the compiled code, against the slow ones, through a whole game and more."""
    batch = Batch(2, players, world=world, seed=3)
    random = np.random.default_rng(3)
    out, over = batch.arrays, 0
    while over < 2:
        for game, state in enumerate(batch.rows.states):
            assert out.seat[game] == state.seat
            np.testing.assert_array_equal(
                out.observation[game], batch.observer.observe(state, state.seat), strict=True
            )
            np.testing.assert_array_equal(out.mask[game], batch.actions.mask(batch.rows.legal[game]))
        batch.step(batch.sample(random))
        over += int(out.over.sum())


@pytest.mark.parametrize("world", ["base", "underground"])
def test_an_observation_of_a_batch_holds_nothing_that_is_hidden(world: str) -> None:
    """The coins of others change nothing: neither in the row nor in the mask, whoever looks."""
    batch = Batch(1, 3, world=world, seed=1)
    random = np.random.default_rng(1)
    rows, other = batch.rows, batch.clone()
    while not batch.step(batch.sample(random)).over[0]:
        state = rows.states[0]
        for seat in range(3):
            rows.show(0, seat)
            changed = state.copy()
            changed.coins = [coins if owner == seat else coins + 7 for owner, coins in enumerate(state.coins)]
            other.rows.states[0], other.rows.legal[0] = changed, rows.legal[0]
            other.rows.show(0, seat)
            seen, shown = batch.write(batch.new_arrays()), other.write(other.new_arrays())
            np.testing.assert_array_equal(seen.observation, shown.observation)
            np.testing.assert_array_equal(seen.mask, shown.mask)
        rows.show(0, state.seat)


@pytest.mark.parametrize(("reward", "shaping"), [("win", 0.0), ("margin", 0.5)])
def test_a_game_of_a_batch_is_the_game_of_its_seed(reward: Any, shaping: float) -> None:
    batch = Batch(3, 3, reward=reward, shaping=shaping)
    out = batch.reset([11, 22, 33], batch.new_arrays())
    single = RunningGame(load_world("base_3p"), reward=reward, shaping=shaping)
    single.start(22)
    random = np.random.default_rng(5)
    while True:
        actions = batch.sample(random)
        rewards = single.do(single.actions.codes[actions[1]])
        batch.step(actions, out)
        np.testing.assert_allclose(out.reward[1], rewards, atol=1e-6)
        if single.state.over:
            break
        assert batch.rows.states[1] == single.state
        assert not out.over[1]
        assert not out.coins[1].any()  # they are hidden until the end
    assert out.over[1]
    assert out.coins[1].tolist() == single.state.coins
    assert batch.rows.states[1].round == 1


def test_an_illegal_action_plays_nothing() -> None:
    batch = Batch(2, seed=4)
    good = int(batch.arrays.mask[0].argmax())
    bad = int(batch.arrays.mask[1].argmin())
    before = [state.copy() for state in batch.rows.states]
    with pytest.raises(IllegalAction, match="in game 1"):
        batch.step([good, bad])
    for actions, message in (([good], "2 games"), ([good, -1], "no action -1"), ([0.0, 0.0], "2 games")):
        with pytest.raises(SmallWorldError, match=message):
            batch.step(actions)
    assert batch.rows.states == before


@pytest.mark.parametrize("copied", [Batch.clone, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_of_a_batch_goes_on_alike(copied: Any) -> None:
    batch = Batch(4, seed=8)
    random = np.random.default_rng(8)
    for _ in range(40):
        batch.step(batch.sample(random))
    other = copied(batch)
    np.testing.assert_array_equal(other.arrays.observation, batch.arrays.observation)
    for _ in range(200):
        actions = batch.sample(random)
        mine, theirs = batch.step(actions), other.step(actions)
        for name, array in vars(mine).items():
            np.testing.assert_array_equal(array, getattr(theirs, name))


def test_a_graph_holds_the_board() -> None:
    batch = Batch(5, 4, world="underground", seed=2)
    graph = BoardGraph(batch.world, batch.observer)
    regions = batch.world.board.regions
    assert set(map(tuple, graph.edges.T.tolist())) == {
        (r.id, other) for r in regions for other in r.neighbours
    }
    features = graph.features(batch.arrays.observation)
    assert features.shape == (5, len(regions), len(graph.columns))
    terrain = graph.columns.index(f"terrain {regions[3].terrain}")
    guard = graph.columns.index("guard")
    assert features[0, 3, terrain] == 1
    np.testing.assert_array_equal(
        features[..., guard],
        batch.observer.regions.of(batch.arrays.observation)[..., batch.observer.regions.column("guard")],
    )


def test_a_vector_of_games_is_the_single_games_one_by_one() -> None:
    options: dict[str, Any] = {"opponents": ["random", "greedy"], "reward": "margin", "shaping": 0.1}
    vector = gymnasium.make_vec("smallworld.lab.rl:SmallWorld-v0", num_envs=2, **options)
    assert isinstance(vector.unwrapped, SmallWorldVectorEnv)
    singles = [SmallWorldEnv(**options) for _ in range(2)]
    seen, infos = vector.reset(seed=7)
    alone = [single.reset(seed=7 + game) for game, single in enumerate(singles)]
    random, ended = np.random.default_rng(7), 0
    while ended < 3:
        assert vector.observation_space.contains(seen)
        for game in range(2):
            np.testing.assert_array_equal(seen["observation"][game], alone[game][0]["observation"])
            np.testing.assert_array_equal(seen["action_mask"][game], alone[game][0]["action_mask"])
            assert infos["seat"][game] == alone[game][1]["seat"]
        actions = [int(random.choice(mask.nonzero()[0])) for mask in seen["action_mask"]]
        seen, rewards, over, cut, infos = vector.step(np.array(actions))
        assert not cut.any()
        for game, single in enumerate(singles):
            last, reward, done, _, info = single.step(actions[game])
            assert rewards[game] == pytest.approx(reward)
            assert over[game] == done
            alone[game] = (last, info)
            if done:
                ended += 1
                np.testing.assert_array_equal(infos["final_obs"][game]["observation"], last["observation"])
                assert infos["final_info"][game] == info
                alone[game] = single.reset()
