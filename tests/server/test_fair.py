"""Fair shares: what one stranger asks for, the others must hardly notice."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from smallworld.engine import Game, Seeded, SmallWorldError, parse_position, position_string
from smallworld.packs import load_world, world_from_key
from smallworld.server.bots.line import Asker, Full, Line
from smallworld.server.bots.workers import Workers
from smallworld.server.http.checking import look_at
from smallworld.server.http.door import RESERVE, Door, room_for
from smallworld.server.http.logs import Calm, Lines
from smallworld.server.http.meters import Meters
from smallworld.server.http.security import HEADERS
from smallworld.server.settings import Limits, Settings
from smallworld.server.storage.archive import Archive
from smallworld.server.storage.database import StorageTrouble
from smallworld.server.storage.storage import Storage
from smallworld.server.tables import wishes
from smallworld.server.tables.refusal import Refusal
from smallworld.server.wire.house import AnalysisLine, ReplayAnalysis
from tests.server.conftest import new_schema
from tests.server.house import House, wait_for
from tests.server.plans import Kept

RECORD = (Path(__file__).parents[1] / "records" / "2p_1.txt").read_text()
SEATS = [{"who": "me"}, {"who": "me"}]


def house_with(folder: Path, **limits: Any) -> House:
    return House(Settings(data=folder, bot_pace=0.0, bot_workers=1, limits=replace(Limits(), **limits)))


@contextmanager
def raw(place: str, data: bytes = b"") -> Iterator[socket.socket]:
    host, _, port = place.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(data)
        yield connection


def said(connection: socket.socket) -> bytes:
    """Everything until the other end closes."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts)


# --- connections without time or number -----------------------------------------------------------------


