"""`recruits`: new tokens at redeployment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import word
from .effect import Effect, Said, about
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo


def recruits(tokens: int, *, per_conquests: int = 0, per: Where | None = None) -> Effect:
    """New tokens from the tray at redeployment: per so many non-empty conquests, or per region held."""
    return Recruits(tokens=tokens, per_conquests=per_conquests, per=per)


@dataclass(frozen=True, kw_only=True)
class Recruits(Effect):
    tokens: int
    per_conquests: int
    per: Where | None

    def wheres(self) -> tuple[Where, ...]:
        return () if self.per is None else (self.per,)

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.recruits = [*combo.recruits, self]

    def amount(self, scene: PieceView) -> int:
        """How many join now, at most as many as the tray has."""
        if self.per_conquests:
            return self.tokens * (scene.nonempty_conquests // self.per_conquests)
        if self.per is None:
            return self.tokens
        return self.tokens * (self.per.now(scene) & scene.held).bit_count()

    def says(self) -> Said:
        if self.per_conquests:
            return "recruits_conquests", {"tokens": self.tokens, "every": self.per_conquests}
        if self.per is None:
            return "recruits", {"tokens": self.tokens}
        return about("recruits_where", self.per, tokens=self.tokens)


WORD = word.Word(
    "recruits",
    recruits,
    "New tokens from the tray at redeployment: per so many non-empty conquests, or per region held.",
    (word.number("tokens", 1, 10), word.number("per_conquests", 0, 10, 0), word.regions("per", None)),
    "tokens",
    events={"recruited": "The {race} gain {amount} new tokens."},
)
