"""The planar embedding of a board: the order of regions around every corner, prepared for drawing.

The outside of the board is one more vertex, joined to the regions at the edge. Each face of this graph is a
corner of the map, each of its edges a border between two corners. An edge is a pair of darts, one for each
direction: dart d and its twin d ^ 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from smallworld.engine.content.board import Board
from smallworld.engine.errors import PackError

from .frame import Point, along
from .planar import Face, NotPlanar, faces_of


@dataclass
class Embedding:
    """Faces as cycles of darts. `tail[d]` is the vertex a dart leaves; the outside is vertex `outside`."""

    outside: int
    tail: list[int]
    faces: list[list[int]]

    def head(self, dart: int) -> int:
        return self.tail[dart ^ 1]

    def is_slit(self, dart: int) -> bool:
        """Both sides are the same region: an aid for the layout, not a border."""
        return self.tail[dart] == self.tail[dart ^ 1]

    def is_frame(self, dart: int) -> bool:
        """One side is the outside: a border along the frame."""
        return self.outside in (self.tail[dart], self.head(dart))

    def left(self) -> list[int]:
        """For each dart, the face on its left."""
        found = [-1] * len(self.tail)
        for number, face in enumerate(self.faces):
            for dart in face:
                found[dart] = number
        return found

    def around(self) -> list[list[int]]:
        """For each vertex, its darts in the order of the faces around it."""
        turn = [-1] * len(self.tail)
        for face in self.faces:
            for before, dart in zip(face[-1:] + face[:-1], face, strict=True):
                turn[dart] = before ^ 1
        rounds: list[list[int]] = [[] for _ in range(self.outside + 1)]
        for dart, vertex in enumerate(self.tail):
            if not rounds[vertex]:
                rounds[vertex].append(dart)
                while (dart := turn[dart]) != rounds[vertex][0]:
                    rounds[vertex].append(dart)
        return rounds

    def split(self, face: int, first: int, second: int) -> None:
        """Add an edge across a face, between the starts of its darts at two positions."""
        darts = self.faces[face]
        dart = len(self.tail)
        self.tail += [self.tail[darts[first]], self.tail[darts[second]]]
        self.faces[face] = [*darts[first:second], dart ^ 1]
        self.faces.append([*darts[second:], *darts[:first], dart])


def embedding_of(board: Board, centres: Sequence[Point], frame: Point) -> Embedding:
    """The faces of a board. Raises `PackError` for a board that is not planar.

    Most boards have only one embedding. Where there are several, the region centres decide.
    """
    outside = len(board)
    edge = [region.id for region in board.regions if region.edge]
    _check(board, edge)
    neighbours = [[*region.neighbours, *([outside] if region.edge else [])] for region in board.regions]
    neighbours.append(edge)
    try:
        faces = faces_of(neighbours, lambda face, path: _misfit(face, path, outside, centres, frame))
    except NotPlanar as error:
        raise PackError(_not_planar(board, error)) from None
    if sum(_turning(face, outside, centres) for face in faces) < 0:
        faces = [face[::-1] for face in faces]
    embedding = _with_darts(outside, faces)
    _cut_slits(embedding)
    _join_twice(
        embedding, {frozenset((a, b)) for a, around in enumerate(neighbours) for b in around}, centres
    )
    return embedding


def _check(board: Board, edge: Sequence[int]) -> None:
    if not edge:
        raise PackError(f"board {board.id}: no region touches the edge, so there is no way to draw its frame")
    reached = [0]
    for region in reached:
        reached += [other for other in board.regions[region].neighbours if other not in reached]
    if lost := sorted(set(range(len(board))) - set(reached)):
        raise PackError(f"board {board.id}: {_regions(lost)} cannot be reached from region 0")


def _not_planar(board: Board, error: NotPlanar) -> str:
    regions = [vertex for vertex in error.vertices if vertex < len(board)]
    fault = (
        f"board {board.id}: cannot be drawn without crossings; {_regions(regions)} do not fit into the rest"
    )
    if len(board) in error.vertices:
        fault += " and reach the edge. A region on a sea shore only takes touches_edge: false"
    return fault


def _regions(regions: Sequence[int]) -> str:
    return f"region{'s' if len(regions) > 1 else ''} {', '.join(map(str, regions))}"


def _shape(face: Face, outside: int, centres: Sequence[Point]) -> list[Point]:
    return [centres[vertex] for vertex in face if vertex != outside]


def _turning(face: Face, outside: int, centres: Sequence[Point]) -> float:
    """Positive if a face, drawn with straight lines, has the orientation the picture needs."""
    if outside in face:
        return 0.0
    return math.copysign(1.0, area) if (area := shoelace(_shape(face, outside, centres))) else 0.0


def shoelace(points: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], *points[:1]], strict=True)) / 2


def _misfit(face: Face, path: Sequence[int], outside: int, centres: Sequence[Point], frame: Point) -> float:
    """0 for a face that contains this path in the straight-line drawing, larger the further away it is."""
    if outside in path[1:-1]:
        return shoelace(_shape(face, outside, centres))  # the outside face contains everything
    middle = [centres[vertex] for vertex in path[1:-1]] or [centres[v] for v in path if v != outside]
    spot = (sum(x for x, _ in middle) / len(middle), sum(y for _, y in middle) / len(middle))
    shape: list[Point] = []
    for before, vertex, after in zip(face[-1:] + face[:-1], face, face[1:] + face[:1], strict=True):
        shape += [centres[vertex]] if vertex != outside else along(centres[before], centres[after], frame)
    turns = 0.0
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        ax, ay, bx, by = a[0] - spot[0], a[1] - spot[1], b[0] - spot[0], b[1] - spot[1]
        turns += math.atan2(ax * by - ay * bx, ax * bx + ay * by)
    inside = turns > (math.pi if shoelace(shape) > 0 else -math.pi)
    return 0.0 if inside else 1.0 + min(math.dist(spot, point) for point in shape)


def _with_darts(outside: int, faces: Sequence[Face]) -> Embedding:
    tail: list[int] = []
    numbers: dict[tuple[int, int], int] = {}
    for face in faces:
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            if (a, b) not in numbers:
                numbers[a, b], numbers[b, a] = len(tail), len(tail) + 1
                tail += [a, b]
    darts = [[numbers[step] for step in zip(face, face[1:] + face[:1], strict=True)] for face in faces]
    return Embedding(outside, tail, darts)


def _cut_slits(embedding: Embedding) -> None:
    """Where a region surrounds others, a slit joins its two shores, so that all borders are connected."""
    face = 0
    while face < len(embedding.faces):
        darts = embedding.faces[face]
        pairs = [
            (first, second)
            for second in range(len(darts))
            for first in range(second)
            if embedding.tail[darts[first]] == embedding.tail[darts[second]]
            and not _slit_between(embedding, darts, first, second)
        ]
        if pairs:
            # The tightest pair first: what is attached to one region only is separated before what surrounds
            # it.
            embedding.split(face, *min(pairs, key=lambda pair: pair[1] - pair[0]))
        else:
            face += 1


def _slit_between(embedding: Embedding, darts: Sequence[int], first: int, second: int) -> bool:
    ways = (darts[first:second], [*darts[second:], *darts[:first]])
    return any(all(embedding.is_slit(dart) for dart in way) for way in ways)


def _join_twice(embedding: Embedding, joined: set[frozenset[int]], centres: Sequence[Point]) -> None:
    """Neighbours that meet at a corner of four or more get a second border there: clearer than a point.

    This also gives a region between a sea and one other region a place on the shore.
    """
    middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    places = [*centres, middle]
    face = 0
    while face < len(embedding.faces):
        darts = embedding.faces[face]
        best: tuple[float, int, int] | None = None
        for second in range(len(darts)):
            for first in range(second):
                a, b = embedding.tail[darts[first]], embedding.tail[darts[second]]
                ways = (darts[first:second], [*darts[second:], *darts[:first]])
                wide = all(sum(not embedding.is_slit(dart) for dart in way) > 1 for way in ways)
                if wide and frozenset((a, b)) in joined and a != b:
                    best = min(best or (math.inf, 0, 0), (math.dist(places[a], places[b]), first, second))
        if best:
            embedding.split(face, best[1], best[2])
        else:
            face += 1
