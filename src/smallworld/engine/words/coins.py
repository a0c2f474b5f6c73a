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
    rising: bool = False,
    times: Callable[[PieceView], int] | None = None,
    life: Life = ACTIVE,
) -> Effect:
    """Coins at the end of the turn: flat, per region held, per marker standing, or per CONQUEST.
    `once`: only at the first scoring at which the race holds a region. `every`: per pair, per three …
    `rising`: none for the first of these regions, one payment for the second, two for the third …"""
    return Coins(amount=amount, per=per, once=once, every=every, rising=rising, times=times, life=life)


@dataclass(frozen=True, kw_only=True)
class Coins(Effect):
    """Coins at scoring. `per`: a region set (regions held), a marker id (markers standing), "conquest"
    (non-empty conquests of this turn), or None (flat). `every`: so many regions make one payment. `rising`:
    each region pays once more than the one before; regions of all the player's races with the effect are
    counted together. `times`: a number worked out from the position."""

    amount: int
    per: Where | str | None
    once: bool
    every: int
    rising: bool
    times: Callable[[PieceView], int] | None

    def wheres(self) -> tuple[Where, ...]:
        return (self.per,) if isinstance(self.per, Where) else ()

    def faults(self) -> list[str]:
        found = super().faults()
        if self.once and self.per is not None:
            found.append("once cannot be combined with per")
        if self.times is not None and (self.once or self.per is not None):
            found.append("times cannot be combined with once or per")
        if self.every != 1 and not isinstance(self.per, Where):
            found.append("every needs per with a region set")
        if self.rising and (self.every != 1 or not isinstance(self.per, Where)):
            found.append("rising needs per with a region set, and cannot be combined with every")
        return found

    def faults_in(self, piece: type[Piece]) -> list[str]:
        known = {CONQUEST, *(marker.id for marker in piece.markers)}
        if isinstance(self.per, str) and self.per not in known:
            return [f"per: {choices('marker', self.per, known)}"]
        return []

    def remembers(self, piece_id: str) -> str:
        return f"{piece_id}_paid" if self.once else ""

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.coin_sources = [*combo.coin_sources, self.source(combo, piece)]

    def source(self, combo: Combo, piece: type[Piece]) -> CoinSource:
        per, world = self.per, combo.world
        if self.once:
            counter = world.counter_index(self.remembers(piece.id))
            combo.once_coins = [*combo.once_coins, (self.amount, counter)]
            return OnceCoins(self.amount, piece, counter)
        if self.times is not None:
            return CountedCoins(self.amount, piece, self.times)
        if per is None:
            return CoinSource(self.amount, piece)
        if isinstance(per, Where):
            if self.rising:
                return RisingCoins(self.amount, piece, per)
            if self.every > 1:
                return GroupCoins(self.amount, piece, per, self.every)
            if not per.static:
                return MovingRegionCoins(self.amount, piece, per)
            mask = world.mask_of(per)
            combo.region_coins = [*combo.region_coins, (self.amount, mask)]
            return RegionCoins(self.amount, piece, mask)
        if per == CONQUEST:
            combo.conquest_coins += self.amount
            return ConquestCoins(self.amount, piece)
        return MarkerCoins(self.amount, piece, world.marker_index(per))

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
        if self.rising:
            return "coins_rising", {"where": self.per, **amount}
        if self.every > 1:
            return "coins_groups", {"where": self.per, "every": self.every, **amount}
        return about("coins_where", self.per, **amount)


class CoinSource:
    """Coins of a piece at scoring, so many for each payment: one payment, unless a kind below says otherwise.
    The number of coins and the lines of the receipt both come from here."""

    def __init__(self, amount: int, piece: type[Piece]) -> None:
        self.amount = amount
        self.piece = piece

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        """How often it pays a race that holds these regions."""
        return 1

    def lines(self, s: State, mask: int, scene: PieceView) -> list[Term]:
        """Its coins for a receipt; each with its region if the payments belong to regions."""
        times = self.payments(s, mask, scene)
        return [Term(self.amount * times, self.piece.id, kind=self.piece.kind)] if times else []


class OnceCoins(CoinSource):
    def __init__(self, amount: int, piece: type[Piece], counter: int) -> None:
        super().__init__(amount, piece)
        self.counter = counter

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return 1 if mask and not s.counters[self.counter] else 0


