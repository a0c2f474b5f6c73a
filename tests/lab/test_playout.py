"""Playouts: whole games without events, and the same rules as everywhere."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, action_string, new_state
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.lab.playout import playout
from smallworld.packs import load_world


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_playout_ends_the_game_in_place_and_counts_decisions(players: int) -> None:
    state = new_state(load_world(players=players))
    decisions = playout(state, Seeded(players).random)
    assert state.over
    assert state.round == state.world.rounds
    assert decisions >= players * state.world.rounds
    assert not broken_laws(state)


@pytest.mark.parametrize("players", [2, 5])
def test_a_playout_plays_what_a_game_with_the_same_numbers_plays(players: int) -> None:
    world = load_world(players=players)
    fast = new_state(world)
    decisions = playout(fast, Seeded("same").random)

    random, slow, log, made = Seeded("same").random, new_state(world), [], 0
    while not slow.over:
        if slow.is_chance:
            action = sample(slow, random)
        else:
            legal = codes(slow)
            action = legal[int(random() * len(legal))]
            made += 1
        log.append(action_string(world, action))
        play(slow, action)
    assert (fast, decisions) == (slow, made)
    game = Game.replay(world, log)
    assert game.state == fast
    assert game.over


def test_a_playout_of_a_finished_game_does_nothing() -> None:
    state = new_state(load_world(players=2))
    playout(state, Seeded(1).random)
    before = state.copy()
    assert playout(state, Seeded(2).random) == 0
    assert state == before


def test_a_playout_can_start_in_the_middle_of_anything() -> None:
    world = load_world(players=3)
    state, random = new_state(world), Seeded("middle").random
    for _ in range(60):
        child = state.copy()
        playout(child, random)
        assert child.over
        play(state, sample(state, random) if state.is_chance else codes(state)[-1])


def test_playouts_with_other_numbers_differ() -> None:
    world = load_world(players=2)
    ends = set()
    for seed in range(8):
        state = new_state(world)
        playout(state, Seeded(seed).random)
        ends.add(tuple(state.coins))
    assert len(ends) > 4
