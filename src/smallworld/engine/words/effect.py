"""Effects: data with a lifetime, written into a `Combo` when race and power meet a board.

Receipts and sentences read the same data again. Effects add up; none overrides another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from ..errors import choices
from ..verbs.receipt_types import Term
from .region_sets import Where, everywhere

if TYPE_CHECKING:
    from ..content.changes import Change
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..world.combo import Combo

Life = Literal["active", "always", "declined"]
ACTIVE: Final = "active"  # while the race is active
ALWAYS: Final = "always"  # active and in decline
DECLINED: Final = "declined"  # only in decline
LIVES: Final = (ACTIVE, ALWAYS, DECLINED)

# The key of a sentence and its facts: numbers, `where` for regions, `marker` or `counter` for a name.
Said = tuple[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Effect:
    life: Life = ACTIVE

    # --- its data --------------------------------------------------------------------------------------

    def wheres(self) -> tuple[Where, ...]:
        """The region sets it uses, so that their names can be checked."""
        return ()

    def remembers(self, piece_id: str) -> str:
        """The id of the counter it needs while the race is played; empty: none."""
        return ""

    def named(self) -> tuple[tuple[str, str], ...]:
        """The named things it brings: ("marker", id) or ("counter", id)."""
        return ()

    def bind(self, region: int) -> Effect:
        """The effect for a piece that lies in a region."""
        values: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Where) and value.local:
                values[field.name] = value.bind(region)
        return replace(self, **values) if values else self

    def faults(self) -> list[str]:
        """Faults in what an author wrote."""
        found = []
        if self.life not in LIVES:
            found.append(f"life: {choices('lifetime', self.life, LIVES)}")
        return found

    def faults_in(self, piece: type[Piece]) -> list[str]:
        """Faults that depend on the piece."""
        return []

    # --- what it does ----------------------------------------------------------------------------------

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        """Write it into a combo. `piece`: its piece; `region`: where that lies, or -1."""
        raise NotImplementedError

    def answer(self, piece: type[Piece], scene: PieceView, region: int) -> Sequence[Change]:
        """The changes it asks for at the moment it registered with `Combo.answer`; `region`: the region
        concerned."""
        return ()

    # --- its texts -------------------------------------------------------------------------------------

    def guard_terms(self, region: int) -> Sequence[Term]:
        """What it adds to the cost of a region its race holds."""
        return ()

    def price_terms(self, scene: PieceView, piece: type[Piece], region: int, unaided: bool) -> Sequence[Term]:
        """What it changes in the cost of a conquest; `unaided`: only surcharges count."""
        return ()

    def empties(self, scene: PieceView, region: int) -> bool:
        """Whether the tokens in a region do not count."""
        return False

    def says(self) -> Said:
        """Its sentence, for pieces whose author wrote none."""
        raise NotImplementedError

    def says_life(self) -> bool:
        """Whether the text must say that it works in decline."""
        return True


@dataclass(frozen=True, kw_only=True)
class Flag(Effect):
    """An effect without data; its sentence already says when it works."""

    def says_life(self) -> bool:
        return False


@dataclass(frozen=True, kw_only=True)
class RegionEffect(Effect):
    """An effect on the regions of a set."""

    where: Where

    def wheres(self) -> tuple[Where, ...]:
        return (self.where,)


@dataclass(frozen=True, kw_only=True)
class BoardEffect(RegionEffect):
    """An effect on the regions of a set that depends on the board alone, worked out once for a board."""

    def faults(self) -> list[str]:
        found = super().faults()
        if not self.where.static:
            found.append("where: must not depend on the position")
        return found


def about(key: str, where: Where, **facts: Any) -> Said:
    """The sentence for all regions, or the one for some regions."""
    return (f"{key}_all", facts) if where is everywhere else (key, {"where": where, **facts})


def is_in(where: Where, region: int, scene: PieceView) -> bool:
    return bool(where.now(scene) >> region & 1)
