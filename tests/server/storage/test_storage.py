"""Tables in a database: the same on SQLite and on a real PostgreSQL; clear words when it cannot be used."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from smallworld.server.storage import database
from smallworld.server.storage.async_storage import AsyncStorage
from smallworld.server.storage.models import metadata
from smallworld.server.storage.storage import Storage
from smallworld.server.tables import commands
from smallworld.server.tables.archive import StorageError, UnreadableTable
from smallworld.server.tables.journal import Entry
from tests.server.conftest import new_database
from tests.server.plans import StoredTable, facts

pytestmark = pytest.mark.slow


@pytest.fixture
def storage(database_url: str) -> Iterator[Storage]:
    opened = Storage(database_url)
    yield opened
    opened.close()


def create(storage: Storage, kept: StoredTable) -> str:
    storage.create(kept.table.id, kept.opening.header, kept.journal)
    return kept.table.id


# --- keeping ------------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(storage: Storage) -> None:
    kept = StoredTable("me", "bot", minutes=10)
    id = create(storage, kept)
    for _ in range(30):
        kept.now += 1.37
        assert storage.append([(id, kept.play_on())]) == [True]
    kept.write(commands.stand_in(kept.table, 0, "owner", kept.now))
    assert storage.append([(id, kept.journal[-1])]) == [True]
    header = storage.header(id)
    assert header == kept.opening.header
    assert storage.entries(id) == kept.journal
    assert storage.entries(id, after=30) == kept.journal[30:]
    assert facts(type(kept.table).rebuild(id, header, storage.entries(id))) == facts(kept.table)


def test_names_of_all_kinds_survive(storage: Storage) -> None:
    kept = StoredTable("me", "open")
    id = create(storage, kept)
    entry = commands.join(kept.table, "Zoë 🐉 \\ ' \" ; --", "hash", 1.0)
    storage.append([(id, entry)])
    assert storage.entries(id)[0].body["name"] == "Zoë 🐉 \\ ' \" ; --"


def test_of_two_moves_against_one_version_one_is_kept(database_url: str) -> None:
    """Two servers on one database: whoever is second is told so, and nothing is overwritten."""
    one, other = Storage(database_url), Storage(database_url)
    kept = StoredTable("me", "me")
    id = create(one, kept)
    first = commands.move(kept.table, [0], 1, ["p1"], 1.0)
    second = commands.move(kept.table, [0], 1, ["p2"], 1.0)
    assert one.append([(id, first)]) == [True]
    assert other.append([(id, second)]) == [False]
    assert other.append([(id, first)]) == [False]
    assert other.entries(id)[1:] == [first]
    one.close()
    other.close()


def test_a_conflict_does_not_hold_others_up(storage: Storage) -> None:
    kept = [StoredTable("me", "me") for _ in range(3)]
    ids = [create(storage, one) for one in kept]
    storage.append([(ids[1], commands.move(kept[1].table, [0], 1, ["p2"], 1.0))])
    batch = [(id, commands.move(one.table, [0], 1, ["p1"], 1.0)) for id, one in zip(ids, kept, strict=True)]
    assert storage.append(batch) == [True, False, True]
    assert storage.versions(ids) == dict.fromkeys(ids, 2)


def test_many_at_once(database_url: str) -> None:
    """Writers in many threads, as several servers would be: each version is given once."""
    storages = [Storage(database_url) for _ in range(3)]
    kept = StoredTable("me", "me")
    id = create(storages[0], kept)
    won: list[bool] = []

    def write(storage: Storage) -> None:
        for version in range(2, 12):
            won.extend(storage.append([(id, Entry(version, 1.0, "resumed", {"since": 0.0}))]))

    threads = [threading.Thread(target=write, args=(storage,)) for storage in storages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert won.count(True) == 10
    assert storages[0].versions([id]) == {id: 11}
    for storage in storages:
        storage.close()


def test_tables_that_are_due_are_given_to_one_server(storage: Storage) -> None:
    clocked, later, plain = (create(storage, StoredTable("me", "me")) for _ in range(3))
    assert not storage.waiting()
    storage.note({clocked: 100.0, later: 200.0, plain: None}, {})
    assert storage.waiting()
    assert storage.claim(99.0, 999.0, 10) == []
    assert storage.claim(100.0, 130.0, 10) == [clocked]
    assert storage.claim(100.0, 130.0, 10) == []
    assert storage.claim(250.0, 280.0, 10) == [clocked, later]
    storage.note({clocked: None, later: None}, {})
    assert not storage.waiting()
    assert storage.claim(1e12, 1e12, 10) == []


def test_time_without_a_server_is_written_down(storage: Storage) -> None:
    id = create(storage, StoredTable("me", "me"))
    storage.come_back(50.0, 20.0)  # there was never a server before
    storage.beat(100.0)
    storage.note({id: 130.0}, {})
    storage.come_back(115.0, 20.0)
    assert storage.absences(0.0) == []
    storage.come_back(400.0, 20.0)
    storage.come_back(401.0, 20.0)  # a second server
    assert storage.absences(0.0) == [(100.0, 400.0)]
    assert storage.absences(400.0) == []
    assert storage.claim(429.0, 999.0, 10) == []
    assert storage.claim(430.0, 999.0, 10) == [id]


def test_tables_retire_by_the_rule(storage: Storage) -> None:
    """What never began goes first, what nobody plays on later, what is over stays."""
    waiting, playing, over, fresh = (
        StoredTable("me", "open"),
        StoredTable("me", "me"),
        StoredTable("me", "me"),
        StoredTable("me", "me"),
    )
    ids = [create(storage, kept) for kept in (waiting, playing, over, fresh)]
    storage.append([(ids[2], Entry(2, 1.0, "moved", {"seat": 0, "actions": [], "over": True}))])
    storage.note({}, {**dict.fromkeys(ids[:3], 1000.0), ids[3]: 9000.0})
    assert storage.retire(1500.0, unbegun=1000.0, abandoned=5000.0) == 0
    assert storage.retire(2500.0, unbegun=1000.0, abandoned=5000.0) == 1
    assert storage.header(ids[0]) is None
    assert storage.retire(6500.0, unbegun=1000.0, abandoned=5000.0) == 1
    assert [storage.header(id) is None for id in ids] == [True, True, False, False]
    assert storage.entries(ids[1]) == []
    assert storage.retire(6500.0, unbegun=1000.0, abandoned=5000.0, finished=5000.0) == 1
    assert storage.delete(ids[3])
    assert not storage.delete(ids[3])
    assert storage.entries(ids[3]) == []


def test_a_database_of_the_first_version_is_brought_up_to_date(database_url: str) -> None:
    """Tables whose clocks run are looked at by the first server that starts."""
    storage = Storage(database_url)
    id, other = (create(storage, StoredTable("me", "me", minutes=5)) for _ in range(2))
    finished = Entry(2, 1.0, "moved", {"seat": 0, "actions": [], "over": True})
    storage.append([(other, finished)])
    with database.writing(storage._engine) as connection:
        database.downgrade(connection, "0001")
    storage.close()
    storage = Storage(database_url)
    assert storage.claim(1e12, 1e12, 10) == [id]
    assert len(storage.entries(other)) == 2
    storage.close()


def test_signs_of_life(storage: Storage) -> None:
    assert storage.last_beat() is None
    storage.beat(5.5)
    storage.beat(7.25)
    assert storage.last_beat() == 7.25


def test_unknown_tables(storage: Storage) -> None:
    assert storage.header("nowhere") is None
    assert storage.entries("nowhere") == []
    assert storage.versions(["nowhere"]) == {}


def test_migrations_make_what_the_models_say(storage: Storage) -> None:
    with storage._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_opening_again_changes_nothing(database_url: str) -> None:
    first = Storage(database_url)
    id = create(first, StoredTable("me", "me"))
    first.close()
    again = Storage(database_url)
    assert again.header(id) is not None
    again.close()


def test_batches_share_a_transaction(database_url: str) -> None:
    async def write() -> list[bool]:
        archive = AsyncStorage(Storage(database_url))
        kept = [StoredTable("me", "me") for _ in range(20)]
        for one in kept:
            await archive.write(archive.storage.create, one.table.id, one.opening.header, one.journal)
        wishes_ = [(one.table.id, commands.move(one.table, [0], 1, ["p1"], 1.0)) for one in kept]
        done = await asyncio.gather(*(archive.append(id, entry) for id, entry in wishes_))
        await archive.close()
        return done

    assert asyncio.run(write()) == [True] * 20


# --- trouble ------------------------------------------------------------------------------------------


def test_a_newer_database_is_left_alone(database_url: str) -> None:
    storage = Storage(database_url)
    id = create(storage, StoredTable("me", "me"))
    with database.writing(storage._engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'zz99'"))
    storage.close()
    with pytest.raises(StorageError, match=r"newer version of smallworld.*zz99"):
        Storage(database_url)
    engine = storage._engine
    with engine.connect() as connection:
        assert connection.execute(text("SELECT id FROM tables")).scalars().all() == [id]
    engine.dispose()


def test_a_newer_table_is_left_alone(storage: Storage) -> None:
    kept = StoredTable("me", "me")
    storage.create(kept.table.id, kept.opening.header.model_copy(update={"format": 99}))
    with pytest.raises(UnreadableTable, match="newer version"):
        storage.header(kept.table.id)


def test_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0)
    storage = Storage(f"sqlite:///{tmp_path}/tables.db")
    id = create(storage, kept := StoredTable("me", "me"))
    other = sqlite3.connect(tmp_path / "tables.db")
    other.execute("BEGIN EXCLUSIVE")
    entry = commands.move(kept.table, [0], 1, ["p1"], 1.0)
    with pytest.raises(StorageError, match="another program holds the database; nothing was written"):
        storage.append([(id, entry)])
    with pytest.raises(StorageError, match="another program holds"):
        Storage(f"sqlite:///{tmp_path}/tables.db")
    other.rollback()
    other.close()
    assert storage.append([(id, entry)]) == [True]
    storage.close()


@contextmanager
def as_nobody() -> Iterator[None]:
    """The system's superuser may write anywhere, so permissions say nothing to it."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_read_only_file() -> None:
    with tempfile.TemporaryDirectory() as name:  # not in pytest's own folders: nobody may look into those
        Path(name).chmod(0o755)
        folder = Path(name) / "kept"
        storage = Storage(f"sqlite:///{folder}/tables.db")
        id = create(storage, kept := StoredTable("me", "me"))
        storage.close()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        with as_nobody(), pytest.raises(StorageError, match="read-only; nothing was written"):
            Storage(f"sqlite:///{folder}/tables.db")
        folder.chmod(0o755)
        for file in folder.iterdir():
            file.chmod(0o644)
        storage = Storage(f"sqlite:///{folder}/tables.db")
        assert storage.entries(id) == kept.journal
        storage.close()


