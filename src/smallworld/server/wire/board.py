"""The board as it is drawn."""

from __future__ import annotations

from .base import Named, Wire


class Shape(Wire):
    """One region as it is drawn. `spot` is where label and tokens go, `room` the free radius around it."""

    id: int
    path: str  # SVG path data, closed
    spot: tuple[float, float]
    room: float
    terrain: Named
    symbols: list[Named]
    border: bool
    neighbours: list[int]


class Board(Wire):
    id: str
    name: str
    width: float
    height: float
    regions: list[Shape]


class LeftOut(Wire):
    """A piece that is not in play on a board, and why."""

    thing: Named
    reason: str
