"""Fair shares: what one stranger asks for, the others must hardly notice."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from smallworld.server.http.protection.connection_limits import RESERVE, ConnectionLimits, room_for
from smallworld.server.http.protection.security import HEADERS
from smallworld.server.http.running.metrics import Metrics
from smallworld.server.ports import Client, QueueFull
from smallworld.server.settings import Limits, Settings
from smallworld.server.wire.pages import AnalysisLine, ReplayAnalysis
from smallworld.server.workers.fair_queue import FairQueue
from smallworld.server.workers.pool import Pool
from tests.server.running_server import PLENTY, RunningServer, wait_for

pytestmark = pytest.mark.slow

RECORD = (Path(__file__).parents[3] / "records" / "2p_1.txt").read_text()
SEATS = [{"who": "me"}, {"who": "me"}]


def server_with(folder: Path, **limits: Any) -> RunningServer:
    return RunningServer(Settings(data=folder, bot_pace=0.0, bot_workers=1, limits=replace(PLENTY, **limits)))


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
    with server_with(tmp_path, headers=0.8, body=0.8) as server:
        for begun in (b"", b"GET / HT", head, head + b"\r\n{"):
            with raw(server.place, begun) as connection:
                answer = said(connection)
                assert answer.startswith(b"HTTP/1.1 408"), begun
                assert b"content-security-policy" in answer
        with raw(server.place, b"GET /api/texts/en HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
            while b"\r\n\r\n" not in connection.recv(65_536):
                pass
            connection.sendall(b"GET /api/te")  # a second one, on the same connection
            assert b"HTTP/1.1 408" in said(connection)
        wait_for(lambda: server.app.state.metrics.refusals["no_headers"] == 4)


def test_too_many_are_told_so_and_the_others_are_served(tmp_path: Path) -> None:
    with server_with(tmp_path, connections=3, headers=60.0) as server, ExitStack() as held:
        for _ in range(6):
            held.enter_context(raw(server.place, b"GET"))
        wait_for(lambda: server.app.state.metrics.refusals["crowd"] or _refused(server))
        with raw(server.place, b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
            answer = said(connection)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"too many connections" in answer


def _refused(server: RunningServer) -> bool:
    with raw(server.place) as connection:
        return said(connection).startswith(b"HTTP/1.1 503")


def test_the_door_stays_below_the_limit_of_the_system() -> None:
    """In a process of its own: the limit of this one is not to be touched."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 1000));"
        "from smallworld.server.http.protection.connection_limits import room_for;"
        "from smallworld.server.settings import Limits;"
        "print(room_for(Limits()), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [str(1000 - RESERVE), "1000"]
    assert room_for(replace(Limits(), all_connections=10)) == 10


def test_doors_count_by_address_and_proxies_do_not_count() -> None:
    limits = ConnectionLimits(replace(Limits(), connections=2), 7, ["10.0.0.1"], Metrics())
    assert [limits.enter("1.2.3.4") for _ in range(5)] == [True] * 4 + [False]
    limits.leave("1.2.3.4")
    assert [limits.enter("10.0.0.1") for _ in range(6)] == [True] * 4 + [False] * 2  # full


# --- dear requests --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", {"seats": SEATS, "options": {"races": ["*"] * 190_000}}, 413),
        ("/api/tables", {"seats": SEATS, "options": {"races": ["*"] * 3500}}, 422),
        ("/api/tables", {"seats": SEATS, "options": {"races": ["a" * 5200]}}, 422),
        ("/api/tables", {"seats": SEATS, "options": {"standin": "x" * 9000}}, 422),
        ("/api/tables", {"seats": [{"who": "bot", "level": "x" * 9000}] * 2}, 422),
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
def test_every_list_and_string_is_bounded(server: RunningServer, path: str, body: Any, status: int) -> None:
    answer = server.http.post(path, json=body)
    assert answer.status_code == status
    assert len(answer.content) < 6000
    assert len(answer.json()["faults"]) <= 9


