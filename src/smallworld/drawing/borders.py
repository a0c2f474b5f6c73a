"""Turns the few points of a relaxed border into a line that looks hand-drawn, the same from both sides.

A border is a quadratic B-spline: a control polygon whose segment middles lie on the curve. The curve stays
close to that polygon, so it never swings out, and SVG can draw it directly (`Q`).
"""

from __future__ import annotations

import random

import numpy as np

from .mesh import Floats

STEP = 0.016  # distance of control points, as a fraction of the canvas' longer side
WAVE = 0.0062  # how far a border deviates, likewise
SAMPLES = 4  # straight segments for one piece of curve


def hand_drawn(chain: Floats, size: float, seed: str, strength: float) -> Floats:
    """Control points of a border. `strength` 0 gives the relaxed line, only smoothed."""
    closed = bool((chain[0] == chain[-1]).all())
    line = _smooth(chain, closed)
    length = _length(line)
    count = max(4, round(length / (STEP * size)))
    points = _evenly(line, count + 1)
    dice = random.Random(seed)
    at = np.linspace(0.0, 1.0, count + 1)
    waves = np.zeros(count + 1)
    for wavelength, height in ((0.105, 1.0), (0.055, 0.65), (0.033, 0.4)):
        turns = length / (wavelength * size)
        phase, stretch = dice.uniform(0, 2 * np.pi), dice.uniform(0.8, 1.2)
        waves += height * dice.uniform(0.6, 1.1) * np.sin(2 * np.pi * turns * stretch * at + phase)
    calm = np.minimum(1.0, 4.5 * np.minimum(at, 1 - at))  # corners do not move
    height = min(WAVE * size, 0.07 * length) * strength
    slope = np.gradient(points, axis=0)
    normal = np.stack([-slope[:, 1], slope[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    moved = points + normal * (waves * calm * height)[:, None]
    return np.round(moved, 1)


def straight(chain: Floats) -> Floats:
    """Control points of the relaxed line itself: doubled points make corners."""
    return np.concatenate([chain[:1], np.repeat(chain[1:-1], 2, axis=0), chain[-1:]])


def _smooth(chain: Floats, closed: bool) -> Floats:
    """A Catmull-Rom curve through the relaxed points, finely sampled."""
    before = chain[-2] if closed else 2 * chain[0] - chain[1]
    after = chain[1] if closed else 2 * chain[-1] - chain[-2]
    p = np.vstack([before, chain, after])
    t = np.linspace(0.0, 1.0, 8, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        pieces.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack([*pieces, chain[-1:]])


def _length(line: Floats) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _evenly(line: Floats, count: int) -> Floats:
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    at = np.linspace(0.0, along[-1], count)
    points = np.stack([np.interp(at, along, line[:, axis]) for axis in range(2)], axis=1)
    points[0], points[-1] = line[0], line[-1]
    return points


def knots(control: Floats) -> Floats:
    """The points where pieces of the curve meet: both ends, and the middles between control points."""
    inner = np.round((control[1:-2] + control[2:-1]) / 2, 1)
    return np.vstack([control[:1], inner, control[-1:]])


def sampled(control: Floats) -> Floats:
    """The curve as straight segments."""
    ends = knots(control)
    start, middle, end = ends[:-1, None], control[1:-1, None], ends[1:, None]
    t = (np.arange(SAMPLES) / SAMPLES)[None, :, None]
    curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
    # Rounded, so that it is the same from both ends: all coordinates are multiples of 0.1 / SAMPLES².
    return np.vstack([np.round(curve.reshape(-1, 2), 6), control[-1:]])


def curve_data(control: Floats) -> str:
    """SVG path data from the first control point (the present point of the path) to the last."""
    pieces = zip(control[1:-1], knots(control)[1:], strict=True)
    return "".join(f"Q{_pair(middle)} {_pair(end)}" for middle, end in pieces)


def line_data(points: Floats) -> str:
    return "".join(f"L{_pair(point)}" for point in points)


def pen_down(point: Floats) -> str:
    return f"M{_pair(point)}"


def _pair(point: Floats) -> str:
    return " ".join(f"{value + 0.0:.1f}".removesuffix(".0") for value in point)
