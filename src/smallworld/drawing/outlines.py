"""The outlines of a board's regions: drawn with numpy, or read from a file where that is missing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from smallworld.engine.content.board import Board

from .frame import Point

STORED = "drawn.json"  # in this folder; only where boards cannot be drawn

Ring = tuple[Point, ...]


@dataclass(frozen=True)
class Outline:
    """One region. `polygon` is the path in straight segments: the outer ring first, then those of holes."""

    path: str  # closed SVG path data
    spot: Point  # centre of the largest circle that fits: the place for names and tokens
    room: float  # its radius
    polygon: tuple[Ring, ...]


@dataclass(frozen=True)
class Outlines:
    width: float
    height: float
    regions: tuple[Outline, ...]


@lru_cache(maxsize=64)
def outlines(board: Board) -> Outlines:
    """The outlines of all regions. Raises `PackError` if the board cannot be drawn."""
    if (found := _stored().get(_key(board))) is not None:
        width, height, regions = found
        return Outlines(width, height, tuple(_outline(*region) for region in regions))
    from .draw import draw  # needs numpy

    return draw(board)


def stored_outlines(boards: Iterable[Board]) -> str:
    """What the file of stored outlines contains for some boards."""
    return json.dumps({_key(board): astuple(outlines(board)) for board in boards})


@cache
def _stored() -> dict[str, Any]:
    file = files(__package__) / STORED
    stored: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return stored


def _key(board: Board) -> str:
    return f"{board.id}.{board.version}"


def _outline(path: str, spot: list[float], room: float, polygon: list[list[list[float]]]) -> Outline:
    rings = tuple(tuple((x, y) for x, y in ring) for ring in polygon)
    return Outline(path, (spot[0], spot[1]), room, rings)
