"""What throws a turn away is found out from the position, with its price."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import parse_action, state_from
from smallworld.engine.turn.turn import codes
from smallworld.packs import world_from_description
from smallworld.presentation import Waste, wastes

OTHER = {"active": {"race": "trolls", "power": "hill", "regions": {6: 3}}}


def found(mine: dict[str, Any], **more: Any) -> dict[str, Waste]:
    short = {"board": "base_2p", "step": "ready", "players": {"A": mine, "B": OTHER}, **more}
    state = state_from(short, world_from_description)
    every = wastes(state, codes(state))
    names = {action: parse_action(state.world, action) for action in ("e", "d", "a5")}
    return {action: every[code] for action, code in names.items() if code in every}


def race(hand: int, **regions: Any) -> dict[str, Any]:
    return {"active": {"race": "orcs", "power": "mounted", "hand": hand, **regions}}


def test_staying_off_the_map_is_a_waste() -> None:
    waste = found(race(9))["e"]
    assert (waste.kind, waste.coins, waste.hand) == ("off_map", 0, 9)
    assert waste.regions > 3


def test_conquering_nothing_with_tokens_in_hand_is_a_waste() -> None:
    waste = found(race(5, regions={5: 1, 10: 1}))["e"]
    assert (waste.kind, waste.coins, waste.hand) == ("idle", 2, 5)


def test_whoever_can_do_nothing_else_wastes_nothing() -> None:
    assert "e" not in found(race(0, regions={5: 1}))


def test_abandoning_the_last_region_names_what_is_lost() -> None:
    assert found(race(5, regions={5: 1}))["a5"] == Waste("nothing_left", 0, lost=1)
    assert "a5" not in found(race(5, regions={5: 1, 10: 1}))


@pytest.mark.parametrize(("round", "asked"), [(10, True), (9, False)])
def test_a_decline_is_wasted_in_the_last_round_only(round: int, asked: bool) -> None:
    older = {"race": "humans", "regions": {1: 1, 2: 1}}
    mine = race(2, regions={5: 1, 10: 1}) | {"declined": [older]}
    waste = found(mine, round=round).get("d")
    assert waste == (Waste("last_decline", 2, lost=2) if asked else None)
