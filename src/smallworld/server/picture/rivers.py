"""Bands through regions of a joined terrain, from spot to spot across their common borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from smallworld.drawing import Outlines
from smallworld.engine.content.board import Board

Point = tuple[float, float]


def river_paths(board: Board, drawing: Outlines, joined: Sequence[str]) -> list[dict[str, Any]]:
    """One for each group of neighbouring regions of a joined terrain."""
    found = []
    for terrain in joined:
        rest = {region.id for region in board.regions if region.terrain == terrain}
        while rest:
            group = _group(board, min(rest), rest)
            rest -= set(group)
            path = "".join(_curve(course) for course in _courses(board, drawing, group))
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


def _courses(board: Board, drawing: Outlines, group: Sequence[int]) -> Iterator[list[Point]]:
    """From end to end, each common border crossed once; an end at the edge of the board runs over it."""
    near = {region: [n for n in board.regions[region].neighbours if n in group] for region in group}
    crossed: set[frozenset[int]] = set()
    for start in sorted(group, key=lambda region: (len(near[region]), region)):
        while True:
            way = [start]
            while step := next((n for n in near[way[-1]] if frozenset((way[-1], n)) not in crossed), None):
                crossed.add(frozenset((way[-1], step)))
                way.append(step)
            if len(way) == 1 and near[start]:
                break
            yield _points(board, drawing, way, near)
            if len(way) == 1:
                break


def _points(
    board: Board, drawing: Outlines, way: Sequence[int], near: Mapping[int, Sequence[int]]
) -> list[Point]:
    points = [_point(drawing.regions[way[0]].spot)]
    for one, other in pairwise(way):
        points += [middle] if (middle := _middle(drawing, one, other)) else []
        points.append(_point(drawing.regions[other].spot))
    ends = [(way[0], 0)] + ([(way[-1], len(points))] if len(way) > 1 else [])
    for region, place in reversed(ends):
        if len(near[region]) <= 1 and (out := _edge(drawing, region)):
            points.insert(place, out)
    return points


def _middle(drawing: Outlines, one: int, other: int) -> Point | None:
    """The middle of the border that two outlines share."""
    theirs = {_near(point) for ring in drawing.regions[other].polygon for point in ring}
    return _centre(
        [point for ring in drawing.regions[one].polygon for point in ring if _near(point) in theirs]
    )


def _edge(drawing: Outlines, region: int) -> Point | None:
    """The middle of the region's border with the edge of the board."""
    outside = [
        point
        for ring in drawing.regions[region].polygon
        for point in ring
        if min(point[0], point[1], drawing.width - point[0], drawing.height - point[1]) < 1
    ]
    if not outside:
        return None
    x, y = (sum(axis) / len(axis) for axis in zip(*outside, strict=True))
    sides = {
        (x, 0.0): y,
        (0.0, y): x,
        (x, drawing.height): drawing.height - y,
        (drawing.width, y): drawing.width - x,
    }
    return min(sides, key=lambda side: sides[side])


def _centre(points: Sequence[Sequence[float]]) -> Point | None:
    """Of some points, the one nearest to their middle."""
    if not points:
        return None
    x, y = (sum(axis) / len(axis) for axis in zip(*points, strict=True))
    return _point(min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2))


def _curve(points: Sequence[Point]) -> str:
    """A smooth line through all points."""
    if len(points) < 2:
        return ""
    path = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    padded = [points[0], *points, points[-1]]
    for before, here, there, beyond in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        second = there[0] - (beyond[0] - here[0]) / 6, there[1] - (beyond[1] - here[1]) / 6
        path += "C" + " ".join(f"{x:.0f} {y:.0f}" for x, y in (first, second, there))
    return path


def _point(point: Sequence[float]) -> Point:
    return float(point[0]), float(point[1])


def _near(point: Sequence[float]) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)
