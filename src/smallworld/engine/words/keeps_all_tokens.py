"""`keeps_all_tokens`: no token leaves at the decline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import DECLINED, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def keeps_all_tokens() -> Effect:
    """In decline every token stays on the map, not one per region."""
    return KeepsAllTokens(life=DECLINED)


@dataclass(frozen=True, kw_only=True)
class KeepsAllTokens(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.keeps_all = True

    def says(self) -> Said:
        return "keeps_all", {}


WORD = word.Word(
    "keeps_all_tokens",
    keeps_all_tokens,
    "In decline every token stays on the map, not one per region.",
    group="decline",
)
