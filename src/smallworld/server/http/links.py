"""The connection of a server to others with the same database: notifications, or rows that all poll."""

from __future__ import annotations

from ..rooms.peers import Link
from ..rooms.rooms import Rooms
from ..storage import presence
from ..storage.async_storage import AsyncStorage
from ..storage.pg_notify import PgNotify
from ..storage.presence import Presence


def link(archive: AsyncStorage, rooms: Rooms) -> Link:
    return _Notified(archive, rooms) if archive.storage.several else _Polled(archive, rooms)


class _Notified:
    """With PostgreSQL."""

    def __init__(self, archive: AsyncStorage, rooms: Rooms) -> None:
        self._rooms = rooms
        self._news = PgNotify(archive.storage, rooms.peers.name, rooms.hear, rooms.missed)

    @property
    def listening(self) -> bool:
        return self._news.listening

    async def start(self) -> None:
        self._rooms.peers.connect(self._news.say, self._rooms.people_changed)
        await self._news.start()
        self._rooms.peers.alive()

    async def close(self) -> None:
        self._rooms.peers.goodbye()
        await self._news.close()

    async def poll(self) -> None:
        return


class _Polled:
    """With SQLite."""

    listening = False

    def __init__(self, archive: AsyncStorage, rooms: Rooms) -> None:
        self._rooms = rooms
        self._presence = Presence(archive, rooms.peers.name, rooms.peers.hear)

    async def start(self) -> None:
        found = self._presence
        self._rooms.peers.connect(found.say, self._rooms.people_changed, found.be_sure, presence.GONE)
        await found.start()

    async def close(self) -> None:
        await self._presence.close()

    async def poll(self) -> None:
        await self._presence.poll()
