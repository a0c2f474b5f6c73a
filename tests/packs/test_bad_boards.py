"""A bad board is refused with the file, the region and the field."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import Pack, World
from smallworld.engine.content.board import Board, Region, Terrain, board_from_data

from .refusing import BASE, Fields, refused


def board_data(**changes: Any) -> dict[str, Any]:
    """A valid little board of four regions in a row, as JSON."""
    data: dict[str, Any] = {
        "players": 2,
        "turns": 3,
        "regions": [
            {"id": 0, "terrain": "hill", "neighbors": [1], "border": True, "centre": [1, 1]},
            {"id": 1, "terrain": "swamp", "neighbors": [0, 2], "centre": [2, 1]},
            {"id": 2, "terrain": "forest", "neighbors": [1, 3], "centre": [3, 1]},
            {"id": 3, "terrain": "mountain", "neighbors": [2], "centre": [4, 1]},
        ],
    }
    return {**data, **changes}


def with_region(number: int, **changes: Any) -> dict[str, Any]:
    data = board_data()
    data["regions"][number].update(changes)
    return data


def board_faults(data: dict[str, Any]) -> list[str]:
    return refused(lambda: board_from_data("row", data, "row.json"))


# --- boards ---------------------------------------------------------------------------------------------


def test_the_little_board_is_fine_as_it_is() -> None:
    board = board_from_data("row", board_data())
    assert (board.players, board.rounds, len(board)) == (2, 3, 4)
    assert board.neighbour_masks == (0b0010, 0b0101, 0b1010, 0b0100)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, "row.json: field 'players' is missing"),
        ({}, "row.json: field 'turns' is missing"),
        ({}, "row.json: field 'regions' is missing"),
        (board_data(regions=[{}]), "row.json: region 0: missing id, terrain, neighbors"),
        (board_data(regions=[]), "board row: expected 1 to 63 regions, got 0"),
        (board_data(players=0), "board row: expected 1 to 8 players, got 0"),
        (board_data(players=9), "board row: expected 1 to 8 players, got 9"),
        (board_data(version=0), "board row: expected version 1 or later, got 0"),
        (board_data(turns=0), "board row: expected at least 1 round, got 0"),
        (with_region(0, id=7), "board row, region 7: ids must count 0, 1, 2 …; expected 0"),
        (with_region(0, neighbors=[1, 3]), "board row, region 0: has neighbour 3, but 3 does not have 0"),
        (with_region(0, neighbors=[]), "board row, region 1: has neighbour 0, but 0 does not have 1"),
        (with_region(0, neighbors=[1, 9]), "board row, region 0: neighbour 9 does not exist (0 to 3)"),
        (with_region(0, neighbors=[1, -1]), "board row, region 0: neighbour -1 does not exist (0 to 3)"),
        (with_region(0, neighbors=[0, 1]), "board row, region 0: is its own neighbour"),
        (with_region(0, neighbors=[1, 1]), "board row, region 0: names a neighbour twice"),
        (with_region(0, natives=-1), "board row, region 0: expected 0 or more native tokens, got -1"),
        (with_region(0, border=False), "board row: no region is a border, so nobody could ever enter"),
    ],
)
def test_a_fault_of_a_board_names_the_file_or_board_the_region_and_the_field(
    data: Fields, fault: str
) -> None:
    assert fault in board_faults(data)


WRONG_KINDS: dict[str, Fields] = {
    "players-word": board_data(players="two"),
    "players-null": board_data(players=None),
    "version-word": board_data(version="new"),
    "turns-word": board_data(turns="ten"),
    "regions-table": board_data(regions={"0": {}}),
    "regions-number": board_data(regions=5),
    "regions-words": board_data(regions=["hill"]),
    "canvas-number": board_data(canvas=7),
    "id-word": with_region(0, id="zero"),
    "neighbors-number": with_region(0, neighbors=1),
    "neighbors-words": with_region(0, neighbors=["1"]),
    "natives-word": with_region(0, natives="one"),
    "centre-short": with_region(0, centre=[1]),
    "centre-word": with_region(0, centre="here"),
    "terrain-number": with_region(0, terrain=3),
    "symbols-word": with_region(0, symbols="mine"),
}


@pytest.mark.parametrize("name", WRONG_KINDS)
def test_a_value_of_the_wrong_kind_in_a_board_is_a_fault_and_nothing_else(name: str) -> None:
    faults = refused(lambda: World(board_from_data("row", WRONG_KINDS[name], "row.json"), (BASE,)))
    assert all("row" in fault for fault in faults), "the file or the board is named"


def test_all_faults_of_a_board_come_at_once() -> None:
    data = with_region(0, neighbors=[3], natives=-1, border=False)
    data.update(players=0, turns=0)
    assert len(board_faults(data)) >= 6


def test_an_unknown_terrain_on_a_board_is_named_with_the_choices() -> None:
    board = board_from_data("row", with_region(2, terrain="tundra"))
    (fault,) = refused(lambda: World(board, (BASE,)))
    choices = ", ".join(sorted(BASE.terrains))
    assert fault == f"board row, region 2: unknown terrain 'tundra'; expected one of: {choices}"


def test_an_unknown_symbol_on_a_board_is_named_with_the_choices() -> None:
    board = board_from_data("row", with_region(2, symbols=["geyser"]))
    (fault,) = refused(lambda: World(board, (BASE,)))
    assert "region 2: unknown symbol 'geyser'; expected one of: cavern, magic, mine" in fault


def test_a_board_that_is_there_twice_in_a_pack_is_refused() -> None:
    pack = Pack("brew", version=1, terrains=(Terrain("hill"),))
    row = Board("row", 2, 3, (Region(0, "hill", (), border=True),))
    pack.board(row)
    assert refused(lambda: pack.board(row)) == ["pack brew: board row is there twice"]


def test_a_board_name_that_strings_cannot_carry_is_refused() -> None:
    for name in ("my~board", "my board", "", "Brücke"):
        assert refused(lambda name=name: board_from_data(name, board_data(), "row.json"))  # type: ignore[misc]
