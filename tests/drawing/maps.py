"""Boards to draw, and what a drawing must hold: borders exactly where the graph has edges, and no gap."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations, pairwise

import numpy as np

from smallworld.drawing import Outlines
from smallworld.drawing.measure import area, crossings, distances, segments
from smallworld.engine.content.board import Board, Region

LEAST_BORDER = 0.008  # of the longer side of the canvas

Point = tuple[float, float]


def board(name: str, neighbours: dict[int, set[int]], edge: set[int], centres: dict[int, Point]) -> Board:
    regions = tuple(
        Region(
            region,
            "hill",
            tuple(sorted(around)),
            border=region in edge,
            centre=centres.get(region, (0.0, 0.0)),
        )
        for region, around in sorted(neighbours.items())
    )
    return Board(name, 2, 10, regions, (1000, 600))


def grid_board(rows: int, columns: int, merges: int, seed: int, *, with_centres: bool = True) -> Board:
    """A grid of squares, of which some are joined to larger regions: any shape, rings and islands too."""
    dice = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    beside = [
        (one, other)
        for one, other in combinations(cells, 2)
        if sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1
    ]
    region = {cell: number for number, cell in enumerate(cells)}
    for one, other in dice.sample(beside, min(merges, len(beside))):
        if len(set(region.values())) > 2:
            old, new = region[one], region[other]
            region = {cell: new if number == old else number for cell, number in region.items()}
    ids = {old: new for new, old in enumerate(sorted(set(region.values())))}
    members: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for cell, number in region.items():
        members[ids[number]].append(cell)
    neighbours: dict[int, set[int]] = {number: set() for number in members}
    for one, other in beside:
        a, b = ids[region[one]], ids[region[other]]
        if a != b:
            neighbours[a].add(b)
            neighbours[b].add(a)
    edge = {
        number
        for number, own in members.items()
        if any(row in (0, rows - 1) or column in (0, columns - 1) for row, column in own)
    }
    centres = {
        number: (
            (sum(column for _, column in own) / len(own) + dice.uniform(0.2, 0.8)) * 1000 / columns,
            (sum(row for row, _ in own) / len(own) + dice.uniform(0.2, 0.8)) * 600 / rows,
        )
        for number, own in members.items()
    }
    return board(f"grid_{seed}", neighbours, edge, centres if with_centres else {})


def shared_borders(drawing: Outlines) -> dict[frozenset[int], float]:
    """Lengths of what any two regions have in common: the same points, run through in opposite directions.

    Fails if a piece of border has no other side, lies inside the frame, or has more than two.
    """
    owner: dict[tuple[Point, Point], int] = {}
    for number, outline in enumerate(drawing.regions):
        for ring in outline.polygon:
            for step in pairwise([*ring, ring[0]]):
                assert step[0] != step[1]
                assert step not in owner, f"regions {owner.get(step)} and {number} lie on each other"
                owner[step] = number
    lengths: dict[frozenset[int], float] = defaultdict(float)
    for (start, end), number in owner.items():
        other = owner.get((end, start))
        if other is None:
            at_frame = [
                start[axis] == end[axis] and start[axis] in (0.0, size)
                for axis, size in enumerate((drawing.width, drawing.height))
            ]
            assert any(at_frame), f"region {number} ends at nothing between {start} and {end}"
        elif other < number:
            lengths[frozenset((number, other))] += float(np.hypot(end[0] - start[0], end[1] - start[1]))
    return dict(lengths)


def check_drawing(subject: Board, drawing: Outlines) -> None:
    lengths = shared_borders(drawing)
    edges = {frozenset((region.id, other)) for region in subject.regions for other in region.neighbours}
    assert set(lengths) == edges
    least = LEAST_BORDER * max(drawing.width, drawing.height)
    assert not {tuple(pair): length for pair, length in lengths.items() if length < least}
    total = 0.0
    pieces = set()
    for region, outline in zip(subject.regions, drawing.regions, strict=True):
        rings = [np.array(ring) for ring in outline.polygon]
        assert area(rings[0]) > 0
        assert all(area(hole) < 0 for hole in rings[1:])
        total += sum(area(ring) for ring in rings)
        far = float(distances(np.array([outline.spot]), segments(rings))[0])
        assert far > 0, f"spot of region {region.id} is outside"
        assert abs(far - outline.room) < 0.2
        pieces |= {tuple(side) for side in segments(rings).tolist()}
        assert touches_frame(drawing, region.id) == region.edge
    assert abs(total / (drawing.width * drawing.height) - 1) < 0.001
    # One set of lines for the whole map: where none crosses another, no region can lie upon another.
    once = np.array(sorted({min(side, (*side[2:], *side[:2])) for side in pieces}))
    assert crossings(once, np.arange(len(once))).size == 0


def touches_frame(drawing: Outlines, region: int) -> bool:
    sizes = (drawing.width, drawing.height)
    return any(
        start[axis] == end[axis] and start[axis] in (0.0, size)
        for ring in drawing.regions[region].polygon
        for start, end in pairwise([*ring, ring[0]])
        for axis, size in enumerate(sizes)
    )
