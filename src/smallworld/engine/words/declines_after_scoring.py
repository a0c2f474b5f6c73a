"""`declines_after_scoring`: a decline that costs no turn (the phase `fade`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import ACTIVE, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def declines_after_scoring() -> Effect:
    """May go into decline at the end of an ordinary turn."""
    return DeclinesAfterScoring(life=ACTIVE)


@dataclass(frozen=True, kw_only=True)
class DeclinesAfterScoring(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.fades = True

    def says(self) -> Said:
        return "fades", {}


WORD = word.Word(
    "declines_after_scoring",
    declines_after_scoring,
    "May go into decline at the end of an ordinary turn.",
    group="decline",
)
