"""The attacks: each runs until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from .homebrew import HOSTILE, piece
from .people import ATTACKER, TROUBLE, Message, client, line, open_table

Attack = Callable[[str, asyncio.Event], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(work: Attack) -> Attack:
    ATTACKS[work.__name__] = work
    return work


async def _many(count: int, work: Callable[[int], Awaitable[None]], until: asyncio.Event) -> None:
    """So many tasks at once, each repeated until the time is over; failures are retried."""

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
async def nothing(place: str, until: asyncio.Event) -> None:
    """No attack: how long the machine itself makes a bystander wait, for comparison."""
    await until.wait()


@attack
async def unfinished(place: str, until: asyncio.Event) -> None:
    """Requests that are begun and never finished: headers and bodies."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {place}\r\nContent-Type: application/json\r\n"
    parts = (head.encode(), f"{head}Content-Length: 1000\r\n\r\n{{".encode(), b"G")
    await _many(900, lambda number: _raw(place, parts[number % 3], until), until)


@attack
async def heavy(place: str, until: asyncio.Event) -> None:
    """Long lists and long strings where short ones are expected."""
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
    """Spectators who request everything and read nothing."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        # A small window and a queue that is full at once: the data stays in the server.
        async with line(place, ATTACKER, table["table"], table["watch"], max_queue=1) as socket:
            while not until.is_set():
                for kind in ("again", "about", "show_seat", "lang"):
                    more: dict[str, Message] = {
                        "about": {"id": 1, "region": 3},
                        "show_seat": {"seat": 0},
                        "lang": {"lang": "de"},
                    }
                    await socket.send(json.dumps({"type": kind, **more.get(kind, {})}))
                await asyncio.sleep(0.05)

    await _many(150, once, until)


@attack
async def languages(place: str, until: asyncio.Event) -> None:
    """Requests the whole table in another language, as often as possible."""
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
    """Connects and disconnects again and again."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "me"})

    async def once(number: int) -> None:
        async with line(place, ATTACKER, table["table"], table["key"]) as socket:
            await socket.recv()

    await _many(20, once, until)


@attack
async def chatter(place: str, until: asyncio.Event) -> None:
    """Spectators who chat all the time."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        async with line(place, ATTACKER, table["table"], table["watch"]) as socket:
            while not until.is_set():
                await socket.send(json.dumps({"type": "say", "text": "blah " * 50}))
                await asyncio.sleep(0.06)

    await _many(80, once, until)


@attack
async def thinkers(place: str, until: asyncio.Event) -> None:
    """Tables full of slow bots."""
    bots = [{"who": "bot", "level": "master"}, {"who": "bot", "level": "master"}]

    async def once(number: int) -> None:
        table = await open_table(place, ATTACKER, *bots)
        async with line(place, ATTACKER, table["table"], table["key"]) as socket:
            while not until.is_set():
                await socket.recv()

    await _many(20, once, until)


@attack
async def analyses(place: str, until: asyncio.Event) -> None:
    """Requests analyses of long games and leaves."""
    record = (Path(__file__).parents[2] / "tests" / "records" / "2p_1.txt").read_text()

    async def once(number: int) -> None:
        async with client(place, ATTACKER) as http:
            await asyncio.wait_for(http.post("/api/replay/analysis", json={"record": record}), 0.3)

    await _many(10, once, until)


@attack
async def garbage(place: str, until: asyncio.Event) -> None:
    """Invalid requests and messages, and empty ones."""
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


@attack
async def framing(place: str, until: asyncio.Event) -> None:
    """Requests with two possible ends and another one hidden behind, and data that only looks like HTTP."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {place}\r\n"
    hidden = f"GET /api/library/en HTTP/1.1\r\nHost: {place}\r\n\r\n"
    texts = (
        f"{head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        f"{head}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{hidden}",
        f"{head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n{hidden}",
        f"{head}X: {'y' * 40_000}",
        f"GET /api/play HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    )

    async def once(number: int) -> None:
        await asyncio.wait_for(_raw(place, texts[number % len(texts)].encode(), until), 2.0)

    await _many(40, once, until)


@attack
async def guesses(place: str, until: asyncio.Event) -> None:
    """Invented keys and tables, through the socket and over HTTP."""
    table = await open_table(place, ATTACKER, {"who": "me"}, {"who": "bot"})

    async def once(number: int) -> None:
        name = table["table"] if number % 2 else f"nowhere-{number:04}"
        if number % 3:
            async with line(place, ATTACKER, name, "x" * 24) as socket:
                await socket.recv()
        else:
            async with client(place, ATTACKER) as http:
                await http.get(f"/api/tables/{name}", headers={"X-Table-Key": "x" * 24})

    await _many(30, once, until)


@attack
async def hostile_files(place: str, until: asyncio.Event) -> None:
    """Sends files that once blocked a parser for hours, or made it fail, to everything that reads files."""
    me = {"who": "me"}
    requests: tuple[Callable[[str], tuple[str, Message]], ...] = (
        lambda text: ("/api/workshop/check", {"pack": text}),
        lambda text: ("/api/workshop/open", {"text": text}),
        lambda text: ("/api/workshop/balance", {"pack": text}),
        lambda text: ("/api/library", {"packs": ["base"], "homebrew": [text]}),
        lambda text: ("/api/tables", {"seats": [me, me], "options": {"homebrew": [text]}}),
    )
    asks = [request(text) for text in HOSTILE for request in requests]

    async def once(number: int) -> None:
        async with client(place, ATTACKER) as http:
            for path, ask in asks[number:] + asks[:number]:
                await http.post(path, json=ask)

    await _many(8, once, until)


@attack
async def workshop(place: str, until: asyncio.Event) -> None:
    """Valid pieces, one after the other: encyclopedias, tables, and balance games without a reader."""
    numbers = itertools.count()
    me = {"who": "me"}

    async def once(number: int) -> None:
        text = piece(next(numbers))
        async with client(place, ATTACKER) as http:
            await http.post("/api/workshop/check", json={"pack": text})
            await http.post("/api/library", json={"packs": ["base"], "homebrew": [text]})
            await http.post("/api/tables", json={"seats": [me, me], "options": {"homebrew": [text]}})
            with contextlib.suppress(httpx.TimeoutException):
                await http.post("/api/workshop/balance", json={"pack": text}, timeout=0.5)

    await _many(8, once, until)
