"""Effects that happen by themselves at a moment of the turn: what a piece gains, what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .changes import Change, Count, GainCoins, GainTokens, Put
from .effect import ACTIVE, Effect, Life
from .where import Where, everywhere

if TYPE_CHECKING:
    from .combo import Combo
    from .scene import Scene

Occasion = Literal["turn", "conquered", "lost", "scored", "decline"]
_ABOUT_A_REGION = ("conquered", "lost")


@dataclass(frozen=True, kw_only=True)
class _Happening(Effect):
    """`most`: so often for the race, then no more; 0: always."""

    listens = True

    on: Occasion
    where: Where
    most: int

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)

    def remembers(self, piece_id: str) -> str:
        return f"{piece_id}_{type(self).__name__.lower()}_{self.on}" if self.most else ""

    def changes(self, scene: Scene, region: int) -> Sequence[Change]:
        raise NotImplementedError

    def compile(self, combo: Combo) -> None:
        combo.add_moment(f"on_{self.on}", self._answer(self.remembers(combo.compiling.id)))

    def _answer(self, counter: str) -> Callable[..., Sequence[Change]]:
        def answer(scene: Scene, region: int = -1) -> Sequence[Change]:
            if region >= 0 and not self.where.now(scene) >> region & 1:
                return ()
            if self.on == "lost" and scene.mover == scene.seat:
                return ()  # to an opponent, not to another race of one's own
            if counter and scene.count(counter) >= self.most:
                return ()
            done = self.changes(scene, region)
            return (*done, Count(counter)) if counter and done else done

        return answer

    def faults(self) -> list[str]:
        found = super().faults()
        if self.where is not everywhere and self.on not in _ABOUT_A_REGION:
            found.append("where goes with conquered or lost: nothing else is about a region")
        if self.life != ACTIVE and self.on != "lost":
            found.append("life: in decline only lost happens")
        return found


@dataclass(frozen=True, kw_only=True)
class Gains(_Happening):
    coins: int
    tokens: int

    def changes(self, scene: Scene, region: int) -> Sequence[Change]:
        gained: list[Change] = [GainCoins(self.coins)] if self.coins else []
        return [*gained, GainTokens(self.tokens)] if self.tokens else gained

    def faults(self) -> list[str]:
        found = super().faults()
        if not self.coins and not self.tokens:
            found.append("gains neither coins nor tokens")
        if self.tokens and self.on not in ("turn", "conquered"):
            found.append("tokens come at the beginning of a turn or with a conquest")
        return found


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
class Plants(_Happening):
    marker: str

    def changes(self, scene: Scene, region: int) -> Sequence[Change]:
        return () if scene.spots(self.marker) >> region & 1 else (Put(self.marker, region),)


def plants(marker: str, *, where: Where = everywhere, most: int = 0) -> Effect:
    """A marker of the piece goes into each region it conquers; if all are out, one moves."""
    return Plants(on="conquered", marker=marker, where=where, most=most)
