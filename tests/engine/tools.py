"""What several engine tests need: worlds, positions from a few lines of TOML, random games."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache

from smallworld.engine import Game, Seeded, State, World, new_state, state_from
from smallworld.engine.notation.strings import WorldKey
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import Luck, sample
from smallworld.packs import world_from_description, world_from_key

BOARDS = ("base_2p", "base_3p", "base_4p", "base_5p")
LINK_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def base_world(board: str = "base_2p") -> World:
    """The same object that strings and descriptions find, so that states can be compared."""
    return world_from_key(WorldKey(board, (("base", 1),)))


def position(toml: str) -> State:
    """A position of the base game from its readable description."""
    return state_from(tomllib.loads(toml), world_from_description)


def random_states(world: World, seed: str) -> Iterator[State]:
    """Every position of one random game, the first and the last included. Do not change them."""
    random = Seeded(seed).random
    state = new_state(world)
    yield state
    while not state.over:
        state = state.copy()
        if state.is_chance:
            play(state, sample(state, random))
        else:
            legal = codes(state)
            play(state, legal[int(random() * len(legal))])
        yield state


@cache
def sampled_states(board: str, count: int = 40) -> tuple[State, ...]:
    """Positions spread evenly over a random game on a board of the base game."""
    states = list(random_states(base_world(board), f"samples of {board}"))
    return tuple(states[number * (len(states) - 1) // (count - 1)] for number in range(count))


def play_randomly(game: Game, seed: str, actions: int = 10_000) -> Game:
    """Let a seeded chooser make the decisions of a game, at most so many.

    It chooses from the sorted strings, so that the order of the engine's list does not matter.
    """
    random = Seeded(f"chooser/{seed}").random
    for _ in range(actions):
        if game.over:
            break
        legal = sorted(game.legal)
        game.play(legal[int(random() * len(legal))])
    return game


def random_game(board: str, seed: str, *, luck: Luck | None = None, actions: int = 10_000) -> Game:
    return play_randomly(Game(base_world(board), luck=luck or Seeded(seed)), seed, actions)
