"""A backup: all tables with their journals in one file, from and for SQLite and PostgreSQL alike.

The file is gzip of JSON lines: a head, for each table its row and its entries, the absences, and an end with
counts and a checksum. Snapshots and connections are left out: they are made again. The file may come from
anywhere, so it is read line by line within bounds, and checked as a whole before anything is replaced.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import ascii_letters, digits
from time import time
from typing import Any, Final, NoReturn, get_args

from pydantic import ValidationError
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from smallworld import __version__

from ..tables import journal
from ..tables.archive import StorageError
from . import models
from .database import open_database, place, trouble, writing

FORMAT: Final = 1
MAX_LINE: Final = 4_000_000  # bytes; an entry is a few hundred, a header with homebrew at most half a million
MAX_ID: Final = 32
MAX_VERSION: Final = 1_000_000
ALIVE: Final = 20.0  # seconds since its last heartbeat, in which a server may still be running
_TABLES: Final = 100  # read and written at a time
_ENTRIES: Final = 1000
_ID_LETTERS: Final = frozenset(ascii_letters + digits + "-_")
_END_OF_TIME: Final = 1e12  # seconds; false for infinity and for no number, too
_KINDS: Final = frozenset(get_args(journal.Kind))
_COLUMNS: Final[dict[str, type]] = {
    "id": str,
    "created": float,
    "clocked": bool,
    "finished": bool,
    "header": dict,
    "touched": float,
    "due": float,
}
Row = dict[str, Any]


@dataclass(frozen=True)
class Summary:
    tables: int
    entries: int


# --- writing a backup ------------------------------------------------------------------------------------


def write_backup(url: str, file: Path) -> Summary:
    """All tables as they are at one moment, while servers go on. An existing file is not overwritten."""
    if file.exists():
        raise StorageError(f"{file}: there is such a file already; nothing was written")
    engine = open_database(url)
    try:
        with _reading(engine) as connection:
            return _write(connection, file)
    except SQLAlchemyError as error:
        raise trouble(engine, error) from error
    finally:
        engine.dispose()


@contextmanager
def _reading(engine: Engine) -> Iterator[Connection]:
    """One state of the database for all queries, however long they take."""
    if engine.dialect.name != "postgresql":
        with engine.connect() as connection:
            yield connection  # a transaction that reads sees one state
        return
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        _take_time(connection)
        yield connection


def _take_time(connection: Connection) -> None:
    if connection.engine.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = 0"))


def _write(connection: Connection, file: Path) -> Summary:
    """Under another name, then renamed: the file is complete or not there. Only its owner may read it."""
    new = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:
                summary = _write_lines(connection, packed)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(new, file)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise StorageError(f"{file}: cannot be written: {error.strerror or error}") from error
    return summary


def _write_lines(connection: Connection, packed: gzip.GzipFile) -> Summary:
    digest = hashlib.sha256()

    def put(line: Mapping[str, Any]) -> None:
        data = json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"
        digest.update(data)
        packed.write(data)

    put({"backup": FORMAT, "smallworld": __version__})
    tables = entries = 0
    for row, journal_rows in _stored(connection):
        put({"table": row})
        for entry in journal_rows:
            put({"entry": entry})
        tables, entries = tables + 1, entries + len(journal_rows)
    absences = connection.execute(select(models.absences.c.gone, models.absences.c.back)).all()
    for absence in absences:
        put({"absence": list(absence)})
    pulse = connection.execute(select(models.pulse.c.at).where(models.pulse.c.id == 1)).scalar()
    put({"end": {"tables": tables, "entries": entries, "absences": len(absences), "pulse": pulse}})
    packed.write(json.dumps({"sha256": digest.hexdigest()}).encode("ascii") + b"\n")
    return Summary(tables, entries)


def _stored(connection: Connection) -> Iterator[tuple[Row, list[list[Any]]]]:
    """Each table with its journal, some at a time."""
    t, e = models.tables, models.entries.c
    last = ""
    while True:
        rows = (
            connection.execute(select(t).where(t.c.id > last).order_by(t.c.id).limit(_TABLES))
            .mappings()
            .all()
        )
        if not rows:
            return
        last = rows[-1]["id"]
        query = select(e.table_id, e.version, e.at, e.kind, e.body)
        query = query.where(e.table_id.in_([row["id"] for row in rows])).order_by(e.table_id, e.version)
        found = connection.execute(query).all()
        journals = {
            id: [list(entry[1:]) for entry in group] for id, group in groupby(found, lambda one: one[0])
        }
        for row in rows:
            yield dict(row), journals.get(row["id"], [])


# --- reading one -----------------------------------------------------------------------------------------


def check_backup(file: Path) -> Summary:
    """Reads all of it. A StorageError says in which line what is wrong."""
    summary = Summary(0, 0)
    for line in _Reader(file):
        summary = Summary(summary.tables + ("table" in line), summary.entries + ("entry" in line))
    return summary


class _Reader:
    """The lines of a backup, each checked; the end is checked too."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._number = 0
        self._ids: set[str] = set()
        self._version = 0
        self._counts = {"tables": 0, "entries": 0, "absences": 0}

    def __iter__(self) -> Iterator[Row]:
        try:
            with gzip.open(self._file, "rb") as packed:
                yield from self._lines(packed)
        except (OSError, EOFError, zlib.error) as error:
            self._refuse(f"cannot be read: {getattr(error, 'strerror', None) or error}")

    def _lines(self, packed: gzip.GzipFile) -> Iterator[Row]:
        digest = hashlib.sha256()
        head = self._next(packed, digest)
        if set(head) != {"backup", "smallworld"} or type(head["backup"]) is not int:
            self._refuse("is no backup of smallworld")
        if head["backup"] > FORMAT:
            self._refuse("was written by a newer version of smallworld; update it first")
        while True:
            line = self._next(packed, digest)
            if "end" in line:
                break
            self._check(line)
            yield line
        self._check_end(line)
        checksum = digest.hexdigest()
        if self._next(packed, hashlib.sha256()) != {"sha256": checksum}:
            self._refuse("the checksum is not right: the file is damaged")
        if packed.read(1):
            self._refuse("goes on after its end")
        yield line

    def _next(self, packed: gzip.GzipFile, digest: Any) -> Row:
        self._number += 1
        data = packed.readline(MAX_LINE + 1)
        if len(data) > MAX_LINE:
            self._refuse(f"a line of more than {MAX_LINE} bytes")
        if not data.endswith(b"\n"):
            self._refuse("ends in the middle: the file is not complete")
        digest.update(data)
        try:
            line = json.loads(data, parse_constant=self._refuse)
        except (ValueError, RecursionError):
            self._refuse("is no JSON")
        if not isinstance(line, dict):
            self._refuse("expected an object")
        found: Row = line
        return found

    def _check(self, line: Row) -> None:
        if set(line) == {"table"}:
            self._check_table(line["table"])
        elif set(line) == {"entry"}:
            self._check_entry(line["entry"])
        elif set(line) == {"absence"}:
            pair = line["absence"]
            if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_time, pair)):
                self._refuse("expected an absence as two times")
            self._counts["absences"] += 1
        else:
            self._refuse("expected a table, an entry, an absence or the end")

    def _check_table(self, row: Any) -> None:
        if not isinstance(row, dict) or set(row) != set(_COLUMNS):
            self._refuse(f"expected a table with {', '.join(_COLUMNS)}")
        for name, kind in _COLUMNS.items():
            value = row[name]
            fits = _is_time(value) if kind is float else type(value) is kind
            if not (fits or (name == "due" and value is None)):
                self._refuse(f"{name}: expected {kind.__name__}")
        id = row["id"]
        if not (0 < len(id) <= MAX_ID and _ID_LETTERS.issuperset(id)):
            self._refuse("id: expected up to 32 letters and digits")
        if id in self._ids:
            self._refuse(f"table {id} is there twice")
        try:
            header = journal.Header.model_validate(row["header"])
        except ValidationError as error:
            self._refuse(f"header: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}")
        if header.format > journal.FORMAT:
            self._refuse("header: written by a newer version of smallworld; update it first")
        self._ids.add(id)
        self._version = 0
        self._counts["tables"] += 1

    def _check_entry(self, entry: Any) -> None:
        if not isinstance(entry, list) or len(entry) != 4 or not self._ids:
            self._refuse("expected an entry of a table: version, time, kind, body")
        version, at, kind, body = entry
        if type(version) is not int or version != self._version + 1 or version > MAX_VERSION:
            self._refuse(f"expected entry {self._version + 1} of its table")
        if not _is_time(at) or not isinstance(kind, str) or kind not in _KINDS or not isinstance(body, dict):
            self._refuse("expected an entry with a time, a known kind and a body")
        self._version = version
        self._counts["entries"] += 1

    def _check_end(self, line: Row) -> None:
        end = line["end"]
        if not isinstance(end, dict) or set(end) != {*self._counts, "pulse"}:
            self._refuse("expected counts at the end")
        if any(type(end[name]) is not int or end[name] != count for name, count in self._counts.items()):
            self._refuse("the counts at the end are not right: the file is damaged")
        if end["pulse"] is not None and not _is_time(end["pulse"]):
            self._refuse("pulse: expected a time")

    def _refuse(self, why: str) -> NoReturn:
        raise StorageError(f"{self._file}, line {self._number}: {why}; nothing was changed")


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _END_OF_TIME


