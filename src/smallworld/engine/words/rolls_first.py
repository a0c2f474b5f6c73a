"""`rolls_first`: the die before each conquest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import ACTIVE, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def rolls_first() -> Effect:
    """May roll the die before each conquest instead of once at the end."""
    return RollsFirst(life=ACTIVE)


@dataclass(frozen=True, kw_only=True)
class RollsFirst(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.rolls_first = True

    def says(self) -> Said:
        return "rolls_first", {}


WORD = word.Word(
    "rolls_first",
    rolls_first,
    "May roll the die before each conquest instead of once at the end.",
    group="cost",
)
