"""What makes no sense on a river is refused with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smallworld.engine import PackError, PositionError, World, new_state, position_string, state_from
from smallworld.engine.content.board import Board
from smallworld.engine.notation.position_string import parse_position
from smallworld.packs import find_packs, load_world
from tests.case_worlds import board, case_world

PACKS = [find_packs()[name] for name in ("river", "base")]


def without(symbol: str) -> Board:
    whole = board("bend_2p")
    regions = tuple(
        replace(region, symbols=tuple(one for one in region.symbols if one != symbol))
        for region in whole.regions
    )
    return replace(whole, regions=regions)


def with_symbol(symbol: str, places: list[int]) -> Board:
    whole = board("bend_2p")
    regions = tuple(
        replace(region, symbols=(*region.symbols, symbol)) if region.id in places else region
        for region in whole.regions
    )
    return replace(whole, regions=regions)


@pytest.mark.parametrize("symbol", ["harbour", "shipyard", "temple"])
def test_a_river_board_needs_what_its_rules_speak_of(symbol: str) -> None:
    with pytest.raises(PackError, match=f"river_world: board bend_2p has no {symbol}"):
        World(without(symbol), PACKS)


def test_there_is_one_shipyard_and_twelve_ships() -> None:
    with pytest.raises(PackError, match="shipyard starts in 2 regions, but only 1 exist"):
        World(with_symbol("shipyard", [7]), PACKS)
    with pytest.raises(PackError, match="pirate_ship starts in 13 regions, but only 12 exist"):
        World(with_symbol("pirate", [0, 2, 3, *range(5, 13)]), PACKS)


def test_a_game_has_no_more_rounds_than_events() -> None:
    assert load_world("river_2p", rounds=11).rounds == 11
    with pytest.raises(PackError, match="12 rounds need as many cards of event, and there are 11"):
        load_world("river_2p", rounds=12)


def test_the_rules_of_rivers_need_the_base_game() -> None:
    with pytest.raises(PackError, match="pack river needs pack base"):
        load_world("river_2p", packs=["river"])


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"markers": {"pirate_ship": {0: 4, 1: 9}}}, "pirate_ship: 13 on the map, but only 12 exist"),
        ({"markers": {"caravel": {}}}, "caravel: 0 on the map, where 1 always are"),
        ({"markers": {"shipyard": {}}}, "shipyard: 0 on the map"),
        ({"card": "flood"}, "unknown card 'flood'"),
        ({"card": "ice", "turned": ["ice", "ice", "ice"], "round": 4}, "there is no further card ice"),
        ({"turned": ["storm", "storm", "raid"]}, "3 cards are turned over in round 2"),
        ({"foreseen": {"card": "ice"}}, "the next card is one that nobody could have seen"),
        ({"foreseen": {"card": "ice", "by": ["A"]}, "round": 10}, "nobody can have seen a next card"),
        ({"adrift": [0]}, "only regions of declined races can be held by a card alone"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], fault: str) -> None:
    given = {
        "board": "bend_2p",
        "step": "ready",
        "players": {
            "A": {"active": {"race": "orcs", "power": "hill", "hand": 1, "regions": {9: 1}}},
            "B": {},
        },
    }
    with pytest.raises(PositionError) as refused:
        state_from(given | keys, case_world)
    assert any(fault in said for said in refused.value.faults), refused.value.faults


def test_nobody_rests_on_open_water() -> None:
    given: dict[str, Any] = {
        "board": "bend_2p",
        "turn": "B",
        "players": {
            "A": {"active": {"race": "orcs", "power": "hill", "regions": {0: 1, 9: 1}}},
            "B": {"active": {"race": "elves", "power": "swamp", "regions": {12: 1}}},
        },
    }
    with pytest.raises(PositionError, match="orcs cannot rest on river"):
        state_from(given, case_world)
    assert state_from(given | {"card": "ice"}, case_world).tokens[0] == 1


def test_a_string_keeps_the_row() -> None:
    world = load_world("river_2p")
    state = new_state(world)
    assert position_string(parse_position(position_string(state), lambda _: world)) == position_string(state)


def test_below_ground_there_are_no_events() -> None:
    world = load_world("underground_2p", packs=["base", "underground", "river"])
    assert world.row is None
    assert "pirates" not in [rule.id for rule in world.rules]
