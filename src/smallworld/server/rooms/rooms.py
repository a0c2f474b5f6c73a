"""The tables in memory: loaded on demand, unloaded when unused for a while."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic, time
from typing import Any, Final

from smallworld.engine import SmallWorldError
from smallworld.languages import Lang

from ..bots.bot_jobs import DEFAULT_LEVEL, levels
from ..library.table_files import read_table
from ..library.trial import is_foreign, tried
from ..ports import Client, RoomSettings, Workers
from ..tables import commands, keys
from ..tables.archive import Archive, StorageError
from ..tables.clocks import NOBODY
from ..tables.create_table import Opening, open_table
from ..tables.journal import Entry
from ..tables.refusal import Refusal
from ..tables.snapshot import EVERY, rebuilt, snapshot
from ..tables.table import Table
from ..wire.tables import Created, NewTable
from .peers import BEAT, Link, Peers
from .room import Room

_log: Final = logging.getLogger("smallworld.table")
_PULSE: Final = 5.0  # seconds between heartbeats in the database
_AWAY: Final = 4 * _PULSE  # seconds without a heartbeat after which no server was running
_CLAIM: Final = 30.0  # seconds a server has to handle a table that was due
_AT_ONCE: Final = 20  # due tables loaded at once: a starting server serves people first
_TOUCH: Final = 60.0  # seconds: precision of a table's last use in the database
_RETIRE: Final = 3600.0
_GARBAGE: Final = 200  # unloaded tables with homebrew after which their worlds are garbage-collected


class Rooms:
    def __init__(self, archive: Archive, workers: Workers, readers: Workers, settings: RoomSettings) -> None:
        self.archive = archive
        self.peers = Peers()
        self._workers = workers  # for bots
        self._readers = readers  # for untrusted text
        self._settings = settings
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._background: set[asyncio.Task[None]] = set()
        self._link: Link | None = None  # to other hosts with the same storage
        self._touched: dict[str, float] = {}  # the values in the database
        self._beaten = 0.0
        self._garbage = 0  # unloaded tables with homebrew

    def __len__(self) -> int:
        return len(self._rooms)

    async def start(self, link: Link | None = None) -> None:
        """Clocks of running games continue from when the last server stopped."""
        await self.archive.come_back(time(), _AWAY)
        self._link = link
        if link is not None:
            await link.start()
        loops = (
            (1.0, self._load_due),
            (BEAT, self._heartbeat),
            (self._settings.follow, self._poll_others),
            (15.0, self._unload_unused),
            (_RETIRE, self._delete_unused),
        )
        self._loops = [asyncio.create_task(_every(seconds, work)) for seconds, work in loops]

    async def close(self) -> None:
        for task in (*self._loops, *self._background):
            task.cancel()
        for room in self._rooms.values():
            await room.close()
        try:
            await self._write_changes(self.all)
        except StorageError as error:
            _log.error("%s", error)
        if self._link is not None:
            await self._link.close()

    @property
    def all(self) -> list[Room]:
        return list(self._rooms.values())

    def viewers_at(self, id: str) -> int:
        room = self._rooms.get(id)
        return len(room.viewers) if room is not None else 0

    # --- creating and finding ----------------------------------------------------------------------------

    async def open(self, plan: NewTable, who: str = "") -> Created:
        """Create a table; the game begins at once if no player is missing.

        Untrusted text is first tried out in a worker process. `who` is the client.
        """
        if is_foreign(plan):
            opening = await self._readers.run_for(Client(who), tried, plan, list(levels()), DEFAULT_LEVEL)
        else:
            opening = await self.archive.aside(open_table, plan, levels(), DEFAULT_LEVEL)
        await self._place(opening, [])
        return opening.created

    async def read_file(self, text: str, lang: Lang, who: str = "") -> Created:
        """A table from a file, as it was: with a name and keys of its own here."""
        client, levels_here = Client(who), list(levels())
        found = await self._readers.run_for(
            client, read_table, text, lang, levels_here, DEFAULT_LEVEL, time()
        )
        await self._place(*found)
        return found[0].created

    async def salvage(self, id: str, key: str) -> Created | None:
        """A table as far as its journal can be read, as another table with the same keys.

        None: there is no such table. The damaged one stays as it is.
        """
        header = await self.archive.header(id)
        if header is None or not keys.same(keys.key_hash(key), header.owner):
            return None
        entries = await self.archive.entries(id)
        good = await self.archive.aside(Table.readable, id, header, entries)
        created = Created(
            table=keys.new_table_id(), key=key, join=keys.join_key(key), watch=keys.watch_key(key)
        )
        await self._place(Opening(header, created), good)
        return created

    async def _place(self, opening: Opening, entries: Sequence[Entry]) -> None:
        """Store a new table, which begins at once if no player is missing; the bots then go on."""
        id, header = opening.created.table, opening.header
        table = await self.archive.aside(Table.rebuild, id, header, entries)
        first = list(entries)
        if table.phase == "waiting" and not table.open_seats:
            first.append(commands.begin(table, time()))
            table.apply(first[-1])
        due = table.clocks.deadline
        await self.archive.create(id, header, first, due)
        room = self._add(table)
        room.due_written = due
        room.go_on()

    def in_memory(self, id: str) -> Room | None:
        return self._rooms.get(id)

    async def opens(self, id: str, key: str) -> bool:
        """Whether the database has this key for this table; the table may be missing."""
        return await self.archive.opens(id, keys.key_hash(key))

    async def find(self, id: str) -> Room | None:
        """The room of a table, from memory or the database, up to date with the database."""
        if id in self._rooms:
            room = self._rooms[id]
            room.used = monotonic()
            if not self._listening:
                try:
                    await room.catch_up()
                except StorageError as error:
                    _log.error("%s", error)  # what is in memory can still be shown
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    @property
    def _listening(self) -> bool:
        """Whether changes by other servers are notified without asking."""
        return self._link is not None and self._link.listening

    async def _load(self, id: str) -> Room | None:
        table = await self._rebuild(id)
        if table is None:
            return None
        room = self._add(table)
        try:
            await room.catch_up()  # entries from before the notifications started
            await self._resume(room)
        except Refusal as refusal:
            _log.error("table %s: its clocks could not be resumed: %s", id, refusal)
        if self._listening and not self.peers.alone:
            await self.peers.ask(id)
        room.go_on()
        return room

    async def _rebuild(self, id: str) -> Table | None:
        header = await self.archive.header(id)
        if header is None:
            return None
        kept = await self.archive.snapshot(id)
        if kept:
            after = await self.archive.entries(id, kept["version"])
            table = await self.archive.aside(rebuilt, id, header, kept, after)
            if table is not None:
                return table
        return await self.archive.aside(Table.rebuild, id, header, await self.archive.entries(id))

    async def _resume(self, room: Room) -> None:
        """No clock runs while no server was running."""
        clocks = room.table.clocks
        if clocks.ticking == NOBODY:
            return
        for gone, back in await self.archive.absences(clocks.since):
            await room.run(lambda table, now, gone=gone, back=back: commands.resume(table, gone, back, now))  # type: ignore[misc]

    def _add(self, table: Table) -> Room:
        room = Room(table, self.archive, self._workers, self._settings, self.peers)
        self._rooms[table.id] = room
        return room

    async def delete(self, id: str) -> bool:
        """Delete a table and all its data for good."""
        found = await self.archive.delete(id)
        await self._forget(id)
        return found

    async def _forget(self, id: str) -> None:
        room = self._rooms.pop(id, None)
        self._touched.pop(id, None)
        if room is not None:
            for viewer in list(room.viewers):
                viewer.drop()
            await self._close(room)

    # --- other servers -----------------------------------------------------------------------------------

    def hear(self, server: str, news: dict[str, Any]) -> None:
        if news["k"] == "entries":
            for id, version in news["v"].items():
                if id in self._rooms:
                    self._in_background(self._rooms[id].catch_up(int(version)))
        elif news["k"] == "deleted":
            self._in_background(self._forget(str(news["t"])))
        elif news["k"] == "said" and (room := self._rooms.get(str(news["t"]))):
            room.said(int(news["seat"]), str(news["text"]))
        self.peers.hear(server, news)

    def missed(self) -> None:
        """Notifications may have been missed: update every table in memory."""
        for room in self.all:
            self._in_background(room.catch_up())

    def people_changed(self, id: str) -> None:
        if room := self._rooms.get(id):
            room.people_changed_elsewhere()

    def _in_background(self, work: Awaitable[None]) -> None:
        async def run() -> None:
            try:
                await work
            except StorageError as error:
                _log.error("%s", error)

        task = asyncio.create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _heartbeat(self) -> None:
        self.peers.alive()

    async def _poll_others(self) -> None:
        """Without notifications: look for moves and connections at other servers, for tables with viewers
        here."""
        if self._link is not None:
            await self._link.poll()
        watched = {id: room for id, room in self._rooms.items() if room.watched}
        if not watched or self._listening:
            return
        versions = await self.archive.versions(list(watched))
        for id, version in versions.items():
            await watched[id].catch_up(version)

    # --- periodic work -----------------------------------------------------------------------------------

    async def _load_due(self) -> None:
        """Load tables whose clocks run out without viewers; send heartbeats while there are any."""
        now = time()
        await self._write_changes(self.all)
        if not await self.archive.waiting():
            return
        for id in await self.archive.claim(now, now + _CLAIM, _AT_ONCE):
            try:
                if (room := await self.find(id)) is not None:
                    room.due_written = now + _CLAIM
            except SmallWorldError as error:
                _log.error("table %s cannot go on: %s", id, error)
        if now - self._beaten >= _PULSE:
            self._beaten = now
            await self.archive.beat(now)

    async def _write_changes(self, rooms: list[Room]) -> None:
        """Write what changed to the database: due time, last use and snapshots."""
        long = [room for room in rooms if room.table.version - room.kept >= EVERY]
        if long:
            bodies = {room.table.id: snapshot(room.table) for room in long}
            await self.archive.keep(bodies)
            for room in long:
                room.kept = bodies[room.table.id]["version"]
        due = {room.table.id: room.due for room in rooms if room.due != room.due_written}
        touched = {
            room.table.id: room.touched
            for room in rooms
            if room.touched - self._touched.get(room.table.id, 0.0) >= _TOUCH
        }
        if not due and not touched:
            return
        await self.archive.note(due, touched)
        self._touched.update(touched)
        for room in rooms:
            if room.table.id in due:
                room.due_written = due[room.table.id]

    async def _unload_unused(self) -> None:
        """Unload unused tables. One with a running clock may go as well: the database knows when it is
        due."""
        now, limits = monotonic(), self._settings.limits
        idle = [
            room
            for room in self.all
            if room.idle_since is not None
            and now - room.idle_since > (limits.idle_over if room.table.phase == "over" else limits.idle)
        ]
        await self._write_changes(idle)
        for room in idle:
            if room.idle_since is not None:
                self._rooms.pop(room.table.id, None)
                self._touched.pop(room.table.id, None)
                await self._close(room)
        self._free_worlds()

    async def _close(self, room: Room) -> None:
        self._garbage += any(pack.source for pack in room.table.world.packs)
        await room.close()

    def _free_worlds(self) -> None:
        """Classes refer to themselves, so only the garbage collector frees worlds with homebrew, and it
        runs very rarely here."""
        if self._garbage >= _GARBAGE:
            self._garbage = 0
            gc.collect()

    async def _delete_unused(self) -> None:
        limits = self._settings.limits
        ages = limits.unbegun, limits.abandoned, limits.finished
        if gone := await self.archive.retire(time(), *ages):
            _log.info("%d tables that nobody has touched for a long time were removed", gone)


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StorageError as error:
            _log.error("%s", error)
        except Exception:
            _log.exception("regular work failed")
