"""`redeploys_on_decline`: one more redeployment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import DECLINED, Effect, Flag, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def redeploys_on_decline() -> Effect:
    """One last redeployment on the turn it goes into decline."""
    return RedeploysOnDecline(life=DECLINED)


@dataclass(frozen=True, kw_only=True)
class RedeploysOnDecline(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.last_redeploy = True

    def says(self) -> Said:
        return "last_redeploy", {}


WORD = word.Word(
    "redeploys_on_decline",
    redeploys_on_decline,
    "One last redeployment on the turn it goes into decline.",
    group="decline",
)
