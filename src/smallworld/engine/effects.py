"""The vocabulary packs speak. A race or power is mostly a tuple of these.

Every effect is plain data with a lifetime. `compile` writes it into a `Combo` (numbers and masks, for
play); receipts read the same data again to spell the numbers out. Effects add up; none overrides another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from .effect import ACTIVE as ACTIVE
from .effect import ALWAYS as ALWAYS
from .effect import DECLINED as DECLINED
from .effect import Effect as Effect
from .effect import Life as Life
from .effect import acts_in_decline as acts_in_decline
from .effect import declines_after_scoring as declines_after_scoring
from .effect import keeps_all_tokens as keeps_all_tokens
from .effect import outlives as outlives
from .effect import redeploys_on_decline as redeploys_on_decline
from .effect import rolls_first as rolls_first
from .effect import unaided as unaided
from .happenings import Gains as Gains
from .happenings import Occasion as Occasion
from .happenings import Plants as Plants
from .happenings import gains as gains
from .happenings import plants as plants
from .where import Where, everywhere

if TYPE_CHECKING:
    from .combo import Combo
    from .scene import Scene

# --- what a conquest costs -------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Cheaper(Effect):
    amount: int
    where: Where

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_discount(self.amount, self.where)


def cheaper(amount: int, where: Where = everywhere, *, life: Life = ACTIVE) -> Effect:
    """Conquering a region of `where` costs `amount` tokens less (a negative amount: more)."""
    return Cheaper(amount=amount, where=where, life=life)


@dataclass(frozen=True, kw_only=True)
class AsIfEmpty(Effect):
    where: Where

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.as_if_empty = [*combo.as_if_empty, self.where]


def as_if_empty(where: Where) -> Effect:
    """Tokens in these regions do not count in the cost; terrain and markers do."""
    return AsIfEmpty(where=where)


@dataclass(frozen=True, kw_only=True)
class Defence(Effect):
    amount: int
    name: str

    def compile(self, combo: Combo) -> None:
        combo.defence += self.amount


def defence(amount: int, name: str, *, life: Life = ACTIVE) -> Effect:
    """Each region the race holds costs others `amount` more; `name` stands in the receipt."""
    return Defence(amount=amount, name=name, life=life)


@dataclass(frozen=True, kw_only=True)
class Toll(Effect):
    coins: int

    def compile(self, combo: Combo) -> None:
        combo.toll += self.coins


def toll(coins: int, *, life: Life = ACTIVE) -> Effect:
    """An opponent pays the owner so many coins for each of these regions he conquers, and cannot without."""
    return Toll(coins=coins, life=life)


# --- where it may go -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Reaches(Effect):
    where: Where
    static_only: ClassVar[bool] = True

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_reach(self.where)


def reaches(where: Where) -> Effect:
    """May conquer these regions wherever they lie, from the first conquest on (wings)."""
    return Reaches(where=where)


@dataclass(frozen=True, kw_only=True)
class Linked(Effect):
    where: Where
    static_only: ClassVar[bool] = True
    from_anywhere: bool

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_link(self.where, self.from_anywhere)


def linked(where: Where) -> Effect:
    """The regions of the set count as neighbours of each other (secret passages)."""
    return Linked(where=where, from_anywhere=False)


def linked_to(where: Where) -> Effect:
    """The regions of the set count as neighbours of every region the race holds."""
    return Linked(where=where, from_anywhere=True)


@dataclass(frozen=True, kw_only=True)
class Passes(Effect):
    where: Where
    static_only: ClassVar[bool] = True

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_passage(self.where)


def passes(where: Where) -> Effect:
    """Regions of the set, and chains of them, are passed without conquering them."""
    return Passes(where=where)


@dataclass(frozen=True, kw_only=True)
class Enters(Effect):
    where: Where
    only: bool

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_entry(self.where, self.only)


def enters(where: Where, *, only: bool = False) -> Effect:
    """A first conquest may be made here too (`only`: nowhere else)."""
    return Enters(where=where, only=only)


@dataclass(frozen=True, kw_only=True)
class Settles(Effect):
    where: Where
    static_only: ClassVar[bool] = True

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.add_settling(self.where)


def settles(where: Where, *, life: Life = ACTIVE) -> Effect:
    """May conquer and keep regions that are closed to others, or that others must leave again."""
    return Settles(where=where, life=life)


# --- tokens ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AttackOnly(Effect):
    tokens: int

    def compile(self, combo: Combo) -> None:
        combo.attack_only += self.tokens


def attack_only(tokens: int) -> Effect:
    """So many extra tokens that conquer, but wait in hand during the other players' turns."""
    return AttackOnly(tokens=tokens)


