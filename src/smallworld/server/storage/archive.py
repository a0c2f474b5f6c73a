"""Storage for the event loop: calls run in threads, and entries of many tables share one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from ..tables.journal import Entry
from .database import StorageTrouble
from .storage import Addition, Storage

_log: Final = logging.getLogger("smallworld.storage")
P = ParamSpec("P")
T = TypeVar("T")


class Archive:
    """While one batch is on its way to the disk the next one gathers, so the wait for the disk is shared."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._readers = ThreadPoolExecutor(4, "storage-read")
        self._writer = ThreadPoolExecutor(1, "storage-write")
        self._waiting: list[tuple[Addition, asyncio.Future[bool]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: call(*args, **kwargs))

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, lambda: call(*args, **kwargs))

    async def append(self, id: str, entry: Entry) -> bool:
        """Whether the entry is durable now; False: another one of this version was written before."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((id, entry), written))
        if self._busy is None:
            self._busy = asyncio.create_task(self._write_all())
        return await written

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._write_batch(batch)
        finally:
            self._busy = None

    async def _write_batch(self, batch: list[tuple[Addition, asyncio.Future[bool]]]) -> None:
        outcome: list[bool] | StorageTrouble
        try:
            outcome = await self.write(self.storage.append, [addition for addition, _ in batch])
        except StorageTrouble as error:
            outcome = error
        except Exception as error:  # whatever it is, nobody may wait for ever
            _log.exception("writing failed")
            outcome = StorageTrouble(f"writing failed: {type(error).__name__}")
        if isinstance(outcome, StorageTrouble):
            _log.error("not written: %s", outcome)
        for number, (_, written) in enumerate(batch):
            if written.done():
                continue  # whoever asked has gone
            if isinstance(outcome, StorageTrouble):
                written.set_exception(outcome)
            else:
                written.set_result(outcome[number])

    async def close(self) -> None:
        """Everything that was begun is finished first."""
        while self._busy is not None:
            await asyncio.wait([self._busy])
        self._readers.shutdown()
        self._writer.shutdown()
        self.storage.close()
