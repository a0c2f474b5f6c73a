"""What has been found on the map: pieces that lie in a region and work for whoever holds it."""

from __future__ import annotations

from smallworld.engine import Event, State, World
from smallworld.engine.bits import regions
from smallworld.engine.pieces import Piece
from smallworld.engine.world import NONE
from smallworld.texts.catalogue import KINDS

from .phrasebook import Data, Words

LYING = ("relic", "place")  # kinds of pieces whose marker lies in a region


def to_find(world: World) -> tuple[type[Piece], ...]:
    """Everything that can be found in a world, in the order of its packs."""
    pieces: tuple[type[Piece], ...] = getattr(world, "found", ()) or getattr(world, "relics", ())
    return pieces


def finds(s: State, words: Words) -> list[Data]:
    """In the order of the packs; a piece that nobody has found is not among them."""
    lying = {marker for marker, piece in enumerate(s.world.marker_piece) if piece.kind in LYING}
    if not lying:
        return []
    where = {
        marker: region for region in regions(s.marked) for marker in s.markers_in(region) if marker in lying
    }
    return [_find(s, marker, where[marker], words) for marker in sorted(where)]


def _find(s: State, marker: int, region: int, words: Words) -> Data:
    race = s.occ[region]
    badges: list[int] = getattr(s, "lying", [])  # power << 6 | region
    badge = next((entry >> 6 for entry in badges if entry & 63 == region), NONE)
    return {
        "thing": thing(s.world, marker, words),
        "region": region,
        "holder": s.owner[race] if race != NONE else NONE,
        "badge": words.power(badge) if badge != NONE and _binds(s.world, marker) else None,
    }


def _binds(world: World, marker: int) -> bool:
    """Whether badges are drawn to lie with this piece: two pieces may share a region."""
    return "on_found" in getattr(world, "moments_of", {}).get(world.marker_piece[marker], ())


def thing(world: World, marker: int, words: Words) -> Data:
    """A marker by the name of the piece that it stands for, where it stands for one."""
    piece = world.marker_piece[marker]
    if piece.kind in LYING and piece.kind in KINDS:
        return words.named(piece.kind, piece.id)
    return words.marker(marker)


def lying(world: World, id: str, words: Words) -> Data:
    """The same by id, for whatever lies in a region: lairs have no marker."""
    marker = world.marker_ids.get(id)
    return words.named("marker", id) if marker is None else thing(world, marker, words)


def found(event: Event, world: World, words: Words) -> Data | None:
    """What an event has brought to light."""
    if event.kind != "found" or event.marker == NONE:
        return None
    return thing(world, event.marker, words)
