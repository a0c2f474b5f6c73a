"""`attack_only`: tokens that conquer but hold no region in other players' turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import Effect, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def attack_only(tokens: int) -> Effect:
    """So many extra tokens that conquer, but wait in hand during the other players' turns."""
    return AttackOnly(tokens=tokens)


@dataclass(frozen=True, kw_only=True)
class AttackOnly(Effect):
    tokens: int

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.attack_only += self.tokens  # mustered with the others; `redeploy` keeps this many in hand

    def says(self) -> Said:
        return "attack_only", {"tokens": self.tokens}


WORD = word.Word(
    "attack_only",
    attack_only,
    "So many extra tokens that conquer, but wait in hand during the other players' turns.",
    (word.number("tokens", 1, 20),),
    "tokens",
)
