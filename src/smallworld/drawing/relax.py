"""Relaxes the map like a foam: short borders, fair areas, space around hubs, hubs near their centres."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from math import dist

import numpy as np

from .embedding import Embedding
from .frame import Point
from .mesh import Floats, Mesh

TENSION = 0.5  # short borders
EVENNESS = 0.25  # evenly spaced points along them
FAIRNESS = 6.0  # areas as wanted
ROOM = 5.0  # distance from hub to border
WINDING_AREA = 1.3  # larger area for winding regions
WINDING_ROOM = 0.7  # smaller distance for winding regions, which cannot be round
REACH = 4.0  # no border, strait or side shorter than this:
SHORTEST = 0.36
BAND_WIDTH = 0.55  # distance of the banks where a river continues,
BAND_REACH = 3  # and for so many points up and down
BAND_AREA = 0.9  # smaller area for the parts of a river,
BAND_BREADTH = 0.6  # unless they are long: then their length times this
BAND_ROOM = 0.9  # smaller distance, or they would be round
HOMING = 0.35  # hubs near the given centres
WINDING_HOMING = 1.0
GUARDS = ((0.4, 60), (0.06, 80), (0.012, 500))  # no triangle near zero area: weight, and steps with it


class Foam:
    """The energy of a layout and its gradient. Lengths are in units of an average region's side."""

    def __init__(
        self,
        mesh: Mesh,
        embedding: Embedding,
        centres: Sequence[Point] | None,
        bands: Collection[frozenset[int]] = (),
    ) -> None:
        count = len(mesh.hubs)
        flowing = np.isin(np.arange(count), sorted({region for pair in bands for region in pair}))
        self.unit = float(np.sqrt(mesh.frame[0] * mesh.frame[1] / count))
        self.guard = GUARDS[0][0]
        self.free = np.array(mesh.free)
        self.triangles = np.array(mesh.triangles)
        self.owners = np.array(mesh.owners)
        degrees = np.array(
            [len({embedding.head(d) for d in around}) for around in embedding.around()[:count]], float
        )
        weights = (0.5 + 0.5 * degrees / degrees.mean()) * np.where(mesh.winding, WINDING_AREA, 1.0)
        weights *= np.where(flowing, BAND_AREA, 1.0)
        if centres:
            weights = np.maximum(weights, BAND_BREADTH * _lengths(centres, bands) / self.unit)
        self.areas = weights / weights.sum() * count
        self.radius = 0.86 * np.sqrt(self.areas / np.pi) * np.where(flowing, BAND_ROOM, 1.0)
        self.mean_triangle = count / len(mesh.triangles)
        self._homes(mesh, centres or [])
        self._lines(mesh, embedding)
        self._keep_apart(mesh, embedding, bands)

    def _homes(self, mesh: Mesh, centres: Sequence[Point]) -> None:
        """A winding region is pulled to its centre more, because much of it must lie elsewhere anyway."""
        homed = [region for region in range(len(centres)) if not mesh.pierced[region]]
        self.homed = np.array([mesh.hubs[region] for region in homed], int)
        self.homes = np.array([centres[region] for region in homed]).reshape(-1, 2) / self.unit
        pulls = [WINDING_HOMING if mesh.winding[region] else HOMING for region in homed]
        self.homing = np.array(pulls).reshape(-1, 1)

    def _lines(self, mesh: Mesh, embedding: Embedding) -> None:
        chains = [(chain, 0.2) for chain in mesh.helps]
        for edge, chain in enumerate(mesh.chains):
            if not embedding.is_frame(2 * edge):
                chains.append((chain, 0.2 if embedding.is_slit(2 * edge) else 1.0))
        lines = [pair for chain, _ in chains for pair in pairwise(chain)]
        parts = [weight * (len(chain) - 1) for chain, weight in chains for _ in chain[1:]]
        self.lines = np.array(lines or [(0, 1)])
        self.parts = np.array(parts or [0.0])

    def _keep_apart(self, mesh: Mesh, embedding: Embedding, bands: Collection[frozenset[int]]) -> None:
        """Pairs of points with their minimum distance, and its weight."""
        self.radius[np.array(mesh.winding)] *= WINDING_ROOM
        pairs, least, weights = [], [], []
        for region, hub in enumerate(mesh.hubs):
            if mesh.pierced[region]:
                continue
            radius = float(self.radius[region])
            for point in mesh.walks[region]:
                pairs.append((hub, point))
                least.append(radius)
                weights.append(ROOM / len(mesh.walks[region]))
        ends = [(line[0], line[-1], SHORTEST) for line in mesh.helps]
        for edge, chain in enumerate(mesh.chains):
            sides = list(pairwise(chain)) if embedding.is_frame(2 * edge) else [(chain[0], chain[-1])]
            ends += [(first, last, SHORTEST) for first, last in sides]
            beside = (embedding.tail[2 * edge], embedding.head(2 * edge))
            if frozenset(beside) in bands:
                ends += [
                    (*pair, BAND_WIDTH) for region in beside for pair in _narrows(mesh.walks[region], chain)
                ]
        ends = [(first, last, length) for first, last, length in ends if first != last]
        pairs += [(first, last) for first, last, _ in ends]
        least += [length for *_, length in ends]
        weights += [REACH] * len(ends)
        self._walls(mesh, embedding)
        self.pairs, self.least, self.weights = np.array(pairs), np.array(least), np.array(weights)

    def _walls(self, mesh: Mesh, embedding: Embedding) -> None:
        """Hubs with the sides of the frame beside them: axis, position, and the distance to keep."""
        walls = set()
        for edge, chain in enumerate(mesh.chains):
            region = min(embedding.tail[2 * edge], embedding.head(2 * edge))
            if not embedding.is_frame(2 * edge) or mesh.pierced[region]:
                continue
            for a, b in pairwise(chain):
                (ax, ay), (bx, _) = mesh.places[a] or (0, 0), mesh.places[b] or (0, 0)
                axis = 0 if ax == bx else 1
                walls.add(
                    (mesh.hubs[region], axis, (ax if axis == 0 else ay) / self.unit, self.radius[region])
                )
        self.walls = sorted(walls)

    def __call__(self, flat: Floats) -> tuple[float, Floats]:
        points = flat.reshape(-1, 2)
        slope = np.zeros_like(points)
        a, b, c = (points[self.triangles[:, corner]] for corner in range(3))
        ab, ac = b - a, c - a
        size = (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]) / 2
        if size.min() <= 1e-9:
            return np.inf, slope.ravel()
        share = np.bincount(self.owners, size, len(self.areas)) / self.areas - 1
        energy = FAIRNESS * float(share @ share) - self.guard * float(np.log(size / self.mean_triangle).sum())
        pull = (2 * FAIRNESS * share / self.areas)[self.owners] - self.guard / size
        for corner, side in enumerate((c - b, a - c, b - a)):
            turned = np.stack([-side[:, 1], side[:, 0]], axis=1)
            _add(slope, self.triangles[:, corner], turned * (pull / 2)[:, None])

        step = points[self.lines[:, 0]] - points[self.lines[:, 1]]
        length = np.sqrt((step**2).sum(axis=1) + 1e-6)
        energy += float(TENSION * length.sum() + EVENNESS * (self.parts * length**2).sum())
        push = step * (TENSION / length + 2 * EVENNESS * self.parts)[:, None]
        _add(slope, self.lines[:, 0], push)
        _add(slope, self.lines[:, 1], -push)

        step = points[self.pairs[:, 0]] - points[self.pairs[:, 1]]
        length = np.sqrt((step**2).sum(axis=1) + 1e-12)
        short = np.maximum(0.0, 1 - length / self.least)
        energy += float((self.weights * short**2).sum())
        push = step * (-2 * self.weights * short / self.least / length)[:, None]
        _add(slope, self.pairs[:, 0], push)
        _add(slope, self.pairs[:, 1], -push)

        for hub, axis, wall, radius in self.walls:
            off = points[hub, axis] - wall
            short = max(0.0, 1 - abs(off) / radius)
            energy += ROOM / 2 * short**2
            slope[hub, axis] -= ROOM * short / radius * np.sign(off)

        away = points[self.homed] - self.homes
        energy += float((self.homing * away**2).sum())
        slope[self.homed] += 2 * self.homing * away
        return energy, (slope * self.free).ravel()


