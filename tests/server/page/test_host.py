"""The page's host with a storage in memory: the same messages and answers as a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from smallworld.server.page.host import Host
from tests.server.running_page import Memory, new_host


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def body() -> None:
        await work()

    asyncio.run(body())


async def asked(host: Host, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, str]:
    request = {"method": method, "path": path, "body": json.dumps(body) if body else "", "key": key}
    parts: list[str] = []
    answer = json.loads(await host.request(1, json.dumps(request), parts.append))
    return answer["status"], answer["body"] or "".join(parts)


SEATS = [{"who": "me", "name": "Ann"}, {"who": "bot", "level": "novice"}]


async def created(host: Host) -> dict[str, str]:
    status, body = await asked(host, "POST", "tables", {"seats": SEATS, "options": {"seed": "page"}})
    assert status == 200, body
    table: dict[str, str] = json.loads(body)
    return table


class Screen:
    """The client's side of a line."""

    def __init__(self, host: Host, table: dict[str, str]) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.line = host.open(lambda text: self.heard.put_nowait(json.loads(text)), lambda: None)
        hello = {"type": "hello", "table": table["table"], "key": table["key"], "lang": "en"}
        self.line.receive(json.dumps(hello))

    async def until(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(30):
            while (message := await self.heard.get())["type"] != kind:
                pass
        return message


def test_a_move_is_stored_before_it_is_acknowledged() -> None:
    async def work() -> None:
        memory = Memory()
        one = new_host(memory)
        await one.start()
        table = await created(one)
        screen = Screen(one, table)
        picture = (await screen.until("welcome"))["picture"]
        move = {"type": "move", "id": 1, "version": picture["version"], "actions": ["p1"]}
        memory.broken = "UnknownError"
        screen.line.receive(json.dumps(move))
        assert (await screen.until("refused"))["cause"] == "storage"
        memory.broken = ""
        screen.line.receive(json.dumps(move))
        accepted = await screen.until("accepted")
        assert (table["table"], accepted["version"]) in memory.entries
        screen.line.close()
        # Another host, as after the tab was closed, goes on from there.
        other = new_host(memory)
        again = Screen(other, table)
        assert (await again.until("welcome"))["picture"]["version"] >= accepted["version"]
        again.line.close()
        await one.rooms.close()

    run(work)


def test_requests_are_answered_as_by_a_server() -> None:
    async def work() -> None:
        one = new_host(Memory())
        table = await created(one)
        for method, path, body in (
            ("GET", "meta?lang=de", None),
            ("GET", "texts/fr", None),
            ("GET", "library/en?packs=base", None),
            ("GET", "learn/en", None),
            ("GET", "vocabulary/en", None),
            ("GET", "boards/en/base_2p", None),
            ("GET", "series?packs=base+crusade&tokens=0&scores=", None),
            ("POST", "combos", {"combos": ["flying sorcerers"], "lang": "en"}),
            ("GET", f"tables/{table['table']}", None),
            ("POST", "replay", {"table": table["table"], "key": table["key"], "at": 0}),
        ):
            status, text = await asked(one, method, path, body, table["key"])
            assert status == 200, (path, text)
            assert json.loads(text)
        status, text = await asked(one, "GET", f"tables/{table['table']}/record", key=table["key"])
        assert status == 200
        status, text = await asked(one, "GET", f"tables/{table['table']}", key="x" * 24)
        assert status == 404
        assert json.loads(text)["error"]
        assert (await asked(one, "POST", "tables", {"seats": []}))[0] == 422
        assert (await asked(one, "GET", "nothing"))[0] == 404
        await one.rooms.close()

    run(work)
