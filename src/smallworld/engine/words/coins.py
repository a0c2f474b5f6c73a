"""`coins`: coins at scoring beyond the one for each region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..bits import regions
from ..errors import choices
from ..verbs.receipt_types import Term
from . import word
from .effect import ACTIVE, Effect, Life, Said, about
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..position.state import State
    from ..world.combo import Combo

CONQUEST: Final = "conquest"


def coins(
    amount: int,
    *,
    per: Where | str | None = None,
    once: bool = False,
    every: int = 1,
    times: Callable[[PieceView], int] | None = None,
    life: Life = ACTIVE,
) -> Effect:
    """Coins at the end of the turn: flat, per region held, per marker standing, or per CONQUEST.
    `once`: only at the first scoring at which the race holds a region. `every`: per pair, per three …"""
    return Coins(amount=amount, per=per, once=once, every=every, times=times, life=life)


@dataclass(frozen=True, kw_only=True)
class Coins(Effect):
    """Coins at scoring. `per`: a region set (regions held), a marker id (markers standing), "conquest"
    (non-empty conquests of this turn), or None (flat). `every`: so many regions make one payment. `times`: a
    number worked out from the position."""

    amount: int
    per: Where | str | None
    once: bool
    every: int
    times: Callable[[PieceView], int] | None

    def wheres(self) -> tuple[Where, ...]:
        return (self.per,) if isinstance(self.per, Where) else ()

    def faults(self) -> list[str]:
        found = super().faults()
        if self.once and self.per is not None:
            found.append("once cannot go with per")
        if self.times is not None and (self.once or self.per is not None):
            found.append("times cannot go with once or per")
        if self.every != 1 and not isinstance(self.per, Where):
            found.append("every needs per with a region set")
        return found

    def faults_in(self, piece: type[Piece]) -> list[str]:
        known = {CONQUEST, *(marker.id for marker in piece.markers)}
        if isinstance(self.per, str) and self.per not in known:
            return [f"per: {choices('marker', self.per, known)}"]
        return []

    def remembers(self, piece_id: str) -> str:
        return f"{piece_id}_paid" if self.once else ""

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        per, world = self.per, combo.world
        if self.once:
            counter = world.counter_index(self.remembers(piece.id))
            combo.once_coins = [*combo.once_coins, (self.amount, counter, piece)]
        elif self.times is not None:
            combo.counted_coins = [*combo.counted_coins, (self.amount, self.times, piece)]
        elif per is None:
            combo.flat_coins = [*combo.flat_coins, (self.amount, piece)]
        elif isinstance(per, Where):
            if self.every > 1:
                combo.group_coins = [*combo.group_coins, (self.amount, self.every, per, piece)]
            elif per.static:
                combo.region_coins = [*combo.region_coins, (self.amount, world.mask_of(per), piece)]
            else:
                combo.moving_coins = [*combo.moving_coins, (self.amount, per, piece)]
        elif per == CONQUEST:
            combo.conquest_coins = [*combo.conquest_coins, (self.amount, piece)]
        else:
            combo.marker_coins = [*combo.marker_coins, (self.amount, world.marker_index(per), piece)]

    def coin_lines(self, s: State, piece: type[Piece], mask: int, scene: PieceView) -> Sequence[Term]:
        """The same coins that `steps/score` adds up, line by line."""
        per, amount, label, kind = self.per, self.amount, piece.id, piece.kind
        if self.once:
            unpaid = mask and not scene.count(self.remembers(label))
            return [Term(amount, label, kind=kind)] if unpaid else []
        if self.times is not None:
            times = self.times(scene)
            return [Term(amount * times, label, kind=kind)] if times else []
        if per is None:
            return [Term(amount, label, kind=kind)]
        if isinstance(per, Where):
            where = per.now(scene) & mask
            if self.every > 1:
                groups = where.bit_count() // self.every
                return [Term(amount * groups, label, kind=kind)] if groups else []
            return [Term(amount, label, region, kind) for region in regions(where)]
        if per == CONQUEST:
            return [Term(amount * s.nonempty, label, kind=kind)] if s.nonempty else []
        spots = [entry & 63 for entry in s.markers if s.world.markers[entry >> 6].id == per]
        return [Term(amount, label, region, kind) for region in spots if mask >> region & 1]

    def says(self) -> Said:
        amount = {"amount": self.amount}
        if self.once:
            return "coins_once", amount
        if self.per is None:
            return "coins", amount
        if isinstance(self.per, str):
            if self.per == CONQUEST:
                return "coins_conquest", amount
            return "coins_marker", {"marker": self.per, **amount}
        if self.every > 1:
            return "coins_groups", {"where": self.per, "every": self.every, **amount}
        return about("coins_where", self.per, **amount)


WORD = word.Word(
    "coins",
    coins,
    "Coins at the end of the turn: flat, per region held, per marker standing, or per CONQUEST. "
    "`once`: only at the first scoring at which the race holds a region. `every`: per pair, per three …",
    (
        word.number("amount", 1, 20),
        word.name_of("per", "per", None),
        word.yes("once"),
        word.number("every", 1, 10, 1),
        word.LIFE,
    ),
    "coins",
)
