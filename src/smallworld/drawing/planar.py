"""The faces of a planar graph, found by adding one path at a time.

A drawing of the part already placed divides the plane into faces. The rest of the graph falls into fragments;
each must go into a face that contains all the vertices it is attached to. A fragment that fits into no face
proves that the graph is not planar. Where several faces fit, the caller's preference decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Face = list[int]  # vertices in order, the face on the left of every step; a vertex may occur twice
Preference = Callable[[Face, Sequence[int]], float]  # how badly a path (with its two ends) fits into a face


class NotPlanar(Exception):
    """No drawing without crossings. `vertices` are those of the fragment that does not fit."""

    def __init__(self, vertices: Sequence[int]) -> None:
        super().__init__(f"not planar around {list(vertices)}")
        self.vertices = tuple(vertices)


@dataclass
class Fragment:
    inside: tuple[int, ...]  # vertices not placed yet; none for a single edge
    ends: tuple[int, ...]  # placed vertices it is attached to


def faces_of(neighbours: Sequence[Sequence[int]], preference: Preference) -> list[Face]:
    """All faces of a connected graph. Raises `NotPlanar`."""
    first, second = _start(neighbours)
    placed = {first, second}
    edges = {(first, second), (second, first)}
    faces: list[Face] = [[first, second]]
    while fragments := _fragments(neighbours, placed, edges):
        options = []
        for fragment in fragments:
            fitting = [face for face in faces if set(fragment.ends) <= set(face)]
            if not fitting:
                raise NotPlanar(sorted({*fragment.inside, *fragment.ends}))
            # With one face there is no choice; a path between two vertices leaves fewer options than a twig.
            options.append((len(fitting) > 1, len(fragment.ends) == 1, len(fitting), fragment, fitting))
        *_, fragment, fitting = min(options, key=lambda option: option[:3])
        path = _path(neighbours, fragment)
        best = min(fitting, key=lambda face: (preference(face, path), face))
        faces.remove(best)
        faces += _split(best, path)
        placed.update(path)
        edges.update(pairwise(path))
        edges.update(pairwise(path[::-1]))
    return faces


def _start(neighbours: Sequence[Sequence[int]]) -> tuple[int, int]:
    """An edge of a triangle if there is one, because its two sides then differ at once."""
    for vertex, around in enumerate(neighbours):
        for other in around:
            if set(around) & set(neighbours[other]):
                return vertex, other
    return 0, neighbours[0][0]


def _fragments(
    neighbours: Sequence[Sequence[int]], placed: set[int], edges: set[tuple[int, int]]
) -> list[Fragment]:
    found = [
        Fragment((), (a, b))
        for a in sorted(placed)
        for b in neighbours[a]
        if a < b and b in placed and (a, b) not in edges
    ]
    seen = set(placed)
    for vertex in range(len(neighbours)):
        if vertex in seen:
            continue
        seen.add(vertex)
        inside, ends = [vertex], set()
        for member in inside:
            for other in neighbours[member]:
                if other in placed:
                    ends.add(other)
                elif other not in seen:
                    seen.add(other)
                    inside.append(other)
        found.append(Fragment(tuple(inside), tuple(sorted(ends))))
    return found


def _path(neighbours: Sequence[Sequence[int]], fragment: Fragment) -> list[int]:
    """From one end of a fragment through its inside to another end; a twig if there is only one end."""
    if not fragment.inside:
        return list(fragment.ends)
    inside, start = set(fragment.inside), fragment.ends[0]
    came: dict[int, int] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in neighbours[here]:
            if other in came or other == start or (here == start and other not in inside):
                continue
            if other in inside:
                came[other] = here
                queue.append(other)
                if len(fragment.ends) == 1:
                    return [start, other]
            elif other in fragment.ends:
                path = [other, here]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
    raise AssertionError("a fragment hangs together and on its ends")


def _split(face: Face, path: list[int]) -> list[Face]:
    """Add a path across a face, which makes two faces. A twig leaves one face, which goes around it."""
    start, end = path[0], path[-1]
    if end not in face:
        at = face.index(start)
        return [[*face[: at + 1], *path[1:], *path[-2:0:-1], *face[at:]]]
    at = face.index(start)
    turned = face[at:] + face[:at]
    to = turned.index(end)
    return [[*turned[: to + 1], *path[-2:0:-1]], [start, *path[1:-1], *turned[to:]]]
