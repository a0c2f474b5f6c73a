"""`auxiliaries`: helpers that count as tokens in a conquest but do not defend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..events import Event, Log
from . import word
from .effect import Effect, Said
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..position.state import State
    from ..world.combo import Combo


def auxiliaries(*, per: Where, most: int, owned: str, spent: str) -> Effect:
    """Helpers that count as tokens in a conquest only, together with at least one real token: one more at
    each redeployment for each such region held. `owned` and `spent` are counters of the piece."""
    return Auxiliaries(per=per, most=most, owned=owned, spent=spent)


@dataclass(frozen=True, kw_only=True)
class Auxiliaries(Effect):
    per: Where
    most: int
    owned: str
    spent: str

    def wheres(self) -> tuple[Where, ...]:
        return (self.per,)

    def named(self) -> tuple[tuple[str, str], ...]:
        return (("counter", self.owned),)

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.auxiliaries = self

    def left(self, s: State) -> int:
        """Helpers not used yet this turn."""
        counters, ids = s.counters, s.world.counter_ids
        # A file may name counters of any span: what is owned may be forgotten before what is spent.
        return max(0, counters[ids[self.owned]] - counters[ids[self.spent]])

    def spend(self, s: State, cost: int) -> int:
        """Use as many helpers as possible, but at least one real token; returns the number of tokens."""
        sent = min(self.left(s), cost - 1)
        s.counters[s.world.counter_ids[self.spent]] += sent
        return cost - sent

    def equip(self, s: State, race: int, scene: PieceView, log: Log) -> None:
        """At redeployment: one more helper for each region that brings them, up to the limit."""
        counter = s.world.counter_ids[self.owned]
        found = self.per.now(scene) & s.mask[race]
        amount = min(found.bit_count(), self.most - s.counters[counter])
        s.counters[counter] += amount
        if amount and log is not None:
            log.append(Event("equipped", seat=s.turn, race=race, power=s.badge[race], amount=amount))

    def says(self) -> Said:
        return "auxiliaries", {"where": self.per, "most": self.most, "counter": self.owned}


WORD = word.Word(
    "auxiliaries",
    auxiliaries,
    "Helpers that count as tokens in conquest only, beside at least one real token: one more at each "
    "redeployment for each such region held. `owned` and `spent` are counters of the piece.",
    (
        word.regions("per"),
        word.number("most", 1, 20),
        word.name_of("counter", "owned"),
        word.name_of("counter", "spent"),
    ),
    "tokens",
    events={"equipped": "The {race} gain {amount} {helper}."},
)
