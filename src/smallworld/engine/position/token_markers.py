"""Token markers (persons): markers that are tokens themselves, one for each race.

A person counts as a token of its race, in hand and on the map. Its marker shows in which region it stands;
without a marker it is in hand, or its owner has still to place it. A captive no longer counts as a token of
its race.
"""

from __future__ import annotations

from ..bits import regions
from ..content.pieces import Person
from ..events import Event, Log
from ..world.world import NONE
from .region_contents import drop_marker, put_marker
from .state import State


def person_of(s: State, marker: str) -> Person:
    number = s.world.marker_index(marker)
    return next(person for person in s.world.people if person.marker == number)


def extra_tokens(s: State, race: int) -> int:
    """Tokens a race has in addition to its supply."""
    if s.world.is_native(race):
        return 0
    return sum(s.counters[person.present + race] for person in s.world.people)


def is_present(s: State, person: Person, race: int) -> bool:
    return bool(s.counters[person.present + race])


def captor_of(s: State, person: Person, race: int) -> int:
    """The seat that holds a race's person captive, or NONE."""
    return s.counters[person.captor + race] - 1


def captives_of(s: State, person: Person, seat: int) -> list[int]:
    """The races whose person a seat holds captive."""
    return [race for race in range(len(s.world.races)) if s.counters[person.captor + race] == seat + 1]


def stands(s: State, person: Person, race: int) -> int:
    """The region a race's person stands in, or NONE."""
    for entry in s.markers:
        if entry >> 6 == person.marker and s.occ[entry & 63] == race:
            return entry & 63
    return NONE


def waiting(s: State, race: int) -> int:
    """Persons who stay in hand because every region of their race is immune."""
    if s.world.is_native(race) or not s.mask[race] or s.mask[race] & ~s.immune:
        return 0
    return sum(is_present(s, p, race) and stands(s, p, race) == NONE for p in s.world.people)


def join(s: State, race: int, person: Person, log: Log) -> None:
    """Add one token to the tray, to be taken with the others."""
    s.counters[person.present + race] = 1
    s.tray[race] += 1
    if log is not None:
        log.append(Event("joined", seat=s.owner[race], race=race, marker=person.marker))


def take_in_hand(s: State, race: int) -> None:
    """Take persons in hand when troops are readied; one that holds a region alone stays."""
    for person in s.world.people:
        region = stands(s, person, race)
        if region != NONE and s.tokens[region] > 1:
            drop_marker(s, person.marker << 6 | region, None)
            s.tokens[region] -= 1
            s.hand[race] += 1


def step_back(s: State, race: int) -> None:
    """At redeployment, take their markers off until the owner says where they stand."""
    for person in s.world.people:
        region = stands(s, person, race)
        if region != NONE:
            drop_marker(s, person.marker << 6 | region, None)


def bring(s: State, race: int, person: Person, region: int, log: Log) -> None:
    """Move a person from the hand into a region, with its token."""
    s.hand[race] -= 1
    s.tokens[region] += 1
    put_marker(s, person.marker, region, log)


def free(s: State, race: int, person: Person, log: Log) -> None:
    """A captive comes back among the displaced tokens."""
    captor = captor_of(s, person, race)
    s.counters[person.captor + race] = 0
    s.counters[person.present + race] = 1
    s.hand[race] += 1
    s.displaced |= 1 << race
    if log is not None:
        log.append(Event("freed", seat=s.owner[race], race=race, marker=person.marker, other=captor))


def people_faults(s: State) -> list[str]:
    """What cannot be true of token markers in a position."""
    faults, world = [], s.world
    for person in world.people:
        kind = world.markers[person.marker]
        for region in regions(s.spots(person.marker)):
            race = s.occ[region]
            if race == NONE or world.is_native(race) or not s.is_active(race):
                faults.append(f"marker {kind.id}: no active race stands with it in region {region}")
        for race, name in enumerate(world.decks[0]):
            faults += [f"{kind.id} of {name}: {fault}" for fault in _faults_of(s, person, race)]
    return faults


def _faults_of(s: State, person: Person, race: int) -> list[str]:
    faults = []
    present, captor = s.counters[person.present + race], s.counters[person.captor + race]
    spots = [e & 63 for e in s.markers if e >> 6 == person.marker and s.occ[e & 63] == race]
    if present not in (0, 1) or not 0 <= captor <= s.world.seats:
        return ["expected 0 or 1, and a seat counted from 1"]
    if present and captor:
        faults.append("with his race and captive at once")
    if present and not s.is_active(race):
        faults.append("with a race that is not active")
    if len(spots) > present:
        faults.append(
            "stands on the map, but is not with his race" if not present else "stands in two places"
        )
    # In its owner's turn a person is among the tokens, in hand or on the map.
    if present and not spots and s.owner[race] != s.turn and not s.hand[race]:
        faults.append("neither on the map nor in hand")
    return faults
