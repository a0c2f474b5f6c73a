"""Sets of regions that effects use: `terrain("a") | terrain("b")`, `beside(water)`, `beside_held(…)`.

A static set depends on the board alone and becomes a mask when a combo is made. A dynamic set depends on the
position and is worked out when needed. `here` and `alike` are for pieces that lie in a region.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ..bits import regions

if TYPE_CHECKING:
    from ..content.board import Board, Ground
    from ..content.piece_view import PieceView


class Where:
    """A set of regions. Combine with `|`, `&` and `~`."""

    static = True
    local = False  # depends on the region its piece lies in: see `bind`
    word = ""  # its name in pack files; empty: only code can use it

    def mask(self, ground: Ground) -> int:
        raise TypeError(f"{self!r} depends on the position")

    def now(self, scene: PieceView) -> int:
        return scene.mask_of(self)

    def bind(self, region: int) -> Where:
        """The set for a piece that lies in a region."""
        return self

    def names(self) -> tuple[tuple[str, str], ...]:
        """('terrain', id) or ('symbol', id) for every name used, to find typos in packs."""
        return ()

    def __or__(self, other: Where) -> Where:
        return _Union(self, other)

    def __and__(self, other: Where) -> Where:
        return _Both(self, other)

    def __invert__(self) -> Where:
        return _Not(self)


class _Everywhere(Where):
    word = "everywhere"

    def __repr__(self) -> str:
        return "everywhere"

    def mask(self, ground: Ground) -> int:
        return (1 << len(ground.board.regions)) - 1


class _OfTerrain(Where):
    word = "terrain"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"terrain({self.name!r})"

    def mask(self, ground: Ground) -> int:
        return ground.like("terrain", self.name)

    def names(self) -> tuple[tuple[str, str], ...]:
        return (("terrain", self.name),)


class _OfSymbol(Where):
    word = "symbol"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"symbol({self.name!r})"

    def mask(self, ground: Ground) -> int:
        return ground.like("symbol", self.name)

    def names(self) -> tuple[tuple[str, str], ...]:
        return (("symbol", self.name),)


class _Water(Where):
    word = "water"

    def __repr__(self) -> str:
        return "water"

    def mask(self, ground: Ground) -> int:
        return ground.water


class _Compound(Where):
    def __init__(self, *parts: Where) -> None:
        self.parts = parts
        self.static = all(part.static for part in parts)
        self.local = any(part.local for part in parts)

    def bind(self, region: int) -> Where:
        return type(self)(*(part.bind(region) for part in self.parts)) if self.local else self

    def __repr__(self) -> str:
        return f"{type(self).__name__.strip('_').lower()}({', '.join(map(repr, self.parts))})"

    def names(self) -> tuple[tuple[str, str], ...]:
        return tuple(name for part in self.parts for name in part.names())

    def combine(self, masks: list[int], board: Board) -> int:
        raise NotImplementedError

    def mask(self, ground: Ground) -> int:
        return self.combine([part.mask(ground) for part in self.parts], ground.board)

    def now(self, scene: PieceView) -> int:
        if self.static:
            return scene.mask_of(self)
        return self.combine([part.now(scene) for part in self.parts], scene.board)


class _Union(_Compound):
    word = "or"

    def combine(self, masks: list[int], board: Board) -> int:
        return masks[0] | masks[1]


class _Both(_Compound):
    word = "and"

    def combine(self, masks: list[int], board: Board) -> int:
        return masks[0] & masks[1]


class _Not(_Compound):
    word = "not"

    def combine(self, masks: list[int], board: Board) -> int:
        return ~masks[0] & ((1 << len(board.regions)) - 1)


class _Beside(_Compound):
    """Regions that border a region of the set (they may be in the set themselves)."""

    word = "beside"

    def combine(self, masks: list[int], board: Board) -> int:
        out = 0
        for region in regions(masks[0]):
            out |= board.neighbour_masks[region]
        return out


class _BesideHeld(_Compound):
    """Regions next to a held region of the set; links count, `reaches` does not."""

    word = "beside held"

    def __init__(self, part: Where) -> None:
        super().__init__(part)
        self.static = False

    def now(self, scene: PieceView) -> int:
        return scene.beside(self.parts[0].now(scene) & scene.held)


class _Marked(Where):
    """Regions where markers of a kind stand; none if the kind is not in play."""

    word = "marked"
    static = False

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"marked({self.name!r})"

    def now(self, scene: PieceView) -> int:
        return scene.spots(self.name)

    def names(self) -> tuple[tuple[str, str], ...]:
        return (("marker", self.name),)


class _Beyond(_Compound):
    """Regions next to a chain of regions of the set that begins next to a held region, over real borders."""

    word = "beyond"

    def __init__(self, part: Where) -> None:
        super().__init__(part)
        self.static = False

    def now(self, scene: PieceView) -> int:
        ways, held = self.parts[0].now(scene), scene.held
        found, front = 0, ways & (held | scene.bordering(held))
        while front:
            found |= front
            front = scene.bordering(front) & ways & ~found
        return scene.bordering(found)


class Dynamic(Where):
    """The result of a function of the position."""

    static = False

    def __init__(self, function: Callable[[PieceView], int]) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"dynamic({self.function.__qualname__})"

    def now(self, scene: PieceView) -> int:
        return self.function(scene)


class _Here(Where):
    """The region its piece lies in."""

    word = "here"

    local = True

    def __repr__(self) -> str:
        return "here"

    def mask(self, ground: Ground) -> int:
        return 0

    def bind(self, region: int) -> Where:
        return _at(region)


class _At(Where):
    def __init__(self, region: int) -> None:
        self.region = region

    def __repr__(self) -> str:
        return f"region {self.region}"

    def mask(self, ground: Ground) -> int:
        return 1 << self.region


class _Alike(Where):
    """All regions with the terrain of the region its piece lies in."""

    word = "alike"

    local = True

    def __repr__(self) -> str:
        return "alike"

    def mask(self, ground: Ground) -> int:
        return 0

    def bind(self, region: int) -> Where:
        return _alike_to(region)


class _AlikeTo(_At):
    def mask(self, ground: Ground) -> int:
        return ground.like("terrain", ground.board.regions[self.region].terrain)


# One object for each region: worlds cache masks by set.
@cache
def _at(region: int) -> Where:
    return _At(region)


@cache
def _alike_to(region: int) -> Where:
    return _AlikeTo(region)


everywhere: Where = _Everywhere()
here: Where = _Here()
alike: Where = _Alike()
water: Where = _Water()


def terrain(name: str) -> Where:
    return _OfTerrain(name)


def symbol(name: str) -> Where:
    return _OfSymbol(name)


def beside(where: Where) -> Where:
    return _Beside(where)


def beside_held(where: Where) -> Where:
    return _BesideHeld(where)


def marked(marker: str) -> Where:
    return _Marked(marker)


def beyond(where: Where) -> Where:
    return _Beyond(where)


def dynamic(function: Callable[[PieceView], int]) -> Where:
    return Dynamic(function)


coast: Where = beside(water) & ~water
