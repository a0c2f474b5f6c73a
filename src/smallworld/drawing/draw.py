"""Region outlines for any planar board: borders exactly where the graph has an edge, and nowhere else."""

from __future__ import annotations

import numpy as np

from smallworld.engine.content.board import Board
from smallworld.engine.errors import PackError

from .bands import bands_of
from .borders import curve_data, hand_drawn, line_data, pen_down, sampled, straight
from .embedding import Embedding, embedding_of
from .frame import Point
from .measure import area, crossings, roomiest
from .mesh import Floats, Mesh, even_layout, mesh_of
from .outlines import Outline, Outlines
from .relax import Foam, settle

SMALLEST = 500  # a narrower canvas is enlarged, because coordinates have one decimal

STRENGTHS = (1.0, 0.5, 0.25, 0.0)  # of the hand-drawn look, tried in this order where borders would cross


def draw(board: Board) -> Outlines:
    """The outlines of all regions. Raises `PackError` if the board cannot be drawn."""
    frame, centres = _canvas(board)
    known = len(set(centres)) == len(centres)
    places = centres if known else _guessed(len(board), frame)
    embedding = embedding_of(board, places, frame)
    mesh = mesh_of(embedding, centres if known else None, frame)
    foam = Foam(mesh, embedding, centres if known else None, bands_of(board))
    layout = settle(foam, even_layout(mesh))
    layout = np.round(layout, 1)
    lines = _lines(board, embedding, mesh, layout)
    rounds = embedding.around()
    regions = tuple(_outline(embedding, rounds[region], lines) for region in range(len(board)))
    return Outlines(frame[0], frame[1], regions)


def _canvas(board: Board) -> tuple[Point, list[Point]]:
    width, height = board.canvas
    if not (0 < width <= 20 * height and 0 < height <= 20 * width):
        raise PackError(f"board {board.id}: nothing can be drawn on a canvas of {width} by {height}")
    scale = max(1.0, SMALLEST / min(width, height))
    frame = round(width * scale, 1), round(height * scale, 1)
    centres = [
        (min(max(x * scale, 0.0), frame[0]), min(max(y * scale, 0.0), frame[1]))
        for x, y in (region.centre for region in board.regions)
    ]
    return frame, centres


def _guessed(count: int, frame: Point) -> list[Point]:
    """Without centres any layout will do: on a circle."""
    turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return [(frame[0] * (0.5 + 0.4 * np.cos(t)), frame[1] * (0.5 + 0.4 * np.sin(t))) for t in turns.tolist()]


def _lines(board: Board, embedding: Embedding, mesh: Mesh, layout: Floats) -> list[Floats]:
    """Control points of every border (for the frame, its corners), smoother where borders would cross."""
    lines = [layout[chain] for chain in mesh.chains]
    calm = [len(STRENGTHS) if embedding.is_frame(2 * edge) else 0 for edge in range(len(lines))]
    shown = [edge for edge in range(len(lines)) if not embedding.is_slit(2 * edge)]
    settled = list(lines)
    redraw = [edge for edge in shown if calm[edge] < len(STRENGTHS)]
    while redraw:
        for edge in redraw:
            lines[edge] = straight(settled[edge])
            if calm[edge] < len(STRENGTHS):
                seed = f"{board.id} {embedding.tail[2 * edge]} {embedding.head(2 * edge)} {edge}"
                lines[edge] = hand_drawn(settled[edge], max(mesh.frame), seed, STRENGTHS[calm[edge]])
        pieces = [lines[edge] if embedding.is_frame(2 * edge) else sampled(lines[edge]) for edge in shown]
        sides = np.concatenate([np.hstack([piece[:-1], piece[1:]]) for piece in pieces])
        hit = crossings(sides, np.repeat(shown, [len(piece) - 1 for piece in pieces])).tolist()
        redraw = [edge for edge in hit if calm[edge] < len(STRENGTHS)]
        if hit and not redraw:
            crowded = sorted({embedding.tail[dart] for edge in hit for dart in (2 * edge, 2 * edge + 1)})
            names = ", ".join(str(region) for region in crowded if region < len(board))
            raise PackError(f"board {board.id}: its canvas is too small to draw regions {names}")
        for edge in redraw:
            calm[edge] += 1
    return lines


def _outline(embedding: Embedding, around: list[int], lines: list[Floats]) -> Outline:
    rings = _rings(embedding, around)
    shapes = []
    for ring in rings:
        points = []
        data = ""
        for dart in ring:
            frame = embedding.is_frame(dart)
            control = lines[dart // 2][:: -1 if dart % 2 else 1]
            data = data or pen_down(control[0])
            data += line_data(control[1:]) if frame else curve_data(control)
            points.append((control if frame else sampled(control))[:-1])
        shapes.append((np.vstack(points), data + "Z"))
    shapes.sort(key=lambda shape: -abs(area(shape[0])))
    (x, y), room = roomiest([points for points, _ in shapes])
    polygon = tuple(tuple(map(tuple, points.tolist())) for points, _ in shapes)
    return Outline("".join(data for _, data in shapes), (round(x, 1), round(y, 1)), round(room, 1), polygon)


def _rings(embedding: Embedding, around: list[int]) -> list[list[int]]:
    """The borders of a region, separated where slits join them."""
    done: list[list[int]] = []
    open_: list[tuple[int, list[int]]] = []
    ring: list[int] = []
    for dart in around:
        if not embedding.is_slit(dart):
            ring.append(dart)
        elif open_ and open_[-1][0] == dart ^ 1:
            done.append(ring)
            ring = open_.pop()[1]
        else:
            open_.append((dart, ring))
            ring = []
    return [one for one in [ring, *done] if one]
