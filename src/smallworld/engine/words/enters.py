"""`enters`: where a race may enter the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import Effect, RegionEffect, Said, about
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo


def enters(where: Where, *, only: bool = False) -> Effect:
    """A first conquest may be made here too (`only`: nowhere else)."""
    return Enters(where=where, only=only)


@dataclass(frozen=True, kw_only=True)
class Enters(RegionEffect):
    only: bool

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.only_entry |= self.only
        if self.where.static:
            combo.more_entries |= combo.world.mask_of(self.where)
        else:
            combo.moving_entries = [*combo.moving_entries, self.where]

    def says(self) -> Said:
        return ("enters_only", {"where": self.where}) if self.only else about("enters", self.where)


def entries_now(combo: Combo, scene: PieceView) -> int:
    """Where a first conquest may be made, with the sets that depend on the position."""
    found = combo.entry
    for where in combo.moving_entries:
        found |= where.now(scene)
    return found


WORD = word.Word(
    "enters",
    enters,
    "A first conquest may be made here too (`only`: nowhere else).",
    (word.regions("where"), word.yes("only")),
    "reach",
)
