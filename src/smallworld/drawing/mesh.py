"""A triangle mesh over the whole map: as long as no triangle is inverted, no two borders can cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .embedding import Embedding
from .frame import Point, frame_point, stops

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

INNER = 3  # points between the two corners of a border
INNER_LOOP = 7  # of a border that returns to its own corner
INNER_SLIT = 2
CUTS = (0.25, 0.5, 0.75)  # where the shore of a hole is joined to the opposite shore, besides its slit


@dataclass
class Mesh:
    frame: Point
    places: list[Point | None] = field(default_factory=list)  # known only for points on the frame
    free: list[tuple[float, float]] = field(default_factory=list)  # 1 where a coordinate may change
    chains: list[list[int]] = field(default_factory=list)  # the points of each edge, along its even dart
    hubs: list[int] = field(default_factory=list)  # the point inside each region; if pierced, one of many
    walks: list[list[int]] = field(default_factory=list)  # the points around each region, slits included
    winding: list[bool] = field(default_factory=list)  # regions that go around others, at least in part
    pierced: list[bool] = field(default_factory=list)  # regions that surround others completely
    helps: list[list[int]] = field(default_factory=list)  # lines across pierced regions
    triangles: list[tuple[int, int, int]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)  # the region of each triangle

    def add(self, place: Point | None = None, free: tuple[float, float] = (1.0, 1.0)) -> int:
        self.places.append(place)
        self.free.append(free)
        return len(self.places) - 1

    def chain(self, dart: int) -> list[int]:
        """The points of a border, with the region that the dart leaves on the left."""
        points = self.chains[dart // 2]
        return points[::-1] if dart % 2 else points


def mesh_of(embedding: Embedding, centres: Sequence[Point] | None, frame: Point) -> Mesh:
    mesh = Mesh(frame)
    rounds = embedding.around()
    left = embedding.left()
    corners = [mesh.add() for _ in embedding.faces]
    mesh.chains = [[] for _ in range(len(embedding.tail) // 2)]
    _lay_frame(mesh, embedding, rounds[embedding.outside], left, centres)
    for edge, chain in enumerate(mesh.chains):
        if chain:
            continue
        start, end = corners[left[2 * edge + 1]], corners[left[2 * edge]]
        inner = INNER_SLIT if embedding.is_slit(2 * edge) else INNER_LOOP if start == end else INNER
        chain += [start, *(mesh.add() for _ in range(inner)), end]
    for region in range(embedding.outside):
        walk = [point for dart in rounds[region] for point in mesh.chain(dart)[:-1]]
        mesh.walks.append(walk)
        beside = [embedding.head(dart) for dart in rounds[region]]
        mesh.winding.append(len(set(beside)) < len(beside))
        mesh.pierced.append(len(set(walk)) < len(walk))
        cells = _cells(mesh, walk) if mesh.pierced[-1] else [walk]
        mesh.hubs.append(len(mesh.places))
        for cell in cells:
            hub = mesh.add()
            ring = _ring(mesh, cell) if mesh.winding[-1] and not mesh.pierced[-1] else cell
            mesh.triangles += [(hub, a, b) for a, b in _pairs(ring)]
        mesh.owners += [region] * (len(mesh.triangles) - len(mesh.owners))
    return mesh


def _pairs(ring: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _ring(mesh: Mesh, walk: Sequence[int]) -> list[int]:
    """A second ring inside a winding region, so that its hub need not see all of its borders."""
    ring = [mesh.add() for _ in walk]
    for (a, b), (inner_a, inner_b) in zip(_pairs(walk), _pairs(ring), strict=True):
        mesh.triangles += [(a, b, inner_a), (b, inner_b, inner_a)]
    return ring


def _cells(mesh: Mesh, walk: list[int]) -> list[list[int]]:
    """Divides a region that surrounds others into cells, each with a hub that sees all its borders."""
    pairs = [(a, b - a) for b in range(len(walk)) for a in range(b) if walk[a] == walk[b]]
    pairs += [(a + length, len(walk) - length) for a, length in pairs]
    if not pairs:
        return [walk]
    # The shortest way back to the same point is the shore of a hole. Opposite is the other shore, between the
    # two
    # sides of the slit that joins them.
    start, length = min(pairs, key=lambda pair: pair[1])
    turned = walk[start:] + walk[:start]
    shore, across = turned[:length], turned[length:]
    slit = next(i for i in range(len(across)) if across[i + 1] != across[-1 - i])
    cuts: list[tuple[int, int, list[int]]] = [(0, len(across), [])]
    for part in CUTS:
        x, y = round(part * length), slit + round((1 - part) * (len(across) - 2 * slit))
        if cuts[-1][0] < x < length and slit < y < min(cuts[-1][1], len(across) - slit):
            cuts.append((x, y, [mesh.add() for _ in range(INNER_SLIT)]))
            mesh.helps.append([shore[x], *cuts[-1][2], across[y]])
    cells = []
    for (x, y, line), (next_x, next_y, next_line) in pairwise([*cuts, (length, 0, [])]):
        ahead = [shore[next_x], *next_line] if next_line else []
        back = [across[y], *reversed(line)] if line else []
        cells.append([*shore[x:next_x], *ahead, *across[next_y:y], *back])
    return [part for cell in cells for part in _cells(mesh, cell)] if len(cells) > 1 else cells


def _lay_frame(
    mesh: Mesh,
    embedding: Embedding,
    around: Sequence[int],
    left: Sequence[int],
    centres: Sequence[Point] | None,
) -> None:
    """Place the corners at the frame in their order, each between the two regions that meet there."""
    darts = [dart ^ 1 for dart in reversed(around)]  # from the regions, in the direction of the frame
    ends = stops([embedding.tail[dart] for dart in darts], centres, mesh.frame)
    canvas = [mesh.add(frame_point(side, mesh.frame), (0.0, 0.0)) for side in range(4)]
    for number, dart in enumerate(darts):
        first, last = ends[number - 1], ends[number]
        if last <= first:
            last += 4
        corner = left[dart]
        mesh.places[corner] = frame_point(last, mesh.frame)
        mesh.free[corner] = (1.0, 0.0) if int(last % 4) % 2 == 0 else (0.0, 1.0)
        sides = [canvas[side % 4] for side in range(int(first) + 1, int(last) + 1)]
        chain = [left[dart ^ 1], *sides, corner]
        mesh.chains[dart // 2] = chain[::-1] if dart % 2 else chain


def even_layout(mesh: Mesh) -> Floats:
    """Every point in the weighted middle of its neighbours: with the frame fixed, no triangle is inverted.

    This holds for any positive weights (Tutte, Floater), so a second round with larger weights for long sides
    spreads the points over the canvas.
    """
    sides = np.array(sorted({(p, q) for a, b, c in mesh.triangles for p, q in ((a, b), (b, c), (c, a))}))
    sides = np.unique(np.sort(sides, axis=1), axis=0)
    fixed = np.array([place is not None for place in mesh.places])
    start = np.array([place or (mesh.frame[0] / 2, mesh.frame[1] / 2) for place in mesh.places])
    pull = np.ones(len(sides))
    layout = _balanced(sides, pull, fixed, start)
    length = np.hypot(*(layout[sides[:, 0]] - layout[sides[:, 1]]).T)
    return _balanced(sides, length / length.mean() + 0.01, fixed, layout)


def _balanced(sides: Ints, pull: Floats, fixed: NDArray[np.bool_], start: Floats) -> Floats:
    """The equilibrium of a net of springs (conjugate gradients, without a large matrix)."""
    weight = np.zeros(len(start))
    for end in range(2):
        weight += np.bincount(sides[:, end], pull, len(start))

    def force(at: Floats) -> Floats:
        stretch = (at[sides[:, 1]] - at[sides[:, 0]]) * pull[:, None]
        total = np.empty_like(at)
        for axis in range(2):
            total[:, axis] = np.bincount(sides[:, 0], stretch[:, axis], len(at))
            total[:, axis] -= np.bincount(sides[:, 1], stretch[:, axis], len(at))
        total[fixed] = 0.0
        return total

    layout = start.copy()
    rest = force(layout)
    step = rest / weight[:, None]
    size = (rest * step).sum(axis=0)
    for _ in range(4 * len(start)):
        if not (size > 1e-16).any():
            break
        change = -force(step)
        grip = size / np.maximum((step * change).sum(axis=0), 1e-300)
        layout += grip * step
        rest -= grip * change
        eased = rest / weight[:, None]
        new = (rest * eased).sum(axis=0)
        step = eased + new / np.maximum(size, 1e-300) * step
        size = new
    return layout
