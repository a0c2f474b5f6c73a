"""Backup and restore of a database in use: the same tables come back, and a bad file changes nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from smallworld.cli.main import app
from smallworld.server.storage import backup
from smallworld.server.storage.backup import check_backup, restore_backup, write_backup
from smallworld.server.storage.storage import Storage
from smallworld.server.tables.archive import StorageError
from tests.server.conftest import new_schema
from tests.server.plans import StoredTable

pytestmark = pytest.mark.slow
Lines = list[dict[str, Any]]


def filled(url: str) -> StoredTable:
    """A database with a game that is going on, and a table that waits; some time ago."""
    storage = Storage(url)
    kept = StoredTable("me", "me", minutes=5)
    storage.create(kept.table.id, kept.opening.header, kept.journal, 5.0)
    for _ in range(5):
        storage.append([(kept.table.id, kept.play_on())])
    storage.keep({kept.table.id: {"version": 3}})
    waiting = StoredTable("me", "open")
    storage.create(waiting.table.id, waiting.opening.header)
    storage.beat(50.0)
    storage.come_back(1000.0, 10.0)
    storage.close()
    return kept


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/other/tables.db"
    return new_schema(request.getfixturevalue("postgres_server"))


def test_a_backup_is_a_whole_house(database_url: str, other_url: str, tmp_path: Path) -> None:
    """From each kind of database into each, also into one that has been used."""
    kept, file = filled(database_url), tmp_path / "copy.swb"
    assert write_backup(database_url, file) == backup.Summary(2, len(kept.journal))
    assert os.stat(file).st_mode & 0o777 == 0o600
    storage = Storage(database_url)
    storage.append([(kept.table.id, kept.play_on())])  # after the copy
    storage.close()
    before = filled(other_url)

    with pytest.raises(StorageError, match="--replace"):
        restore_backup(other_url, file)
    summary, replaced = restore_backup(other_url, file, replace=True)
    assert summary.tables == 2
    assert replaced is not None
    assert check_backup(replaced).tables == 2

    restored = Storage(other_url)
    assert restored.header(before.table.id) is None
    assert restored.header(kept.table.id) == kept.opening.header
    assert restored.entries(kept.table.id) == kept.journal[:-1]
    assert restored.snapshot(kept.table.id) is None
    assert restored.absences(0.0) == [(50.0, 1000.0)]
    assert restored.last_beat() == 1000.0
    assert restored.claim(1000.0, 1100.0, 1) == [kept.table.id]
    assert restored.append([(kept.table.id, kept.journal[-1])]) == [True]  # and it can be played on
    restored.close()
    restore_backup(other_url, replaced, replace=True)
    back = Storage(other_url)
    assert back.entries(before.table.id) == before.journal
    back.close()


def test_nothing_is_overwritten_and_a_running_server_is_left_alone(database_url: str, tmp_path: Path) -> None:
    filled(database_url)
    file = tmp_path / "copy.swb"
    write_backup(database_url, file)
    bytes_before = file.read_bytes()
    with pytest.raises(StorageError, match="such a file already"):
        write_backup(database_url, file)
    assert file.read_bytes() == bytes_before
    storage = Storage(database_url)
    storage.beat(time.time())
    storage.close()
    with pytest.raises(StorageError, match="a server used it"):
        restore_backup(database_url, file, replace=True)


def packed(lines: Lines, *, sums: bool = True) -> bytes:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = json.dumps({"sha256": hashlib.sha256(data).hexdigest()}).encode() + b"\n"
    return gzip.compress(data + (end if sums else b""))


def _twice(lines: Lines) -> None:
    lines[-2:-2] = [line for line in lines if "table" in line][:1]


def _lose(lines: Lines) -> None:
    del lines[next(at for at, line in enumerate(lines) if "entry" in line)]


def _first(key: str, change: Callable[[Any], None]) -> Callable[[Lines], None]:
    return lambda lines: change(next(line for line in lines if key in line)[key])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines.clear(), "no backup of smallworld"),
        (lambda lines: lines[0].update(backup=99), "newer version"),
        (_twice, "is there twice"),
        (_lose, "expected entry 1 of its table"),
        (_first("table", lambda row: row.update(id="../../x")), "letters and digits"),
        (_first("table", lambda row: row.update(id=["x"])), "id: expected str"),
        (_first("table", lambda row: row.update(created=float("nan"))), "is no JSON|created"),
        (_first("table", lambda row: row.update(clocked=1)), "clocked: expected bool"),
        (_first("table", lambda row: row["header"].update(chairs=5)), "header: "),
        (_first("table", lambda row: row["header"].update(format=99)), "newer version"),
        (_first("entry", lambda entry: entry.__setitem__(2, "sql")), "a known kind"),
        (_first("entry", lambda entry: entry.__setitem__(0, 2**70)), "expected entry 1"),
        (_first("entry", lambda entry: entry.__setitem__(3, [])), "a body"),
        (_first("end", lambda end: end.update(tables=1)), "counts"),
        (lambda lines: lines.insert(1, {"user": "root"}), "expected a table"),
        (lambda lines: lines.insert(1, {"entry": [1, 1.0, "begun", {}]}), "expected an entry of a table"),
        (lambda lines: lines.insert(1, {"table": "x" * backup.MAX_LINE}), "more than 4000000 bytes"),
    ],
)
def test_a_bad_file_is_refused_with_its_line_and_changes_nothing(
    change: Callable[[Lines], None], said: str, tmp_path: Path
) -> None:
    url, file = f"sqlite:///{tmp_path}/tables.db", tmp_path / "copy.swb"
    kept = filled(url)
    write_backup(url, file)
    lines: Lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()][:-1]
    change(lines)
    if not lines:
        lines.append({"hello": 1})
    file.write_bytes(packed(lines))
    with pytest.raises(StorageError, match=said) as found:
        restore_backup(url, file, replace=True)
    assert f"{file}, line " in str(found.value)
    storage = Storage(url)
    assert storage.entries(kept.table.id) == kept.journal
    storage.close()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/tables.db", tmp_path / "copy.swb"
    filled(url)
    write_backup(url, file)
    whole = file.read_bytes()
    lines: Lines = [json.loads(line) for line in gzip.decompress(whole).splitlines()][:-1]
    deep = gzip.compress(b'{"backup":1,"smallworld":"1"}\n' + b"[" * 100_000 + b"\n")
    bad = {
        "cannot be read": [b"hello", whole[:-40], whole[:60] + b"?" + whole[61:]],
        "ends in the middle": [packed(lines, sums=False), packed(lines[:3], sums=False), b""],
        "checksum": [packed(lines)[:-8] and gzip.compress(gzip.decompress(packed(lines))[:-10] + b'0"}\n')],
        "goes on after its end": [gzip.compress(gzip.decompress(whole) + b"{}\n")],
        "is no JSON": [deep],
    }
    for said, contents in bad.items():
        for data in contents:
            file.write_bytes(data)
            with pytest.raises(StorageError, match=f"{said}|is no JSON|cannot be read"):
                check_backup(file)


def test_the_commands(tmp_path: Path) -> None:
    run, data, file = CliRunner().invoke, tmp_path / "data", tmp_path / "copy.swb"
    filled(f"sqlite:///{data}/tables.db")
    done = run(app, ["backup", str(file), "--data", str(data)])
    assert done.exit_code == 0, done.output
    assert "2 tables with 6 entries written to" in done.output
    done = run(app, ["restore", str(file), "--check"])
    assert "The file is whole: 2 tables with 6 entries." in done.output
    done = run(app, ["restore", str(file), "--data", str(tmp_path / "new")])
    assert "2 tables with 6 entries restored." in done.output
    done = run(app, ["restore", str(file), "--data", str(tmp_path / "new")])
    assert done.exit_code == 2
    done = run(app, ["restore", str(file), "--replace", "--data", str(tmp_path / "new"), "--lang", "de"])
    assert "Was vorher da war, steht in" in done.output
    done = run(app, ["restore", str(tmp_path / "nothing"), "--check"])
    assert done.exit_code == 2
