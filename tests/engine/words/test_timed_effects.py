"""What happens by itself: coins and tokens at a moment, markers left behind, and only so often."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Pack, PackError, World, legal, state_from
from smallworld.engine.content.pieces import Marker, Power, Race
from smallworld.engine.effects import ALWAYS, Effect, declines_after_scoring, gains, plants
from smallworld.engine.position.setup import position_faults
from smallworld.engine.words.region_sets import terrain
from smallworld.engine.words.truce import TRUCE
from smallworld.packs.base import pack as base


def world_of(*effects: Effect) -> World:
    pack = Pack("moles", version=1)
    body = {
        "tokens": 6,
        "supply": 20,
        "effects": effects,
        "markers": (Marker(id="burrow", count=3, immune=True),),
    }
    pack.race(type("Moles", (Race,), body))
    return World(base.boards["base_2p"], [base, pack])


def game_of(*effects: Effect, mole: str = "active", mover: str = "A", power: str = "merchant") -> Game:
    """Moles on a few regions, with tokens in hand; or in decline, with somebody else next door."""
    world = world_of(*effects)
    moles = {"race": "moles", "power": power, "regions": {1: 1, 6: 1}}
    a: dict[str, object]
    if mole == "active":
        a = {"active": {**moles, "hand": 12}}
    else:
        a = {"active": {"race": "elves", "power": "hill", "regions": {20: 2}}, "declined": [moles]}
    position = {
        "board": "base_2p",
        "turn": mover,
        "players": {
            "A": a,
            "B": {"active": {"race": "orcs", "power": "flying", "hand": 9, "regions": {13: 1}}},
        },
    }
    return Game(world, start=state_from(position, lambda _: world))


def test_a_conquest_pays_where_it_says_and_so_often() -> None:
    game = game_of(gains("conquered", coins=2, where=~terrain("mountain"), most=2))
    before = game.state.coins[0]
    for region, paid in ((5, 0), (2, 2), (3, 4), (4, 4)):
        game.play(f"c{region}")
        assert game.state.coins[0] - before == paid, region


def test_tokens_come_into_the_hand() -> None:
    game = game_of(gains("conquered", tokens=1))
    hand = game.state.hand[game.world.race_index("moles")]
    game.play("c2")
    assert game.state.hand[game.world.race_index("moles")] == hand - 2 + 1


def test_a_marker_is_left_in_each_region_until_it_is_enough() -> None:
    game = game_of(plants("burrow", most=2))
    for region in (2, 3, 4):
        game.play(f"c{region}")
    burrow = game.world.marker_index("burrow")
    assert [entry & 63 for entry in game.state.markers if entry >> 6 == burrow] == [2, 3]


def test_a_loss_pays_its_owner() -> None:
    game = game_of(gains("lost", coins=3), mover="B")
    before = game.state.coins[0]
    game.play("c1")
    assert game.state.coins[0] - before == 3


@pytest.mark.parametrize(("life", "paid"), [("active", 0), (ALWAYS, 3)])
def test_a_loss_in_decline_pays_only_what_lasts(life: str, paid: int) -> None:
    game = game_of(gains("lost", coins=3, life=life), mole="declined", mover="B")  # type: ignore[arg-type]
    before = game.state.coins[0]
    game.play("c1")
    assert game.state.coins[0] - before == paid


def test_what_makes_no_sense_is_refused() -> None:
    for effects, said in (
        ((gains("scored"),), "gains neither coins nor tokens"),
        ((gains("decline", tokens=1),), "tokens come at the beginning"),
        ((plants("den"),), "plants: marker: unknown marker 'den'"),
        ((gains("turn", coins=1, most=1), gains("turn", coins=2, most=3)), "would count together"),
    ):
        with pytest.raises(PackError, match=said):
            world_of(*effects)
    pack = Pack("fine", version=1)
    pack.power(
        type("Fine", (Power,), {"tokens": 4, "effects": (gains("turn", coins=1), gains("turn", tokens=1))})
    )


def test_a_truce_ends_with_the_race_it_protects() -> None:
    """A race that may decline after scoring can do so in the turn in which it made peace."""
    game = game_of(declines_after_scoring(), power="diplomat")
    game.play("c2")
    game.play("e")
    while "o2" not in legal(game.state):
        game.play(legal(game.state)[0])
    game.play("o2")
    assert TRUCE.of(game.state, 0) == 1
    game.play("d")
    assert TRUCE.of(game.state, 0) == -1
    assert not position_faults(game.state)
