"""Every number that is shown is the engine's, whoever shows it, in every world."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from smallworld.bots import protocol
from smallworld.engine import Seeded, State, World, new_state, percent, state_from, view
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.lab.worlds import one_each
from smallworld.packs import world_from_description
from smallworld.presentation import choices, laws
from tests.showing import wrongly_shown

WORLDS = one_each([1, 2, 3, 4, 5], [])
EVERY = 9  # one decision in so many is looked at

HAMMERS = {
    "board": "underground_2p",
    "step": "conquer",
    "counters": {"silver_hammers": 2},
    "players": {
        "A": {"active": {"race": "iron_dwarves", "power": "wise", "hand": 1, "regions": {26: 1}}},
        "B": {"active": {"race": "ogres", "power": "stone", "regions": {25: 3}}},
    },
}


def decisions(world: World) -> Iterator[State]:
    random, state, number = Seeded(f"{world.board.id}/{len(world.packs)}").random, new_state(world), 0
    while not state.over:
        if state.is_chance:
            play(state, sample(state, random))
            continue
        number += 1
        if number % EVERY == 0:
            yield state
        legal = codes(state)
        play(state, legal[int(random() * len(legal))])


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: f"{world.board.id} {len(world.packs)}")
def test_what_is_shown_is_what_happens(world: World) -> None:
    looked = 0
    for state in decisions(world):
        assert laws.broken_numbers(state) + wrongly_shown(state) == [], state
        looked += 1
    assert looked > 3


@pytest.mark.parametrize(
    ("share", "shown"), [((1, 6), 17), ((1, 3), 33), ((1, 2), 50), ((5, 6), 83), ((1, 200), 1)]
)
def test_one_rounding(share: tuple[int, int], shown: int) -> None:
    assert percent(Fraction(*share)) == shown


def test_helpers_count_in_what_is_short() -> None:
    state = state_from(HAMMERS, world_from_description)
    die = next(one for one in choices(view(state, 0)) if one.kind == "roll" and one.region == 25)
    assert (die.have, die.short) == (3, die.cost - 3)
    assert wrongly_shown(state) == []


def test_a_wrong_number_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_from(HAMMERS, world_from_description)
    found = choices(view(state, 0))
    without = [
        one._replace(short=one.short + 2, odds=Fraction(0)) if one.kind == "roll" else one for one in found
    ]
    monkeypatch.setattr(protocol, "choices", lambda seen: without)
    assert any(fault.startswith("protocol: r25") for fault in wrongly_shown(state))
    monkeypatch.setattr(laws, "choices", lambda seen: without)
    assert any("short" in fault for fault in laws.broken_numbers(state))
    dearer = [
        one._replace(receipt=one.receipt._replace(total=9), cost=9) if one.receipt else one for one in found
    ]
    monkeypatch.setattr(laws, "choices", lambda seen: dearer)
    assert any("does not add up" in fault for fault in laws.broken_numbers(state))
