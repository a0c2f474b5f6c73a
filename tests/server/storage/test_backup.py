"""Backup and restore as the docs say, while the database is used: the same house comes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from smallworld.server.storage.storage import Storage
from tests.server.conftest import new_database
from tests.server.plans import StoredTable
from tools import postgres

pytestmark = pytest.mark.slow

# What the `sqlite3` of the docs does, with the one that Python brings.
_COPY = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', (sys.argv[2],))"


def _sqlite(storage: Storage, copy: Path) -> None:
    subprocess.run([sys.executable, "-c", _COPY, str(storage.file), str(copy)], check=True)


def _postgres(url: str, other: str, dump: Path) -> None:
    """Into a database that has been used already: what was there is replaced."""
    tools = postgres.binaries()
    subprocess.run([str(tools / "pg_dump"), "--format=custom", f"--file={dump}", url], check=True)
    restore = [str(tools / "pg_restore"), "--clean", "--if-exists", f"--dbname={other}", str(dump)]
    subprocess.run(restore, check=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_is_a_whole_house(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    if kind == "sqlite":
        url, copy = f"sqlite:///{tmp_path}/tables.db", f"sqlite:///{tmp_path}/copy.db"
    else:
        server = request.getfixturevalue("postgres_server")
        url, copy = new_database(server), new_database(server)
    storage = Storage(url)
    kept = StoredTable("me", "me", minutes=5)
    storage.create(kept.table.id, kept.opening.header, kept.journal, 5.0)
    for _ in range(5):
        storage.append([(kept.table.id, kept.play_on())])
    storage.keep({kept.table.id: {"version": 3}})
    if kind == "sqlite":
        _sqlite(storage, tmp_path / "copy.db")
    else:
        Storage(copy).close()
        _postgres(url, copy, tmp_path / "dump")
    storage.append([(kept.table.id, kept.play_on())])  # after the copy
    storage.close()
    restored = Storage(copy)
    assert restored.header(kept.table.id) == kept.opening.header
    assert restored.entries(kept.table.id) == kept.journal[:-1]
    assert restored.snapshot(kept.table.id) == {"version": 3}
    assert restored.claim(5.0, 6.0, 1) == [kept.table.id]
    assert restored.append([(kept.table.id, kept.journal[-1])]) == [True]  # and it can be played on
    restored.close()
