"""The boards of Underground against the facts: terrains, river, chasms, monsters, and ways across."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations

import pytest

from smallworld.engine.content.board import Board
from smallworld.packs import find_packs

PACK = find_packs()["underground"]
LAND = ("mud_pool", "mushroom_forest", "mystic_crystal", "mine", "black_mountain")

# players, rounds, regions, parts of the river, chasms, chasms with a volcano, monster regions
BOARDS = {
    "underground_2p": (2, 10, 28, 3, 5, 2, 4),
    "underground_3p": (3, 10, 33, 3, 4, 2, 5),
    "underground_4p": (4, 9, 44, 5, 4, 4, 6),
    "underground_5p": (5, 8, 52, 3, 4, 4, 7),
}
# regions of each land terrain, in the order of LAND
MIX = {
    "underground_2p": (4, 4, 4, 4, 4),
    "underground_3p": (5, 5, 5, 5, 6),
    "underground_4p": (7, 7, 7, 7, 7),
    "underground_5p": (9, 9, 9, 9, 9),
}

every = pytest.mark.parametrize("name", BOARDS)


def board(name: str) -> Board:
    return PACK.boards[name]


def of(name: str, *terrains: str) -> set[int]:
    return {region.id for region in board(name).regions if region.terrain in terrains}


def steps(name: str, start: int, inside: Collection[int]) -> dict[int, int]:
    """How many steps each region is away that can be reached without leaving these."""
    found, todo = {start: 0}, [start]
    for here in todo:
        for other in board(name).regions[here].neighbours:
            if other in inside and other not in found:
                found[other] = found[here] + 1
                todo.append(other)
    return found


def pieces(name: str, inside: set[int]) -> list[set[int]]:
    found: list[set[int]] = []
    for region in sorted(inside):
        if not any(region in piece for piece in found):
            found.append(set(steps(name, region, inside)))
    return found


def twins(name: str) -> list[tuple[int, int]]:
    """Neighbours of the same land terrain."""
    regions = board(name).regions
    return [
        (one, other)
        for one in of(name, *LAND)
        for other in regions[one].neighbours
        if one < other and regions[one].terrain == regions[other].terrain
    ]


def test_there_is_a_board_for_two_to_five_players() -> None:
    assert set(PACK.boards) == set(BOARDS)


@every
def test_a_board_has_its_numbers(name: str) -> None:
    found = board(name)
    chasms = of(name, "chasm")
    volcanoes = {region.id for region in found.regions if "volcano" in region.symbols}
    monsters = [region for region in found.regions if region.natives]
    numbers = (found.players, found.rounds, len(found), len(of(name, "river")), len(chasms))
    assert (*numbers, len(volcanoes), len(monsters)) == BOARDS[name]
    assert volcanoes <= chasms


@every
def test_land_is_mixed_evenly(name: str) -> None:
    assert tuple(len(of(name, terrain)) for terrain in LAND) == MIX[name]
    assert set(PACK.terrains) == {region.terrain for region in board(name).regions}


@every
def test_neighbours_are_mutual_and_the_board_hangs_together(name: str) -> None:
    regions = board(name).regions
    for region in regions:
        assert region.id not in region.neighbours
        assert list(region.neighbours) == sorted(set(region.neighbours))
        assert all(region.id in regions[other].neighbours for other in region.neighbours)
    assert len(steps(name, 0, range(len(regions)))) == len(regions)


@every
def test_a_board_has_no_more_borders_than_a_plane_allows(name: str) -> None:
    """Euler, with the outside as one more region. That no borders cross is shown in tests/drawing."""
    regions = board(name).regions
    borders = sum(len(region.neighbours) for region in regions) // 2
    assert borders + sum(region.border for region in regions) <= 3 * (len(regions) + 1) - 6


@every
def test_the_river_is_a_row_with_both_ends_at_the_edge(name: str) -> None:
    river = of(name, "river")
    regions = board(name).regions
    beside = {part: river.intersection(regions[part].neighbours) for part in river}
    assert Counter(len(others) for others in beside.values()) == {1: 2, 2: len(river) - 2}
    assert len(pieces(name, river)) == 1
    assert {part for part in river if regions[part].border} == {
        part for part, others in beside.items() if len(others) == 1
    }


@every
def test_the_river_parts_the_land_in_two(name: str) -> None:
    one, other = (len(piece) for piece in pieces(name, of(name, *LAND)))
    assert abs(one - other) <= 3


@every
def test_all_land_can_be_reached_from_any_entry_without_a_chasm(name: str) -> None:
    open_ = of(name, *LAND, "river")
    assert len(pieces(name, open_)) == 1
    assert not any(
        set(one.neighbours) & of(name, "chasm") for one in board(name).regions if one.terrain == "chasm"
    )


@every
def test_monsters_are_two_and_two_on_land_and_not_beside_each_other(name: str) -> None:
    regions = board(name).regions
    monsters = [region.id for region in regions if region.natives]
    assert {regions[region].natives for region in monsters} == {2}
    assert set(monsters) <= of(name, *LAND)
    assert not any(other in regions[one].neighbours for one, other in combinations(monsters, 2))
    assert list(PACK.natives) == ["monsters"]
    assert PACK.natives["monsters"].supply == 14
    assert 2 * len(monsters) <= 14


@every
def test_the_centres_lie_on_the_canvas_and_apart(name: str) -> None:
    width, height = board(name).canvas
    centres = [region.centre for region in board(name).regions]
    assert len(set(centres)) == len(centres)
    assert all(0 < x < width and 0 < y < height for x, y in centres)


# --- the board for five is our own: like the others -----------------------------------------------------


def test_only_the_board_for_five_says_that_it_is_our_own() -> None:
    assert [name for name in BOARDS if board(name).note] == ["underground_5p"]
    assert board("underground_5p").note.startswith("Our own board")


def test_equal_land_lies_together_no_more_often_than_on_the_others() -> None:
    def share(name: str) -> float:
        land = of(name, *LAND)
        borders = sum(len(land.intersection(board(name).regions[one].neighbours)) for one in land) / 2
        return len(twins(name)) / borders

    assert share("underground_5p") <= min(share(name) for name in BOARDS)
    assert {board("underground_5p").regions[one].terrain for one, _ in twins("underground_5p")} == set(LAND)


def test_every_entry_is_near_every_terrain_and_the_edge_is_mixed() -> None:
    name = "underground_5p"
    regions = board(name).regions
    open_ = of(name, *LAND, "river")
    entries = [region for region in of(name, *LAND) if regions[region].border]
    for entry in entries:
        near = {regions[other].terrain for other, far in steps(name, entry, open_).items() if far <= 2}
        assert len(near.intersection(LAND)) >= 4, entry
        close = {regions[other].terrain for other, far in steps(name, entry, open_).items() if far <= 3}
        assert set(LAND) <= close, entry
    mix = Counter(regions[entry].terrain for entry in entries)
    assert max(mix.values()) - min(mix[terrain] for terrain in LAND) <= 1


def test_monsters_are_spread_as_on_the_board_for_four() -> None:
    means = []
    for name in ("underground_4p", "underground_5p"):
        open_ = of(name, *LAND, "river")
        monsters = [region.id for region in board(name).regions if region.natives]
        far = {one: steps(name, one, open_) for one in monsters}
        apart = [far[one][other] for one, other in combinations(monsters, 2)]
        assert min(apart) == 3
        nearest = [min(far[one][region] for one in monsters) for region in of(name, *LAND)]
        means.append((sum(apart) / len(apart), sum(nearest) / len(nearest)))
    four, five = means
    assert abs(five[0] - four[0]) < 0.6
    assert abs(five[1] - four[1]) < 0.1


def test_regions_of_the_board_for_five_have_three_to_seven_neighbours_and_the_river_up_to_nine() -> None:
    regions = board("underground_5p").regions
    assert {len(region.neighbours) for region in regions if region.terrain != "river"} == {3, 4, 5, 6, 7}
    assert max(len(region.neighbours) for region in regions) <= 9
    assert all(len(region.neighbours) >= 4 for region in regions if not region.border)