# --- restoring -------------------------------------------------------------------------------------------


def restore_backup(url: str, file: Path, *, replace: bool = False) -> tuple[Summary, Path | None]:
    """Check all of the file, then write it in one transaction. What was there is replaced only if that is
    wanted, and kept in another backup, whose place is returned.
    """
    summary = check_backup(file)
    engine = open_database(url)
    try:
        there = _refuse_if_used(engine, replace)
        kept = None
        if there:
            kept = _unused(file.with_name(f"{file.name}.replaced"))
            with _reading(engine) as connection:
                _write(connection, kept)
        with writing(engine) as connection:
            _take_time(connection)
            _fill(connection, file)
    except SQLAlchemyError as error:
        raise trouble(engine, error) from error
    finally:
        engine.dispose()
    return summary, kept


def _refuse_if_used(engine: Engine, replace: bool) -> int:
    """How many tables are there, if they may be replaced."""
    with engine.connect() as connection:
        beat = connection.execute(select(models.pulse.c.at).where(models.pulse.c.id == 1)).scalar()
        there = connection.execute(select(func.count()).select_from(models.tables)).scalar() or 0
    if beat is not None and 0 <= time() - beat < ALIVE:
        raise StorageError(
            f"{place(engine)}: a server used it {time() - beat:.0f} seconds ago; stop it, and wait "
            f"{ALIVE:.0f} seconds. Nothing was changed"
        )
    if there and not replace:
        raise StorageError(
            f"{place(engine)}: {there} tables are there already; --replace puts those of the backup in their "
            f"place. Nothing was changed"
        )
    return there


