"""What lies on the map and works for somebody: relics, places, badges bound to a region; and helpers."""

from __future__ import annotations

from smallworld.engine import State
from smallworld.engine.pieces import Power, Race
from smallworld.engine.world import NONE

from .phrasebook import Data, Words


def finds(s: State, words: Words) -> list[Data]:
    """In the order of the packs; a piece that nobody has found is not among them."""
    badges = {entry & 63: words.power(entry >> 6) for entry in s.lying}
    if not badges and not s.world.found:
        return []
    found = []
    for entry in s.markers:
        if s.world.joins[entry >> 6] != NONE:
            thing, region = words.marker(entry >> 6), entry & 63
            found.append(_find(s, thing, region, badges.pop(region, None)))
    # A badge that lies with nothing else is a find of its own.
    return [*found, *(_find(s, badge, region, None) for region, badge in badges.items())]


def _find(s: State, thing: Data, region: int, badge: Data | None) -> Data:
    return {"thing": thing, "region": region, "holder": holder_of(s, region), "badge": badge}


def holder_of(s: State, region: int) -> int:
    race = s.occ[region]
    return s.owner[race] if race != NONE else NONE


def badges_in(s: State, region: int) -> list[int]:
    return [entry >> 6 for entry in s.lying if entry & 63 == region]


def owner_of(s: State, marker: int) -> int:
    """The seat whose piece a marker belongs to, wherever it stands: whoever may move it, or profits."""
    world = s.world
    piece = world.marker_piece[marker]
    if issubclass(piece, Race):
        return s.owner[world.race_index(piece.id)]
    if issubclass(piece, Power):
        power = world.power_index(piece.id)
        lying = next((entry & 63 for entry in s.lying if entry >> 6 == power), NONE)
        if lying != NONE:
            return holder_of(s, lying)
        return next((s.owner[race] for race, badge in enumerate(s.badge) if badge == power), NONE)
    home = world.marker_ids.get(piece.id)
    where = next((entry & 63 for entry in s.markers if entry >> 6 == home), NONE)
    return NONE if where == NONE else holder_of(s, where)


def helpers(s: State, race: int, words: Words) -> Data | None:
    """What fights beside a race's tokens without being one: how many it owns, and how many are left now."""
    crew = s.combos[race].auxiliaries
    if crew is None:
        return None
    world = s.world
    owned, spent = (s.counters[world.counter_ids[name]] for name in (crew.owned, crew.spent))
    return {"thing": words.named("counter", crew.owned), "owned": owned, "left": owned - spent}
