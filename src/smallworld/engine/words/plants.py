"""`plants`: a marker in each region the race conquers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..content.changes import Change, Put
from ..errors import choices
from . import word
from .effect import Effect, Said, about
from .moment import AtMoment
from .region_sets import Where, everywhere

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece


def plants(marker: str, *, where: Where = everywhere, most: int = 0, counter: str = "") -> Effect:
    """A marker of the piece goes into each region it conquers; if all are out, one moves."""
    return Plants(on="conquered", marker=marker, where=where, most=most, counter=counter)


@dataclass(frozen=True, kw_only=True)
class Plants(AtMoment):
    marker: str

    def changes(self, scene: PieceView, region: int) -> Sequence[Change]:
        return () if scene.spots(self.marker) >> region & 1 else (Put(self.marker, region),)

    def faults_in(self, piece: type[Piece]) -> list[str]:
        own = {marker.id for marker in piece.markers}
        found = [] if self.marker in own else [f"marker: {choices('marker', self.marker, own)}"]
        return found + super().faults_in(piece)

    def says(self) -> Said:
        return about("plants", self.where, marker=self.marker, most=self.most)


WORD = word.Word(
    "plants",
    plants,
    "A marker of the piece goes into each region it conquers; if all are out, one moves.",
    (
        word.name_of("marker", "marker"),
        word.regions("where", "everywhere"),
        word.number("most", 0, 20, 0),
        word.name_of("counter", "counter", ""),
    ),
)
