"""`toll`: the conqueror of a region pays its owner; without the coins there is no conquest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bits import NONE, SEATS
from ..content.changes import Change, TakeCoins
from . import word
from .effect import ACTIVE, Effect, Life, Said
from .gate import Facts, Gate

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece
    from ..position.state import State
    from ..world.combo import Combo
    from ..world.world import World
    from .means import Means


def toll(coins: int, *, life: Life = ACTIVE) -> Effect:
    """An opponent pays the owner so many coins for each of these regions he conquers, and cannot without."""
    return Toll(coins=coins, life=life)


@dataclass(frozen=True, kw_only=True)
class Toll(Effect):
    coins: int

    def compile(self, combo: Combo, piece: type[Piece], region: int) -> None:
        combo.toll += self.coins
        combo.answer("on_lost", self, piece, region)

    def answer(self, piece: type[Piece], scene: PieceView, region: int) -> Sequence[Change]:
        return () if scene.seat in (NONE, scene.mover) else (TakeCoins(scene.mover, self.coins),)

    def says(self) -> Said:
        return "toll", {"coins": self.coins}


class TollGate(Gate):
    """Regions whose owner takes a higher toll than the player to move can pay."""

    def __init__(self, world: World, races: tuple[int, ...]) -> None:
        tolls = [effect for piece in world.pieces for effect in piece.effects if isinstance(effect, Toll)]
        super().__init__("toll", coins=sum(effect.coins for effect in tolls))
        self.races = races  # races that may take a toll

    def shut(self, s: State, means: Means | None) -> int:
        return self.closed_to(s, s.owner[s.acting])

    def bars(self, s: State) -> int:
        return self.closed_to(s, s.turn)

    def closed_to(self, s: State, seat: int) -> int:
        found = 0
        for race in self.races:
            if s.mask[race] and s.combos[race].toll > s.coins[seat] and s.owner[race] != seat:
                found |= s.mask[race]
        return found

    def facts(self, s: State, region: int) -> Facts:
        race = s.occ[region]
        return {"region": region, "seat": SEATS[s.owner[race]], "coins": s.combos[race].toll}


def toll_gate(world: World) -> Gate | None:
    races = world.races_with(Toll)
    return TollGate(world, races) if races else None


WORD = word.Word(
    "toll",
    toll,
    "An opponent pays the owner so many coins for each of these regions he conquers, and cannot without.",
    (word.number("coins", 1, 10), word.LIFE),
    "defence",
    {
        "toll": (
            "{seat} charges {coins} coins for region {region}, and you can't pay.",
            "Earn some coins first.",
        )
    },
    gate=toll_gate,
)
