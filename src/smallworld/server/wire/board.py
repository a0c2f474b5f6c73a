"""The board as it is drawn."""

from __future__ import annotations

from .base import Named, Wire
from .looks import Looks


class Shape(Wire):
    """The drawing of one region. `spot` is where label and tokens go, `room` the free radius around it."""

    id: int
    name: str = ""  # a proper name, the same in every language; empty: only a number
    path: str  # SVG path data, closed
    spot: tuple[float, float]
    room: float
    terrain: Named
    symbols: list[Named]
    border: bool
    neighbours: list[int]


class Flow(Wire):
    """A band that runs through regions of a joined terrain."""

    terrain: str
    regions: list[int]
    path: str  # SVG path data, open


class Board(Wire):
    id: str
    name: str
    width: float
    height: float
    packs: list[str] = []  # installed packs whose pieces are in play
    homebrew: list[str] = []  # packs that are not installed, as files
    regions: list[Shape]
    flows: list[Flow] = []
    looks: Looks = Looks()


class LeftOut(Wire):
    """A piece that is not in play on a board, and why."""

    thing: Named
    reason: str
