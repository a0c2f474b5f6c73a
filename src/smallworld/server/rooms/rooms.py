"""Every table in memory: loaded when somebody comes, gone when nobody has been there for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic, time
from typing import Final

from smallworld.engine import SmallWorldError

from ..bots.levels import DEFAULT_LEVEL, levels
from ..bots.workers import Workers
from ..settings import Settings
from ..storage.archive import Archive
from ..storage.database import StorageTrouble
from ..tables import wishes
from ..tables.clocks import NOBODY
from ..tables.opening import open_table
from ..tables.refusal import Refusal
from ..tables.table import Table
from ..wire.tables import Created, NewTable
from .room import Room

_log: Final = logging.getLogger("smallworld.table")
_BEAT: Final = 5.0  # seconds between signs of life
_AWAY: Final = 4 * _BEAT  # without a sign of life for so long, no server was there


class Rooms:
    def __init__(self, archive: Archive, workers: Workers, settings: Settings) -> None:
        self.archive = archive
        self._workers = workers
        self._settings = settings
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._away: tuple[float, float] | None = None  # when no server was there

    def __len__(self) -> int:
        return len(self._rooms)

    async def start(self) -> None:
        """Clocks of running games go on where they were when the last server went away."""
        now, last = time(), await self.archive.read(self.archive.storage.last_beat)
        if last is not None and now - last > _AWAY:
            self._away = last, now
        for id in await self.archive.read(self.archive.storage.running):
            try:
                await self.find(id)
            except SmallWorldError as error:
                _log.error("table %s cannot go on: %s", id, error)
        loops = ((_BEAT, self._beat), (self._settings.follow, self._follow), (15.0, self._clear))
        self._loops = [asyncio.create_task(_every(seconds, work)) for seconds, work in loops]

    async def close(self) -> None:
        for loop in self._loops:
            loop.cancel()
        for room in self._rooms.values():
            await room.close()

    @property
    def all(self) -> list[Room]:
        return list(self._rooms.values())

    # --- opening and finding -----------------------------------------------------------------------------

    async def open(self, plan: NewTable) -> Created:
        """A new table; it begins at once if nobody is awaited."""
        opening = open_table(plan, levels(), DEFAULT_LEVEL)
        table = Table(opening.created.table, opening.header)
        first = [] if table.open_seats else [wishes.begin(table, time())]
        await self.archive.write(self.archive.storage.create, table.id, opening.header, first)
        for entry in first:
            table.apply(entry)
        self._add(table).go_on()
        return opening.created

    async def find(self, id: str) -> Room | None:
        """The room of a table, from memory or from the database."""
        if id in self._rooms:
            self._rooms[id].used = monotonic()
            return self._rooms[id]
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room | None:
        storage = self.archive.storage
        header = await self.archive.read(storage.header, id)
        if header is None:
            return None
        entries = await self.archive.read(storage.entries, id)
        table = Table.rebuild(id, header, entries)
        room = self._add(table)
        try:
            await self._resume(room)
        except Refusal as refusal:
            _log.error("table %s: its clocks could not be resumed: %s", id, refusal)
        room.go_on()
        return room

    async def _resume(self, room: Room) -> None:
        clocks = room.table.clocks
        if self._away is None or clocks.ticking == NOBODY or clocks.since >= self._away[1]:
            return
        since = self._away[0]
        await room.wish(lambda table, now: wishes.resume(table, since, now))

    def _add(self, table: Table) -> Room:
        room = self._rooms[table.id] = Room(table, self.archive, self._workers, self._settings)
        return room

    # --- what is done from time to time ------------------------------------------------------------------

    async def _beat(self) -> None:
        """A sign of life, as long as anybody's time runs: without a server it must not."""
        if any(room.table.clocks.ticking != NOBODY for room in self._rooms.values()):
            await self.archive.write(self.archive.storage.beat, time())

    async def _follow(self) -> None:
        """Tables that people look at here may be played at another server."""
        watched = {id: room for id, room in self._rooms.items() if room.watched}
        if not watched:
            return
        versions = await self.archive.read(self.archive.storage.versions, list(watched))
        for id, version in versions.items():
            if version > watched[id].table.version:
                await watched[id].catch_up()

    async def _clear(self) -> None:
        for id, room in list(self._rooms.items()):
            since = room.idle_since
            if since is not None and monotonic() - since > self._settings.limits.idle:
                del self._rooms[id]
                await room.close()


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StorageTrouble as error:
            _log.error("%s", error)
        except Exception:
            _log.exception("regular work failed")
