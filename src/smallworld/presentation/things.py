"""Things with a name, by kind and id: one id may name several things, such as a power and a terrain."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.engine import State, World
from smallworld.engine.content.pieces import Piece
from smallworld.engine.world.world import NONE


class Thing(NamedTuple):
    kind: str  # race, neutral, power, relic, place, rule, marker, means, use, counter, terrain, symbol, pack
    id: str
    race: str = ""  # of a token marker: its race, whose texts may give it a name


def of_piece(piece: type[Piece]) -> Thing:
    return Thing(piece.kind, piece.id)


def of_race(world: World, race: int) -> Thing:
    return of_piece(world.all_races[race])


def of_power(world: World, power: int) -> Thing:
    return Thing("power", world.power_ids[power])


def of_marker(world: World, marker: int) -> Thing:
    """A marker that stands for a relic or place is named as that."""
    return Thing(world.marker_kinds[marker], world.markers[marker].id)


def of_person(world: World, marker: int, race: int) -> Thing:
    """The token marker of a race."""
    return Thing("marker", world.markers[marker].id, world.race_ids[race])


def marker_in(s: State, marker: int, region: int) -> Thing:
    """A marker where it stands: a token marker is named after its race."""
    if s.world.markers[marker].token and s.occ[region] != NONE:
        return of_person(s.world, marker, s.occ[region])
    return of_marker(s.world, marker)