class CountedCoins(CoinSource):
    def __init__(self, amount: int, piece: type[Piece], times: Callable[[PieceView], int]) -> None:
        super().__init__(amount, piece)
        self.times = times

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return self.times(scene)


class ConquestCoins(CoinSource):
    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return s.nonempty


class GroupCoins(CoinSource):
    def __init__(self, amount: int, piece: type[Piece], where: Where, every: int) -> None:
        super().__init__(amount, piece)
        self.where = where
        self.every = every

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return (mask & self.where.now(scene)).bit_count() // self.every


class PlacedCoins(CoinSource):
    """Each payment belongs to a region."""

    def paid_regions(self, s: State, mask: int, scene: PieceView) -> Sequence[int]:
        """The region of each payment; a region may come twice."""
        raise NotImplementedError

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return len(self.paid_regions(s, mask, scene))

    def lines(self, s: State, mask: int, scene: PieceView) -> list[Term]:
        paid = self.paid_regions(s, mask, scene)
        return [Term(self.amount, self.piece.id, region, self.piece.kind) for region in paid]


class RegionCoins(PlacedCoins):
    def __init__(self, amount: int, piece: type[Piece], where: int) -> None:
        super().__init__(amount, piece)
        self.where = where

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        return (mask & self.where).bit_count()  # the most frequent kind, without a list

    def paid_regions(self, s: State, mask: int, scene: PieceView) -> Sequence[int]:
        return regions(mask & self.where)


class MovingRegionCoins(PlacedCoins):
    def __init__(self, amount: int, piece: type[Piece], where: Where) -> None:
        super().__init__(amount, piece)
        self.where = where

    def paid_regions(self, s: State, mask: int, scene: PieceView) -> Sequence[int]:
        return regions(mask & self.where.now(scene))


class RisingCoins(MovingRegionCoins):
    """The first region pays nothing, the second once, the third twice … The active race's regions come
    first."""

    def paid_regions(self, s: State, mask: int, scene: PieceView) -> Sequence[int]:
        counted = self._held_before(s, scene)
        held = super().paid_regions(s, mask, scene)
        return [region for times, region in enumerate(held, counted) for _ in range(times)]

    def lines(self, s: State, mask: int, scene: PieceView) -> list[Term]:
        """What each of the regions is worth, with its own coin."""
        counted = self._held_before(s, scene)
        held = super().paid_regions(s, mask, scene)
        worth = [(region, 1 + self.amount * times) for times, region in enumerate(held, counted)]
        return [Term(coins, self.piece.id, region, self.piece.kind, (coins,)) for region, coins in worth]

    def payments(self, s: State, mask: int, scene: PieceView) -> int:
        counted, held = self._held_before(s, scene), (mask & self.where.now(scene)).bit_count()
        return held * counted + held * (held - 1) // 2

    def _held_before(self, s: State, scene: PieceView) -> int:
        """How many such regions the player's races hold that are counted before this one."""
        counted = 0
        for race in s.races_of(scene.seat):
            if race == scene.race:
                break
            sources = s.combos[race].coin_sources
            if any(isinstance(one, RisingCoins) and one.piece is self.piece for one in sources):
                counted += (s.mask[race] & self.where.now(scene)).bit_count()
        return counted


class MarkerCoins(PlacedCoins):
    def __init__(self, amount: int, piece: type[Piece], marker: int) -> None:
        super().__init__(amount, piece)
        self.marker = marker

    def paid_regions(self, s: State, mask: int, scene: PieceView) -> Sequence[int]:
        spots = [entry & 63 for entry in s.markers if entry >> 6 == self.marker]
        return [region for region in spots if mask >> region & 1]


WORD = word.Word(
    "coins",
    coins,
    "Coins at the end of the turn: flat, per region held, per marker standing, or per CONQUEST. "
    "`once`: only at the first scoring at which the race holds a region. `every`: per pair, per three … "
    "`rising`: none for the first of these regions, one payment for the second, two for the third …",
    (
        word.number("amount", 1, 20),
        word.name_of("per", "per", None),
        word.yes("once"),
        word.number("every", 1, 10, 1),
        word.yes("rising"),
        word.LIFE,
    ),
    "coins",
)
