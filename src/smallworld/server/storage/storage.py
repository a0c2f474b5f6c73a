"""Tables and their journals in the database. Every call waits for the disk: call it from a thread."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, true, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ..tables import keys
from ..tables.archive import StorageError, UnreadableTable
from ..tables.journal import FORMAT, Entry, Header
from . import models
from .database import file_of, identity, open_database, trouble, writing
from .sqlite_append import SqliteAppender

_PROBE: Final = 65_536  # characters written to test for space: more than any table has
_FIRST: Final = 16  # entries of a journal: more than there are seats
Addition = tuple[str, Entry]  # a table's id, and an entry for its journal


class Storage:
    def __init__(self, url: str) -> None:
        self._engine = open_database(url)
        self._file = file_of(self._engine)
        self._identity = identity(self._file) if self._file else None
        self._pen = SqliteAppender(self._engine)
        self.server = self.channel = ""  # our name and the channel for notifications; empty: no other servers

    def __repr__(self) -> str:
        return f"<Storage {self._engine.url.render_as_string(hide_password=True)}>"

    def close(self) -> None:
        self._pen.drop()
        self._engine.dispose()

    @property
    def file(self) -> Path | None:
        return self._file

    @property
    def several(self) -> bool:
        """Whether several servers can use it and notify each other."""
        return self._engine.dialect.name == "postgresql"

    @property
    def place(self) -> str:
        """The URL for another connection. It may hold a password."""
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @property
    def schema(self) -> str:
        with self._reading() as connection:
            return str(connection.execute(select(func.current_schema())).scalar())

    # --- writing -------------------------------------------------------------------------------------

    def create(self, id: str, header: Header, first: Sequence[Entry] = (), due: float | None = None) -> None:
        """Create a table with its first entries in one transaction."""
        now = time()
        row = {
            "id": id,
            "created": now,
            "touched": max([now, *(entry.at for entry in first)]) if first else now,
            "due": due,
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
        if self._file is not None:
            self._same_file(self._file)
            return self._pen.append(additions)
        statement = postgresql.insert(models.entries).on_conflict_do_nothing()
        statement = statement.execution_options(preserve_rowcount=True)
        # The same order everywhere, so that two servers never deadlock.
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
            news = {additions[number][0]: additions[number][1].version for number in order if written[number]}
            self._notify(connection, {"k": "entries", "v": news})
        return written

    def beat(self, now: float) -> None:
        """Heartbeat: a server is running, and clocks may run."""
        with self._writing() as connection:
            self._beat(connection, now)

    def _beat(self, connection: Connection, now: float) -> None:
        changed = connection.execute(update(models.pulse).where(models.pulse.c.id == 1).values(at=now))
        if not changed.rowcount:
            connection.execute(insert(models.pulse), {"id": 1, "at": now})

    def come_back(self, now: float, away: float) -> None:
        """At the start of a server: if none was running for a while, record it and delay due times."""
        with self._writing() as connection:
            query = select(models.pulse.c.at).where(models.pulse.c.id == 1).with_for_update()
            last = connection.execute(query).scalar()
            if last is None or now - last <= away:
                return
            connection.execute(insert(models.absences), {"gone": last, "back": now})
            t = models.tables.c
            connection.execute(update(models.tables).where(t.due > last).values(due=t.due + (now - last)))
            self._beat(connection, now)

    def note(self, due: Mapping[str, float | None], touched: Mapping[str, float]) -> None:
        """Write due times and last uses of tables."""
        with self._writing() as connection:
            for column, values in (("due", due), ("touched", touched)):
                if values:
                    connection.execute(
                        update(models.tables)
                        .where(models.tables.c.id == bindparam("table"))
                        .values({column: bindparam("new")}),
                        [{"table": id, "new": value} for id, value in sorted(values.items())],
                    )

    def keep(self, snapshots: Mapping[str, Mapping[str, Any]]) -> None:
        """Write snapshots. A newer one of another server is not replaced."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(models.snapshots)
        new = statement.excluded
        statement = statement.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"version": new.version, "body": new.body},
            where=models.snapshots.c.version < new.version,
        )
        with self._writing() as connection:
            known = select(models.tables.c.id).where(models.tables.c.id.in_(list(snapshots)))
            for id in sorted(connection.execute(known).scalars()):  # one may have been deleted meanwhile
                body = snapshots[id]
                connection.execute(statement, {"table_id": id, "version": body["version"], "body": body})

    def claim(self, now: float, until: float, most: int) -> list[str]:
        """Tables that are due. Each is given to one server, which has until `until` to handle it."""
        t = models.tables.c
        query = select(t.id, t.due).where(t.due <= now).order_by(t.due).limit(most)
        with self._reading() as connection:
            found = list(connection.execute(query))
        if not found:
            return []
        claimed = []
        with self._writing() as connection:
            for id, due in found:
                mine = update(models.tables).where(t.id == id, t.due == due).values(due=until)
                if connection.execute(mine).rowcount:
                    claimed.append(id)
        return claimed

    def retire(self, now: float, unbegun: float, abandoned: float, finished: float = 0.0) -> int:
        """Delete tables unused for so long; 0: never. Returns how many."""
        t, e = models.tables.c, models.entries.c
        begun = select(e.table_id).where(e.table_id == t.id, e.kind == "begun").exists()
        over, gone = t.finished.is_(True), 0
        rules = ((unbegun, ~over & ~begun), (abandoned, ~over), (finished, over))
        with self._writing() as connection:
            for age, which in rules:
                if age > 0:
                    gone += connection.execute(
                        delete(models.tables).where(t.touched < now - age, which)
                    ).rowcount
            old = models.absences.c.back < now - max(abandoned, finished, 1.0)
            if abandoned > 0:
                connection.execute(delete(models.absences).where(old))
        return gone

    def delete(self, id: str) -> bool:
        """Delete a table and all its data."""
        with self._writing() as connection:
            found = connection.execute(delete(models.tables).where(models.tables.c.id == id)).rowcount > 0
            if found:
                self._notify(connection, {"k": "deleted", "t": id})
        return found

    def present(self, server: str, beat: int, tables: Mapping[str, Any]) -> None:
        """Record who is connected to a server."""
        p = models.presence
        with self._writing() as connection:
            row = {"server": server, "beat": beat, "tables": tables}
            if not connection.execute(update(p).where(p.c.server == server).values(row)).rowcount:
                connection.execute(insert(p), row)

    def absent(self, server: str, beat: int | None = None) -> None:
        """Remove a server's row. With `beat`: only if its counter has not grown since."""
        p = models.presence.c
        last = p.beat == beat if beat is not None else true()
        with self._writing() as connection:
            connection.execute(delete(models.presence).where(p.server == server, last))

    def try_writing(self) -> None:
        """Raises an error if nothing can be written now. As much as a table may need is written in one
        transaction and deleted in another: reused space would prove nothing."""
        number = secrets.randbits(31)
        with self._writing() as connection:
            connection.execute(insert(models.probe), {"id": number, "body": secrets.token_hex(_PROBE // 2)})
        with self._writing() as connection:
            connection.execute(delete(models.probe))

    def _notify(self, connection: Connection, news: Mapping[str, object]) -> None:
        """Notify other servers at the moment of the commit; does nothing without any."""
        if self.channel:
            for part in _parts(news):
                payload = json.dumps({"s": self.server, **part}, separators=(",", ":"))
                connection.execute(select(func.pg_notify(self.channel, payload)))

    # --- reading -------------------------------------------------------------------------------------

    def header(self, id: str) -> Header | None:
        with self._reading() as connection:
            found = connection.execute(
                select(models.tables.c.header).where(models.tables.c.id == id)
            ).scalar()
        if found is None:
            return None
        if found.get("format", 0) > FORMAT:
            raise UnreadableTable("newer", f"table {id}: written by a newer version of smallworld")
        return Header.model_validate(found)

    def opens(self, id: str, key: str) -> bool:
        """Whether a key (its hash) is valid for this table. A missing table takes the same queries."""
        h, e = models.tables.c.header, models.entries.c
        given = select(*(h[name].as_string() for name in ("owner", "join", "watch")))
        # Seats are taken before the game begins, so they are among the first entries.
        first = select(e.kind, e.body).where(e.table_id == id).order_by(e.version).limit(_FIRST)
        with self._reading() as connection:
            known = list(connection.execute(given.where(models.tables.c.id == id)).first() or [""])
            known += [body["key"] for kind, body in connection.execute(first) if kind == "seated"]
        return sum(keys.same(key, one) for one in known) > 0

    def entries(self, id: str, after: int = 0) -> list[Entry]:
        """The journal entries after a version."""
        e = models.entries.c
        query = select(e.version, e.at, e.kind, e.body).where(e.table_id == id, e.version > after)
        with self._reading() as connection:
            return [Entry(*row) for row in connection.execute(query.order_by(e.version))]

    def snapshot(self, id: str) -> dict[str, Any] | None:
        query = select(models.snapshots.c.body).where(models.snapshots.c.table_id == id)
        with self._reading() as connection:
            found = connection.execute(query).scalar()
        return found if isinstance(found, dict) else None

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The current lengths of the journals of these tables."""
        e = models.entries.c
        query = select(e.table_id, func.max(e.version)).where(e.table_id.in_(ids)).group_by(e.table_id)
        with self._reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def waiting(self) -> bool:
        """Whether any table will be due."""
        with self._reading() as connection:
            return (
                connection.execute(
                    select(models.tables.c.id).where(models.tables.c.due.is_not(None)).limit(1)
                ).first()
                is not None
            )

    def presences(self) -> list[tuple[str, int, dict[str, Any]]]:
        """The rows of all servers: name, counter, and who is connected."""
        p = models.presence.c
        with self._reading() as connection:
            return [
                (row[0], row[1], row[2]) for row in connection.execute(select(p.server, p.beat, p.tables))
            ]

    def absences(self, since: float) -> list[tuple[float, float]]:
        """Periods without a server since a time, for a clock last read then."""
        a = models.absences.c
        query = select(a.gone, a.back).where(a.back > since).order_by(a.gone)
        with self._reading() as connection:
            return [(row[0], row[1]) for row in connection.execute(query)]

    def last_beat(self) -> float | None:
        with self._reading() as connection:
            return connection.execute(select(models.pulse.c.at).where(models.pulse.c.id == 1)).scalar()

    # --- transactions --------------------------------------------------------------------------------

    def _same_file(self, file: Path) -> None:
        if identity(file) != self._identity:
            raise StorageError(f"{file}: the database was exchanged; nothing was written. Start again.")

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self._file is not None:
            self._same_file(self._file)
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


def _parts(news: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Split a message: a notification holds at most eight thousand bytes."""
    versions = news.get("v")
    if not isinstance(versions, dict):
        yield news
        return
    items = list(versions.items())
    for start in range(0, len(items), 100):
        yield {**news, "v": dict(items[start : start + 100])}


def _row(table: str, entry: Entry) -> dict[str, object]:
    return {
        "table_id": table,
        "version": entry.version,
        "at": entry.at,
        "kind": entry.kind,
        "body": dict(entry.body),
    }
