"""Copied and pickled: worlds, positions, games and environments go on by themselves, on both engines."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from smallworld.engine import Game, Seeded, State, World, new_state
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import Drawn, Luck, Scripted
from smallworld.engine.world.world import World as AnyWorld
from smallworld.lab.rl import SmallWorldAEC, SmallWorldEnv, env, raw_env
from smallworld.lab.worlds import packs_of, player_counts, world_names
from smallworld.packs import find_packs, load_world
from tests.engine.tools import random_states

pytestmark = pytest.mark.slow

Copy = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = [pytest.param(way, id=way.__name__) for way in (copy.copy, copy.deepcopy, pickled)]
DEEP = [pytest.param(way, id=way.__name__) for way in (copy.deepcopy, pickled)]
# Every world and mode, with two and with the most players it has a board for.
WORLDS = [
    (name, players) for name in world_names() for players in sorted({2, player_counts(packs_of(name))[-1]})
]


def world_of(name: str, players: int) -> World:
    return load_world(players=players, packs=packs_of(name))


def play_on(state: State, steps: int) -> None:
    luck = Seeded("on")
    for _ in range(steps):
        if state.over:
            return
        found = codes(state)
        play(state, luck.outcome(state) if state.is_chance else found[int(luck.random() * len(found))])


# --- the engine ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "players"), WORLDS)
def test_a_world_never_changes_so_its_copy_is_itself(name: str, players: int, way: Copy) -> None:
    world = world_of(name, players)
    assert way(world) is world


def test_a_world_of_packs_that_are_not_installed_is_not_pickled() -> None:
    strange = copy.copy(find_packs()["base"])
    world = AnyWorld(strange.boards["base_2p"], [strange])
    with pytest.raises(pickle.PicklingError, match="not installed cannot be pickled: base"):
        pickle.dumps(world)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "players"), WORLDS)
def test_a_copied_position_goes_on_by_itself(name: str, players: int, way: Copy) -> None:
    for number, state in enumerate(random_states(world_of(name, players), "copies")):
        if number % 40:
            continue
        before, other = state.copy(), way(state)
        assert other == state
        play_on(other, 40)
        assert state == before
        again = state.copy()
        play_on(again, 40)
        assert again == other


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_game_goes_on_by_itself(way: Copy) -> None:
    game = Game(world_of("base", 2), luck=Seeded("a game"))
    for _ in range(30):
        game.play(game.legal[-1])
    string, other = game.string, way(game)
    assert other.string == string
    for _ in range(30):
        other.play(other.legal[-1])
    assert game.string == string
    for _ in range(30):
        game.play(game.legal[-1])
    assert (game.string, game.state) == (other.string, other.state)
    assert game.events == other.events
    other.undo()
    assert len(other.log) < len(game.log)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "luck", [Seeded("a"), Drawn(Random(1).random), Scripted(["race.amazons", "race.elves"])], ids=type
)
def test_a_copied_source_of_chance_goes_on_where_it_was(luck: Luck, way: Copy) -> None:
    luck = copy.deepcopy(luck)
    state = new_state(world_of("base", 2))
    luck.outcome(state)
    assert pickled(luck).outcome(state) == way(pickled(luck)).outcome(state)


# --- environments --------------------------------------------------------------------------------------


def many(table: SmallWorldAEC, seed: int, steps: int) -> list[Any]:
    """Random decisions, with all that an agent is told about them; a new game where one ends."""
    random, told = np.random.default_rng(seed), list[Any]()
    for _ in range(steps):
        if not table.agents:
            table.reset()
        seen, reward, over, cut, info = table.last()
        allowed = seen["action_mask"].nonzero()[0]
        action = None if over or cut else int(random.choice(allowed))
        told.append((table.agent_selection, seen["observation"].tobytes(), action, reward, info))
        table.step(action)
    return told


def alone(learner: SmallWorldEnv, seed: int, steps: int) -> list[Any]:
    random, told = np.random.default_rng(seed), list[Any]()
    for _ in range(steps):
        action = int(random.choice(learner.action_masks().nonzero()[0]))
        seen, reward, over, _, info = learner.step(action)
        told.append((seen["observation"].tobytes(), action, reward, info))
        if over:
            learner.reset()
    return told


@pytest.mark.parametrize("way", [*DEEP, pytest.param(SmallWorldAEC.clone, id="clone")])
def test_a_copied_environment_goes_on_by_itself(way: Copy) -> None:
    table = SmallWorldAEC(3, shaping=0.1)
    table.reset(seed=1)
    many(table, 1, 100)
    other = way(table)
    assert other.render() == table.render()
    told = many(other, 2, 1500)  # and into the games after this one
    assert many(table, 2, 1500) == told


@pytest.mark.parametrize("way", [*DEEP, pytest.param(SmallWorldEnv.clone, id="clone")])
@pytest.mark.parametrize("bot", ["random", "greedy", "planner:beam=1,slip=9,taste=any"])
def test_a_copied_environment_has_bots_of_its_own(way: Copy, bot: str) -> None:
    learner = SmallWorldEnv([bot])
    learner.reset(seed=1)
    alone(learner, 1, 20)
    other = way(learner)
    told = alone(other, 2, 150)
    assert alone(learner, 2, 150) == told


def test_an_environment_goes_back_to_a_clone_as_often_as_one_likes() -> None:
    table, learner = SmallWorldAEC(2), SmallWorldEnv(["greedy"])
    table.reset(seed=3)
    learner.reset(seed=3)
    first, second = table.clone(), learner.clone()
    told = many(table, 4, 90), alone(learner, 4, 60)
    for _ in range(2):
        table.restore(first)
        learner.restore(second)
        assert (many(table, 4, 90), alone(learner, 4, 60)) == told


@pytest.mark.parametrize("way", DEEP)
def test_a_wrapped_environment_is_copied_as_it_is(way: Copy) -> None:
    table = env(2)
    table.reset(seed=1)
    many(table, 1, 50)
    other = way(table)
    assert type(other) is type(table)
    assert many(other, 2, 100) == many(table, 2, 100)


# --- every world and mode in the tests of the makers of the interfaces -----------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo.test.api_test")
@pytest.mark.parametrize(("name", "players"), WORLDS)
def test_every_world_passes_the_tests_of_pettingzoo(name: str, players: int) -> None:
    for make in (raw_env, env):
        api_test(make(players, world=name, shaping=0.01), num_cycles=200)
    seed_test(lambda: env(players, world=name), num_cycles=200)


@pytest.mark.parametrize(("name", "players"), WORLDS)
def test_every_world_passes_the_tests_of_gymnasium(name: str, players: int) -> None:
    made = gymnasium.make("smallworld.lab.rl:SmallWorld-v0", opponents=["random"] * (players - 1), world=name)
    check_env(made.unwrapped)
