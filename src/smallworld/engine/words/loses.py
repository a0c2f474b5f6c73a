"""`loses`: how many tokens the holder of a conquered region loses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import ACTIVE, Effect, Life, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def loses(tokens: int, *, life: Life = ACTIVE) -> Effect:
    """Tokens lost when an enemy conquers a region (the rule says 1)."""
    return Losses(tokens=tokens, life=life)


@dataclass(frozen=True, kw_only=True)
class Losses(Effect):
    tokens: int

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.losses = self.tokens

    def says(self) -> Said:
        return ("loses", {"tokens": self.tokens}) if self.tokens else ("loses_none", {})


def flees_in_decline(piece: type[Piece]) -> bool:
    """Whether a declined race with this effect loses no token, so that its tokens gather in fewer regions."""
    return any(isinstance(e, Losses) and e.life != ACTIVE and not e.tokens for e in piece.effects)


WORD = word.Word(
    "loses",
    loses,
    "Tokens lost when an enemy conquers a region (the rule says 1).",
    (word.number("tokens", 0, 5), word.LIFE),
    "defence",
)
