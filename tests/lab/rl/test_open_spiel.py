"""The game for OpenSpiel: its own test, the games of the engine, and nothing hidden in observations."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from smallworld.engine import Game
from smallworld.lab.rl.observation import Observer
from smallworld.lab.rl.open_spiel import SmallWorldState
from smallworld.packs import load_world


def played(game: Any, seed: int) -> SmallWorldState:
    """A random game, as any of OpenSpiel's."""
    state, random = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(random.choices(numbers, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    found: SmallWorldState = state
    return found


@pytest.mark.parametrize(
    "options", ["", "(players=4)", "(world=underground,players=3)", "(world=both+leaders)"]
)
def test_a_game_is_the_engines(options: str) -> None:
    game = pyspiel.load_game(f"smallworld{options}")
    state = played(game, 1)
    engine = Game(state.state.world)
    for player, action in [(h.player, h.action) for h in state.full_history()]:
        engine.play(state.action_to_string(player, action))
    assert engine.over
    assert engine.state.coins == state.state.coins
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_openspiel_finds_nothing_wrong() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("smallworld"), num_sims=1, serialize=False, verbose=False)


def test_an_observation_is_ours_and_does_not_show_the_coins_of_others() -> None:
    game = pyspiel.load_game("smallworld")
    state, observer = game.new_initial_state(), game.make_py_observer()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, Observer(load_world("base_2p")).observe(state.state, 1))
    assert observer.dict["regions"].shape[0] == 23
    before, said = observer.tensor.copy(), observer.string_from(state, 1)
    state.state.coins[0] += 50
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, before)
    assert observer.string_from(state, 1) == said


def test_a_clone_goes_on_by_itself() -> None:
    state = pyspiel.load_game("smallworld").new_initial_state()
    other = state.clone()
    other.apply_action(other.chance_outcomes()[0][0])
    assert len(state.history()) == 0
    assert str(state) != str(other)


def test_a_party_has_no_player() -> None:
    with pytest.raises(ValueError, match="party"):
        pyspiel.load_game("smallworld(world=crusade)")
