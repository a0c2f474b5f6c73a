"""What stays and what goes, the database in trouble, and what whoever runs a server sees of it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
import socket
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from smallworld.engine import Game, Seeded, SmallWorldError, parse_position, position_string
from smallworld.packs import load_world, world_from_key
from smallworld.server.http.running.logs import JsonLines, RepeatLimit
from smallworld.server.http.running.self_check import check_setup
from smallworld.server.settings import Settings
from smallworld.server.storage.async_storage import AsyncStorage
from smallworld.server.storage.storage import Storage
from smallworld.server.tables import commands
from smallworld.server.tables.archive import StorageError
from smallworld.server.tables.journal import Entry
from smallworld.server.tables.refusal import Refusal
from tests.server.conftest import new_schema
from tests.server.http.running.test_kill import serving
from tests.server.plans import StoredTable
from tests.server.running_server import PLENTY, RunningServer, wait_for

pytestmark = pytest.mark.slow

SEATS = [{"who": "me"}, {"who": "me"}]


# --- what never leaves ----------------------------------------------------------------------------------


def test_clocks_wake_their_tables_and_the_others_sleep(tmp_path: Path) -> None:
    """A server is there at once, however many tables have clocks; those that are due come by themselves."""
    settings = Settings(data=tmp_path, bot_pace=0.0, bot_workers=1)
    storage = Storage(settings.url)
    late = StoredTable("me", "me", minutes=1, now=time.time() - 90)
    storage.create(late.table.id, late.opening.header, late.journal, late.table.clocks.deadline)
    for _ in range(30):
        kept = StoredTable("me", "me", minutes=600, now=time.time())
        storage.create(kept.table.id, kept.opening.header, kept.journal, kept.table.clocks.deadline)
    storage.close()
    with RunningServer(settings) as server:
        assert len(server.rooms) <= 1
        wait_for(lambda: len(server.state.archive.storage.entries(late.table.id)) > 1)
        assert server.state.archive.storage.entries(late.table.id)[1].kind == "standin"
        assert len(server.rooms) == 1


def test_a_table_with_a_clock_leaves_memory_and_comes_back_when_due(tmp_path: Path) -> None:
    with RunningServer(Settings(data=tmp_path, bot_workers=1, limits=replace(PLENTY, idle=-1.0))) as server:
        table = server.open("me", "me", minutes=600)
        assert len(server.rooms) == 1
        server.portal(server.rooms._unload_unused())
        assert len(server.rooms) == 0
        storage = server.state.archive.storage
        assert storage.waiting()
        storage.note({table["table"]: time.time() - 1}, {})
        wait_for(lambda: len(server.rooms) == 1)


def test_journals_end() -> None:
    kept = StoredTable("me", "me", free_undo=True)
    kept.move("p1")
    kept.table.version = commands.MOST_ENTRIES
    with pytest.raises(Refusal, match="too_often"):
        commands.undo(kept.table, [0], kept.table.version, 1.0)
    with pytest.raises(Refusal, match="too_often"):
        commands.stand_in(kept.table, 0, "asked", 1.0)
    assert commands.stand_in(kept.table, 0, "time", 1.0).kind == "standin"  # a clock has the last word
    assert commands.move(kept.table, [0], kept.table.version, [kept.good_action()], 1.0).kind == "moved"


def test_standing_in_and_back_gains_no_time() -> None:
    kept = StoredTable("me", "me", minutes=1)
    kept.now += 50
    kept.write(commands.stand_in(kept.table, 0, "asked", kept.now))
    kept.write(commands.come_back(kept.table, 0, kept.now))
    assert kept.table.clocks.left(0, kept.now) == 10.0


# --- positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("find", "put", "fault"),
    [
        ("~5.-5.~", "~999999.-5.~", "999999 coins"),
        ("~5.-5.~", "~x.-5.~", "hides somebody's coins"),
    ],
)
def test_positions_that_would_break_are_refused(
    server: RunningServer, find: str, put: str, fault: str
) -> None:
    start = position_string(Game(load_world("base_2p"), luck=Seeded(1)).state)
    assert find in start
    good = server.http.post("/api/tables", json={"seats": SEATS, "options": {"start": start}})
    assert good.status_code == 201
    bad = {"seats": SEATS, "options": {"start": start.replace(find, put)}}
    answer = server.http.post("/api/tables", json=bad)
    assert answer.status_code == 422
    assert fault in " ".join(answer.json()["faults"])


def test_an_empty_column_is_refused() -> None:
    fields = position_string(Game(load_world("base_2p"), luck=Seeded(1)).state).split("~")
    fields[11] = ""
    with pytest.raises(SmallWorldError, match="column"):
        parse_position("~".join(fields), world_from_key)


def test_mutated_positions_are_refused_or_playable() -> None:
    """Some hundreds here; `python -m tools.mutants` tries as many as are wanted."""
    from tools.mutants import broken

    found = broken(seed=11, count=400)
    assert found.accepted > 40
    assert found.faults == []


# --- the database ---------------------------------------------------------------------------------------


class Relay:
    """Between a server and its PostgreSQL; it can fall silent, which is worse than being gone."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._open = threading.Event()
        self._open.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                one, _ = self._listening.accept()
                other = socket.socket(socket.AF_UNIX)
                other.connect(self._path)
                self._sockets += [one, other]
                for source, target in ((one, other), (other, one)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self._open.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def mute(self) -> None:
        self._open.clear()

    def speak(self) -> None:
        self._open.set()

    def close(self) -> None:
        self._open.set()
        self._listening.close()
        for one in self._sockets:
            one.close()


def test_a_mute_database_is_noticed(postgres_server: str, tmp_path: Path) -> None:
    url = new_schema(postgres_server)
    folder = postgres_server.partition("host=")[2]
    relay = Relay(f"{folder}/.s.PGSQL.5432")
    far = url.replace("postgresql://postgres@/", f"postgresql://postgres@127.0.0.1:{relay.port}/").replace(
        f"host={folder}&", ""
    )
    limits = replace(PLENTY, storage=1.5)
    settings = Settings(data=tmp_path, database_url=far, bot_workers=1, bot_pace=0.0, limits=limits)
    try:
        with RunningServer(settings) as server:
            table = server.open("me", "bot")
            with server.line(table["table"], table["key"]) as me:
                me.until_picture(lambda picture: picture["ask"])
                relay.mute()
                began = time.monotonic()
                refused = me.move("p1")
                waited = time.monotonic() - began
                assert (refused["type"], refused["cause"]) == ("refused", "storage")
                assert waited < 20  # and not a minute; it is about a second on a machine with time to spare
                assert server.http.get("/api/health").status_code == 503
                relay.speak()
                wait_for(lambda: server.http.get("/api/health").status_code == 200)
                # The move was on its way and may have been written: then it is shown, or else made again.
                for _ in range(5):
                    if me.move("p1")["type"] == "accepted" or me.picture["version"] > 1:
                        break
                wait_for(lambda: server.room(table["table"]).table.version > 1)
                stored = server.state.archive.storage.entries(table["table"])
                assert [entry.version for entry in stored] == list(range(1, len(stored) + 1))
    finally:
        relay.close()


def test_nobody_waits_for_a_thread_that_hangs(tmp_path: Path) -> None:
    async def wait() -> None:
        archive = AsyncStorage(Storage(f"sqlite:///{tmp_path}/tables.db"), patience=0.2)
        over = threading.Event()
        with pytest.raises(StorageError, match="no answer"):
            await archive.read(over.wait)
        over.set()
        await archive.close()

    asyncio.run(wait())


def test_nobody_waits_for_a_write_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither whose move it is, nor who comes behind; and what has not begun is not written later on."""
    over, written = threading.Event(), []

    def hangs(additions: list[tuple[str, Entry]]) -> list[bool]:
        over.wait(60)
        written.extend(additions)
        return [True] * len(additions)

    async def wait() -> None:
        archive = AsyncStorage(Storage(f"sqlite:///{tmp_path}/tables.db"), patience=0.2)
        monkeypatch.setattr(archive.storage, "append", hangs)
        async with asyncio.timeout(20):
            for version in (1, 2):
                with pytest.raises(StorageError, match="no answer"):
                    await archive.append("T", Entry(version, 0.0, "moved", {}))
        over.set()
        await archive.close()

    asyncio.run(wait())
    assert [entry.version for _, entry in written] == [1]


def test_health_tells_of_a_full_disk(tmp_path: Path) -> None:
    """Files cannot grow any more, in a process of its own: reading works, writing does not."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "import asyncio; from smallworld.server.storage.async_storage import AsyncStorage\n"
        "from smallworld.server.storage.storage import Storage\n"
        "async def main():\n"
        "    archive = AsyncStorage(Storage(sys.argv[1]))\n"
        "    await archive.check()\n"
        "    archive._checked = -1e9\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))\n"
        "    try:\n"
        "        await archive.check()\n"
        "    except Exception as error:\n"
        "        print(type(error).__name__)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:///{tmp_path}/tables.db"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.strip() == "StorageError", done.stderr


def test_health_is_as_good_as_the_next_table(tmp_path: Path) -> None:
    """A server whose files cannot grow: in the moment a table is refused, the health is not good either."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    with serving("--data", str(tmp_path), before=small_files) as (_, place):
        health = f"http://{place}/api/health"
        assert httpx.get(health).status_code == 200
        statuses: list[int] = []
        while not statuses or statuses[-1] == 201:
            statuses.append(httpx.post(f"http://{place}/api/tables", json={"seats": SEATS}).status_code)
            assert len(statuses) < 60
        assert statuses[-1] == 503
        assert httpx.get(health).status_code == 503


def test_the_file_is_for_nobody_else(tmp_path: Path) -> None:
    Storage(f"sqlite:///{tmp_path}/new/tables.db").close()
    for path in ((tmp_path / "new"), *(tmp_path / "new").iterdir()):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)


# --- addresses, logs, figures ---------------------------------------------------------------------------


def test_forwarded_addresses_are_believed_only_of_proxies(tmp_path: Path) -> None:
    for proxies, expected in ((frozenset[str](), "127.0.0.1"), (frozenset({"127.0.0.1"}), "203.0.113.7")):
        folder = tmp_path / str(len(proxies))
        settings = Settings(data=folder, bot_workers=1, proxies=proxies)
        with RunningServer(settings) as server:
            server.http.post("/api/replay", json={"record": "x"}, headers={"x-forwarded-for": "203.0.113.7"})
            assert list(server.state.replays._buckets) == [expected]


def test_a_log_stays_readable() -> None:
    now = 0.0
    calm = RepeatLimit(alike=3, clock=lambda: now)

    def log(text: str, *args: object) -> str:
        record = logging.LogRecord("x", logging.ERROR, "", 0, text, args, None)
        return record.getMessage() if calm.filter(record) else ""

    said = [log("table %s cannot be opened", number) for number in range(1000)]
    assert len([line for line in said if line]) == 3
    assert log("something else")
    now = 61.0
    assert log("table %s cannot be opened", 7) == "table 7 cannot be opened [and 997 more like this]"
    for number in range(2000):
        log(f"all different {number}")
    assert len(calm._said) <= 500


def test_lines_for_programs() -> None:
    record = logging.LogRecord("smallworld.table", logging.WARNING, "", 0, "table %s", ("ä",), None)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["part"], line["text"]) == ("warning", "smallworld.table", "table ä")


def test_figures_are_told_when_asked_for(tmp_path: Path) -> None:
    with RunningServer(Settings(data=tmp_path / "a", bot_workers=1)) as server:
        assert server.http.get("/api/metrics").status_code == 404
    with RunningServer(Settings(data=tmp_path / "b", bot_workers=1, metrics=True)) as server:
        table = server.open("me", "me")
        with server.line(table["table"], table["key"]) as me:
            me.until("welcome")
            me.send_raw("]")
            me.until("trouble")
            text = server.http.get("/api/metrics").text
        assert "smallworld_tables 1\n" in text
        assert "smallworld_guests 1\n" in text
        assert 'smallworld_refusals_total{kind="unreadable"} 1' in text
        assert "smallworld_answer_seconds_count" in text
        assert table["table"] not in text


def test_a_set_up_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("dear diary, " * 100)
    wrong = check_setup(Settings(data=tmp_path, port=0, proxies=frozenset({"my-proxy"})), workers=2)
    kinds = {finding.text: finding.kind for finding in wrong}
    assert [text for text, kind in kinds.items() if kind == "wrong" and "no smallworld database" in text]
    assert [text for text, kind in kinds.items() if kind == "wrong" and "my-proxy" in text]
    file.unlink()
    good = check_setup(Settings(data=tmp_path, port=0))
    assert [finding for finding in good if finding.kind == "good" and "read and written" in finding.text]
    os.chmod(file, 0o644)
    careful = check_setup(Settings(data=tmp_path, port=0, host="0.0.0.0"), workers=2)
    text = " ".join(f"{finding.kind}: {finding.text}" for finding in careful)
    assert "careful: others on this machine can read the database" in text
    assert "wrong: 2 workers need PostgreSQL" in text
    assert "careful: listens for other machines" in text
