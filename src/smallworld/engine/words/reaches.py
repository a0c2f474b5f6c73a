"""`reaches`: regions are in reach wherever they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import BoardEffect, Effect, Said, about
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def reaches(where: Where) -> Effect:
    """May conquer these regions wherever they lie, from the first conquest on (wings)."""
    return Reaches(where=where)


@dataclass(frozen=True, kw_only=True)
class Reaches(BoardEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        mask = combo.world.mask_of(self.where)
        combo.adj = [neighbours | mask for neighbours in combo.adj]
        combo.more_entries |= mask

    def says(self) -> Said:
        return about("reaches", self.where)


WORD = word.Word(
    "reaches",
    reaches,
    "May conquer these regions wherever they lie, from the first conquest on (wings).",
    (word.regions("where", fixed=True),),
    "reach",
)