def _unused(path: Path) -> Path:
    number = 1
    while (found := path.with_name(f"{path.name}-{number}")).exists():
        number += 1
    return found


def _fill(connection: Connection, file: Path) -> None:
    for table in (
        models.snapshots,
        models.entries,
        models.tables,
        models.presence,
        models.absences,
        models.pulse,
    ):
        connection.execute(delete(table))
    rows: dict[str, list[Row]] = {"tables": [], "entries": [], "absences": []}
    into: dict[str, Table] = {name: models.metadata.tables[name] for name in rows}

    def write(name: str) -> None:
        if rows[name]:
            connection.execute(insert(into[name]), rows[name])
            rows[name] = []

    id = ""
    for line in _Reader(file):
        if "table" in line:
            id = line["table"]["id"]
            rows["tables"].append(line["table"])
        elif "entry" in line:
            version, at, kind, body = line["entry"]
            rows["entries"].append({"table_id": id, "version": version, "at": at, "kind": kind, "body": body})
        elif "absence" in line:
            rows["absences"].append(dict(zip(("gone", "back"), line["absence"], strict=True)))
        elif line["end"]["pulse"] is not None:
            connection.execute(insert(models.pulse), {"id": 1, "at": line["end"]["pulse"]})
        if len(rows["entries"]) >= _ENTRIES or len(rows["tables"]) >= _TABLES:
            write("tables")
            write("entries")
    for name in rows:
        write(name)
