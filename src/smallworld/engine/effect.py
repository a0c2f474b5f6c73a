"""What an effect is: plain data with a lifetime; and those that are a mere yes or no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, get_args

from .errors import choices
from .where import Where

if TYPE_CHECKING:
    from .combo import Combo

Life = Literal["active", "always", "declined"]
ACTIVE: Final = "active"  # while the race is active
ALWAYS: Final = "always"  # active and in decline
DECLINED: Final = "declined"  # only in decline


@dataclass(frozen=True, kw_only=True)
class Effect:
    life: Life = ACTIVE
    # Some effects are worked out once for a board, so their region sets must not depend on the position.
    static_only: ClassVar[bool] = False
    listens: ClassVar[bool] = False  # it answers a moment

    def works(self, declined: bool) -> bool:
        return self.life == ALWAYS or (self.life == DECLINED) == declined

    def wheres(self) -> tuple[Where, ...]:
        """The region sets it speaks of, for the check of their names."""
        return ()

    def remembers(self, piece_id: str) -> str:
        """The counter it needs, by id, for as long as the race is played; empty: none."""
        return ""

    def bind(self, region: int) -> Effect:
        """The effect of a piece that lies in a region."""
        values: dict[str, Any] = {
            name: value.bind(region)
            for name, value in vars(self).items()
            if isinstance(value, Where) and value.local
        }
        return replace(self, **values) if values else self

    def faults(self) -> list[str]:
        """What an author has written that makes no sense."""
        found = []
        if self.life not in get_args(Life):
            found.append(f"life: {choices('lifetime', self.life, get_args(Life))}")
        if self.static_only and not all(where.static for where in self.wheres()):
            found.append("where: must not depend on the position")
        return found

    def compile(self, combo: Combo) -> None:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class _Flag(Effect):
    flag: str

    def compile(self, combo: Combo) -> None:
        combo.flags = {*combo.flags, self.flag}


def keeps_all_tokens() -> Effect:
    """In decline every token stays on the map, not one per region."""
    return _Flag(flag="keeps_all", life=DECLINED)


def acts_in_decline() -> Effect:
    """In decline it goes on conquering as if active, before the active race."""
    return _Flag(flag="acts", life=DECLINED)


def redeploys_on_decline() -> Effect:
    """One last redeployment on the turn it goes into decline."""
    return _Flag(flag="last_redeploy", life=DECLINED)


def outlives() -> Effect:
    """In decline it does not count towards the limit of one declined race."""
    return _Flag(flag="outlives", life=DECLINED)


def declines_after_scoring() -> Effect:
    """May go into decline at the end of an ordinary turn."""
    return _Flag(flag="fades", life=ACTIVE)


def rolls_first() -> Effect:
    """May roll the die before each conquest instead of once at the end."""
    return _Flag(flag="rolls_first", life=ACTIVE)


def unaided() -> Effect:
    """Nothing but tokens helps others against these regions: no discount, no reach, no special means."""
    return _Flag(flag="unaided", life=ACTIVE)
