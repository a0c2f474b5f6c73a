"""The attacks: each goes on until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from .people import ATTACKER, TROUBLE, Message, client, line, open_table

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
    await _many(900, lambda number: _raw(place, parts[number % 3], until), until)


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
    record = (Path(__file__).parents[2] / "tests" / "records" / "2p_1.txt").read_text()

    async def once(number: int) -> None:
        async with client(place, ATTACKER) as http:
            await asyncio.wait_for(http.post("/api/replay/analysis", json={"record": record}), 0.3)

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
