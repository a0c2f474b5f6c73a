"""`unaided`: others have only tokens against the race."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bits import regions
from . import word
from .effect import Effect, Flag, Said
from .gate import Facts, Gate

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..position.state import State
    from ..world.combo import Combo
    from ..world.world import World
    from .means import Means


def unaided() -> Effect:
    """Nothing but tokens helps others against these regions: no discount, no reach, no special means."""
    return Unaided()


@dataclass(frozen=True, kw_only=True)
class Unaided(Flag):
    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.unaided = True

    def says(self) -> Said:
        return "unaided", {}


def tokens_only_regions(s: State, seat: int) -> int:
    """`State.tokens_only`: regions of such races; a player's own do not count in the own turn."""
    found = 0
    for race in s.world.unaided_races:
        if s.mask[race] and s.combos[race].unaided and s.owner[race] != seat:
            found |= s.mask[race]
    return found


def without_help(
    s: State, combo: Combo, discount: list[int], among: int, scene: PieceView | None
) -> list[int]:
    """The discount by region: in strict regions only surcharges count. `scene`: if some sets depend on it."""
    discount = discount.copy()
    strict = s.tokens_only & among
    for region in regions(strict):
        discount[region] = combo.surcharge[region]
    if scene is not None:
        for amount, where in combo.moving_discounts:
            if amount < 0:
                for region in regions(where.now(scene) & strict):
                    discount[region] -= amount
    return discount


class UnaidedGate(Gate):
    """Strict regions are taken over a real border, on open terrain, by tokens alone."""

    def __init__(self) -> None:
        super().__init__("unaided", by_way=True)

    def shut(self, s: State, means: Means | None) -> int:
        if not s.tokens_only:
            return 0
        return (
            s.tokens_only if means is not None else s.tokens_only & ~(plain_reach(s) & s.world.open_terrain)
        )

    def bars(self, s: State) -> int:
        return tokens_only_regions(s, s.turn)

    def facts(self, s: State, region: int) -> Facts:
        return {"region": region, "race": s.world.race_ids[s.occ[region]]}


def plain_reach(s: State) -> int:
    """What is in reach over real borders; for a first conquest the edge, unless the race must enter
    elsewhere."""
    own = s.mask[s.acting]
    if not own:
        return s.reach if s.combo.only_entry else s.world.border
    out, masks = 0, s.world.board.neighbour_masks
    for region in regions(own):
        out |= masks[region]
    return out


def unaided_gate(world: World) -> Gate | None:
    return UnaidedGate() if world.unaided_races else None


WORD = word.Word(
    "unaided",
    unaided,
    "Nothing but tokens helps others against these regions: no discount, no reach, no special means.",
    group="defence",
    rules={
        "unaided": (
            "Only tokens help against {race} in region {region}: no special attacks, and real borders only.",
            "Attack from a neighbouring region, with tokens only.",
        )
    },
    gate=unaided_gate,
)
