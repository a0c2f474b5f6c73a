"""Positions of random games, described and read back: they come up as play has them, on everybody's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from smallworld.engine import State, World, new_state, state_from, world_key
from smallworld.engine.bits import regions
from smallworld.engine.effects import NOTES
from smallworld.engine.events import Log
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position import state as st
from smallworld.engine.turn import turn
from smallworld.engine.verbs.chance import Seeded, sample
from smallworld.engine.world.world import NONE
from smallworld.lab.worlds import one_each

from ..tools import random_states

# A description does not say what happened to others this turn, or whether it is too late to decline.
DESCRIBED = [name for name in State.__slots__ if name not in ("displaced", "done", "touched", "before_ready")]
WORLDS = one_each((1, 2, 3, 4, 5))


def described(s: State, step: str = "start") -> dict[str, Any]:
    """A position before a turn begins, or in one of its steps, as a description."""
    world, natives = s.world, s.world.natives
    kept = len(world.turn_zeros) if step == "start" else 0  # a turn begins with its counters cleared
    data: dict[str, Any] = {
        "board": world.board.id,
        "round": s.round,
        "turn": SEATS[s.turn],
        "step": step,
        "players": {SEATS[seat]: player(s, seat) for seat in range(world.players)},
        "tribes": {
            native.id: land
            for number, native in enumerate(natives)
            if s.owner[len(world.races) + number] == NONE
            and (land := list(regions(s.mask[len(world.races) + number])))
        },
        "markers": {},
        "badges": {entry & 63: world.power_ids[entry >> 6] for entry in s.lying},
        "counters": {world.counters[n].id: s.counters[n] for n in range(kept, len(s.counters))},
        "column": [
            {"combo": f"{power} {race}", "coins": coins} for power, race, coins in s.column
        ],
        "returned": [world.race_ids[race] for race in s.returned],
        "discards": [world.power_ids[power] for power in regions(s.discards)],
    }  # fmt: skip
    for entry in s.markers:
        spots = data["markers"].setdefault(world.markers[entry >> 6].id, {})
        spots[entry & 63] = spots.get(entry & 63, 0) + 1
    if world.row is not None:
        names, left = world.decks[world.row_deck], s.unseen[world.row_deck]
        data["turned"] = [name for n, name in enumerate(names) if not left >> n & 1 and n != s.card]
        data["adrift"] = list(regions(s.adrift))
        if s.card != NONE:
            data["card"] = names[s.card]
        if s.foreseen != NONE:
            data["foreseen"] = {"card": names[s.foreseen], "by": [SEATS[seat] for seat in regions(s.seers)]}
    if world.party is not None:
        data["party"] = {"coins": s.coins[world.players], "regions": land_of(s, world.party_race)}
    if step == "start":  # and a truce of its maker ends
        for note in NOTES:
            data["players"].get(SEATS[s.turn], {}).pop(note.id, None)
    else:
        data |= {
            "picked": s.picked,
            "conquered": list(regions(s.conquered)),
            "nonempty": s.nonempty,
            "attacked": [SEATS[seat] for seat in regions(s.attacked)],
        }
    return data


def player(s: State, seat: int) -> dict[str, Any]:
    active = s.active[seat]
    row: dict[str, Any] = {
        "coins": s.coins[seat],
        "active": race_of(s, active) if active != NONE else None,
        "declined": [race_of(s, race) for race in s.declined[seat]],
    }
    return row | {note.id: SEATS[other] for note in NOTES if (other := note.of(s, seat)) != NONE}


def race_of(s: State, race: int) -> dict[str, Any]:
    row = {"race": s.world.race_ids[race], "hand": s.hand[race], "regions": land_of(s, race)}
    return row | ({"power": s.world.power_ids[s.badge[race]]} if s.badge[race] != NONE else {})


def land_of(s: State, race: int) -> dict[int, int]:
    return {region: s.tokens[region] for region in regions(s.mask[race])}


def beginnings(world: World, seed: str) -> Iterator[tuple[State, State]]:
    """Each turn of a random game but the first: before it begins, and where somebody has to decide next."""
    random, state, before = Seeded(seed).random, new_state(world), list[State]()
    phases, number = turn.runs(world), world.phase_index["begin"]
    begin = phases[number]

    def watched(s: State, log: Log) -> bool:
        before.append(s.copy())
        return bool(begin(s, log))

    phases[number] = watched
    try:
        while not state.over:
            legal = turn.codes(state)
            turn.play(state, sample(state, random) if state.is_chance else legal[int(random() * len(legal))])
            found, before[:] = before[:], []  # a party may have its turn without a decision
            for waiting in found:
                yield waiting, state
            before.clear()  # reading a description begins a turn, too
    finally:
        phases[number] = begin


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: str(world_key(world))[:60])
def test_a_turn_that_is_described_begins_as_play_begins_it(world: World) -> None:
    turns = set()
    for before, played in beginnings(world, f"turns of {world_key(world)}"):
        turns.add(before.turn)
        read = state_from(described(before), lambda _: world)
        for name in State.__slots__:
            assert getattr(read, name) == getattr(played, name), (name, before.round, before.turn)
    assert turns == set(range(world.seats)), "everybody's turn"


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: str(world_key(world))[:60])
def test_conquests_that_are_described_go_on_as_in_play(world: World) -> None:
    seen = set()
    for s in random_states(world, f"conquests of {world_key(world)}"):
        conquering = s.step in (st.READY, st.CONQUER) and not s.stack and not s.combo.by_party
        if not conquering or s.acting != s.active[s.turn] or s.conquered & ~s.mask[s.acting]:
            continue
        seen.add(s.step)
        read = state_from(described(s, st.STEP_NAMES[s.step]), lambda _: world)
        for name in DESCRIBED:
            assert getattr(read, name) == getattr(s, name), (name, s.round, s.turn)
    assert seen == {st.READY, st.CONQUER}
