"""Every board of a pack, and others: borders where the graph has edges, no gap, room for tokens."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.drawing import outlines
from smallworld.drawing.measure import area
from smallworld.drawing.outlines import Outline
from smallworld.engine.content.board import Board, Region, board_from_data
from smallworld.engine.errors import PackError
from smallworld.packs import find_packs
from tests.drawing.maps import board, check_drawing, grid_board, shared_borders

PACKS = find_packs()
BASE = list(PACKS["base"].boards.values())
UNDERGROUND = list(PACKS["underground"].boards.values())
KNOWN = [*BASE, *UNDERGROUND]
# Of the canvas' width: a circle of this radius fits into every region, for two tokens side by side.
LEAST_ROOM = 0.045

known = pytest.mark.parametrize("subject", KNOWN, ids=lambda subject: subject.id)


@known
def test_borders_lie_exactly_where_the_graph_has_edges(subject: Board) -> None:
    check_drawing(subject, outlines(subject))


@known
def test_every_border_is_easy_to_see(subject: Board) -> None:
    drawing = outlines(subject)
    assert min(shared_borders(drawing).values()) > 0.035 * drawing.width


@known
def test_every_region_has_room(subject: Board) -> None:
    drawing = outlines(subject)
    rooms = {number: outline.room / drawing.width for number, outline in enumerate(drawing.regions)}
    assert not {number: room for number, room in rooms.items() if room < LEAST_ROOM}


def shapes(subject: Board) -> list[tuple[Region, bool, Outline, float]]:
    """Every region of a board of a pack, whether it is water, its outline and its area."""
    terrains = next(pack.terrains for pack in PACKS.values() if subject.id in pack.boards)
    return [
        (
            region,
            terrains[region.terrain].water,
            outline,
            sum(area(np.array(ring)) for ring in outline.polygon),
        )
        for region, outline in zip(subject.regions, outlines(subject).regions, strict=True)
    ]


@known
def test_areas_are_fair(subject: Board) -> None:
    """A sea or lake with many shores may be large."""
    drawing = outlines(subject)
    mean = drawing.width * drawing.height / len(subject)
    for region, water, _, size in shapes(subject):
        assert 0.6 < size / mean < (2.1 if water else 1.3), region.id


@known
def test_no_land_is_a_sliver(subject: Board) -> None:
    """The largest circle inside covers a good part of the region. Water may go around others."""
    for region, water, outline, size in shapes(subject):
        assert water or np.pi * outline.room**2 / size > 0.38, region.id


@known
def test_regions_are_where_the_board_has_them(subject: Board) -> None:
    drawing = outlines(subject)
    off = [
        ((outline.spot[0] - region.centre[0]) ** 2 + (outline.spot[1] - region.centre[1]) ** 2) ** 0.5
        for region, outline in zip(subject.regions, drawing.regions, strict=True)
    ]
    assert sum(off) / len(off) < 0.06 * drawing.width


@known
def test_paths_are_closed_curves_on_the_canvas(subject: Board) -> None:
    drawing = outlines(subject)
    for outline in drawing.regions:
        assert re.fullmatch(r"(M[^MZ]+Z)+", outline.path)
        assert "Q" in outline.path
        numbers = re.findall(r"-?\d+(?:\.\d+)?", outline.path)
        assert all(len(number.partition(".")[2]) <= 1 for number in numbers)
        assert all(0 <= float(x) <= drawing.width for x in numbers[::2])
        assert all(0 <= float(y) <= drawing.height for y in numbers[1::2])


def test_the_same_board_gives_the_same_drawing() -> None:
    subject = BASE[-1]
    first = outlines(subject)
    assert outlines(subject) is first
    outlines.cache_clear()
    start = time.process_time()
    assert outlines(subject) == first
    assert time.process_time() - start < 2.5  # a second on a quiet machine


@settings(max_examples=25, deadline=None)
@given(
    rows=st.integers(1, 7),
    columns=st.integers(2, 8),
    merges=st.integers(0, 50),
    seed=st.integers(0, 10**6),
    with_centres=st.booleans(),
)
def test_any_planar_board_can_be_drawn(
    rows: int, columns: int, merges: int, seed: int, with_centres: bool
) -> None:
    subject = grid_board(rows, columns, merges, seed, with_centres=with_centres)
    check_drawing(subject, outlines(subject))


def joined(name: str, count: int, pairs: list[tuple[int, int]], edge: set[int]) -> Board:
    neighbours: dict[int, set[int]] = {region: set() for region in range(count)}
    for one, other in pairs:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return board(name, neighbours, edge, {})


SHORE = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 5), (2, 5), (3, 5), (4, 5)]
ODD = [
    joined("alone", 1, [], {0}),
    joined("halves", 2, [(0, 1)], {0, 1}),
    joined("lake", 2, [(0, 1)], {0}),
    joined("rings", 4, [(0, 1), (1, 2), (2, 3)], {0}),
    joined("island", 6, [(0, 1), (0, 2), (0, 3), (0, 4), *SHORE], {0}),
    joined("lakes", 7, [(0, other) for other in range(1, 7)], {0}),
    joined("strips", 7, [(region, region + 1) for region in range(6)], set(range(7))),
    joined("star", 7, [(0, other) for other in range(1, 7)], set(range(7))),
]


@pytest.mark.parametrize("subject", ODD, ids=lambda subject: subject.id)
def test_islands_lakes_and_strips(subject: Board) -> None:
    check_drawing(subject, outlines(subject))


def test_a_small_canvas_is_enlarged() -> None:
    source = BASE[0]
    small = Board("small", 2, 10, source.regions, (10, 6))
    drawing = outlines(small)
    assert drawing.height == 500
    check_drawing(small, drawing)


def test_the_edge_is_the_border_unless_said_otherwise() -> None:
    row = {"id": 0, "terrain": "hill", "neighbors": [], "border": True}
    data = {"players": 2, "turns": 10, "regions": [row]}
    assert board_from_data("plain", data).regions[0].edge is True
    inland = {"players": 2, "turns": 10, "regions": [{**row, "touches_edge": False}]}
    assert board_from_data("inland", inland).regions[0].edge is False
    with pytest.raises(PackError, match="board inland: no region touches the edge"):
        outlines(board_from_data("inland", inland))
    odd = {"players": 2, "turns": 10, "regions": [{**row, "touches_edge": "no"}]}
    with pytest.raises(PackError, match="region 0: touches_edge: expected true or false, got 'no'"):
        board_from_data("odd", odd)


# --- boards that cannot be drawn --------------------------------------------------------------------------


def test_a_board_that_is_not_planar_is_refused_with_its_regions() -> None:
    pairs = [(one, other) for one in range(5) for other in range(one)]
    with pytest.raises(PackError, match=r"board five: cannot be drawn without crossings; regions \d"):
        outlines(joined("five", 5, pairs, {0}))


def test_a_border_region_that_cannot_reach_the_edge_is_told_what_to_say() -> None:
    wheel = [(0, other) for other in range(1, 6)] + [(other, other % 5 + 1) for other in range(1, 6)]
    with pytest.raises(PackError, match=r"reach the edge.*touches_edge: false"):
        outlines(joined("wheel", 6, wheel, set(range(6))))


def test_a_board_in_two_parts_is_refused() -> None:
    with pytest.raises(PackError, match=r"board parts: regions 2, 3 cannot be reached from region 0"):
        outlines(joined("parts", 4, [(0, 1), (2, 3)], {0, 1, 2, 3}))


def test_a_canvas_without_size_is_refused() -> None:
    flat = Board("flat", 2, 10, BASE[0].regions, (1000, 0))
    with pytest.raises(PackError, match=r"board flat: nothing can be drawn on a canvas of 1000 by 0"):
        outlines(flat)