def test_rates_are_looked_at_before_anything_is_read(tmp_path: Path) -> None:
    with server_with(tmp_path, requests=(5.0, 0.0)) as server:
        answers = [server.http.get("/api/texts/de", headers={"accept-language": "de"}) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert answers[-1].json()["error"] == "Zu viele Anfragen. Warte einen Moment."
        assert dict(answers[-1].headers).keys() >= {name.decode() for name, _ in HEADERS}


def test_errors_of_ours_wear_the_headers_too(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.server.api.requests._flat", None)
    answer = server.http.get("/api/texts/en")
    assert answer.status_code == 500
    assert answer.json()["error"] == "Something went wrong. Nothing is lost."
    assert dict(answer.headers).keys() >= {name.decode() for name, _ in HEADERS}


# --- slow readers, dear answers -------------------------------------------------------------------------


def frame(**message: Any) -> bytes:
    """A message as a browser would send it, to be written by hand."""
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return b"\x81" + size + bytes(4) + data


def test_whoever_reads_nothing_is_let_go(tmp_path: Path) -> None:
    upgrade = (
        b"GET /api/play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with server_with(tmp_path, send=0.5) as server:
        table = server.open("me", "me")
        refusals = server.app.state.metrics.refusals
        with raw(server.place, upgrade) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            assert deaf.recv(4096).startswith(b"HTTP/1.1 101")  # and nothing from here on
            deaf.sendall(frame(type="hello", table=table["table"], key=table["key"]))

            def let_go() -> bool:
                with suppress(OSError):
                    deaf.sendall(frame(type="again") * 20)
                return bool(refusals["slow_reader"])

            wait_for(let_go)
            wait_for(lambda: not server.room(table["table"]).viewers)


def test_messages_are_weighed_by_what_they_cost(tmp_path: Path) -> None:
    with server_with(tmp_path, messages=(Limits().messages[0], 0.0)) as server:
        table = server.open("me", "me")
        with server.line(table["table"], table["key"]) as me:
            me.until("welcome")
            with suppress(ConnectionClosed):
                for number in range(50):
                    me.send(type="lang", lang="de" if number % 2 == 0 else "fr")
            messages, status = me.ended()
            assert status == 1008
            welcomes = [message for message in messages if message["type"] == "welcome"]
            assert len(welcomes) <= 3  # a table costs as much as many moves
        with server.line(table["table"], table["key"]) as me:
            me.until("welcome")
            for _ in range(10):
                me.send(type="lang", lang="en")  # it is that already
            me.send(type="show_seat", seat=0)
            me.until_picture(lambda picture: picture["you"] == 0)
            assert len([text for text in me.seen if '"welcome"' in text]) == 1


def test_coming_and_going_is_announced_once(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, bot_workers=1, presence=1.0)
    with RunningServer(settings) as server:
        table = server.open({"who": "me", "name": "Ann"}, "open")
        key = server.join(table, "Bob")["key"]
        with server.line(table["table"], table["key"]) as ann:
            ann.until("welcome")
            ann.until("seated")
            before, began = len(ann.seen), time.monotonic()
            for _ in range(15):
                with server.line(table["table"], key) as bob:
                    bob.until("welcome")
            with server.line(table["table"], key) as bob:
                bob.until("welcome")
                ann.until(lambda m: m["type"] == "seated" and m["players"][1]["present"])
                ann.send(type="about", id=7, region=1)
                ann.until(lambda m: m["type"] == "answer")  # everything that was said before has been read
                # Once in that time, however often it was; and none brings the board.
                news = [text for text in ann.seen[before:] if '"seated"' in text]
                assert len(news) <= (time.monotonic() - began) / settings.presence + 1
                assert max(map(len, news)) < 4000


def test_onlookers_cannot_drown_the_players(tmp_path: Path) -> None:
    with server_with(tmp_path, chatter=(3.0, 0.0), spectators=(20.0, 0.0)) as server:
        table = server.open("me", "open")
        key = server.join(table, "Bob")["key"]
        with ExitStack() as company, server.line(table["table"], table["key"]) as ann:
            ann.until_picture(lambda picture: picture["ask"])
            watchers = [company.enter_context(server.line(table["table"], table["watch"])) for _ in range(5)]
            for eve in watchers:
                eve.until("welcome")
                for _ in range(4):
                    eve.send(type="say", text="blah")
                    eve.send(type="about", id=1, region=1)
            assert ann.move("p1")["type"] == "accepted"
            with server.line(table["table"], key) as bob:
                bob.until("welcome")
                bob.send(type="say", text="the end")
                ann.until(lambda m: m["type"] == "said" and m["text"] == "the end")
            assert len([text for text in ann.seen if '"blah"' in text]) == 3
            answers = 0
            for eve in watchers:
                eve.until(lambda m: m["type"] == "said" and m["text"] == "the end")
                answers += len([text for text in eve.seen if '"answer"' in text])
            assert 1 <= answers <= 10


# --- lines ----------------------------------------------------------------------------------------------


def test_a_line_is_fair_bounded_and_says_where_one_stands() -> None:
    async def queue() -> None:
        line, gate = FairQueue(1, most=6, most_each=4), asyncio.Event()
        order: list[str] = []
        places: list[int] = []

        async def work(who: str, placed: Any = lambda place: None) -> None:
            async with line.turn(Client(who, placed)):
                await gate.wait()
                order.append(who)

        greedy = [asyncio.create_task(work("greedy")) for _ in range(5)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(work("modest", places.append))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await asyncio.wait_for(work("greedy"), 20.0)
        other = asyncio.create_task(work("other"))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await asyncio.wait_for(work("latecomer"), 20.0)
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
        workers = Pool(1, 60.0)
        assert await workers.run(doze, 0.0) == "done"
        asking = [asyncio.create_task(workers.run(doze, 600.0)) for _ in range(5)]
        async with asyncio.timeout(30.0):
            while len(workers.queue) < 4:  # one is at work, the others wait
                await asyncio.sleep(0.01)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        async with asyncio.timeout(30.0):  # and not ten minutes
            assert await workers.run(doze, 0.0) == "done"
        workers.close()

    asyncio.run(ask())


def test_analyses_end_when_their_askers_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.server.http.routes.pages.analysis_parts", one_part)
    monkeypatch.setattr("smallworld.server.api.progress.analysis_part", doze_over)
    monkeypatch.setattr("smallworld.server.api.progress.analysis_line", nothing_found)
    with server_with(tmp_path, bench_waiting=(10, 3)) as server:
        for _ in range(3):
            ask = {"record": "600"}
            with server.http.stream("POST", "/api/replay/analysis", json=ask) as answer:
                assert next(answer.iter_lines())  # and off they are
        # Each waited until the one before had gone; now somebody who stays has a turn.
        answer = server.http.post("/api/replay/analysis", json={"record": "0"})
        last = AnalysisLine.model_validate_json(answer.text.splitlines()[-1])
        assert last == AnalysisLine.model_validate_json(nothing_found("0", [], "en"))


def one_part(text: str) -> int:
    return 1


def doze_over(text: str, number: int) -> str:
    time.sleep(float(text))
    return "done"


def nothing_found(text: str, parts: list[Any], lang: str) -> bytes:
    found = ReplayAnalysis(points=[], turning=[], turns=[], luck=[], races=[])
    return AnalysisLine(done=1, total=1, analysis=found).model_dump_json().encode() + b"\n"
