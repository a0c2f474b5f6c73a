"""Notifications between servers on one PostgreSQL: LISTEN and NOTIFY instead of polling.

The transaction that writes an entry announces it (`Storage.append`); everything else is sent here. SQLite has
no notifications: there a server is alone, or polls.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from .storage import Storage

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_log: Final = logging.getLogger("smallworld.storage")
_RETRY: Final = 1.0  # seconds until a lost connection is tried again
_WAITING: Final = 1000  # messages queued without a connection; the oldest are dropped

Hear = Callable[[str, dict[str, Any]], None]


class PgNotify:
    """`hear` receives the messages of other servers with the sender; `missed` is called when messages may
    have been lost, because there was no connection for a while."""

    def __init__(self, storage: Storage, server: str, hear: Hear, missed: Callable[[], None]) -> None:
        self._storage, self._server = storage, server
        self._hear, self._missed = hear, missed
        self._sayings: list[str] = []
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.listening = False

    async def start(self) -> None:
        """From now on nothing is missed; without a connection it retries until there is one."""
        place, schema = self._storage.place, self._storage.schema
        self._storage.channel = f"smallworld_{crc32(schema.encode()):x}"
        self._storage.server = self._server
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._keep(place, self._listen, ready)),
            asyncio.create_task(self._keep(place, self._talk, None)),
        ]
        try:
            async with asyncio.timeout(5.0):
                await ready.wait()
        except TimeoutError:
            _log.error("no news of other servers: the database does not answer")

    async def close(self) -> None:
        for _ in range(20):  # wait a moment for the goodbye to be sent
            if not self._sayings:
                break
            await asyncio.sleep(0.02)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def say(self, news: dict[str, Any]) -> None:
        self._sayings.append(json.dumps({"s": self._server, **news}, separators=(",", ":")))
        del self._sayings[:-_WAITING]
        self._something.set()

    async def _keep(
        self,
        place: str,
        work: Callable[[AsyncConnection[Any], asyncio.Event | None], Any],
        ready: asyncio.Event | None,
    ) -> None:
        import psycopg  # imported here, because SQLite does not need it

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(place, autocommit=True, connect_timeout=5)
                async with connection:
                    await work(connection, ready)
            except (psycopg.Error, OSError) as error:
                _log.warning("no news of other servers: %s", str(error).strip().partition("\n")[0])
            self.listening = self.listening and ready is None
            await asyncio.sleep(_RETRY)

    async def _listen(self, connection: AsyncConnection[Any], ready: asyncio.Event | None) -> None:
        assert ready is not None
        await connection.execute(f'LISTEN "{self._storage.channel}"'.encode())
        self.listening = True
        if ready.is_set():
            self._missed()
        ready.set()
        async for notice in connection.notifies():
            self._heard(notice.payload)

    def _heard(self, payload: str) -> None:
        try:
            news = json.loads(payload)
            server = str(news["s"])
            if server != self._server:
                self._hear(server, news)
        except Exception:  # a bad message must not stop the listener
            _log.exception("news that cannot be understood")

    async def _talk(self, connection: AsyncConnection[Any], ready: asyncio.Event | None) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._sayings:
                await connection.execute(
                    "SELECT pg_notify(%s, %s)", (self._storage.channel, self._sayings[0])
                )
                del self._sayings[0]
