"""`cheaper`: a conquest costs fewer tokens, or more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bits import lowered, regions
from ..verbs.receipt_types import Term
from . import word
from .effect import ACTIVE, Effect, Life, RegionEffect, Said, about, is_in
from .region_sets import Where, everywhere

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo


def cheaper(amount: int, where: Where = everywhere, *, life: Life = ACTIVE) -> Effect:
    """Conquering a region of `where` costs `amount` tokens less (a negative amount: more)."""
    return Cheaper(amount=amount, where=where, life=life)


@dataclass(frozen=True, kw_only=True)
class Cheaper(RegionEffect):
    amount: int

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        if not self.where.static:
            combo.moving_discounts = [*combo.moving_discounts, (self.amount, self.where)]
            return
        mask = combo.world.mask_of(self.where)
        combo.discount = lowered(tuple(combo.discount), self.amount, mask)
        if self.amount < 0:
            combo.surcharge = lowered(tuple(combo.surcharge), self.amount, mask)

    def price_terms(self, scene: PieceView, piece: type[Piece], region: int, unaided: bool) -> Sequence[Term]:
        if (unaided and self.amount > 0) or not is_in(self.where, region, scene):
            return ()
        return (Term(-self.amount, piece.id, region, piece.kind),)

    def says(self) -> Said:
        return about("cheaper" if self.amount >= 0 else "dearer", self.where, amount=abs(self.amount))


def discounts_now(combo: Combo, scene: PieceView, among: int) -> list[int]:
    """The discount by region, with the sets that depend on the position."""
    discount = combo.discount.copy()
    for amount, where in combo.moving_discounts:
        for region in regions(where.now(scene) & among):
            discount[region] -= amount
    return discount


WORD = word.Word(
    "cheaper",
    cheaper,
    "Conquering a region of `where` costs `amount` tokens less (a negative amount: more).",
    (word.number("amount", -5, 5), word.regions("where", "everywhere"), word.LIFE),
    "cost",
)
