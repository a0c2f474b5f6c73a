"""Sets of regions that effects speak of: `terrain("a") | terrain("b")`, `beside(water)`, `beside_held(…)`.

A static set depends on the board alone and becomes a mask the moment a combo meets a board. A dynamic
one depends on the position and is asked for when needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .bits import regions

if TYPE_CHECKING:
    from .board import Board, Terrain
    from .scene import Scene


class Where:
    """A set of regions. Combine with `|`, `&` and `~`."""

    static = True

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        raise TypeError(f"{self!r} depends on the position")

    def now(self, scene: Scene) -> int:
        return scene.mask_of(self)

    def names(self) -> tuple[tuple[str, str], ...]:
        """('terrain', id) or ('symbol', id) for every name used, so that typos in packs are found."""
        return ()

    def __or__(self, other: Where) -> Where:
        return _Union(self, other)

    def __and__(self, other: Where) -> Where:
        return _Both(self, other)

    def __invert__(self) -> Where:
        return _Not(self)


class _Everywhere(Where):
    def __repr__(self) -> str:
        return "everywhere"

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        return (1 << len(board.regions)) - 1


class _OfTerrain(Where):
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"terrain({self.name!r})"

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        return sum(1 << region.id for region in board.regions if region.terrain == self.name)

    def names(self) -> tuple[tuple[str, str], ...]:
        return (("terrain", self.name),)


class _OfSymbol(Where):
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"symbol({self.name!r})"

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        return sum(1 << region.id for region in board.regions if self.name in region.symbols)

    def names(self) -> tuple[tuple[str, str], ...]:
        return (("symbol", self.name),)


class _Water(Where):
    def __repr__(self) -> str:
        return "water"

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        return sum(1 << region.id for region in board.regions if terrains[region.terrain].water)


class _Compound(Where):
    def __init__(self, *parts: Where) -> None:
        self.parts = parts
        self.static = all(part.static for part in parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__.strip('_').lower()}({', '.join(map(repr, self.parts))})"

    def names(self) -> tuple[tuple[str, str], ...]:
        return tuple(name for part in self.parts for name in part.names())

    def combine(self, masks: list[int], board: Board) -> int:
        raise NotImplementedError

    def mask(self, board: Board, terrains: dict[str, Terrain]) -> int:
        return self.combine([part.mask(board, terrains) for part in self.parts], board)

    def now(self, scene: Scene) -> int:
        if self.static:
            return scene.mask_of(self)
        return self.combine([part.now(scene) for part in self.parts], scene.board)


class _Union(_Compound):
    def combine(self, masks: list[int], board: Board) -> int:
        return masks[0] | masks[1]


class _Both(_Compound):
    def combine(self, masks: list[int], board: Board) -> int:
        return masks[0] & masks[1]


class _Not(_Compound):
    def combine(self, masks: list[int], board: Board) -> int:
        return ~masks[0] & ((1 << len(board.regions)) - 1)


class _Beside(_Compound):
    """Regions that border a region of the set (which may belong to the set themselves)."""

    def combine(self, masks: list[int], board: Board) -> int:
        out = 0
        for region in regions(masks[0]):
            out |= board.neighbour_masks[region]
        return out


class _BesideHeld(_Compound):
    """Regions next to a region of the set that the race holds; secret passages count, wings do not."""

    def __init__(self, part: Where) -> None:
        super().__init__(part)
        self.static = False

    def now(self, scene: Scene) -> int:
        return scene.beside(self.parts[0].now(scene) & scene.held)


class Dynamic(Where):
    """Whatever a function of the position says."""

    static = False

    def __init__(self, function: Callable[[Scene], int]) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"dynamic({self.function.__qualname__})"

    def now(self, scene: Scene) -> int:
        return self.function(scene)


everywhere: Where = _Everywhere()
water: Where = _Water()


def terrain(name: str) -> Where:
    return _OfTerrain(name)


def symbol(name: str) -> Where:
    return _OfSymbol(name)


def beside(where: Where) -> Where:
    return _Beside(where)


def beside_held(where: Where) -> Where:
    return _BesideHeld(where)


def dynamic(function: Callable[[Scene], int]) -> Where:
    return Dynamic(function)


coast: Where = beside(water) & ~water
