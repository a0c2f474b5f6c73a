"""`passes`: regions beyond those of a set are in reach without conquering the set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..bits import regions
from . import word
from .effect import BoardEffect, Effect, Said
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def passes(where: Where) -> Effect:
    """Regions of the set, and chains of them, are passed without conquering them."""
    return Passes(where=where)


@dataclass(frozen=True, kw_only=True)
class Passes(BoardEffect):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        mask = combo.world.mask_of(self.where)
        combo.adj = with_passages(tuple(combo.adj), tuple(combo.world.borders), mask)

    def says(self) -> Said:
        return "passes", {"where": self.where}


@lru_cache(maxsize=256)  # other pieces may change the reach, and come and go
def with_passages(adj: tuple[int, ...], borders: tuple[int, ...], mask: int) -> list[int]:
    """What each region lets a race attack, with what lies beyond chains of regions of a set."""
    return [near | behind for near, behind in zip(adj, beyond(borders, mask), strict=True)]


def beyond(borders: tuple[int, ...], mask: int) -> list[int]:
    """For each region, what lies beyond a chain of regions of a set."""
    found = []
    for region in range(len(borders)):
        way, ahead = 0, borders[region] & mask
        while ahead & ~way:
            way |= ahead
            for part in regions(way):
                ahead |= borders[part] & mask
        out = 0
        for part in regions(way):
            out |= borders[part]
        found.append(out & ~(1 << region))
    return found


WORD = word.Word(
    "passes",
    passes,
    "Regions of the set, and chains of them, are passed without conquering them.",
    (word.regions("where", fixed=True),),
    "reach",
)
