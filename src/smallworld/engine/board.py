"""A board is a graph: regions with terrain, symbols, neighbours. Packs bring boards and terrains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .bits import MAX_REGIONS
from .errors import PackError, choices


@dataclass(frozen=True)
class Terrain:
    """What a kind of ground does to everybody. Races and powers refer to it by id."""

    id: str
    cost: int = 2  # tokens for any region of this terrain, before anything else
    defence: int = 0  # added to the cost, and named in the receipt (a mountain)
    water: bool = False
    closed: bool = False  # nobody settles here unless an effect opens it (a sea)
    barred: bool = False  # no effect opens it (a chasm)
    transit: bool = False  # must be emptied when troops are redeployed (a river)


@dataclass(frozen=True)
class Region:
    id: int
    terrain: str
    neighbours: tuple[int, ...]
    border: bool = False
    symbols: tuple[str, ...] = ()
    natives: int = 0  # neutral tokens that stand here at the start
    centre: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Board:
    id: str
    players: int
    rounds: int
    regions: tuple[Region, ...]
    canvas: tuple[int, int] = (1000, 600)
    note: str = ""
    neighbour_masks: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        faults = board_faults(self)
        if faults:
            raise PackError(faults)
        masks = tuple(sum(1 << n for n in region.neighbours) for region in self.regions)
        object.__setattr__(self, "neighbour_masks", masks)

    def __len__(self) -> int:
        return len(self.regions)


def board_faults(board: Board) -> list[str]:
    """Everything wrong with a board, each fault with the board's and the region's name."""
    faults: list[str] = []
    count = len(board.regions)
    if not 1 <= count <= MAX_REGIONS:
        faults.append(f"board {board.id}: expected 1 to {MAX_REGIONS} regions, got {count}")
    if not 1 <= board.players <= 8:
        faults.append(f"board {board.id}: expected 1 to 8 players, got {board.players}")
    if board.rounds < 1:
        faults.append(f"board {board.id}: expected at least 1 round, got {board.rounds}")
    for index, region in enumerate(board.regions):
        name = f"board {board.id}, region {region.id}"
        if region.id != index:
            faults.append(f"{name}: ids must count 0, 1, 2 …; expected {index}")
        for neighbour in region.neighbours:
            if not 0 <= neighbour < count:
                faults.append(f"{name}: neighbour {neighbour} does not exist (0 to {count - 1})")
            elif neighbour == index:
                faults.append(f"{name}: is its own neighbour")
            elif index not in board.regions[neighbour].neighbours:
                faults.append(f"{name}: has neighbour {neighbour}, but {neighbour} does not have {index}")
        if len(set(region.neighbours)) != len(region.neighbours):
            faults.append(f"{name}: names a neighbour twice")
        if region.natives < 0:
            faults.append(f"{name}: expected 0 or more native tokens, got {region.natives}")
    if not any(region.border for region in board.regions):
        faults.append(f"board {board.id}: no region is a border, so nobody could ever enter")
    return faults


def board_from_data(board_id: str, data: Mapping[str, Any], source: str = "") -> Board:
    """Read the JSON form of a board (as in the pack folders). Faults name file, region and field."""
    where = source or board_id
    faults: list[str] = []
    for key in ("players", "turns", "regions"):
        if key not in data:
            faults.append(f"{where}: field {key!r} is missing")
    if faults:
        raise PackError(faults)
    regions: list[Region] = []
    rows: Sequence[Mapping[str, Any]] = data["regions"]
    for number, row in enumerate(rows):
        missing = [key for key in ("id", "terrain", "neighbors") if key not in row]
        if missing:
            faults.append(f"{where}: region {number}: missing {', '.join(missing)}")
            continue
        x, y = row.get("centre", (0, 0))
        regions.append(
            Region(
                id=row["id"],
                terrain=row["terrain"],
                neighbours=tuple(row["neighbors"]),
                border=bool(row.get("border")),
                symbols=tuple(row.get("symbols", ())),
                natives=int(row.get("natives", 0)),
                centre=(float(x), float(y)),
            )
        )
    if faults:
        raise PackError(faults)
    width, height = data.get("canvas", (1000, 600))
    return Board(
        board_id, data["players"], data["turns"], tuple(regions), (width, height), data.get("note", "")
    )


def check_terrains(board: Board, terrains: Mapping[str, Terrain]) -> list[str]:
    return [
        f"board {board.id}, region {region.id}: {choices('terrain', region.terrain, terrains)}"
        for region in board.regions
        if region.terrain not in terrains
    ]
