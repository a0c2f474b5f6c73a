"""The page's host in a thread of this process, with a storage in memory: the same two ends as a server's."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, Queue
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosedError

from smallworld.server.page.host import Host
from smallworld.server.page.workers import answered
from tests.server.running_server import PATIENCE, Line, Message


class Memory:
    """What `web/src/lib/host/journal.ts` does with the browser's storage."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}
        self.entries: dict[tuple[str, int], Any] = {}
        self.broken = ""  # what every call says

    async def call(self, name: str, args: str) -> str:
        if self.broken:
            raise RuntimeError(self.broken)
        found = getattr(self, f"_{name}", lambda *args: None)(*json.loads(args))
        return json.dumps(found)

    def _create(self, row: Any, entries: list[Any]) -> None:
        self.tables[row["id"]] = row
        for entry in entries:
            assert self._append(entry)

    def _append(self, entry: Any) -> bool:
        place = entry["table"], entry["version"]
        if place in self.entries:
            return False
        self.entries[place] = entry
        return True

    def _table(self, id: str) -> Any:
        return self.tables.get(id)

    def _entries(self, id: str, after: int) -> list[Any]:
        return [
            entry
            for (table, version), entry in sorted(self.entries.items())
            if table == id and version > after
        ]

    def _remove(self, id: str) -> bool:
        self.entries = {place: entry for place, entry in self.entries.items() if place[0] != id}
        return self.tables.pop(id, None) is not None

    def _versions(self, ids: list[str]) -> dict[str, int]:
        return {id: len(self._entries(id, 0)) for id in ids}

    def _absences(self, since: float) -> list[Any]:
        return []


async def think(pool: str, number: int, order: str) -> str:
    return answered(order)


def new_host(memory: Memory) -> Host:
    return Host(memory.call, think, lambda pool, number: None, bot_pace=0.0)


@dataclass(frozen=True)
class Answer:
    status_code: int
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class RunningPage:
    def __init__(self) -> None:
        self.memory = Memory()
        self.host = new_host(self.memory)
        self.loop = asyncio.new_event_loop()
        self.http = self
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._numbers = iter(range(1, 1_000_000))

    def __enter__(self) -> RunningPage:
        self._thread.start()
        self.portal(self.host.start())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.portal(self.host.rooms.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()

    def portal(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def call(self, work: Callable[..., Any], *args: Any) -> Any:
        async def inside() -> Any:
            return work(*args)

        return self.portal(inside())

    def restart(self) -> None:
        """As after the tab was closed: another host with the same storage."""
        self.portal(self.host.rooms.close())
        self.host = new_host(self.memory)
        self.portal(self.host.start())

    # --- requests -----------------------------------------------------------------------------------------

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self._ask("GET", path, None, headers or {})

    def post(self, path: str, json: Any = None, headers: dict[str, str] | None = None) -> Answer:
        return self._ask("POST", path, json, headers or {})

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        request = {
            "method": method,
            "path": path.removeprefix("/api/"),
            "body": "" if body is None else json.dumps(body),
            "key": headers.get("X-Table-Key", ""),
            "lang": headers.get("Accept-Language", "en"),
        }
        parts: list[str] = []
        work = self.host.request(next(self._numbers), json.dumps(request), parts.append)
        answer = json.loads(self.portal(work))
        return Answer(answer["status"], answer["body"] or "".join(parts))

    def open(self, *seats: str | Message, **options: Any) -> Message:
        plans = [{"who": seat} if isinstance(seat, str) else seat for seat in seats]
        answer = self.post("/api/tables", json={"seats": plans, "options": options})
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found

    def join(self, table: Message, name: str) -> Message:
        answer = self.post(f"/api/tables/{table['table']}/join", json={"key": table["join"], "name": name})
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found

    def line(self, table: str, key: str, lang: str = "en") -> Line:
        line = PageLine(self)
        line.key = key
        line.send(type="hello", table=table, key=key, lang=lang)
        return line


class PageLine(Line):
    def __init__(self, page: RunningPage) -> None:
        self._open = ExitStack()
        self._socket: Any = _Ends(page)
        self._open.callback(self._socket.close)
        self.picture, self.table, self.log, self.things, self.seen = {}, {}, [], {}, []
        self.key, self._number = "", 0


class _Ends:
    """Both ends of a line, as `websockets` has them."""

    def __init__(self, page: RunningPage) -> None:
        self._page = page
        self._heard: Queue[str | None] = Queue()
        self._line = page.call(lambda: page.host.open(self._heard.put, lambda: self._heard.put(None)))

    def send(self, text: str) -> None:
        self._page.call(self._line.receive, text)

    def recv(self, timeout: float) -> str:
        try:
            text = self._heard.get(timeout=timeout)
        except Empty:
            raise TimeoutError from None
        if text is None:
            raise ConnectionClosedError(None, None)
        return text

    def close(self) -> None:
        self._page.call(self._line.close)
