"""`defence`: regions of the race cost others more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..verbs.receipt_types import Term
from . import word
from .effect import ACTIVE, Effect, Life, Said

if TYPE_CHECKING:
    from ..content.pieces import Piece
    from ..world.combo import Combo


def defence(amount: int, name: str, *, life: Life = ACTIVE) -> Effect:
    """Each region the race holds costs others `amount` more; the receipt shows it as `name`."""
    return Defence(amount=amount, name=name, life=life)


@dataclass(frozen=True, kw_only=True)
class Defence(Effect):
    amount: int
    name: str

    def named(self) -> tuple[tuple[str, str], ...]:
        return (("marker", self.name),)  # like a marker in every region

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.defence += self.amount  # then in `State.race_defence` and in `State.guard` of its regions

    def guard_terms(self, region: int) -> Sequence[Term]:
        return (Term(self.amount, self.name, region, "marker"),)

    def says(self) -> Said:
        return "defence", {"amount": self.amount, "marker": self.name}


WORD = word.Word(
    "defence",
    defence,
    "Each region the race holds costs others `amount` more; `name` stands in the receipt.",
    (word.number("amount", 1, 5), word.name_of("id", "name"), word.LIFE),
    "defence",
)
