"""People: markers that are themselves tokens, one for each race. Who stands where, and who is whose captive.

A person is counted among the tokens of his race, in hand and on the map. His marker says in which stack he
stands; without one he is in hand, or his owner has yet to say. A captive is no token of his race any more.
"""

from __future__ import annotations

from .bits import regions
from .events import Event, Log
from .field import drop_marker, put_marker
from .pieces import Person
from .state import State
from .world import NONE


def person_of(s: State, marker: str) -> Person:
    number = s.world.marker_index(marker)
    return next(person for person in s.world.people if person.marker == number)


def extra_tokens(s: State, race: int) -> int:
    """Tokens a race has beside its supply."""
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
    """People who stay in hand because every region of their race is immune: they hide from nobody."""
    if s.world.is_native(race) or not s.mask[race] or s.mask[race] & ~s.immune:
        return 0
    return sum(is_present(s, p, race) and stands(s, p, race) == NONE for p in s.world.people)


def join(s: State, race: int, person: Person, log: Log) -> None:
    """One token more in the tray, to be taken with the others."""
    s.counters[person.present + race] = 1
    s.tray[race] += 1
    if log is not None:
        log.append(Event("joined", seat=s.owner[race], race=race, marker=person.marker))


def take_in_hand(s: State, race: int) -> None:
    """When troops are readied, people come along; one who holds a region alone stays."""
    for person in s.world.people:
        region = stands(s, person, race)
        if region != NONE and s.tokens[region] > 1:
            drop_marker(s, person.marker << 6 | region, None)
            s.tokens[region] -= 1
            s.hand[race] += 1


def step_back(s: State, race: int) -> None:
    """At redeployment they stand nowhere in particular, until their owner says where."""
    for person in s.world.people:
        region = stands(s, person, race)
        if region != NONE:
            drop_marker(s, person.marker << 6 | region, None)


def bring(s: State, race: int, person: Person, region: int, log: Log) -> None:
    """From the hand into a region, with his token."""
    s.hand[race] -= 1
    s.tokens[region] += 1
    put_marker(s, person.marker, region, log)


def free(s: State, race: int, person: Person, log: Log) -> None:
    """A captive comes back among the tokens that were driven out."""
    captor = captor_of(s, person, race)
    s.counters[person.captor + race] = 0
    s.counters[person.present + race] = 1
    s.hand[race] += 1
    s.displaced |= 1 << race
    if log is not None:
        log.append(Event("freed", seat=s.owner[race], race=race, marker=person.marker, other=captor))


def people_faults(s: State) -> list[str]:
    """Whatever cannot be true of them."""
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
    # In his owner's own turn he is among the tokens, wherever they are.
    if present and not spots and s.owner[race] != s.turn and not s.hand[race]:
        faults.append("neither on the map nor in hand")
    return faults
