"""`acts_in_decline`: a declined race that conquers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import DECLINED, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def acts_in_decline() -> Effect:
    """In decline it goes on conquering as if active, before the active race."""
    return ActsInDecline(life=DECLINED)


@dataclass(frozen=True, kw_only=True)
class ActsInDecline(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.acts = True

    def says(self) -> Said:
        return "acts", {}


WORD = word.Word(
    "acts_in_decline",
    acts_in_decline,
    "In decline it goes on conquering as if active, before the active race.",
    group="decline",
)
