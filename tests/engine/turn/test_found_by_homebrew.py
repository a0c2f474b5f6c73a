"""What random homebrew games have found: what a race reaches and what a region costs, at every moment."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import Game, state_from
from smallworld.engine.laws.laws import broken_laws
from smallworld.packs import load_world
from smallworld.packs.files import read_pack

HOLDS_STONEHEDGE: dict[str, Any] = {
    "turn": "A",
    "step": "conquer",
    "players": {
        "A": {"coins": 0, "active": {"race": "drow", "power": "mining", "hand": 8, "regions": {8: 1}}},
        "B": {"active": {"race": "liches", "power": "royal", "regions": {12: 1, 11: 1}}},
    },
    "markers": {"stonehedge": {12: 1}},
    "badges": {12: "lent"},
}


def game_of(text: str, position: dict[str, Any], home: str = "underground") -> Game:
    world = load_world(f"{home}_2p", packs=(home, read_pack(f'id = "mine"\n{text}')))
    return Game(world, start=state_from({"board": f"{home}_2p", **position}, lambda _: world))


@pytest.mark.parametrize(
    ("lent", "marker"),
    [
        ('[[power.lent.markers]]\nid = "wall"\nimmune = true\nlasts = true\nbound = true', "wall"),
        ('[[power.lent.effects]]\nkind = "toll"\ncoins = 5', ""),
    ],
    ids=["marker", "toll"],
)
def test_what_a_place_lent_its_loser_no_longer_shuts_anything(lent: str, marker: str) -> None:
    position = dict(HOLDS_STONEHEDGE)
    if marker:
        position["markers"] = {**position["markers"], marker: {11: 1}}
    else:  # the toll of one region can be paid, and no more
        position["players"] = {**position["players"], "A": {**position["players"]["A"], "coins": 5}}
    game = game_of(f"[power.lent]\ntokens = 4\n{lent}", position)
    assert ("c11" in game.legal) == (not marker)
    game.play("c12")
    assert "c11" in game.legal
    assert broken_laws(game.state) == []


def test_whoever_admitted_no_help_by_a_place_admits_it_again() -> None:
    lent = '[power.lent]\ntokens = 4\n[[power.lent.effects]]\nkind = "unaided"'
    game = game_of(lent, HOLDS_STONEHEDGE)
    assert game.state.tokens_only
    game.play("c12")
    assert game.state.tokens_only == 0
    assert broken_laws(game.state) == []


def test_a_marker_that_moves_on_opens_the_region_it_leaves() -> None:
    text = """
    [race.moles]
    tokens = 6
    supply = 20
    markers = [{ id = "burrow", immune = true, stays = true }]
    effects = [{ kind = "plants", marker = "burrow" }]
    """
    moles = {"race": "moles", "power": "merchant", "hand": 12, "regions": {1: 1}}
    position = {
        "step": "conquer",
        "players": {"A": {"active": moles}, "B": {}},
        "markers": {"burrow": {6: 1}},
    }
    game = game_of(text, position, "base")
    assert "c6" not in game.legal
    game.play("c2")
    assert "c6" in game.legal
    assert broken_laws(game.state) == []


def test_what_makes_a_region_dearer_counts_where_no_help_is_admitted() -> None:
    """Also if it depends on the position."""
    text = """
    [power.heavy]
    tokens = 4
    effects = [{ kind = "cheaper", amount = -2, where = "beside held mushroom_forest" }]
    """
    position = {
        "step": "conquer",
        "players": {
            "A": {"active": {"race": "drow", "power": "heavy", "hand": 8, "regions": {8: 1}}},
            "B": {"active": {"race": "gnomes", "power": "royal", "regions": {12: 1}}},
        },
    }
    game = game_of(text, position)
    assert broken_laws(game.state) == []
    game.play("c12")
    assert game.state.tokens[12] == 2 + 1 + 2


def test_helpers_are_never_fewer_than_none() -> None:
    """What is owned may be forgotten before what is spent."""
    text = """
    [race.moles]
    tokens = 6
    supply = 20
    counters = [{ id = "picks", span = "turn" }, { id = "picks_spent", span = "race" }]
    effects = [{ kind = "auxiliaries", per = "everywhere", most = 5, owned = "picks", spent = "picks_spent" }]
    """
    moles = {"race": "moles", "power": "merchant", "hand": 4, "regions": {1: 1}}
    position = {"step": "conquer", "players": {"A": {"active": moles}, "B": {}}}
    game = game_of(text, {**position, "counters": {"picks_spent": 4}}, "base")
    assert "c2" in game.legal
    assert broken_laws(game.state) == []


ACTS = '[power.lent]\ntokens = 4\neffects = [{ kind = "acts_in_decline" }]'


def test_who_loses_the_place_that_let_him_act_in_decline_has_no_hand() -> None:
    """In somebody else's turn."""
    shrooms = {"race": "shrooms", "hand": 2, "regions": {12: 1, 11: 1}}
    players = {**HOLDS_STONEHEDGE["players"], "B": {"declined": [shrooms]}}
    game = game_of(ACTS, {**HOLDS_STONEHEDGE, "players": players})
    game.play("c12")
    race = game.world.race_index("shrooms")
    assert (game.state.hand[race], game.state.mask[race]) == (0, 1 << 11)
    assert broken_laws(game.state) == []


@pytest.mark.parametrize("regions", [{12: 1}, {12: 1, 11: 1}], ids=["the only one", "one of two"])
def test_who_leaves_the_place_that_let_him_act_in_decline_finishes_the_turn(regions: dict[int, int]) -> None:
    """The tokens in hand are placed if there is a region for them; a race without a region is gone."""
    players = {
        "A": {"active": {"race": "drow", "power": "mining", "hand": 0, "regions": {8: 1}}},
        "B": {
            "active": {"race": "mudmen", "power": "royal", "regions": {3: 1}},
            "declined": [{"race": "shrooms", "hand": 3, "regions": regions}],
        },
    }
    game = game_of(ACTS, {**HOLDS_STONEHEDGE, "players": players, "turn": "B", "step": "start"})
    race = game.world.race_index("shrooms")
    assert game.state.acting == race
    game.play("a12")
    assert broken_laws(game.state) == []
    game.play("e")
    assert game.state.acting != race
    assert game.state.hand[race] == 0
    assert (game.state.owner[race] >= 0) == (11 in regions)
    assert broken_laws(game.state) == []


def test_a_leader_is_the_last_token_that_his_own_monster_takes() -> None:
    """Before he is placed he may be any token: he cannot be lost with them."""
    world = load_world("underground_2p", packs=("underground", "leaders"))
    drow = {"race": "drow", "power": "mining", "hand": 0, "regions": {12: 2}}
    position = {
        "board": "underground_2p",
        "step": "conquer",
        "players": {"A": {"active": drow}, "B": {}},
        "markers": {"wickedest_pentacle": {12: 1}, "balrog": {11: 1}},
        "counters": {"leader_with_drow": 1},
    }
    game = Game(world, start=state_from(position, lambda _: world))
    game.play("u12.balrog")
    race = world.race_index("drow")
    assert game.state.mask[race] == 0
    assert game.state.hand[race] == 1
    assert broken_laws(game.state) == []
