"""`outlives`: a second declined race."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import DECLINED, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def outlives() -> Effect:
    """In decline it does not count towards the limit of one declined race."""
    return Outlives(life=DECLINED)


@dataclass(frozen=True, kw_only=True)
class Outlives(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.outlives = True

    def says(self) -> Said:
        return "outlives", {}


WORD = word.Word(
    "outlives",
    outlives,
    "In decline it does not count towards the limit of one declined race.",
    group="decline",
)
