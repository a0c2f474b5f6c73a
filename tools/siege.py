"""Attacks on a server of one's own: what a stranger could do to it, and what the others notice.

python -m tools.siege                     all attacks, ten seconds each, and what a bystander waited
python -m tools.siege --seconds 60 deaf   one of them, for longer

Everything is on this machine (127.0.0.0/8) and ends by itself. The attacker comes from another address than
the bystander, who plays a game against nobody and wants an answer twenty times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from smallworld.server.rooms.changes import apply

ATTACKER = "127.0.0.2"
BYSTANDER = "127.0.0.1"
PATIENCE = 60.0
_START = 1.5  # seconds until an attack has begun
COMMAND = "from smallworld.cli.main import app; app()"
TROUBLE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError)
Message = dict[str, Any]


# --- a server --------------------------------------------------------------------------------------------


@dataclass
class Besieged:
    process: subprocess.Popen[str]
    place: str
    log: Path

    @property
    def resident(self) -> int:
        """Bytes of memory of the server and its workers."""
        return sum(_resident(pid) for pid in _family(self.process.pid))

    @property
    def log_bytes(self) -> int:
        return self.log.stat().st_size


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(found for child in children for found in _family(int(child)))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


@contextmanager
def besieged(*arguments: str, files: int = 0) -> Iterator[Besieged]:
    """A server as its owner would start it, with so many file descriptors at most (0: as many as it gets)."""
    folder = Path(tempfile.mkdtemp(prefix="smallworld-siege-"))
    log = folder / "log"
    command = [sys.executable, "-c", COMMAND, "serve", "--port", "0", "--data", str(folder), *arguments]

    def fewer_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=output,
            text=True,
            preexec_fn=fewer_files if files else None,
        )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        if not first.startswith("smallworld: http://"):
            raise RuntimeError(f"the server did not start: {first}{log.read_text()[-2000:]}")
        yield Besieged(process, first.split()[1].removeprefix("http://").rstrip("/"), log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)
        process.stdout.close()
        shutil.rmtree(folder, ignore_errors=True)


# --- people ----------------------------------------------------------------------------------------------


def client(place: str, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=f"http://{place}", transport=transport, timeout=PATIENCE)


async def open_table(place: str, address: str, *seats: Message, **options: Any) -> Message:
    async with client(place, address) as http:
        answer = await http.post("/api/tables", json={"seats": list(seats), "options": options})
        answer.raise_for_status()
        found: Message = answer.json()
        return found


@asynccontextmanager
async def line(
    place: str, address: str, table: str, key: str, **more: Any
) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://{place}/api/play", local_addr=(address, 0), max_size=None, open_timeout=PATIENCE, **more
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "table": table, "key": key}))
        yield socket


@dataclass
class Bystander:
    """Somebody who plays on, and how long each answer took."""

    place: str
    waits: list[float] = field(default_factory=list)
    bytes: int = 0
    moves: int = 0
    lost: int = 0  # how often the connection was

    @property
    def longest(self) -> float:
        return max(self.waits, default=0.0)

    @property
    def usual(self) -> float:
        return sorted(self.waits)[len(self.waits) // 2] if self.waits else 0.0

    async def play(self, until: asyncio.Event) -> None:
        me: Message = {"who": "me"}
        table = await open_table(self.place, BYSTANDER, me, me)
        while not until.is_set():
            try:
                async with line(self.place, BYSTANDER, table["table"], table["key"]) as socket:
                    await self._at(socket, until)
            except TROUBLE:
                self.lost += 1
                await asyncio.sleep(0.1)

    async def _at(self, socket: ClientConnection, until: asyncio.Event) -> None:
        reader = Reader(socket)
        await reader.until(lambda: bool(reader.picture))
        choice = random.Random(self.moves)
        while not until.is_set():
            seat = reader.picture["decides"]
            if seat < 0:
                return  # the game is over; the next hello shows it, which is an answer as well
            began = time.monotonic()
            if reader.picture["ask"] is None:
                await socket.send(json.dumps({"type": "look", "seat": seat}))
                await reader.until(lambda: reader.picture["ask"] is not None)
            else:
                version, choices = reader.picture["version"], reader.picture["ask"]["choices"]
                action = choice.choice(choices)["action"]
                move = {"type": "move", "id": 1, "version": version, "actions": [action]}
                await socket.send(json.dumps(move))
                await reader.until(lambda version=version: reader.picture["version"] > version)  # type: ignore[misc]
                self.moves += 1
            self.waits.append(time.monotonic() - began)
            self.bytes = reader.bytes
            await asyncio.sleep(0.05)


class Reader:
    """A client as far as pictures go."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.picture: Message = {}
        self.things: dict[int, Any] = {}
        self.bytes = 0

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            async with asyncio.timeout(PATIENCE):
                text = await self._socket.recv()
            self.bytes += len(text)
            message = json.loads(text)
            if message["type"] == "welcome":
                self.picture = message["picture"]
            elif message["type"] == "picture":
                self.picture = message
            elif message["type"] == "change":
                self.picture = apply(self.picture, message, self.things)


