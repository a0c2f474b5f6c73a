"""A board is a graph: regions with terrain, symbols and neighbours. Packs bring boards and terrains."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bits import MAX_REGIONS
from ..errors import PackError, choices

LONGEST_NAME = 24  # longer names do not fit on a map or in a log line


@dataclass(frozen=True)
class Terrain:
    """What a kind of terrain does to everybody. Races and powers refer to it by id."""

    id: str
    cost: int = 2  # tokens for any region of this terrain, before anything else
    defence: int = 0  # added to the cost, and named in the receipt (a mountain)
    water: bool = False
    closed: bool = False  # closed to everybody unless an effect opens it (a sea)
    barred: bool = False  # no effect opens it (a chasm)
    transit: bool = False  # must be left again at redeployment (a river)


class Ground:
    """A board with its terrains and with the terrains and symbols that count as each other; used to work
    out region sets."""

    def __init__(
        self, board: Board, terrains: Mapping[str, Terrain], kin: Sequence[Collection[str]] = ()
    ) -> None:
        self.board = board
        self.water = sum(1 << region.id for region in board.regions if terrains[region.terrain].water)
        self._kin = kin
        # The regions with a terrain or symbol, by "terrain.name" and "symbol.name".
        self._spots: dict[str, int] = {}
        for region in board.regions:
            for name in (f"terrain.{region.terrain}", *(f"symbol.{symbol}" for symbol in region.symbols)):
                self._spots[name] = self._spots.get(name, 0) | 1 << region.id

    def like(self, kind: str, name: str) -> int:
        """Regions with this terrain or symbol, or with one that counts as it."""
        key = f"{kind}.{name}"
        mask = self._spots.get(key, 0)
        for group in self._kin:
            if key in group:
                for other in group:
                    mask |= self._spots.get(other, 0)
        return mask


@dataclass(frozen=True)
class Region:
    id: int
    terrain: str
    neighbours: tuple[int, ...]
    border: bool = False
    symbols: tuple[str, ...] = ()
    natives: int = 0  # neutral tokens that stand here at the start
    centre: tuple[float, float] = (0.0, 0.0)
    edge: bool | None = None  # at the edge of the drawing; no rule uses it. None: as `border`
    name: str = ""  # a proper name, the same in every language; empty: only the number

    def __post_init__(self) -> None:
        if self.edge is None:
            object.__setattr__(self, "edge", self.border)


@dataclass(frozen=True)
class Board:
    id: str
    players: int
    rounds: int
    regions: tuple[Region, ...]
    canvas: tuple[int, int] = (1000, 600)
    note: str = ""
    natives: str = ""  # which natives stand in regions printed with natives; empty: the first of the pack
    version: int = 1  # raised when the graph changes; older games keep the version they were played on
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
    """All faults of a board, each with the name of the board and of the region."""
    faults: list[str] = []
    count = len(board.regions)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", board.id):
        faults.append(
            f"board {board.id!r}: an id is lower case letters, digits and _, starting with a letter"
        )
    if not 1 <= count <= MAX_REGIONS:
        faults.append(f"board {board.id}: expected 1 to {MAX_REGIONS} regions, got {count}")
    if not 1 <= board.players <= 8:
        faults.append(f"board {board.id}: expected 1 to 8 players, got {board.players}")
    if board.version < 1:
        faults.append(f"board {board.id}: expected version 1 or later, got {board.version}")
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
        if region.name and [other.name for other in board.regions].index(region.name) != index:
            faults.append(f"{name}: is called {region.name!r}, and so is another region")
        if len(region.name) > LONGEST_NAME:
            faults.append(f"{name}: its name is longer than {LONGEST_NAME} letters: {region.name!r}")
        if region.natives < 0:
            faults.append(f"{name}: expected 0 or more native tokens, got {region.natives}")
    if not any(region.border for region in board.regions):
        faults.append(f"board {board.id}: no region is a border, so nobody could ever enter")
    return faults


def board_from_data(board_id: str, data: Mapping[str, Any], source: str = "") -> Board:
    """Read the JSON form of a board (as in the pack folders). Faults name the file, the region and the
    field."""
    where = source or board_id
    faults: list[str] = []
    for key in ("players", "turns", "regions"):
        if key not in data:
            faults.append(f"{where}: field {key!r} is missing")
    if faults:
        raise PackError(faults)
    for key in ("players", "turns"):
        faults += _kind_faults(f"{where}: {key}", data[key], int)
    faults += _kind_faults(f"{where}: version", data.get("version", 1), int)
    faults += _kind_faults(f"{where}: regions", data["regions"], list)
    faults += _pair_faults(f"{where}: canvas", data.get("canvas", (1000, 600)))
    if faults:
        raise PackError(faults)
    regions = [
        _region(f"{where}: region {number}", row, faults) for number, row in enumerate(data["regions"])
    ]
    if faults:
        raise PackError(faults)
    width, height = data.get("canvas", (1000, 600))
    note = str(data.get("note", ""))
    natives = str(data.get("natives", ""))
    return Board(
        board_id,
        data["players"],
        data["turns"],
        tuple(regions),
        (width, height),
        note,
        natives,
        data.get("version", 1),
    )


def _region(where: str, row: Mapping[str, Any], faults: list[str]) -> Region:
    """Read one region of a board; faults are added to the list."""
    found = _kind_faults(where, row, dict)
    if not found:
        missing = [key for key in ("id", "terrain", "neighbors") if key not in row]
        found = [f"{where}: missing {', '.join(missing)}"] if missing else []
    if not found:
        found += _kind_faults(f"{where}: id", row["id"], int)
        found += _kind_faults(f"{where}: terrain", row["terrain"], str)
        found += _kind_faults(f"{where}: name", row.get("name", ""), str)
        found += _kind_faults(f"{where}: natives", row.get("natives", 0), int)
        found += _pair_faults(f"{where}: centre", row.get("centre", (0, 0)))
        found += _list_faults(f"{where}: neighbors", row["neighbors"], int)
        if not isinstance(row.get("touches_edge"), bool | None):
            found.append(f"{where}: touches_edge: expected true or false, got {row['touches_edge']!r}")
        found += _list_faults(f"{where}: symbols", row.get("symbols", []), str)
    faults += found
    if found:
        return Region(0, "", ())
    x, y = row.get("centre", (0, 0))
    return Region(
        id=row["id"],
        terrain=row["terrain"],
        neighbours=tuple(row["neighbors"]),
        border=bool(row.get("border")),
        symbols=tuple(row.get("symbols", ())),
        natives=row.get("natives", 0),
        centre=(float(x), float(y)),
        edge=row.get("touches_edge"),
        name=row.get("name", "").strip(),
    )


def _kind_faults(where: str, value: object, kind: type) -> list[str]:
    if isinstance(value, kind) and not isinstance(value, bool):
        return []
    return [f"{where}: expected {_KINDS[kind]}, got {value!r}"]


_KINDS = {int: "a whole number", str: "a name", list: "a list", dict: "a table of keys"}


def _list_faults(where: str, value: object, kind: type) -> list[str]:
    if not isinstance(value, list):
        return [f"{where}: expected a list, got {value!r}"]
    return [fault for item in value for fault in _kind_faults(where, item, kind)]


def _pair_faults(where: str, value: object) -> list[str]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(n, int | float) for n in value):
        return []
    return [f"{where}: expected two numbers, got {value!r}"]


def name_faults(board: Board, terrains: Mapping[str, Terrain], symbols: Collection[str]) -> list[str]:
    """Terrains and symbols that no pack in play has."""
    faults: list[str] = []
    for region in board.regions:
        where = f"board {board.id}, region {region.id}"
        if region.terrain not in terrains:
            faults.append(f"{where}: {choices('terrain', region.terrain, terrains)}")
        faults += [
            f"{where}: {choices('symbol', name, symbols)}" for name in region.symbols if name not in symbols
        ]
    return faults
