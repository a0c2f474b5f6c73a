"""`gains`: coins or tokens at a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..content.changes import Change, GainCoins, GainTokens
from . import word
from .effect import ACTIVE, Effect, Life, Said
from .moment import OCCASIONS, AtMoment, Occasion
from .region_sets import Where, everywhere

if TYPE_CHECKING:
    from ..content.piece_view import PieceView


def gains(
    on: Occasion,
    *,
    coins: int = 0,
    tokens: int = 0,
    where: Where = everywhere,
    most: int = 0,
    life: Life = ACTIVE,
) -> Effect:
    """Coins, or tokens from the tray, at a moment: when a turn begins, for each region conquered, for each
    one lost to an opponent, after scoring, or at the decline."""
    return Gains(on=on, coins=coins, tokens=tokens, where=where, most=most, life=life)


@dataclass(frozen=True, kw_only=True)
class Gains(AtMoment):
    coins: int
    tokens: int

    def changes(self, scene: PieceView, region: int) -> Sequence[Change]:
        gained: list[Change] = [GainCoins(self.coins)] if self.coins else []
        return [*gained, GainTokens(self.tokens)] if self.tokens else gained

    def faults(self) -> list[str]:
        found = super().faults()
        if not self.coins and not self.tokens:
            found.append("gains neither coins nor tokens")
        if self.tokens and self.on not in ("turn", "conquered"):
            found.append("tokens come at the beginning of a turn or with a conquest")
        return found

    def says(self) -> Said:
        gained = "both" if self.coins and self.tokens else "coins" if self.coins else "tokens"
        facts = {"coins": self.coins, "tokens": self.tokens, "most": self.most, "gained": gained}
        if self.where is everywhere:
            return f"gains_{self.on}", facts
        return f"gains_{self.on}_where", {"where": self.where, **facts}


WORD = word.Word(
    "gains",
    gains,
    "Coins, or tokens from the tray, at a moment: when a turn begins, for each region conquered, for each "
    "one lost to an opponent, after scoring, or at the decline.",
    (
        word.choice("on", OCCASIONS),
        word.number("coins", 0, 10, 0),
        word.number("tokens", 0, 5, 0),
        word.regions("where", "everywhere"),
        word.number("most", 0, 20, 0),
        word.LIFE,
    ),
    "coins",
)
