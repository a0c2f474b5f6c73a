"""Tables and their journals in the database. Everything here waits for the disk: call it from a thread."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from time import time

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ..tables.journal import FORMAT, Entry, Header
from . import models
from .database import StorageTrouble, file_of, identity, open_database, trouble, writing

Addition = tuple[str, Entry]  # a table's id, and what is to be written into its journal


class Storage:
    def __init__(self, url: str) -> None:
        self._engine = open_database(url)
        self._file = file_of(self._engine)
        self._identity = identity(self._file) if self._file else None

    def __repr__(self) -> str:
        return f"<Storage {self._engine.url.render_as_string(hide_password=True)}>"

    def close(self) -> None:
        self._engine.dispose()

    # --- writing -------------------------------------------------------------------------------------

    def create(self, id: str, header: Header, first: Sequence[Entry] = ()) -> None:
        """A new table and its first entries, in one piece."""
        row = {
            "id": id,
            "created": time(),
            "clocked": header.options.minutes is not None,
            "finished": False,
            "header": header.model_dump(mode="json"),
        }
        with self._writing() as connection:
            connection.execute(insert(models.tables), row)
            if first:
                connection.execute(insert(models.entries), [_row(id, entry) for entry in first])

    def append(self, additions: Sequence[Addition]) -> list[bool]:
        """Write entries of any tables in one transaction; False where somebody else was faster."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(models.entries).on_conflict_do_nothing()
        statement = statement.execution_options(preserve_rowcount=True)
        # In one order everywhere, so that two servers never wait for each other.
        order = sorted(range(len(additions)), key=lambda number: additions[number][0])
        written = [False] * len(additions)
        with self._writing() as connection:
            for number in order:
                id, entry = additions[number]
                result = connection.execute(statement, _row(id, entry))
                written[number] = result.rowcount == 1
                if written[number] and entry.finished is not None:
                    here = models.tables.c.id == id
                    connection.execute(update(models.tables).where(here).values(finished=entry.finished))
        return written

    def beat(self, now: float) -> None:
        """Some server is here, and clocks may run."""
        with self._writing() as connection:
            changed = connection.execute(update(models.pulse).where(models.pulse.c.id == 1).values(at=now))
            if not changed.rowcount:
                connection.execute(insert(models.pulse), {"id": 1, "at": now})

    # --- reading -------------------------------------------------------------------------------------

    def header(self, id: str) -> Header | None:
        with self._reading() as connection:
            found = connection.execute(
                select(models.tables.c.header).where(models.tables.c.id == id)
            ).scalar()
        if found is None:
            return None
        if found.get("format", 0) > FORMAT:
            raise StorageTrouble(f"table {id}: written by a newer version of smallworld")
        return Header.model_validate(found)

    def entries(self, id: str, after: int = 0) -> list[Entry]:
        """The journal from a version on."""
        e = models.entries.c
        query = select(e.version, e.at, e.kind, e.body).where(e.table_id == id, e.version > after)
        with self._reading() as connection:
            return [Entry(*row) for row in connection.execute(query.order_by(e.version))]

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """How long the journals of these tables are by now."""
        e = models.entries.c
        query = select(e.table_id, func.max(e.version)).where(e.table_id.in_(ids)).group_by(e.table_id)
        with self._reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def running(self) -> list[str]:
        """Tables whose clocks may be running."""
        t = models.tables.c
        query = select(t.id).where(t.clocked.is_(True), t.finished.is_(False))
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def last_beat(self) -> float | None:
        with self._reading() as connection:
            return connection.execute(select(models.pulse.c.at).where(models.pulse.c.id == 1)).scalar()

    # --- transactions --------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self._file is not None and identity(self._file) != self._identity:
            raise StorageTrouble(
                f"{self._file}: the database was exchanged; nothing was written. Start again."
            )
        try:
            with writing(self._engine) as connection:
                yield connection
        except SQLAlchemyError as error:
            raise trouble(self._engine, error) from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise trouble(self._engine, error) from error


def _row(table: str, entry: Entry) -> dict[str, object]:
    return {
        "table_id": table,
        "version": entry.version,
        "at": entry.at,
        "kind": entry.kind,
        "body": dict(entry.body),
    }
