"""Positions along the frame of the canvas, counted from 0 to 4: whole numbers are its corners."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def round_frame(point: Point, frame: Point) -> float:
    """The position on the frame in the direction of a point, seen from the middle."""
    x, y = 2 * point[0] / frame[0] - 1, 2 * point[1] / frame[1] - 1
    reach = max(abs(x), abs(y)) or 1.0
    x, y = x / reach, y / reach
    if y <= -1 and x < 1:
        return (x + 1) / 2
    if x >= 1 and y < 1:
        return 1 + (y + 1) / 2
    if y >= 1:
        return 2 + (1 - x) / 2
    return 3 + (1 - y) / 2


def frame_point(stop: float, frame: Point) -> Point:
    side, rest = int(stop % 4), stop % 1
    x, y = [(rest, 0.0), (1.0, rest), (1 - rest, 1.0), (0.0, 1 - rest)][side]
    return x * frame[0], y * frame[1]


def along(start: Point, end: Point, frame: Point) -> list[Point]:
    """The path along the frame from one region to another, corners included."""
    first, last = round_frame(start, frame), round_frame(end, frame)
    if last < first:
        last += 4
    stops = [first, *range(math.floor(first) + 1, math.ceil(last)), last]
    return [frame_point(stop, frame) for stop in stops]


def stops(regions: Sequence[int], centres: Sequence[Point] | None, frame: Point) -> list[float]:
    """Where each region at the edge ends on the frame: near its centre, in order, not too close."""
    count = len(regions)
    space = 2.4 / count
    if centres is None:
        return [_off_corner((number + 0.5) * 4 / count, space) % 4 for number in range(count)]
    wanted = [round_frame(centres[region], frame) for region in regions]
    for number, region in enumerate(regions):
        if regions.count(region) > 1 and count > 2:  # it touches the edge twice: between its neighbours
            before, after = wanted[number - 1], wanted[(number + 1) % count]
            wanted[number] = (before + ((after - before) % 4) / 2) % 4
    # Begin after the widest gap; the rest follows in order.
    gaps = [(wanted[number] - wanted[number - 1]) % 4 for number in range(count)]
    shift = max(range(count), key=lambda number: gaps[number])
    line = [wanted[(shift + number) % count] for number in range(count)]
    for number in range(1, count):
        step = (line[number] - line[number - 1]) % 4
        line[number] = line[number - 1] + (step if step < 3 else step - 4)
    spread = [at - number * space for number, at in enumerate(line)]
    line = [at + number * space for number, at in enumerate(_ascending(spread))]
    if line[-1] - line[0] > 4 - space:
        line = [line[0] + (at - line[0]) * (4 - space) / (line[-1] - line[0]) for at in line]
    ends = [(a + b) / 2 for a, b in zip(line, [*line[1:], line[0] + 4], strict=True)]
    ends = [_off_corner(end, space) % 4 for end in ends]
    return [ends[(number - shift) % count] for number in range(count)]


def _off_corner(stop: float, space: float) -> float:
    distance, near = min(0.12, space / 4), round(stop)
    if abs(stop - near) >= distance:
        return stop
    return near + (distance if stop >= near else -distance)


def _ascending(values: Sequence[float]) -> list[float]:
    """The closest non-decreasing numbers (pool adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        pools.append((value, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, n), (b, m) = pools[-2:]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m)]
    return [mean for mean, count in pools for _ in range(count)]
