"""`foresees`: a player sees the next card of a row before the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..content.changes import Change, Foresee
from . import word
from .effect import Effect, RegionEffect, Said, about
from .region_sets import Where, everywhere

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo


def foresees(where: Where = everywhere) -> Effect:
    """When its turn begins and it holds a region of the set, its player sees the next card of the row."""
    return Foresees(where=where)


@dataclass(frozen=True, kw_only=True)
class Foresees(RegionEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        if combo.world.row is not None:
            combo.answer("on_turn", self, piece, region)

    def answer(self, piece: type[Piece], scene: PieceView, region: int) -> Sequence[Change]:
        return (Foresee(),) if scene.held & self.where.now(scene) else ()

    def says(self) -> Said:
        return about("foresees", self.where)


WORD = word.Word(
    "foresees",
    foresees,
    "When its turn begins and it holds a region of the set, its player sees the next card of the row.",
    (word.regions("where", "everywhere"),),
)
