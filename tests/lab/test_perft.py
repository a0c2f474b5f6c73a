"""Perft: pinned counts of action sequences. Another number means that a rule has changed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial

import pytest

from smallworld.engine import State, apply, legal, new_state, outcomes, state_from
from smallworld.lab.perft import divide, perft
from smallworld.lab.playout import playout
from smallworld.packs import load_world, world_from_description

GHOULS = """
board = "base_2p"
[players.A]
active = { race = "orcs", power = "hill", regions = { 1 = 2, 2 = 1 } }
declined = [{ race = "ghouls", regions = { 4 = 3, 9 = 1 } }]
[players.B]
active = { race = "elves", power = "swamp", regions = { 10 = 2, 14 = 1 } }
"""

BERSERK = """
board = "base_2p"
step = "ready"
[players.A]
active = { race = "trolls", power = "berserk", hand = 3, regions = { 4 = 1, 9 = 1 } }
[players.B]
active = { race = "humans", power = "swamp", regions = { 10 = 2, 14 = 1, 3 = 1 } }
"""

SORCERERS = """
board = "base_3p"
step = "ready"
[players.A]
active = { race = "sorcerers", power = "underworld", hand = 2, regions = { 2 = 1, 3 = 1 } }
[players.B]
active = { race = "humans", power = "bivouacking", regions = { 1 = 1, 4 = 1, 9 = 1 } }
[players.C]
active = { race = "halflings", power = "heroic", regions = { 8 = 1, 7 = 2 } }
"""

REDEPLOYMENT = """
board = "base_2p"
step = "redeploy"
conquered = [9, 14]
nonempty = 2
[players.A]
active = { race = "skeletons", power = "heroic", hand = 2, regions = { 4 = 1, 9 = 2, 14 = 1 } }
[players.B]
active = { race = "elves", power = "swamp", regions = { 16 = 2, 17 = 1 } }
"""

VICTIMS = """
board = "base_2p"
step = "conquer"
[players.A]
active = { race = "orcs", power = "flying", hand = 6, regions = { 4 = 1 } }
[players.B]
active = { race = "elves", power = "bivouacking", regions = { 9 = 3, 16 = 1, 17 = 1 } }
"""

PEACE = """
board = "base_3p"
step = "redeploy"
[players.A]
active = { race = "amazons", power = "diplomat", hand = 5, regions = { 2 = 1, 3 = 1 } }
[players.B]
active = { race = "humans", power = "stout", regions = { 4 = 1, 9 = 1 } }
[players.C]
active = { race = "wizards", power = "heroic", regions = { 8 = 1, 7 = 2 } }
"""


def described(toml: str) -> State:
    return state_from(tomllib.loads(toml), world_from_description)


def victims() -> State:
    """Elves with tokens and camps to put out again."""
    state = described(VICTIMS.replace("[players.A]", "markers = { encampment = { 9 = 1 } }\n[players.A]", 1))
    for action in ("c9", "t4.5"):
        state = apply(state, action).state
    return state


def first_pick(board: str) -> State:
    """The tribes are on the map, six combos on offer: the first decision of a game."""
    players: dict[str, dict[str, str]] = {seat: {} for seat in "ABCDE"[: int(board[5])]}
    description = {"board": board, "players": players, "round": 1, "tribes": True}
    return state_from(description, world_from_description)


POSITIONS: dict[str, Callable[[], State]] = {
    "draws": lambda: new_state(load_world("base_2p")),
    "start_2p": partial(first_pick, "base_2p"),
    "start_3p": partial(first_pick, "base_3p"),
    "start_4p": partial(first_pick, "base_4p"),
    "start_5p": partial(first_pick, "base_5p"),
    "ghouls": partial(described, GHOULS),
    "berserk": partial(described, BERSERK),
    "sorcerers": partial(described, SORCERERS),
    "redeployment": partial(described, REDEPLOYMENT),
    "victims": victims,
    "peace": partial(described, PEACE),
}

# name, counts for depth 1, 2, 3 …
COUNTS: dict[str, tuple[int, ...]] = {
    "draws": (14, 280, 3640, 69160),
    "start_2p": (6, 48, 672, 13104, 73360),
    "start_3p": (6, 48, 672, 15792, 93296),
    "start_4p": (6, 48, 672, 20608, 121632),
    "start_5p": (6, 48, 672, 24864, 149968),
    "ghouls": (8, 42, 211, 1015, 5315, 39156),
    "berserk": (8, 55, 334, 1816, 10271, 70438),
    "sorcerers": (13, 82, 429, 2019, 9798, 48213),
    "redeployment": (12, 63, 207, 612, 2511, 15200),
    "victims": (6, 18, 74, 510, 4626, 49638),
    "peace": (2, 6, 24, 146, 834, 2834),
}


def slow_perft(state: State, depth: int) -> int:
    """The same count by the three verbs alone: every action checked, every position a copy."""
    if depth == 0 or state.over:
        return 1
    return sum(slow_perft(apply(state, action).state, depth - 1) for action in legal(state))


def test_every_position_has_its_counts() -> None:
    assert set(COUNTS) == set(POSITIONS)


@pytest.mark.parametrize(("name", "counts"), COUNTS.items(), ids=COUNTS)
def test_the_counts_are_as_they_were(name: str, counts: tuple[int, ...]) -> None:
    state = POSITIONS[name]()
    before = state.copy()
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
    assert state == before


@pytest.mark.parametrize("name", POSITIONS)
def test_depth_one_is_the_number_of_legal_actions(name: str) -> None:
    state = POSITIONS[name]()
    assert perft(state, 0) == 1
    assert perft(state, 1) == len(legal(state)) > 0


@pytest.mark.parametrize("name", POSITIONS)
def test_the_three_verbs_count_the_same(name: str) -> None:
    state = POSITIONS[name]()
    assert perft(state, 2) == slow_perft(state, 2)


@pytest.mark.parametrize("board", ["base_2p", "base_3p", "base_4p", "base_5p"])
def test_chance_is_counted_outcome_by_outcome(board: str) -> None:
    """14 banners, then 20 badges, then 13 banners: every stated outcome is a branch."""
    state = new_state(load_world(board))
    assert perft(state, 1) == len(outcomes(state)) == 14
    assert perft(state, 2) == 14 * 20
    assert perft(state, 3) == 14 * 20 * 13


def test_a_die_has_four_branches_that_differ() -> None:
    rolled = apply(described(BERSERK), "b").state
    assert perft(rolled, 1) == len(outcomes(rolled)) == 4
    assert perft(rolled, 2) == sum(perft(apply(rolled, f"die.{pips}").state, 1) for pips in range(4))


@pytest.mark.parametrize("name", POSITIONS)
def test_divide_splits_the_count_by_the_first_action(name: str) -> None:
    state = POSITIONS[name]()
    parts = divide(state, 2)
    assert sum(parts.values()) == perft(state, 2)
    assert set(parts) == set(legal(state))
    assert list(parts) == sorted(parts)


def test_a_finished_game_is_one_leaf() -> None:
    state = new_state(load_world("base_2p"))
    playout(state, lambda: 0.3)
    assert state.over
    assert perft(state, 0) == perft(state, 3) == 1
    assert divide(state, 3) == {}
