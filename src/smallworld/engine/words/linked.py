"""`linked`, `linked_to`: regions that count as neighbours without a common border."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from . import word
from .effect import BoardEffect, Effect, Said
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def linked(where: Where) -> Effect:
    """The regions of the set count as neighbours of each other (secret passages)."""
    return Linked(where=where, from_anywhere=False)


def linked_to(where: Where) -> Effect:
    """The regions of the set count as neighbours of every region the race holds."""
    return Linked(where=where, from_anywhere=True)


@dataclass(frozen=True, kw_only=True)
class Linked(BoardEffect):
    from_anywhere: bool

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        mask = combo.world.mask_of(self.where)
        combo.near = with_links(tuple(combo.near), mask, self.from_anywhere)
        combo.adj = with_links(tuple(combo.adj), mask, self.from_anywhere)
        if not self.from_anywhere:
            combo.joint = with_links(tuple(combo.joint), mask, False)

    def says(self) -> Said:
        return "linked_to" if self.from_anywhere else "linked", {"where": self.where}


@lru_cache(maxsize=1024)  # a piece that links regions may lie in one, so it comes and goes
def with_links(near: tuple[int, ...], mask: int, from_anywhere: bool) -> list[int]:
    """Neighbours of each region, with those of a set added: among the set, or from everywhere."""
    return [
        neighbours | mask & ~(1 << region) if from_anywhere or mask >> region & 1 else neighbours
        for region, neighbours in enumerate(near)
    ]


WORDS = (
    word.Word(
        "linked",
        linked,
        "The regions of the set count as neighbours of each other (secret passages).",
        (word.regions("where", fixed=True),),
        "reach",
    ),
    word.Word(
        "linked_to",
        linked_to,
        "The regions of the set count as neighbours of every region the race holds.",
        (word.regions("where", fixed=True),),
        "reach",
    ),
)
