"""What the boards of River World promise: a river with two banks, harbours, ships, shipyard and temple."""

from __future__ import annotations

import math

import pytest

from smallworld.drawing import outlines
from smallworld.engine.content.board import Board
from smallworld.packs import find_packs

BASE = find_packs()["base"].boards
RIVER = find_packs()["river"].boards
WATER = {"sea", "lake", "river"}

boards = pytest.mark.parametrize("board", RIVER.values(), ids=lambda board: board.id)


def at_home(board: Board) -> Board:
    """The base board for as many players: the measure of ours."""
    return BASE[f"base_{board.players}p"]


def with_terrain(board: Board, terrain: str) -> set[int]:
    return {region.id for region in board.regions if region.terrain == terrain}


def with_symbol(board: Board, symbol: str) -> set[int]:
    return {region.id for region in board.regions if symbol in region.symbols}


def banks(board: Board) -> set[int]:
    river = with_terrain(board, "river")
    return {
        region.id
        for region in board.regions
        if region.terrain not in WATER and river.intersection(region.neighbours)
    }


def in_one_piece(board: Board, start: int, among: set[int]) -> set[int]:
    reached: set[int] = set()
    coming = {start}
    while coming:
        reached |= coming
        coming = {
            other for region in coming for other in board.regions[region].neighbours if other in among
        } - reached
    return reached


def steps_between(board: Board, start: int, end: int) -> int:
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {other for region in reached for other in board.regions[region].neighbours}
        steps += 1
    return steps


def test_there_is_a_board_for_two_to_five() -> None:
    assert {board.players: board.rounds for board in RIVER.values()} == {2: 10, 3: 10, 4: 9, 5: 8}


@boards
def test_land_lakes_and_symbols_in_the_measure_of_the_base_boards(board: Board) -> None:
    for terrain in ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"):
        ours, printed = with_terrain(board, terrain), with_terrain(at_home(board), terrain)
        assert len(ours) == len(printed), terrain
    for symbol in ("mine", "magic", "cavern"):
        assert len(with_symbol(board, symbol)) == len(with_symbol(at_home(board), symbol)), symbol
    natives = [sum(bool(region.natives) for region in each.regions) for each in (board, at_home(board))]
    assert natives[0] == natives[1]


@boards
def test_entries_in_the_measure_of_the_base_boards(board: Board) -> None:
    river = with_terrain(board, "river")
    entries = {region.id for region in board.regions if region.border} - river
    printed = sum(region.border for region in at_home(board).regions)
    assert abs(len(entries) - printed) <= 3


@boards
def test_the_river_runs_from_edge_to_edge_and_divides_once(board: Board) -> None:
    river = with_terrain(board, "river")
    assert 5 <= len(river) <= 9
    assert in_one_piece(board, min(river), river) == river
    ways = {region: len(river.intersection(board.regions[region].neighbours)) for region in river}
    mouths = {region for region in river if board.regions[region].edge}
    assert len(mouths) >= 2
    assert {region for region in river if ways[region] == 1} == mouths
    steps = sum(ways.values()) // 2
    forks = sum(count == 3 for count in ways.values())
    assert max(ways.values()) == 3
    fork, loop = len(river) - 1, len(river)
    assert (steps, forks) in ((fork, 1), (loop, 2)), "one fork, or one loop"
    water = with_terrain(board, "sea") | with_terrain(board, "lake")
    assert not any(water.intersection(board.regions[region].neighbours) for region in river)


@boards
def test_there_is_land_on_both_banks(board: Board) -> None:
    dry = {region.id for region in board.regions} - with_terrain(board, "river")
    sides, left = [], set(dry)
    while left:
        sides.append(in_one_piece(board, min(left), dry))
        left -= sides[-1]
    land = [{r for r in side if board.regions[r].terrain not in WATER} for side in sides]
    assert len(land) >= 2
    assert sorted(len(side) for side in land)[-2] >= 8, "each of two sides is worth an empire"
    assert min(len(side) for side in land) >= 3
    for side in land:
        assert side & banks(board)


@boards
def test_harbours_lie_on_banks_and_never_side_by_side(board: Board) -> None:
    harbours = with_symbol(board, "harbour")
    assert 4 <= len(harbours) <= 7
    assert harbours <= banks(board)
    assert not any(harbours.intersection(board.regions[region].neighbours) for region in harbours)


@boards
def test_pirates_on_about_half_of_the_river(board: Board) -> None:
    river, pirates = with_terrain(board, "river"), with_symbol(board, "pirate")
    assert pirates <= river
    assert abs(len(pirates) - len(river) / 2) <= 0.5


@boards
def test_shipyard_and_temple_are_far_apart(board: Board) -> None:
    (shipyard,), (temple,) = with_symbol(board, "shipyard"), with_symbol(board, "temple")
    assert {shipyard, temple} <= banks(board) - with_symbol(board, "harbour")
    assert steps_between(board, shipyard, temple) >= 4
    (width, height), spots = board.canvas, [board.regions[r].centre for r in (shipyard, temple)]
    assert math.dist(*spots) > 0.3 * math.hypot(width, height)


def test_every_region_has_a_name_of_its_own() -> None:
    ours = [region.name for board in RIVER.values() for region in board.regions]
    others = {
        region.name
        for pack in find_packs().values()
        for board in pack.boards.values()
        if board.id not in RIVER
        for region in board.regions
    }
    assert all(ours)
    assert len(set(ours)) == len(ours)
    assert not others.intersection(ours)


@boards
def test_there_is_room_to_read_and_tap_each_region(board: Board) -> None:
    drawing = outlines(board)
    assert min(outline.room for outline in drawing.regions) > 0.04 * max(drawing.width, drawing.height)
