"""A river reads as one band: found in the graph, and as wide where its parts meet as elsewhere."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from smallworld.drawing import outlines
from smallworld.drawing.bands import bands_of
from smallworld.drawing.measure import distances
from smallworld.engine.content.board import Board, Region
from smallworld.packs import find_packs

WITH_RIVERS = [
    board
    for pack in find_packs().values()
    for board in pack.boards.values()
    if any(region.terrain == "river" for region in board.regions)
]
LEAST_WIDTH = 0.06  # of the canvas' width


def row(count: int, terrains: dict[int, str], more: tuple[tuple[int, int], ...] = ()) -> Board:
    """Regions in a row, and further borders."""
    around: dict[int, set[int]] = {region: set() for region in range(count)}
    for one, other in (*pairwise(range(count)), *more):
        around[one].add(other)
        around[other].add(one)
    regions = [
        Region(number, terrains.get(number, f"land_{number}"), tuple(sorted(beside)), border=True)
        for number, beside in around.items()
    ]
    return Board("row", 2, 10, tuple(regions))


@pytest.mark.parametrize("subject", WITH_RIVERS, ids=lambda subject: subject.id)
def test_the_river_is_the_only_band(subject: Board) -> None:
    parts = {region.id for region in subject.regions if region.terrain == "river"}
    assert {region for step in bands_of(subject) for region in step} == parts
    steps = [other for part in parts for other in subject.regions[part].neighbours if other in parts]
    assert len(bands_of(subject)) == len(steps) // 2


@pytest.mark.parametrize("subject", WITH_RIVERS, ids=lambda subject: subject.id)
def test_a_river_is_wide_where_its_parts_meet(subject: Board) -> None:
    drawing = outlines(subject)
    owner = {
        step: region.id
        for region in subject.regions
        if region.terrain == "river"
        for ring in drawing.regions[region.id].polygon
        for step in pairwise([*ring, ring[0]])
    }
    banks = np.array([(*start, *end) for start, end in owner if (end, start) not in owner])
    for one, other in map(sorted, bands_of(subject)):
        line = [
            start
            for (start, end), region in owner.items()
            if region == one and owner.get((end, start)) == other
        ]
        width = 2 * distances(np.array(line), banks).max()
        assert width > LEAST_WIDTH * drawing.width, f"{one} and {other}"


def test_boards_of_the_base_game_have_no_band() -> None:
    assert not any(bands_of(subject) for subject in find_packs()["base"].boards.values())


def test_what_is_a_band() -> None:
    wet = dict.fromkeys(range(1, 5), "water")
    assert bands_of(row(6, wet)) == {frozenset(step) for step in ((1, 2), (2, 3), (3, 4))}
    assert not bands_of(row(6, {1: "water", 2: "water"})), "two are a pair"
    assert not bands_of(row(6, {**wet, 3: "land"})), "in two pieces"
    assert not bands_of(row(6, wet, ((1, 4),))), "a ring"
    assert len(bands_of(row(7, wet | {6: "water"}, ((2, 6),)))) == 4, "a fork"
    assert len(bands_of(row(7, dict.fromkeys(range(1, 6), "water"), ((2, 4),)))) == 5, "a loop"
    assert not bands_of(row(6, wet, ((1, 3), (2, 4)))), "a patch"
    ring_and_row = dict.fromkeys((0, 1, 2, 4, 5, 6), "water")
    assert not bands_of(row(7, ring_and_row, ((0, 2),))), "a ring beside a row"