@dataclass(frozen=True, kw_only=True)
class Auxiliaries(Effect):
    per: Where
    most: int
    owned: str
    spent: str

    def wheres(self) -> tuple[Where, ...]:
        return (self.per,)

    def compile(self, combo: Combo) -> None:
        combo.auxiliaries = self


def auxiliaries(*, per: Where, most: int, owned: str, spent: str) -> Effect:
    """Helpers that count as tokens in conquest only, beside at least one real token: one more at each
    redeployment for each such region held. `owned` and `spent` are counters of the piece."""
    return Auxiliaries(per=per, most=most, owned=owned, spent=spent)


@dataclass(frozen=True, kw_only=True)
class Recruits(Effect):
    tokens: int
    per_conquests: int
    per: Where | None

    def wheres(self) -> tuple[Where, ...]:
        return () if self.per is None else (self.per,)

    def amount(self, scene: Scene) -> int:
        if self.per_conquests:
            return self.tokens * (scene.nonempty_conquests // self.per_conquests)
        if self.per is None:
            return self.tokens
        return self.tokens * (self.per.now(scene) & scene.held).bit_count()

    def compile(self, combo: Combo) -> None:
        combo.recruits = [*combo.recruits, self]


def recruits(tokens: int, *, per_conquests: int = 0, per: Where | None = None) -> Effect:
    """New tokens from the tray at redeployment: per so many non-empty conquests, or per region held."""
    return Recruits(tokens=tokens, per_conquests=per_conquests, per=per)


@dataclass(frozen=True, kw_only=True)
class Losses(Effect):
    tokens: int

    def compile(self, combo: Combo) -> None:
        combo.losses = self.tokens


def loses(tokens: int, *, life: Life = ACTIVE) -> Effect:
    """Tokens lost when an enemy conquers a region (the rule says 1)."""
    return Losses(tokens=tokens, life=life)


# --- coins -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Coins(Effect):
    """Coins at scoring. `per`: a region set (regions held), a marker id (markers standing), "conquest"
    (non-empty conquests of this turn), or None (flat). `every`: so many regions make one payment. `times`: a
    number worked out from the position."""

    amount: int
    per: Where | str | None
    once: bool
    every: int
    times: Callable[[Scene], int] | None

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

    def remembers(self, piece_id: str) -> str:
        return f"{piece_id}_paid" if self.once else ""

    def compile(self, combo: Combo) -> None:
        combo.add_coins(self)


CONQUEST: Final = "conquest"


def coins(
    amount: int,
    *,
    per: Where | str | None = None,
    once: bool = False,
    every: int = 1,
    times: Callable[[Scene], int] | None = None,
    life: Life = ACTIVE,
) -> Effect:
    """Coins at the end of the turn: flat, per region held, per marker standing, or per CONQUEST.
    `once`: only at the first scoring at which the race holds a region. `every`: per pair, per three …"""
    return Coins(amount=amount, per=per, once=once, every=every, times=times, life=life)


@dataclass(frozen=True, kw_only=True)
class Doubles(Effect):
    where: Where

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def compile(self, combo: Combo) -> None:
        combo.doubles = [*combo.doubles, (self.where, combo.compiling)]


def doubles(where: Where) -> Effect:
    """The coins that these regions bring by themselves count twice."""
    return Doubles(where=where)