def test_read_only_server(postgres_server: str) -> None:
    url = new_database(postgres_server)
    storage = Storage(url)
    id = create(storage, kept := StoredTable("me", "me"))
    storage.close()
    name = url.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
    storage = Storage(url)  # there is nothing to migrate
    with pytest.raises(StorageError, match="read-only; nothing was written"):
        storage.append([(id, commands.move(kept.table, [0], 1, ["p1"], 1.0))])
    assert storage.entries(id) == kept.journal
    storage.close()


def test_a_file_that_goes_missing(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/tables.db")
    id = create(storage, kept := StoredTable("me", "me"))
    entry = commands.move(kept.table, [0], 1, ["p1"], 1.0)
    (tmp_path / "tables.db").rename(tmp_path / "away.db")
    with pytest.raises(StorageError, match="the database is missing"):
        storage.append([(id, entry)])
    (tmp_path / "tables.db").write_bytes(b"")
    with pytest.raises(StorageError, match="the database was exchanged"):
        storage.append([(id, entry)])
    (tmp_path / "away.db").rename(tmp_path / "tables.db")
    assert storage.append([(id, entry)]) == [True]
    storage.close()


def test_not_a_database(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("dear diary, " * 100)
    with pytest.raises(StorageError, match="no smallworld database; it was left as it is"):
        Storage(f"sqlite:///{file}")
    assert file.read_text().startswith("dear diary")


def test_folder_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="the folder cannot be made"):
        Storage(f"sqlite:///{tmp_path}/file/tables.db")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://host/name", "expected sqlite or postgresql"),
        ("no url at all", "the database URL cannot be read"),
        ("sqlite://", "must be a file"),
    ],
)
def test_wrong_urls(url: str, said: str) -> None:
    with pytest.raises(StorageError, match=said):
        Storage(url)


def test_passwords_are_not_said() -> None:
    with pytest.raises(StorageError, match="cannot be reached") as caught:
        Storage("postgresql://ann:secret@127.0.0.1:1/tables")
    assert "secret" not in str(caught.value)


def test_no_such_database(postgres_server: str) -> None:
    with pytest.raises(StorageError, match="create it first"):
        Storage(postgres_server.format("nowhere"))
