"""`as_if_empty`: tokens that defend a region do not count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bits import regions
from . import word
from .effect import Effect, RegionEffect, Said, about, is_in
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo


def as_if_empty(where: Where) -> Effect:
    """Tokens in these regions do not count in the cost; terrain and markers do."""
    return AsIfEmpty(where=where)


@dataclass(frozen=True, kw_only=True)
class AsIfEmpty(RegionEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.as_if_empty = [*combo.as_if_empty, self.where]

    def empties(self, scene: PieceView, region: int) -> bool:
        return is_in(self.where, region, scene)

    def says(self) -> Said:
        return about("as_if_empty", self.where)


def tokens_now(combo: Combo, scene: PieceView, tokens: list[int], among: int) -> list[int]:
    """Defending tokens that count, by region."""
    counted = tokens.copy()
    for where in combo.as_if_empty:
        for region in regions(where.now(scene) & among):
            counted[region] = 0
    return counted


WORD = word.Word(
    "as_if_empty",
    as_if_empty,
    "Tokens in these regions do not count in the cost; terrain and markers do.",
    (word.regions("where"),),
    "cost",
)
