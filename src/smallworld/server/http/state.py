"""The parts of a running server, as one thing that endpoints can ask for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from ..bots.workers import Workers
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..storage.archive import Archive
from ..storage.storage import Storage
from .limits import Buckets


@dataclass
class Server:
    settings: Settings
    archive: Archive
    workers: Workers
    analysts: Workers
    rooms: Rooms
    openings: Buckets
    replays: Buckets
    connections: Counter[str] = field(default_factory=Counter)  # open sockets by address

    @classmethod
    def start(cls, settings: Settings) -> Server:
        """Opens the database; what is wrong with it is raised as `StorageTrouble`."""
        archive = Archive(Storage(settings.url))
        workers = Workers(settings.bot_workers, settings.bot_seconds)
        limits = settings.limits
        return cls(
            settings=settings,
            archive=archive,
            workers=workers,
            analysts=Workers(1, 170.0),
            rooms=Rooms(archive, workers, settings),
            openings=Buckets(*limits.tables),
            replays=Buckets(*limits.replays),
        )

    async def close(self) -> None:
        await self.rooms.close()
        self.workers.close()
        self.analysts.close()
        await self.archive.close()


def server(connection: HTTPConnection) -> Server:
    found = connection.app.state.server
    assert isinstance(found, Server)
    return found
