"""`doubles`: the coins that single regions bring count twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import Effect, RegionEffect, Said, about
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def doubles(where: Where) -> Effect:
    """The coins that these regions bring by themselves count twice."""
    return Doubles(where=where)


@dataclass(frozen=True, kw_only=True)
class Doubles(RegionEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.doubles = [*combo.doubles, (self.where, piece)]

    def says(self) -> Said:
        return about("doubles", self.where)


WORD = word.Word(
    "doubles",
    doubles,
    "The coins that these regions bring by themselves count twice.",
    (word.regions("where"),),
    "coins",
)
