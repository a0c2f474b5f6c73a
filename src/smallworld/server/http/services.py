"""The parts of a running server, as one object for the routes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from ..bots.bot_jobs import offer
from ..library.balance_report import Memory
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..storage.async_storage import AsyncStorage
from ..storage.storage import Storage
from ..workers.pool import Pool
from ..workers.process import Limits as WorkerLimits
from .answer_cache import AnswerCache
from .links import link
from .protection.rate_limits import Bucket, Buckets, InUse
from .running.metrics import Metrics

_LATE: Final = 0.1  # seconds between measurements of the event loop's delay


@dataclass
class Services:
    settings: Settings
    archive: AsyncStorage
    bots: Pool
    readers: Pool  # worker processes for client input and for work too long for the event loop
    bench: Pool  # worker processes for analyses and balance reports
    rooms: Rooms
    metrics: Metrics
    openings: Buckets
    replays: Buckets
    checks: Buckets
    arrivals: Buckets
    address_messages: Buckets
    balances: Memory = field(default_factory=Memory)
    kept: AnswerCache = field(default_factory=AnswerCache)
    connections: InUse = field(default_factory=InUse)  # open sockets by address
    spectators: dict[str, tuple[Bucket, Bucket]] = field(default_factory=dict)  # by table: messages, chat
    _watch: asyncio.Task[None] | None = None

    @classmethod
    def start(cls, settings: Settings, metrics: Metrics) -> Services:
        """Open the database; raises `StorageError` if something is wrong with it."""
        limits = settings.limits
        offer(settings.bots)
        archive = AsyncStorage(Storage(settings.url), limits.storage)
        memory, count = limits.worker_bytes, settings.reading_workers
        bots = Pool(
            settings.bot_workers,
            settings.bot_seconds,
            limits.bots_waiting,
            limits=WorkerLimits(memory, nice=2),
        )
        readers = Pool(
            count,
            limits.reading,
            limits.reading_waiting,
            each=max(1, count - 1),  # one client never occupies all processes
            limits=WorkerLimits(memory, nice=3),
        )
        bench = Pool(
            settings.bench_workers, limits.bench, limits.bench_waiting, limits=WorkerLimits(memory, nice=5)
        )
        return cls(
            settings=settings,
            archive=archive,
            bots=bots,
            readers=readers,
            bench=bench,
            rooms=Rooms(archive, bots, readers, settings),
            metrics=metrics,
            openings=Buckets(*limits.tables),
            replays=Buckets(*limits.replays),
            checks=Buckets(*limits.checks),
            arrivals=Buckets(*limits.arrivals),
            address_messages=Buckets(*limits.address_messages),
        )

    async def open(self) -> None:
        await self.rooms.start(link(self.archive, self.rooms))
        for pool in (self.readers, self.bots, self.bench):
            pool.warm_up()
        self._watch = asyncio.create_task(self._measure_delay())

    async def _measure_delay(self) -> None:
        """Measure the delay of the event loop, which every client feels."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LATE
            await asyncio.sleep(_LATE)
            self.metrics.late.add(max(0.0, loop.time() - due))
            for id in [id for id in self.spectators if self.rooms.viewers_at(id) == 0]:
                del self.spectators[id]

    def spectator_limits(self, table: str) -> tuple[Bucket, Bucket]:
        """The rate limits shared by all spectators of a table: messages, chat."""
        if table not in self.spectators:
            limits = self.settings.limits
            self.spectators[table] = Bucket(*limits.spectators), Bucket(*limits.chatter)
        return self.spectators[table]

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        await self.rooms.close()
        for pool in (self.readers, self.bots, self.bench):
            pool.close()
        await self.archive.close()


def server(connection: HTTPConnection) -> Services:
    found = connection.app.state.server
    assert isinstance(found, Services)
    return found
