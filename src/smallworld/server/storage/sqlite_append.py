"""Writes entries to a SQLite file with little overhead: a move waits only for the disk.

The statements are compiled once from the same models as all others and go directly to the driver.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from sqlalchemy import Engine, bindparam, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from ..tables.journal import Entry
from . import models
from .database import trouble

_DIALECT: Final = sqlite.dialect(paramstyle="named")
_INSERT: Final = str(sqlite.insert(models.entries).on_conflict_do_nothing().compile(dialect=_DIALECT))
_FINISH: Final = str(
    update(models.tables)
    .where(models.tables.c.id == bindparam("table_id"))
    .values(finished=bindparam("over"))
    .compile(dialect=_DIALECT)
)


class SqliteAppender:
    """Keeps a connection. Only one thread may write with it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: PoolProxiedConnection | None = None

    def append(self, additions: Sequence[tuple[str, Entry]]) -> list[bool]:
        """All in one transaction; False where an entry of that version exists already."""
        written = []
        try:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            for id, entry in additions:
                row = {
                    "table_id": id,
                    "version": entry.version,
                    "at": entry.at,
                    "kind": entry.kind,
                    "body": json.dumps(dict(entry.body)),
                }
                new = connection.execute(_INSERT, row).rowcount == 1
                if new and entry.finished is not None:
                    connection.execute(_FINISH, {"table_id": id, "over": entry.finished})
                written.append(new)
            connection.execute("COMMIT")
        except BaseException as error:
            self.drop()
            if isinstance(error, sqlite3.Error | SQLAlchemyError):
                raise trouble(self._engine, error) from error
            raise
        return written

    def _connection(self) -> sqlite3.Connection:
        if self._kept is None:
            self._kept = self._engine.raw_connection()
        connection = self._kept.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        return connection

    def drop(self) -> None:
        """Roll back what was begun; the next write opens a new connection."""
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(sqlite3.Error):
                kept.rollback()
            kept.invalidate()
