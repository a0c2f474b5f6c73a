"""Opening the database: a SQLite file or PostgreSQL by URL, migrated to this version's schema.

Each error says what is wrong and what to do; nothing is ever deleted to make it work.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from smallworld import install

from ..tables.archive import StorageError

_log: Final = logging.getLogger("smallworld.storage")
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x536D576C  # PostgreSQL advisory lock while migrating
_PATIENCE: Final = 5  # seconds to wait for another process's lock


def open_database(url: str) -> Engine:
    parsed = _parse(url)
    engine = _sqlite(parsed) if parsed.get_backend_name() == "sqlite" else _postgresql(parsed)
    try:
        with writing(engine) as connection:
            _migrate(connection, engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise trouble(engine, error) from error
    except StorageError:
        engine.dispose()
        raise
    return engine


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StorageError(
            "the database URL cannot be read; expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from error
    backend = parsed.get_backend_name()
    if backend == "postgres":
        parsed = parsed.set(drivername="postgresql")
        backend = "postgresql"
    if backend not in ("sqlite", "postgresql"):
        raise StorageError(f"the database is {backend!r}; expected sqlite or postgresql")
    return parsed.set(drivername="sqlite" if backend == "sqlite" else "postgresql+psycopg")


def _sqlite(url: URL) -> Engine:
    """One writer at a time, many readers. `synchronous=FULL`: in WAL mode anything less may lose the last
    commits at a power failure, and an acknowledged move must never be lost."""
    if not url.database or url.database == ":memory:":
        raise StorageError("the database must be a file: tables are kept for longer than a server runs")
    folder = Path(url.database).parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder}: the folder cannot be made: {error.strerror}") from error
    with suppress(OSError):  # reported when the file is opened
        os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, 0o600))  # readable only by the owner
    engine = create_engine(url, connect_args={"timeout": _PATIENCE, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions are started explicitly
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={_PATIENCE}000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A reader that starts to write cannot wait for another's lock; so writers begin as writers.
        kind = "IMMEDIATE" if connection.get_execution_options().get("writes") else "DEFERRED"
        connection.exec_driver_sql(f"BEGIN {kind}")

    return engine


def _postgresql(url: URL) -> Engine:
    """With a timeout for each statement: a database that hangs must not block clients."""
    waits = {
        "connect_timeout": _PATIENCE,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": _PATIENCE * 1000,
    }
    try:
        engine = create_engine(
            url, pool_pre_ping=True, pool_size=6, max_overflow=4, pool_timeout=_PATIENCE, connect_args=waits
        )
    except (ImportError, NoSuchModuleError) as error:
        raise StorageError(f"PostgreSQL needs the package psycopg: {install('postgres')}") from error

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET statement_timeout = '{_PATIENCE}s'")
            cursor.execute(f"SET idle_in_transaction_session_timeout = '{2 * _PATIENCE}s'")
        connection.commit()

    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def _migrate(connection: Connection, engine: Engine) -> None:
    if engine.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))  # a migration may take longer
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _alembic(connection)
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    unknown = sorted(set(heads) - known)
    if unknown:
        raise StorageError(
            f"{place(engine)}: written by a newer version of smallworld (it is at revision {unknown[0]}, "
            f"this version knows {scripts.get_current_head()}); update smallworld, or name another database"
        )
    if heads != (scripts.get_current_head(),):
        _log.info("%s: preparing the database (%s)", place(engine), "update" if heads else "new")
        command.upgrade(config, "head")


def downgrade(connection: Connection, revision: str) -> None:
    """Migrate back to the schema of an older version."""
    command.downgrade(_alembic(connection), revision)


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


# --- errors ---------------------------------------------------------------------------------------


def place(engine: Engine) -> str:
    """Where the database is, without its password."""
    url = engine.url
    return str(url.database) if engine.dialect.name == "sqlite" else url.render_as_string(hide_password=True)


def trouble(engine: Engine, error: Exception) -> StorageError:
    """An error message for the log and the operator."""
    said = str(error.orig if isinstance(error, DBAPIError) and error.orig else error).strip()
    where, lower = place(engine), said.lower()
    advice = ""
    for sign, sentence in _ADVICE.items():
        if sign in lower:
            advice = f": {sentence}"
            break
    first_line = said.splitlines()[0] if said else type(error).__name__
    return StorageError(f"{where}{advice} ({first_line})")


_ADVICE: Final = {
    "locked": "another program holds the database; nothing was written",
    "readonly": "the database is read-only; nothing was written",
    "read-only": "the database is read-only; nothing was written",
    "not a database": "this file is no smallworld database; it was left as it is",
    "unable to open": "the file cannot be opened; is its folder there, and may it be written to?",
    "disk is full": "the disk is full; nothing was written",
    "malformed": "the file is damaged; it was left as it is",
    "does not exist": "there is no such database on the server; create it first",
    "password authentication": "the user or the password is not right",
    "connection": "the database server cannot be reached",
    "no such table": "the tables are missing; was the file exchanged while the server ran?",
}


def file_of(engine: Engine) -> Path | None:
    return Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None


def identity(path: Path) -> tuple[int, int]:
    """Identifies the file. SQLite would keep writing to a deleted file, and the data would be lost."""
    try:
        stat = os.stat(path)
    except OSError as error:
        raise StorageError(
            f"{path}: the database is missing ({error.strerror}); nothing was written"
        ) from error
    return stat.st_dev, stat.st_ino
