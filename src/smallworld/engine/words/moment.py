"""Words that answer a moment of the turn with changes, like the methods of a piece: `gains`, `plants`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from ..content.changes import Change, Count
from ..errors import choices
from .effect import ACTIVE, RegionEffect
from .region_sets import everywhere

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo

Occasion = Literal["turn", "conquered", "lost", "scored", "decline"]
OCCASIONS: Final = ("turn", "conquered", "lost", "scored", "decline")
_ABOUT_A_REGION: Final = ("conquered", "lost")


@dataclass(frozen=True, kw_only=True)
class AtMoment(RegionEffect):
    """`most`: how often for the race; 0: always. `counter`: the piece's counter for it; empty: its own."""

    on: Occasion
    most: int
    counter: str = ""

    def counted(self, piece_id: str) -> str:
        """The counter of how often it happened; empty: not counted."""
        if not self.most:
            return ""
        return self.counter or f"{piece_id}_{type(self).__name__.lower()}_{self.on}"

    def remembers(self, piece_id: str) -> str:
        return "" if self.counter else self.counted(piece_id)

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.answer(f"on_{self.on}", self, piece, region)

    def answer(self, piece: type[Piece], scene: PieceView, region: int) -> Sequence[Change]:
        if region >= 0 and not self.where.now(scene) >> region & 1:
            return ()
        if self.on == "lost" and scene.mover == scene.seat:
            return ()  # only losses to an opponent count, not to the player's other race
        counter = self.counted(piece.id)
        if counter and scene.count(counter) >= self.most:
            return ()
        done = self.changes(scene, region)
        return (*done, Count(counter)) if counter and done else done

    def changes(self, scene: PieceView, region: int) -> Sequence[Change]:
        """The changes it brings."""
        raise NotImplementedError

    def faults(self) -> list[str]:
        found = super().faults()
        if self.where is not everywhere and self.on not in _ABOUT_A_REGION:
            found.append("where goes with conquered or lost: nothing else is about a region")
        if self.life != ACTIVE and self.on != "lost":
            found.append("life: in decline only lost happens")
        return found

    def faults_in(self, piece: type[Piece]) -> list[str]:
        known = [counter.id for counter in piece.counters]
        if self.counter and self.counter not in known:
            return [f"counter: {choices('counter', self.counter, known)}"]
        counted = [effect.counted(piece.id) for effect in piece.effects if isinstance(effect, AtMoment)]
        if self.most and counted.count(self.counted(piece.id)) > 1:
            return ["most: two of these on one occasion would count together"]
        return []
