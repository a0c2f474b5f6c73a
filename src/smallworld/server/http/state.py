"""The parts of a running server, as one thing that endpoints can ask for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from ..bots.line import Asker, Line
from ..bots.workers import Workers
from ..library.balance import Memory
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..storage.archive import Archive
from ..storage.storage import Storage
from .limits import Bucket, Buckets
from .meters import Meters

_LATE: Final = 0.1  # seconds between looks at how late the event loop is
P = ParamSpec("P")
T = TypeVar("T")


class Desk:
    """Threads that read records and write pages, which is too much for the loop; with a line before them."""

    def __init__(self, count: int, waiting: tuple[int, int]) -> None:
        self._threads = ThreadPoolExecutor(count, "desk")
        self.line = Line(count, *waiting)

    async def run(self, asker: Asker, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self.line.turn(asker):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: call(*args, **kwargs))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@dataclass
class Server:
    settings: Settings
    archive: Archive
    workers: Workers
    analysts: Workers
    desk: Desk
    rooms: Rooms
    meters: Meters
    openings: Buckets
    replays: Buckets
    checks: Buckets
    arrivals: Buckets
    talk: Buckets
    balances: Memory = field(default_factory=Memory)
    connections: Counter[str] = field(default_factory=Counter)  # open sockets by address
    onlookers: dict[str, tuple[Bucket, Bucket]] = field(default_factory=dict)  # by table: messages, chat
    _watch: asyncio.Task[None] | None = None

    @classmethod
    def start(cls, settings: Settings, meters: Meters) -> Server:
        """Opens the database; what is wrong with it is raised as `StorageTrouble`."""
        limits = settings.limits
        archive = Archive(Storage(settings.url), limits.storage)
        workers = Workers(settings.bot_workers, settings.bot_seconds, limits.bots_waiting)
        return cls(
            settings=settings,
            archive=archive,
            workers=workers,
            analysts=Workers(1, 170.0, limits.analyses_waiting),
            desk=Desk(2, (100, 20)),
            rooms=Rooms(archive, workers, settings),
            meters=meters,
            openings=Buckets(*limits.tables),
            replays=Buckets(*limits.replays),
            checks=Buckets(*limits.checks),
            arrivals=Buckets(*limits.arrivals),
            talk=Buckets(*limits.talk),
        )

    async def open(self) -> None:
        await self.rooms.start()
        self._watch = asyncio.create_task(self._look_at_the_clock())

    async def _look_at_the_clock(self) -> None:
        """How late the loop is: what everybody waits, whatever they wait for."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LATE
            await asyncio.sleep(_LATE)
            self.meters.late.add(max(0.0, loop.time() - due))
            for id in [id for id in self.onlookers if self.rooms.guests_at(id) == 0]:
                del self.onlookers[id]

    def watching(self, table: str) -> tuple[Bucket, Bucket]:
        """What all who only watch a table may say and ask together."""
        if table not in self.onlookers:
            limits = self.settings.limits
            self.onlookers[table] = Bucket(*limits.onlookers), Bucket(*limits.chatter)
        return self.onlookers[table]

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        await self.rooms.close()
        self.workers.close()
        self.analysts.close()
        self.desk.close()
        await self.archive.close()


def server(connection: HTTPConnection) -> Server:
    found = connection.app.state.server
    assert isinstance(found, Server)
    return found