# --- attacks: each goes on until it is told to stop ------------------------------------------------------

Attack = Callable[[str, asyncio.Event], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(work: Attack) -> Attack:
    ATTACKS[work.__name__] = work
    return work


async def _many(count: int, work: Callable[[int], Awaitable[None]], until: asyncio.Event) -> None:
    """So many at once, each again and again until it is time; what fails is tried again."""

    async def again(number: int) -> None:
        while not until.is_set():
            with contextlib.suppress(*TROUBLE):
                await work(number)
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(again(number)) for number in range(count)]
    await until.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _raw(place: str, data: bytes, until: asyncio.Event) -> None:
    host, _, port = place.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
    try:
        writer.write(data)
        await writer.drain()
        reading = asyncio.create_task(reader.read())
        ending = asyncio.create_task(until.wait())
        await asyncio.wait({reading, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in (reading, ending):
            task.cancel()
    finally:
        writer.close()


@attack
async def unfinished(place: str, until: asyncio.Event) -> None:
    """Requests that are begun and never finished: headers, and bodies."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {place}\r\nContent-Type: application/json\r\n"
    parts = (head.encode(), f"{head}Content-Length: 1000\r\n\r\n{{".encode(), b"G")
    await _many(500, lambda number: _raw(place, parts[number % 3], until), until)


@attack
async def heavy(place: str, until: asyncio.Event) -> None:
    """Long lists and long strings, where a short one is expected."""
    seats = [{"who": "me"}, {"who": "me"}]
    record = (
        "smallworld record 2\nrules: 1\nworld: base_2p.2.10~" + "-".join(["base.1"] * 12_000) + "~all~all~\n"
    )
    bodies: list[tuple[str, Any]] = [
        ("/api/tables", {"seats": seats, "options": {"races": ["*"] * 190_000}}),
        ("/api/tables", {"seats": seats, "options": {"races": ["*"] * 3500}}),
        ("/api/tables", {"seats": seats, "options": {"races": ["a" * 5200] * 2}}),
        ("/api/replay", {"record": record}),
        ("/api/replay", {"record": "smallworld record 2\nrules: " + "9" * 5000}),
        ("/api/replay", {f"f{number}": 1 for number in range(8000)}),
        (
            "/api/replay",
            {
                "record": "smallworld record 2\nrules: 1\nworld: base_2p.2.10~base.1~all~all~\n"
                + "1A p1\n" * 9000
            },
        ),
    ]

    async def once(number: int) -> None:
        path, body = bodies[number % len(bodies)]
        async with client(place, ATTACKER) as http:
            await http.post(path, json=body)

    await _many(8, once, until)


@attack
async def deaf(place: str, until: asyncio.Event) -> None:
    """Onlookers who ask for everything and read nothing."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        # A small window and a queue that is full at once: what comes stays in the server.
        async with line(place, ATTACKER, table["table"], table["watch"], max_queue=1) as socket:
            while not until.is_set():
                for kind in ("again", "about", "look", "lang"):
                    more: dict[str, Message] = {
                        "about": {"id": 1, "region": 3},
                        "look": {"seat": 0},
                        "lang": {"lang": "de"},
                    }
                    await socket.send(json.dumps({"type": kind, **more.get(kind, {})}))
                await asyncio.sleep(0.05)

    await _many(150, once, until)


@attack
async def languages(place: str, until: asyncio.Event) -> None:
    """The whole table anew, in another language, as often as possible."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        async with line(place, ATTACKER, table["table"], table["key"]) as socket:
            for round in range(1000):
                lang = ("de", "fr", "es", "nl", "en")[round % 5]
                await socket.send(json.dumps({"type": "lang", "lang": lang}))
                await socket.recv()

    await _many(10, once, until)


@attack
async def reconnects(place: str, until: asyncio.Event) -> None:
    """Coming and going."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "me"})

    async def once(number: int) -> None:
        async with line(place, ATTACKER, table["table"], table["key"]) as socket:
            await socket.recv()

    await _many(20, once, until)


@attack
async def chatter(place: str, until: asyncio.Event) -> None:
    """Onlookers who talk all the time."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        async with line(place, ATTACKER, table["table"], table["watch"]) as socket:
            while not until.is_set():
                await socket.send(json.dumps({"type": "say", "text": "blah " * 50}))
                await asyncio.sleep(0.06)

    await _many(80, once, until)


@attack
async def thinkers(place: str, until: asyncio.Event) -> None:
    """Tables full of bots that think long."""
    bots = [{"who": "bot", "level": "master"}, {"who": "bot", "level": "master"}]

    async def once(number: int) -> None:
        table = await open_table(place, ATTACKER, *bots)
        async with line(place, ATTACKER, table["table"], table["key"]) as socket:
            while not until.is_set():
                await socket.recv()

    await _many(20, once, until)


@attack
async def analyses(place: str, until: asyncio.Event) -> None:
    """Analyses of long games, asked for and left."""
    record = (Path(__file__).parents[1] / "tests" / "records" / "2p_1.txt").read_text()

    async def once(number: int) -> None:
        async with client(place, ATTACKER) as http:
            asking = asyncio.create_task(http.post("/api/replay/analysis", json={"record": record}))
            await asyncio.sleep(0.3)
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asking

    await _many(10, once, until)


@attack
async def garbage(place: str, until: asyncio.Event) -> None:
    """What is no request, no message, and nothing at all."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})
    choice = random.Random(7)

    async def once(number: int) -> None:
        if number % 2:
            await asyncio.wait_for(_raw(place, choice.randbytes(300) + b"\r\n\r\n", until), 2.0)
            return
        async with line(place, ATTACKER, table["table"], table["watch"]) as socket:
            for _ in range(100):
                await socket.send(choice.choice(("[" * 3000, "{}", '{"type":"move","id":1}', "x" * 9000)))

    await _many(20, once, until)


# --- what comes of it ------------------------------------------------------------------------------------


@dataclass
class Outcome:
    name: str
    quiet: float  # the longest wait before
    waits: list[float]  # and in the attack
    moves: int
    lost: int
    memory: int  # bytes more than before
    log: int  # bytes written meanwhile
    alive: bool  # and the server answers at once

    @property
    def longest(self) -> float:
        return max(self.waits, default=float("inf"))


async def suffer(server: Besieged, name: str, seconds: float, quiet: float = 1.5) -> Outcome:
    """One attack, and what a bystander noticed of it."""
    bystander, ended = Bystander(server.place), asyncio.Event()
    playing = asyncio.create_task(bystander.play(ended))
    async with asyncio.timeout(PATIENCE):
        while not bystander.waits:
            await asyncio.sleep(0.05)
    await asyncio.sleep(quiet)
    before, calm = list(bystander.waits), bystander.moves
    memory, log = server.resident, server.log_bytes
    # In a process of its own, or the bystander would wait for the attacker instead of the server.
    command = [sys.executable, "-m", "tools.siege", "--at", server.place, "--seconds", str(seconds), name]
    attacking = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    await asyncio.sleep(seconds + _START)
    grown = server.resident - memory
    assert attacking.stdin is not None
    attacking.stdin.close()
    try:
        async with asyncio.timeout(PATIENCE):
            failed = await attacking.wait()
    except TimeoutError:
        attacking.kill()
        failed = await attacking.wait()
    ended.set()
    await asyncio.wait({playing}, timeout=PATIENCE)
    if failed:
        raise RuntimeError(f"{name} failed")
    waits = bystander.waits[len(before) :]
    async with client(server.place, BYSTANDER) as http:
        alive = (await http.get("/api/health")).status_code == 200
    return Outcome(
        name,
        max(before, default=0.0),
        waits,
        bystander.moves - calm,
        bystander.lost,
        grown,
        server.log_bytes - log,
        alive,
    )


async def strike(place: str, name: str, seconds: float) -> None:
    """One attack, until its time is over or whoever ordered it has gone."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, over.set)  # nothing comes there but its end
    loop.call_later(seconds + 3 * _START, over.set)
    await ATTACKS[name](place, over)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--at", default="", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.at:
        host = wish.at.rpartition(":")[0]
        if not host.startswith("127."):
            parser.error("only servers on this machine are attacked")
        asyncio.run(strike(wish.at, wish.attacks[0], wish.seconds))
        return
    unknown = [name for name in wish.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]}; expected {', '.join(ATTACKS)}")
    more = ["--workers", str(wish.workers)]
    if wish.database_url:
        more += ["--database-url", wish.database_url]
    print(f"{os.cpu_count()} cores; {wish.seconds:g} s each; waits of a bystander in ms")
    print(
        f"{'attack':<12}{'before':>8}{'median':>8}{'99 %':>8}{'longest':>9}{'moves':>7}{'lost':>6}"
        f"{'+ MB':>7}{'log kB':>8}"
    )
    for name in wish.attacks or ATTACKS:
        with besieged("--log-level", "warning", *more) as server:
            found = asyncio.run(suffer(server, name, wish.seconds))
        waits = sorted(found.waits) or [float("nan")]
        figures = found.quiet, waits[len(waits) // 2], waits[int(len(waits) * 0.99)], waits[-1]
        print(
            f"{name:<12}{figures[0] * 1000:>8.0f}{figures[1] * 1000:>8.1f}{figures[2] * 1000:>8.0f}"
            f"{figures[3] * 1000:>9.0f}{found.moves:>7}{found.lost:>6}"
            f"{found.memory / 1e6:>7.0f}{found.log / 1e3:>8.1f}"
            f"{'' if found.alive else '   DEAD'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