def test_requests_that_never_end_are_ended(tmp_path: Path) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    with house_with(tmp_path, headers=0.4, body=0.4) as house:
        for begun in (b"", b"GET / HT", head, head + b"\r\n{"):
            with raw(house.place, begun) as connection:
                answer = said(connection)
                assert answer.startswith(b"HTTP/1.1 408"), begun
                assert b"content-security-policy" in answer
        with raw(house.place, b"GET /api/texts/en HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
            while b"\r\n\r\n" not in connection.recv(65_536):
                pass
            connection.sendall(b"GET /api/te")  # a second one, on the same connection
            assert b"HTTP/1.1 408" in said(connection)
        wait_for(lambda: house.app.state.meters.refusals["no_headers"] == 4)


def test_too_many_are_told_so_and_the_others_are_served(tmp_path: Path) -> None:
    with house_with(tmp_path, connections=3, headers=60.0) as house, ExitStack() as held:
        for _ in range(6):
            held.enter_context(raw(house.place, b"GET"))
        wait_for(lambda: house.app.state.meters.refusals["crowd"] or _refused(house))
        with raw(house.place, b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
            answer = said(connection)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"too many connections" in answer


def _refused(house: House) -> bool:
    with raw(house.place) as connection:
        return said(connection).startswith(b"HTTP/1.1 503")


def test_the_door_stays_below_the_limit_of_the_system() -> None:
    """In a process of its own: the limit of this one is not to be touched."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 1000));"
        "from smallworld.server.http.door import room_for; from smallworld.server.settings import Limits;"
        "print(room_for(Limits()), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [str(1000 - RESERVE), "1000"]
    assert room_for(replace(Limits(), all_connections=10)) == 10


def test_doors_count_by_address_and_proxies_do_not_count() -> None:
    door = Door(replace(Limits(), connections=2), 7, ["10.0.0.1"], Meters())
    assert [door.enter("1.2.3.4") for _ in range(5)] == [True] * 4 + [False]
    door.leave("1.2.3.4")
    assert [door.enter("10.0.0.1") for _ in range(6)] == [True] * 4 + [False] * 2  # full


# --- dear requests --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", {"seats": SEATS, "options": {"races": ["*"] * 190_000}}, 413),
        ("/api/tables", {"seats": SEATS, "options": {"races": ["*"] * 3500}}, 422),
        ("/api/tables", {"seats": SEATS, "options": {"races": ["a" * 5200]}}, 422),
        ("/api/tables", {"seats": SEATS, "options": {"standin": "x" * 9000}}, 422),
        ("/api/tables", {"seats": [{"who": "bot", "level": "x" * 9000}] * 2}, 413),
        ("/api/tables", {f"f{number}": 1 for number in range(1000)}, 422),
        ("/api/replay", {f"f{number}": 1 for number in range(8000)}, 422),
        ("/api/replay", {"record": "smallworld record 2\nrules: " + "9" * 5000}, 422),
        (
            "/api/replay",
            {
                "record": "smallworld record 2\nrules: 1\nworld: x.2.9~"
                + "-".join(["base.1"] * 14_000)
                + "~all~all~"
            },
            422,
        ),
        ("/api/replay", {"record": RECORD + "1A " + "z" * 90_000}, 422),
    ],
)
def test_every_list_and_string_is_bounded(house: House, path: str, body: Any, status: int) -> None:
    answer = house.http.post(path, json=body)
    assert answer.status_code == status
    assert len(answer.content) < 6000
    assert len(answer.json()["faults"]) <= 9


def test_rates_are_looked_at_before_anything_is_read(tmp_path: Path) -> None:
    with house_with(tmp_path, requests=(5.0, 0.0)) as house:
        answers = [house.http.get("/api/texts/de", headers={"accept-language": "de"}) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert answers[-1].json()["error"] == "Das war zu oft. Warte einen Moment."
        assert dict(answers[-1].headers).keys() >= {name.decode() for name, _ in HEADERS}


def test_errors_of_ours_wear_the_headers_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.server.http.house._flat", None)
    answer = house.http.get("/api/texts/en")
    assert answer.status_code == 500
    assert answer.json()["error"] == "Something went wrong on the server. Nothing is lost."
    assert dict(answer.headers).keys() >= {name.decode() for name, _ in HEADERS}


# --- slow readers, dear answers -------------------------------------------------------------------------


def test_messages_are_weighed_by_what_they_cost(house: House) -> None:
    table = house.open("me", "me")
    with house.line(table["table"], table["key"]) as me:
        me.until("welcome")
        sent = 0
        with suppress(ConnectionClosed):
            for number in range(50):
                me.send(type="lang", lang="de" if number % 2 == 0 else "fr")
                sent += 1
        messages, status = me.ended()
        assert status == 1008
        assert (
            len([m for m in messages if m["type"] == "welcome"]) <= 5
        )  # a table costs as much as many moves
    with house.line(table["table"], table["key"]) as me:
        me.until("welcome")
        for _ in range(10):
            me.send(type="lang", lang="en")  # it is that already
        me.send(type="look", seat=0)
        me.until_picture(lambda picture: picture["you"] == 0)
        assert len([text for text in me.seen if '"welcome"' in text]) == 1


def test_coming_and_going_is_announced_once(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, bot_workers=1, presence=1.0)
    with House(settings) as house:
        table = house.open({"who": "me", "name": "Ann"}, "open")
        key = house.join(table, "Bob")["key"]
        with house.line(table["table"], table["key"]) as ann:
            ann.until("welcome")
            ann.until("seated")
            before = len(ann.seen)
            for _ in range(15):
                with house.line(table["table"], key) as bob:
                    bob.until("welcome")
            with house.line(table["table"], key) as bob:
                bob.until("welcome")
                ann.until(lambda m: m["type"] == "seated" and m["players"][1]["present"])
                # Not one for each time, however busy the machine was; and none brings the board.
                news = ann.seen[before:]
                assert len(news) < 15
                assert max(map(len, news)) < 4000


def test_onlookers_cannot_drown_the_players(tmp_path: Path) -> None:
    with house_with(tmp_path, chatter=(3.0, 0.0), onlookers=(20.0, 0.0)) as house:
        table = house.open("me", "open")
        key = house.join(table, "Bob")["key"]
        with ExitStack() as company, house.line(table["table"], table["key"]) as ann:
            ann.until_picture(lambda picture: picture["ask"])
            eyes = [company.enter_context(house.line(table["table"], table["watch"])) for _ in range(5)]
            for eve in eyes:
                eve.until("welcome")
                for _ in range(4):
                    eve.send(type="say", text="blah")
                    eve.send(type="about", id=1, region=1)
            assert ann.move("p1")["type"] == "accepted"
            with house.line(table["table"], key) as bob:
                bob.until("welcome")
                bob.send(type="say", text="the end")
                ann.until(lambda m: m["type"] == "said" and m["text"] == "the end")
            assert len([text for text in ann.seen if '"blah"' in text]) == 3
            answers = 0
            for eve in eyes:
                eve.until(lambda m: m["type"] == "said" and m["text"] == "the end")
                answers += len([text for text in eve.seen if '"answer"' in text])
            assert 1 <= answers <= 10


# --- lines ----------------------------------------------------------------------------------------------


def test_a_line_is_fair_bounded_and_says_where_one_stands() -> None:
    async def queue() -> None:
        line, gate = Line(1, most=6, most_each=4), asyncio.Event()
        order: list[str] = []
        places: list[int] = []

        async def work(who: str, placed: Any = lambda place: None) -> None:
            async with line.turn(Asker(who, placed)):
                await gate.wait()
                order.append(who)

        greedy = [asyncio.create_task(work("greedy")) for _ in range(5)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(work("modest", places.append))
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await work("greedy")
        other = asyncio.create_task(work("other"))
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await work("latecomer")
        other.cancel()
        gate.set()
        await asyncio.gather(*greedy, modest)
        assert order.index("modest") <= 2
        assert order.count("greedy") == 5
        assert places[-1] == 0
        assert places == sorted(places, reverse=True)
        assert places[0] == 2
        assert len(line) == 0
        await work("afterwards")

    asyncio.run(queue())


def doze(seconds: float) -> str:
    time.sleep(seconds)
    return "done"


def test_work_goes_with_its_asker() -> None:
    async def ask() -> None:
        workers = Workers(1, 60.0)
        assert await workers.run(doze, 0.0) == "done"
        asking = [asyncio.create_task(workers.run(doze, 600.0)) for _ in range(5)]
        await asyncio.sleep(0.3)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        async with asyncio.timeout(30.0):  # and not ten minutes
            assert await workers.run(doze, 0.0) == "done"
        workers.close()

    asyncio.run(ask())


def test_analyses_end_when_their_askers_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.server.http.house.analysis_parts", one_part)
    monkeypatch.setattr("smallworld.server.http.house.analysis_part", doze_over)
    monkeypatch.setattr("smallworld.server.http.house.analysis_whole", nothing_found)
    with house_with(tmp_path, analyses_waiting=(10, 3)) as house:
        for _ in range(3):
            ask = {"record": "600"}
            with house.http.stream("POST", "/api/replay/analysis", json=ask) as answer:
                assert next(answer.iter_lines())  # and off they are
        # Each waited until the one before had gone; now somebody who stays has a turn.
        answer = house.http.post("/api/replay/analysis", json={"record": "0"})
        last = AnalysisLine.model_validate_json(answer.text.splitlines()[-1])
        assert last == AnalysisLine(done=1, total=1, analysis=nothing_found("0", [], "en"))


def one_part(text: str) -> int:
    return 1


def doze_over(text: str, number: int) -> str:
    time.sleep(float(text))
    return "done"


def nothing_found(text: str, parts: list[Any], lang: str) -> ReplayAnalysis:
    return ReplayAnalysis(points=[], turning=[], turns=[], luck=[], races=[])


# --- what never leaves ----------------------------------------------------------------------------------


def test_clocks_wake_their_tables_and_the_others_sleep(tmp_path: Path) -> None:
    """A server is there at once, however many tables have clocks; those that are due come by themselves."""
    settings = Settings(data=tmp_path, bot_pace=0.0, bot_workers=1)
    storage = Storage(settings.url)
    late = Kept("me", "me", minutes=1, now=time.time() - 90)
    storage.create(late.table.id, late.opening.header, late.journal, late.table.clocks.deadline)
    for _ in range(30):
        kept = Kept("me", "me", minutes=600, now=time.time())
        storage.create(kept.table.id, kept.opening.header, kept.journal, kept.table.clocks.deadline)
    storage.close()
    with House(settings) as house:
        assert len(house.rooms) <= 1
        wait_for(lambda: len(house.state.archive.storage.entries(late.table.id)) > 1)
        assert house.state.archive.storage.entries(late.table.id)[1].kind == "standin"
        assert len(house.rooms) == 1


def test_a_table_with_a_clock_leaves_memory_and_comes_back_when_due(tmp_path: Path) -> None:
    with house_with(tmp_path, idle=0.0) as house:
        table = house.open("me", "me", minutes=600)
        assert len(house.rooms) == 1
        time.sleep(0.01)
        house.portal(house.rooms._clear())
        assert len(house.rooms) == 0
        storage = house.state.archive.storage
        assert storage.waiting()
        storage.note({table["table"]: time.time() - 1}, {})
        wait_for(lambda: len(house.rooms) == 1)


def test_journals_end() -> None:
    kept = Kept("me", "me", free_undo=True)
    kept.move("p1")
    kept.table.version = wishes.MOST_ENTRIES
    with pytest.raises(Refusal, match="too_often"):
        wishes.undo(kept.table, [0], kept.table.version, 1.0)
    with pytest.raises(Refusal, match="too_often"):
        wishes.stand_in(kept.table, 0, "asked", 1.0)
    assert wishes.stand_in(kept.table, 0, "time", 1.0).kind == "standin"  # a clock has the last word
    assert wishes.move(kept.table, [0], kept.table.version, [kept.good_action()], 1.0).kind == "moved"


def test_standing_in_and_back_gains_no_time() -> None:
    kept = Kept("me", "me", minutes=1)
    kept.now += 50
    kept.write(wishes.stand_in(kept.table, 0, "asked", kept.now))
    kept.write(wishes.come_back(kept.table, 0, kept.now))
    assert kept.table.clocks.left(0, kept.now) == 10.0


# --- positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("find", "put", "fault"),
    [
        ("~5.-5.~", "~999999.-5.~", "999999 coins"),
        ("~5.-5.~", "~x.-5.~", "hides somebody's coins"),
    ],
)
def test_positions_that_would_break_are_refused(house: House, find: str, put: str, fault: str) -> None:
    start = position_string(Game(load_world("base_2p"), luck=Seeded(1)).state)
    assert find in start
    good = house.http.post("/api/tables", json={"seats": SEATS, "options": {"start": start}})
    assert good.status_code == 201
    bad = {"seats": SEATS, "options": {"start": start.replace(find, put)}}
    answer = house.http.post("/api/tables", json=bad)
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
    limits = replace(Limits(), storage=0.5)
    settings = Settings(data=tmp_path, database_url=far, bot_workers=1, bot_pace=0.0, limits=limits)
    try:
        with House(settings) as house:
            table = house.open("me", "bot")
            with house.line(table["table"], table["key"]) as me:
                me.until_picture(lambda picture: picture["ask"])
                relay.mute()
                began = time.monotonic()
                refused = me.move("p1")
                waited = time.monotonic() - began
                assert (refused["type"], refused["cause"]) == ("refused", "storage")
                assert waited < 20  # and not a minute; it is about a second on a machine with time to spare
                assert house.http.get("/api/health").status_code == 503
                relay.speak()
                wait_for(lambda: house.http.get("/api/health").status_code == 200)
                # The move was on its way and may have been written: then it is shown, or else made again.
                for _ in range(5):
                    if me.move("p1")["type"] == "accepted" or me.picture["version"] > 1:
                        break
                wait_for(lambda: house.room(table["table"]).table.version > 1)
                stored = house.state.archive.storage.entries(table["table"])
                assert [entry.version for entry in stored] == list(range(1, len(stored) + 1))
    finally:
        relay.close()


def test_nobody_waits_for_a_thread_that_hangs(tmp_path: Path) -> None:
    async def wait() -> None:
        archive = Archive(Storage(f"sqlite:///{tmp_path}/tables.db"), patience=0.2)
        over = threading.Event()
        with pytest.raises(StorageTrouble, match="no answer"):
            await archive.read(over.wait)
        over.set()
        await archive.close()

    asyncio.run(wait())


def test_health_tells_of_a_full_disk(tmp_path: Path) -> None:
    """Files cannot grow any more, in a process of its own: reading works, writing does not."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "import asyncio; from smallworld.server.storage.archive import Archive\n"
        "from smallworld.server.storage.storage import Storage\n"
        "async def main():\n"
        "    archive = Archive(Storage(sys.argv[1]))\n"
        "    await archive.check()\n"
        "    archive.written_at = -1e9\n"
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
    assert done.stdout.strip() == "StorageTrouble", done.stderr


def test_the_file_is_for_nobody_else(tmp_path: Path) -> None:
    Storage(f"sqlite:///{tmp_path}/new/tables.db").close()
    for path in ((tmp_path / "new"), *(tmp_path / "new").iterdir()):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)


# --- addresses, logs, figures ---------------------------------------------------------------------------


def test_forwarded_addresses_are_believed_only_of_proxies(tmp_path: Path) -> None:
    for proxies, expected in ((frozenset[str](), "127.0.0.1"), (frozenset({"127.0.0.1"}), "203.0.113.7")):
        folder = tmp_path / str(len(proxies))
        settings = Settings(data=folder, bot_workers=1, proxies=proxies)
        with House(settings) as house:
            house.http.post("/api/replay", json={"record": "x"}, headers={"x-forwarded-for": "203.0.113.7"})
            assert list(house.state.replays._buckets) == [expected]


def test_a_log_stays_readable() -> None:
    now = 0.0
    calm = Calm(alike=3, clock=lambda: now)

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
    line = json.loads(Lines().format(record))
    assert (line["level"], line["part"], line["text"]) == ("warning", "smallworld.table", "table ä")


def test_figures_are_told_when_asked_for(tmp_path: Path) -> None:
    with House(Settings(data=tmp_path / "a", bot_workers=1)) as house:
        assert house.http.get("/api/metrics").status_code == 404
    with House(Settings(data=tmp_path / "b", bot_workers=1, metrics=True)) as house:
        table = house.open("me", "me")
        with house.line(table["table"], table["key"]) as me:
            me.until("welcome")
            me.send_raw("]")
            me.until("trouble")
            text = house.http.get("/api/metrics").text
        assert "smallworld_tables 1\n" in text
        assert "smallworld_guests 1\n" in text
        assert 'smallworld_refusals_total{kind="unreadable"} 1' in text
        assert "smallworld_answer_seconds_count" in text
        assert table["table"] not in text


def test_a_set_up_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("dear diary, " * 100)
    wrong = look_at(Settings(data=tmp_path, port=0, proxies=frozenset({"my-proxy"})), workers=2)
    kinds = {finding.text: finding.kind for finding in wrong}
    assert [text for text, kind in kinds.items() if kind == "wrong" and "no smallworld database" in text]
    assert [text for text, kind in kinds.items() if kind == "wrong" and "my-proxy" in text]
    file.unlink()
    good = look_at(Settings(data=tmp_path, port=0))
    assert [finding for finding in good if finding.kind == "good" and "read and written" in finding.text]
    os.chmod(file, 0o644)
    careful = look_at(Settings(data=tmp_path, port=0, host="0.0.0.0"), workers=2)
    text = " ".join(f"{finding.kind}: {finding.text}" for finding in careful)
    assert "careful: others on this machine can read the database" in text
    assert "wrong: 2 workers need PostgreSQL" in text
    assert "careful: listens for other machines" in text


def test_a_backup_is_a_whole_house(database_url: str, tmp_path: Path) -> None:
    """As the docs say: SQLite copies itself while it is used, PostgreSQL is dumped table by table."""
    storage = Storage(database_url)
    kept = Kept("me", "me", minutes=5)
    storage.create(kept.table.id, kept.opening.header, kept.journal, 5.0)
    for _ in range(5):
        storage.append([(kept.table.id, kept.play_on())])
    copy = f"sqlite:///{tmp_path}/copy/tables.db"
    if storage.file is not None:
        (tmp_path / "copy").mkdir()
        subprocess.run(
            [sys.executable, "-c", _COPY, str(storage.file), str(tmp_path / "copy" / "tables.db")], check=True
        )
    else:
        copy = database_url + "_copy"
        _copy_schema(database_url, copy)
    storage.append([(kept.table.id, kept.play_on())])  # after the copy
    storage.close()
    restored = Storage(copy)
    assert restored.header(kept.table.id) == kept.opening.header
    assert restored.entries(kept.table.id) == kept.journal[:-1]
    assert restored.claim(5.0, 6.0, 1) == [kept.table.id]
    restored.close()


_COPY = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', (sys.argv[2],))"


def _copy_schema(url: str, copy: str) -> None:
    """What `pg_dump` and `psql` do, as far as this database needs it: all rows of all tables."""
    import psycopg

    name, other = (place.rpartition("%3D")[2] for place in (url, copy))
    with psycopg.connect(url.partition("&options")[0], autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{other}"'.encode())
    Storage(copy).close()
    with psycopg.connect(url.partition("&options")[0]) as connection:
        for table in ("tables", "entries", "pulse", "absences"):
            connection.execute(f'DELETE FROM "{other}".{table}'.encode())
            connection.execute(f'INSERT INTO "{other}".{table} SELECT * FROM "{name}".{table}'.encode())
        connection.commit()