def _lengths(centres: Sequence[Point], bands: Collection[frozenset[int]]) -> Floats:
    """The lengths of the parts of a river: the distance to the next ones. Others have no length."""
    total, ways = np.zeros(len(centres)), np.zeros(len(centres))
    for pair in bands:
        one, other = pair
        total[[one, other]] += dist(centres[one], centres[other])
        ways[[one, other]] += 1
    return total / np.maximum(1, ways)


def _narrows(walk: Sequence[int], chain: Sequence[int]) -> list[tuple[int, int]]:
    """Where one part of a river continues into the next: each end of that border with the opposite bank."""
    found = []
    for near, far, inner in ((chain[0], chain[-1], chain[1]), (chain[-1], chain[0], chain[-2])):
        at = walk.index(near)
        way = -1 if walk[(at + 1) % len(walk)] == inner else 1
        found += [(far, walk[(at + way * step) % len(walk)]) for step in range(BAND_REACH + 1)]
    return found


def _add(slope: Floats, index: np.ndarray, values: Floats) -> None:
    for axis in range(2):
        slope[:, axis] += np.bincount(index, values[:, axis], len(slope))


def settle(foam: Foam, layout: Floats) -> Floats:
    """A layout near the minimum of the energy. Crowded places first get space, then their shape."""
    flat = (layout / foam.unit).ravel()
    for foam.guard, steps in GUARDS:
        flat = minimum(foam, flat, steps)
    return flat.reshape(-1, 2) * foam.unit


def minimum(energy: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int) -> Floats:
    """Limited-memory BFGS; a step that inverts a triangle has infinite energy and is shortened."""
    here = start
    value, slope = energy(here)
    memory: deque[tuple[Floats, Floats, float]] = deque(maxlen=12)
    for _ in range(steps):
        way = -_bent(slope, memory)
        fall = float(way @ slope)
        if fall >= 0:
            memory.clear()
            way, fall = -slope, -float(slope @ slope)
        if -fall < 1e-7:
            break
        stride = min(1.0, 0.25 / float(np.abs(way).max()))
        while stride > 1e-9:
            there = here + stride * way
            new_value, new_slope = energy(there)
            if new_value <= value + 1e-4 * stride * fall:
                break
            stride *= 0.5
        else:
            if not memory:
                break
            memory.clear()
            continue
        moved, changed = there - here, new_slope - slope
        curve = float(moved @ changed)
        if curve > 1e-12:
            memory.append((moved, changed, 1 / curve))
        here, value, slope = there, new_value, new_slope
    return here


def _bent(slope: Floats, memory: Sequence[tuple[Floats, Floats, float]]) -> Floats:
    """The gradient, corrected by the curvature that past steps have shown."""
    way = slope.copy()
    used = []
    for moved, changed, scale in reversed(memory):
        part = scale * float(moved @ way)
        way -= part * changed
        used.append(part)
    if memory:
        moved, changed, _ = memory[-1]
        way *= float(moved @ changed) / float(changed @ changed)
    for (moved, changed, scale), part in zip(memory, reversed(used), strict=True):
        way += moved * (part - scale * float(changed @ way))
    return way
