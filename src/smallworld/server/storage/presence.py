"""Who is connected to which server, without notifications: rows in the database that all servers poll.

A server has a row while anybody is connected to it, and increments its counter every two seconds. Clocks are
not compared: a counter that grows belongs to a running server, one that stays the same does not. With
PostgreSQL, `pg_notify` does the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from ..tables.archive import StorageError
from .async_storage import AsyncStorage

_log: Final = logging.getLogger("smallworld.storage")
_BEAT: Final = 2.0  # seconds between heartbeats
GONE: Final = 3 * _BEAT + 1.0  # seconds without a heartbeat after which a server counts as gone
_CHECK_EVERY: Final = 0.25  # seconds between polls while somebody waits for an answer

Rows = list[tuple[str, int, dict[str, Any]]]  # servers, the counter of each, and its tables


@dataclass
class _Other:
    beat: int
    seen: float  # when its counter last grew
    proven: bool  # it grew: the server runs, or ran at the same time as this one
    tables: frozenset[str] = frozenset()


class Presence:
    """`hear` receives what other servers have written, in the form of their messages."""

    def __init__(
        self, archive: AsyncStorage, server: str, hear: Callable[[str, dict[str, Any]], None]
    ) -> None:
        self._archive, self._server, self._hear = archive, server, hear
        self._own: dict[str, dict[str, Any]] = {}  # tables: seats, and how many are connected
        self._beat = 0
        self._others: dict[str, _Other] = {}
        self._looking = asyncio.Lock()
        self._something = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        with suppress(StorageError):
            await self._poll(proven=False)  # these may be of servers that ended long ago
        self._telling = asyncio.create_task(self._tell())

    async def close(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        with suppress(StorageError):
            if self._beat:
                await self._archive.write(self._archive.storage.absent, self._server)

    def say(self, news: dict[str, Any]) -> None:
        """Stores only who is connected where; chat does not go into the database."""
        if news["k"] != "here":
            return
        if news["n"]:
            self._own[news["t"]] = {"seats": news["seats"], "n": news["n"]}
        else:
            self._own.pop(news["t"], None)
        self._something.set()

    async def _tell(self) -> None:
        """Write at once after a change, and regularly while anybody is connected."""
        storage = self._archive.storage
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_BEAT if self._own else None):
                    await self._something.wait()
            self._something.clear()
            try:
                if self._own:
                    self._beat += 1
                    await self._archive.write(storage.present, self._server, self._beat, dict(self._own))
                elif self._beat:
                    await self._archive.write(storage.absent, self._server)
            except StorageError as error:
                _log.error("%s", error)
                await asyncio.sleep(_BEAT)
                self._something.set()

    async def poll(self) -> None:
        await self._poll(proven=True)

    async def be_sure(self) -> None:
        """Poll until it is known of every row whether its server is running."""
        await self.poll()
        while not all(other.proven for other in self._others.values()):
            await asyncio.sleep(_CHECK_EVERY)
            await self.poll()

    async def _poll(self, proven: bool) -> None:
        """`proven`: a server that appeared since the last poll must be running."""
        async with self._looking:
            rows = await self._archive.read(self._archive.storage.presences)
            self._compare(rows, proven)
            for server, other in list(self._others.items()):
                if monotonic() - other.seen > GONE:
                    await self._archive.write(self._archive.storage.absent, server, other.beat)

    def _compare(self, rows: Rows, proven: bool) -> None:
        for server, beat, tables in rows:
            other = self._others.get(server)
            if server == self._server or (other is not None and other.beat == beat):
                continue
            known = proven or other is not None
            now_here = frozenset(tables)
            self._others[server] = _Other(beat, monotonic(), known, now_here)
            if known:
                self._hear(server, {"k": "alive"})
                for table in now_here | (other.tables if other is not None else frozenset()):
                    self._hear(
                        server, {"k": "here", "t": table, "seats": [], "n": 0, **tables.get(table, {})}
                    )
        for server in self._others.keys() - {row[0] for row in rows}:
            del self._others[server]
            self._hear(server, {"k": "bye"})
