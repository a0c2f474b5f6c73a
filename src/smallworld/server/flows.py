"""Bands through regions that run into each other, from spot to spot across their common borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from smallworld.drawing import Outlines
from smallworld.engine.board import Board

Point = tuple[float, float]


def flows(board: Board, drawing: Outlines, joined: Sequence[str]) -> list[dict[str, Any]]:
    """One for each group of neighbouring regions of a joined terrain."""
    found = []
    for terrain in joined:
        rest = {region.id for region in board.regions if region.terrain == terrain}
        while rest:
            group = _group(board, min(rest), rest)
            rest -= set(group)
            path = "".join(_leg(leg) for leg in _legs(board, drawing, group))
            if path:
                found.append({"terrain": terrain, "regions": group, "path": path})
    return found


def _group(board: Board, first: int, among: set[int]) -> list[int]:
    group, waiting = {first}, [first]
    while waiting:
        for other in board.regions[waiting.pop()].neighbours:
            if other in among and other not in group:
                group.add(other)
                waiting.append(other)
    return sorted(group)


def _legs(board: Board, drawing: Outlines, group: Sequence[int]) -> Iterator[list[Point]]:
    """Through the middle of each common border; the last part runs out over the edge of the board."""
    spots = {region: _point(drawing.regions[region].spot) for region in group}
    for region in group:
        near = [other for other in board.regions[region].neighbours if other in spots]
        for other in near:
            middle = _middle(drawing, region, other)
            if region < other and middle is not None:
                yield [spots[region], middle, spots[other]]
        if board.regions[region].edge and len(near) <= 1:
            yield [spots[region], _edge(drawing, region, spots)]


def _middle(drawing: Outlines, one: int, other: int) -> Point | None:
    """The middle of what two outlines share."""
    theirs = {_near(point) for ring in drawing.regions[other].polygon for point in ring}
    shared = [point for ring in drawing.regions[one].polygon for point in ring if _near(point) in theirs]
    if not shared:
        return None
    x, y = (sum(axis) / len(shared) for axis in zip(*shared, strict=True))
    return min(shared, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _edge(drawing: Outlines, region: int, spots: Mapping[int, Point]) -> Point:
    """Where the region meets the edge of the board, as far as possible from the other parts."""
    x, y = spots[region]
    outside = [
        point
        for ring in drawing.regions[region].polygon
        for point in ring
        if min(point[0], point[1], drawing.width - point[0], drawing.height - point[1]) < 1
    ]
    if not outside:
        return x, y
    return min(outside, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _leg(points: Sequence[Point]) -> str:
    """A curve that passes its middle point, or a straight line between two."""
    (x, y), *rest = points
    if len(rest) == 1:
        return f"M{x:.0f} {y:.0f}L{rest[0][0]:.0f} {rest[0][1]:.0f}"
    (mx, my), (ex, ey) = rest
    cx, cy = 2 * mx - (x + ex) / 2, 2 * my - (y + ey) / 2
    return f"M{x:.0f} {y:.0f}Q{cx:.0f} {cy:.0f} {ex:.0f} {ey:.0f}"


def _point(point: Sequence[float]) -> Point:
    return float(point[0]), float(point[1])


def _near(point: Sequence[float]) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)
