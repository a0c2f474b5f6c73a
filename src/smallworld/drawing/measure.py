"""Lengths, areas, crossings and the largest inner circle of polygons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .mesh import Floats, Ints

GRID = 11  # first grid in the search for the largest circle


def segments(rings: Sequence[Floats]) -> Floats:
    """The sides of closed rings: one row each, x and y of both ends."""
    return np.concatenate([np.hstack([ring, np.roll(ring, -1, axis=0)]) for ring in rings])


def area(ring: Floats) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def distances(spots: Floats, sides: Floats) -> Floats:
    """From every point to the nearest side; negative outside the polygon."""
    a, b = sides[None, :, :2], sides[None, :, 2:]
    p = spots[:, None, :]
    along = b - a
    part = ((p - a) * along).sum(axis=2) / np.maximum((along**2).sum(axis=2), 1e-12)
    off = p - a - np.clip(part, 0.0, 1.0)[:, :, None] * along
    far = np.sqrt((off**2).sum(axis=2).min(axis=1))
    above = a[:, :, 1] > p[:, :, 1]
    crosses = above != (b[:, :, 1] > p[:, :, 1])
    height = np.where(crosses, along[:, :, 1], 1.0)
    at = a[:, :, 0] + (p[:, :, 1] - a[:, :, 1]) / height * along[:, :, 0]
    inside = (crosses & (p[:, :, 0] < at)).sum(axis=1) % 2 == 1
    return np.asarray(np.where(inside, far, -far))


def roomiest(rings: Sequence[Floats]) -> tuple[tuple[float, float], float]:
    """Centre and radius of the largest circle inside a polygon: a grid, refined around its best points."""
    sides = segments(rings)
    low, high = rings[0].min(axis=0), rings[0].max(axis=0)
    spots = low + (_grid(GRID) + 0.5) * (high - low)
    step = (high - low) / GRID
    for _ in range(7):
        best = spots[np.argsort(-distances(spots, sides), kind="stable")[:3]]
        step = step / 2
        spots = (best[:, None, :] + _grid(3)[None] * 3 * step).reshape(-1, 2)
    far = distances(spots, sides)
    x, y = spots[int(np.argmax(far))].tolist()
    return (x, y), float(far.max())


def _grid(count: int) -> Floats:
    """Evenly spaced points of a square of side 1 around 0."""
    line = (np.arange(count) + 0.5) / count - 0.5
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def crossings(sides: Floats, owners: Ints) -> Ints:
    """Owners of sides that cross or touch others where they do not share an end."""
    low = np.minimum(sides[:, :2], sides[:, 2:])
    high = np.maximum(sides[:, :2], sides[:, 2:])
    first, second = _beside(low[:, 0], high[:, 0])
    near = (low[first, 1] <= high[second, 1]) & (low[second, 1] <= high[first, 1])
    first, second = first[near], second[near]
    p, q = sides[first], sides[second]
    shared = np.zeros(len(first), np.int64)
    for one in (slice(0, 2), slice(2, 4)):
        for other in (slice(0, 2), slice(2, 4)):
            shared += (p[:, one] == q[:, other]).all(axis=1)
    d = [_side(p, q[:, :2]), _side(p, q[:, 2:]), _side(q, p[:, :2]), _side(q, p[:, 2:])]
    cross = (shared == 0) & (d[0] * d[1] <= 0) & (d[2] * d[3] <= 0)
    # Two sides with a common end overlap if both run in the same direction from there.
    folded = (shared == 1) & (np.abs(d).max(axis=0) < 1e-9) & (_overlap(p, q) > 0)
    hit = cross | folded | (shared > 1)
    return np.unique(np.concatenate([owners[first[hit]], owners[second[hit]]]))


def _beside(low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """All pairs of intervals that have a point in common."""
    order = np.argsort(low, kind="stable")
    until = np.searchsorted(low[order], high[order], side="right")
    place = np.arange(len(order))
    count = until - place - 1
    first = np.repeat(place, count)
    second = np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count) + first + 1
    return order[first], order[second]


def _side(line: Floats, point: Floats) -> Floats:
    along, off = line[:, 2:] - line[:, :2], point - line[:, :2]
    return np.asarray(along[:, 0] * off[:, 1] - along[:, 1] * off[:, 0])


def _overlap(p: Floats, q: Floats) -> Floats:
    """Overlap of the bounding boxes of two sides."""
    low = np.maximum(np.minimum(p[:, :2], p[:, 2:]), np.minimum(q[:, :2], q[:, 2:]))
    high = np.minimum(np.maximum(p[:, :2], p[:, 2:]), np.maximum(q[:, :2], q[:, 2:]))
    return np.asarray(np.clip(high - low, 0, None).sum(axis=1))
