"""Results on disk: one folder for a run, one table in each subfolder, as CSV or Parquet.

    manifest.json       what was played, and by which version
    games/000000.csv    games 0 to 999, one row each
    turns/000000.csv    their turns; the tables of other watchers likewise
    journal/            finished games that are in no file yet; removed when a run ends normally

A finished game is written to the journal at once, so that a killed run loses nothing. Chunks are written
under another name and then renamed, the games last: if a chunk's games are there, its other tables are too.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

from smallworld import __version__, install
from smallworld.engine import RULES_VERSION, SmallWorldError
from smallworld.engine.errors import choices
from smallworld.engine.notation.strings import SEATS

from .watchers import Cell

Columns = Mapping[str, type[Cell]]
Row = Sequence[Cell]

LAYOUT: Final = 1  # increased when the file format changes
CHUNK: Final = 1000  # games in a file
FORMATS: Final = ("csv", "parquet")
GAMES: Final = "games"
JOURNAL: Final = "journal"
VERSION: Final = {"smallworld": __version__, "rules": RULES_VERSION, "layout": LAYOUT}


@dataclass(frozen=True)
class GameRow:
    """A finished game. `tables`: what watchers collected. `faults`: why bots forfeited, and where."""

    game: int
    seed: str
    bots: tuple[str, ...]  # by seat, like everything below
    coins: tuple[int, ...]
    winners: tuple[int, ...]  # never a seat with a forfeit
    rounds: int
    decisions: tuple[int, ...]
    ms: tuple[float, ...]  # milliseconds per decision
    forfeits: tuple[int, ...]
    tables: dict[str, list[tuple[Cell, ...]]] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def columns(players: int) -> dict[str, type[Cell]]:
        columns: dict[str, type[Cell]] = {
            "game": int,
            "seed": str,
            "winners": str,
            "rounds": int,
            "decisions": int,
        }
        for seat in SEATS[:players]:
            columns |= {f"bot_{seat}": str, f"coins_{seat}": int, f"decisions_{seat}": int}
            columns |= {f"ms_{seat}": float, f"forfeits_{seat}": int}
        return columns

    def cells(self) -> list[Cell]:
        winners = "".join(SEATS[seat] for seat in self.winners)
        cells: list[Cell] = [self.game, self.seed, winners, self.rounds, sum(self.decisions)]
        for seat in zip(self.bots, self.coins, self.decisions, self.ms, self.forfeits, strict=True):
            cells += seat
        return cells

    @classmethod
    def from_cells(cls, cells: Sequence[Any], tables: dict[str, list[tuple[Cell, ...]]]) -> GameRow:
        game, seed, winners, rounds, _ = cells[:5]
        bots, coins, decisions, ms, forfeits = (tuple(cells[first::5]) for first in range(5, 10))
        seats = tuple(SEATS.index(letter) for letter in winners)
        return cls(game, seed, bots, coins, seats, rounds, decisions, ms, forfeits, tables)


class Store:
    """The folder of a run: created, or opened again with the same settings."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, object],
        games: Columns,
        others: Mapping[str, Columns],
        format: str,
    ) -> None:
        if format not in FORMATS:
            raise SmallWorldError(choices("format", format, FORMATS))
        if format == "parquet":
            find_pyarrow()
        self.folder, self.format = folder, format
        self.journal = folder / JOURNAL
        self.columns: dict[str, Columns] = {GAMES: games}
        self.columns |= {name: {"game": int, **columns} for name, columns in others.items()}
        self._pending: dict[int, dict[int, GameRow]] = {}  # by chunk: games of chunks that are not full
        self._open({**settings, "format": format})
        self._lock = lock(folder)

    def _open(self, settings: Mapping[str, object]) -> None:
        path = self.folder / "manifest.json"
        if path.exists():
            check_same(read_manifest(self.folder), json.loads(json.dumps(settings)), self.folder)
        elif self.folder.is_dir() and any(self.folder.iterdir()):
            raise SmallWorldError(f"{self.folder} is not empty and holds no results; choose another folder")
        for name in (*self.columns, JOURNAL):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        if not path.exists():
            tables = {
                name: {column: kind.__name__ for column, kind in columns.items()}
                for name, columns in self.columns.items()
            }
            text = json.dumps({**VERSION, "settings": settings, "tables": tables}, indent=1)
            replace(path, lambda new: new.write_text(text + "\n", encoding="utf-8"))

    def _file(self, table: str, chunk: int) -> Path:
        return self.folder / table / f"{chunk:06}.{self.format}"

    # --- reading ---------------------------------------------------------------------------------------

    def load(self) -> Iterator[GameRow]:
        """The games that are there already."""
        for path in sorted((self.folder / GAMES).glob(f"*.{self.format}")):
            rows = list(read_file(path, self.columns[GAMES]))
            if len(rows) == CHUNK:
                yield from (GameRow.from_cells(cells, {}) for cells in rows)
                continue
            # An incomplete chunk is written again later, with all other tables of its games.
            others = self._others(int(path.stem))
            for cells in rows:
                tables = {name: by_game.get(int(cells[0]), []) for name, by_game in others.items()}
                self._keep(GameRow.from_cells(cells, tables))
        for path in sorted(self.journal.glob("*.jsonl")):
            self._read_journal(path)
        for games in list(self._pending.values()):
            yield from list(games.values())

    def _others(self, chunk: int) -> dict[str, dict[int, list[tuple[Cell, ...]]]]:
        found: dict[str, dict[int, list[tuple[Cell, ...]]]] = {}
        for name, columns in self.columns.items():
            if name != GAMES:
                found[name] = {}
                for game, *cells in read_file(self._file(name, chunk), columns):
                    found[name].setdefault(int(game), []).append(tuple(cells))
        return found

    def _read_journal(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            with suppress(ValueError):  # a killed run may leave an incomplete last line
                entry = json.loads(line)
                tables = {name: [tuple(row) for row in rows] for name, rows in entry["tables"].items()}
                self._keep(GameRow.from_cells(entry["row"], tables))
        if not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def _keep(self, row: GameRow) -> None:
        self._pending.setdefault(row.game // CHUNK, {}).setdefault(row.game, row)

    # --- writing ---------------------------------------------------------------------------------------

    def add(self, row: GameRow) -> None:
        chunk = row.game // CHUNK
        self._keep(row)
        entry = {"row": row.cells(), "tables": row.tables}
        with (self.journal / f"{chunk:06}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        if len(self._pending[chunk]) == CHUNK:
            self._write(chunk)

    def _write(self, chunk: int) -> None:
        """Write a chunk's files, the games last; then its journal is no longer needed."""
        rows = [row for _, row in sorted(self._pending[chunk].items())]
        for name, columns in reversed(self.columns.items()):
            if name == GAMES:
                cells: list[Row] = [row.cells() for row in rows]
            else:
                cells = [(row.game, *mine) for row in rows for mine in row.tables.get(name, ())]
            write = partial(write_file, format=self.format, columns=columns, rows=cells)
            replace(self._file(name, chunk), write)
        (self.journal / f"{chunk:06}.jsonl").unlink(missing_ok=True)
        if len(rows) == CHUNK:
            del self._pending[chunk]

    def close(self) -> None:
        """Write all chunks, full or not."""
        for chunk in list(self._pending):
            self._write(chunk)
        with suppress(OSError):
            self.journal.rmdir()
        self._lock.close()


def lock(folder: Path) -> IO[str]:
    """Two runs in one folder would overwrite each other's chunks. The lock ends with the process."""
    file = (folder / "manifest.json").open("r+", encoding="utf-8")
    with suppress(ImportError):  # not on Windows
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise SmallWorldError(f"another run is writing to {folder}") from None
    return file


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write under another name, then rename: a file is complete or not there."""
    new = path.with_name(path.name + ".new")
    write(new)
    os.replace(new, path)


# --- the manifest --------------------------------------------------------------------------------------


def read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        if not isinstance(manifest, dict):
            raise ValueError("not an object")
    except (OSError, ValueError) as error:
        raise SmallWorldError(f"{folder} holds no results: manifest.json: {error}") from error
    return manifest


def check_same(manifest: Mapping[str, Any], settings: Mapping[str, object], folder: Path) -> None:
    """A run can only be continued with the same version and settings: others play other games."""
    if any(manifest.get(key) != value for key, value in VERSION.items()):
        there, here = (
            f"smallworld {v.get('smallworld')} (rules {v.get('rules')}, files {v.get('layout')})"
            for v in (manifest, VERSION)
        )
        raise SmallWorldError(f"{folder} was written by {there}, this is {here}; choose another folder")
    before = manifest.get("settings", {})
    faults = [
        f"{folder}: {key} was {before.get(key)!r}, now {settings.get(key)!r} is asked for"
        for key in sorted({*before, *settings})
        if before.get(key) != settings.get(key)
    ]
    if faults:
        raise SmallWorldError([*faults, "go on with the same settings, or choose another folder"])


# --- tables --------------------------------------------------------------------------------------------


def read_rows(folder: str | Path, table: str = GAMES) -> Iterator[dict[str, Cell]]:
    """The rows of a table, in the order of the games; of an interrupted run, those in chunks."""
    manifest = read_manifest(Path(folder))
    if manifest.get("layout") != LAYOUT:
        raise SmallWorldError(f"{folder}: files of layout {manifest.get('layout')}, expected {LAYOUT}")
    tables = manifest["tables"]
    if table not in tables:
        raise SmallWorldError(f"{folder}: {choices('table', table, tables)}")
    kinds: dict[str, type[Cell]] = {kind.__name__: kind for kind in (int, float, str, bool)}
    columns = {name: kinds[kind] for name, kind in tables[table].items()}
    for path in sorted((Path(folder) / table).glob(f"*.{manifest['settings']['format']}")):
        for cells in read_file(path, columns):
            yield dict(zip(columns, cells, strict=True))


def write_file(path: Path, format: str, columns: Columns, rows: Sequence[Row]) -> None:
    if format == "csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)
        return
    arrow = find_pyarrow()
    kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}
    by_column: Iterable[Sequence[Cell]] = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [
        arrow.array(cells, type=kinds[kind]) for cells, kind in zip(by_column, columns.values(), strict=True)
    ]
    import_module("pyarrow.parquet").write_table(arrow.table(arrays, names=list(columns)), path)


def read_file(path: Path, columns: Columns) -> Iterator[list[Cell]]:
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            head = next(reader, [])
            if head != list(columns):
                raise SmallWorldError(
                    f"{path}: expected the columns {', '.join(columns)}; got {', '.join(head)}"
                )
            for row in reader:
                yield [_cell(text, kind) for text, kind in zip(row, columns.values(), strict=True)]
    else:
        find_pyarrow()
        table = import_module("pyarrow.parquet").read_table(path)
        for values in zip(*(table.column(name).to_pylist() for name in columns), strict=True):
            yield list(values)


def _cell(text: str, kind: type[Cell]) -> Cell:
    return text == "True" if kind is bool else kind(text)


def find_pyarrow() -> Any:
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise SmallWorldError(f"Parquet needs pyarrow: {install('lab')}; or take --format csv") from error
