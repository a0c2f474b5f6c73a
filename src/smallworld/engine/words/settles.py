"""`settles`: terrain that others may not take, or must leave again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import ACTIVE, BoardEffect, Effect, Life, Said
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo
    from ..world.world import World


def settles(where: Where, *, life: Life = ACTIVE) -> Effect:
    """May conquer and keep regions that are closed to others, or that others must leave again."""
    return Settles(where=where, life=life)


@dataclass(frozen=True, kw_only=True)
class Settles(BoardEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        mask = combo.world.mask_of(self.where) & ~combo.world.barred
        combo.settle |= mask
        combo.dwells |= mask

    def says(self) -> Said:
        return "settles", {"where": self.where}


def lets_settle(world: World, piece: type[Piece]) -> int:
    """Regions that a piece opens to its holder."""
    found = 0
    for effect in piece.effects:
        if isinstance(effect, Settles):
            found |= world.mask_of(effect.where)
    return found


WORD = word.Word(
    "settles",
    settles,
    "May conquer and keep regions that are closed to others, or that others must leave again.",
    (word.regions("where", fixed=True), word.LIFE),
    "reach",
)
