"""Storage for the event loop: calls run in threads, and entries of many tables share one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from ..tables.archive import StorageError
from ..tables.journal import Entry, Header
from .storage import Addition, Storage

_log: Final = logging.getLogger("smallworld.storage")
_FRESH: Final = 1.0  # seconds for which one database check is reused
Batch = list[tuple[Addition, asyncio.Future[bool]]]
Outcome = list[bool] | StorageError
P = ParamSpec("P")
T = TypeVar("T")


class AsyncStorage:
    """While one batch is being written, the next one is collected, so entries share the wait for the disk."""

    def __init__(self, storage: Storage, patience: float = 6.0) -> None:
        self.storage = storage
        self.patience = patience  # seconds for the database to answer
        self._checking = asyncio.Lock()
        self._checked = -_FRESH  # when the last check succeeded, by `monotonic`
        self._readers = ThreadPoolExecutor(4, "storage-read")
        self._writer = ThreadPoolExecutor(1, "storage-write")
        self._waiting: Batch = []
        self._patient: asyncio.TimerHandle | None = None  # while a batch is being written
        self._work: Future[None] | None = None
        self._batches = 0
        self._quiet = asyncio.Event()  # nothing is being written
        self._quiet.set()

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._patiently(self._readers, call, *args, **kwargs)

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._patiently(self._writer, call, *args, **kwargs)
        except StorageError:
            self._checked = -_FRESH
            raise

    async def _patiently(
        self, threads: ThreadPoolExecutor, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Wait with a timeout. The thread cannot be stopped, but the caller learns that there is no
        answer."""
        work = asyncio.get_running_loop().run_in_executor(threads, lambda: call(*args, **kwargs))
        work.add_done_callback(_looked_at)
        done, _ = await asyncio.wait({work}, timeout=self.patience)
        if not done:
            work.cancel()  # if it has not started yet
            raise StorageError("the database gives no answer")
        return work.result()

    async def append(self, id: str, entry: Entry) -> bool:
        """Whether the entry is durable now; False: another entry of this version was written before.

        Without an answer in time it counts as not written. If it is written after all, the table reads it
        later like an entry from another server.
        """
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((id, entry), written))
        if self._patient is None:
            self._write_batch()
        return await written

    def _write_batch(self) -> None:
        """Give all waiting entries to the writing thread."""
        batch = [item for item in self._waiting if not item[1].done()]  # nobody waits for the others
        self._waiting = []
        if not batch:
            self._patient = None
            self._quiet.set()
            return
        self._quiet.clear()
        loop = asyncio.get_running_loop()
        self._batches += 1
        number = self._batches
        self._patient = loop.call_later(
            self.patience, self._done, number, batch, StorageError("the database gives no answer")
        )

        def write() -> None:
            outcome: Outcome
            try:
                outcome = self.storage.append([addition for addition, _ in batch])
            except StorageError as error:
                outcome = error
            except Exception as error:  # any error: no caller may wait for ever
                _log.exception("writing failed")
                outcome = StorageError(f"writing failed: {type(error).__name__}")
            with suppress(RuntimeError):  # the event loop has ended, and all callers with it
                loop.call_soon_threadsafe(self._done, number, batch, outcome)

        self._work = self._writer.submit(write)

    def _done(self, number: int, batch: Batch, outcome: Outcome) -> None:
        """Back on the event loop: report the outcome, and write what was collected meanwhile."""
        if number != self._batches or self._patient is None:
            return  # an answer after the timeout: nobody waits for it
        self._patient.cancel()
        if isinstance(outcome, StorageError):
            _log.error("not written: %s", outcome)
            self._checked = -_FRESH
            if self._work is not None:
                self._work.cancel()  # if it has not started yet
        for place, (_, written) in enumerate(batch):
            if written.done():
                continue  # the caller is gone
            if isinstance(outcome, StorageError):
                written.set_exception(outcome)
            else:
                written.set_result(outcome[place])
        self._write_batch()

    # --- the calls of `tables.archive` -------------------------------------------------------------------

    async def aside(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._patiently(self._readers, call, *args, **kwargs)

    async def create(
        self, id: str, header: Header, first: Sequence[Entry] = (), due: float | None = None
    ) -> None:
        await self.write(self.storage.create, id, header, first, due)

    async def delete(self, id: str) -> bool:
        return await self.write(self.storage.delete, id)

    async def header(self, id: str) -> Header | None:
        return await self.read(self.storage.header, id)

    async def entries(self, id: str, after: int = 0) -> list[Entry]:
        return await self.read(self.storage.entries, id, after)

    async def snapshot(self, id: str) -> dict[str, Any] | None:
        return await self.read(self.storage.snapshot, id)

    async def keep(self, snapshots: Mapping[str, Mapping[str, Any]]) -> None:
        await self.write(self.storage.keep, snapshots)

    async def opens(self, id: str, key: str) -> bool:
        return await self.read(self.storage.opens, id, key)

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        return await self.read(self.storage.versions, ids)

    async def note(self, due: Mapping[str, float | None], touched: Mapping[str, float]) -> None:
        await self.write(self.storage.note, due, touched)

    async def waiting(self) -> bool:
        return await self.read(self.storage.waiting)

    async def claim(self, now: float, until: float, most: int) -> list[str]:
        return await self.write(self.storage.claim, now, until, most)

    async def beat(self, now: float) -> None:
        await self.write(self.storage.beat, now)

    async def come_back(self, now: float, away: float) -> None:
        await self.write(self.storage.come_back, now, away)

    async def absences(self, since: float) -> list[tuple[float, float]]:
        return await self.read(self.storage.absences, since)

    async def retire(self, now: float, unbegun: float, abandoned: float, finished: float) -> int:
        return await self.write(self.storage.retire, now, unbegun, abandoned, finished)

    # -----------------------------------------------------------------------------------------------------

    async def check(self) -> None:
        """Raises an error if the database cannot be read or written now."""
        async with self._checking:
            if monotonic() - self._checked > _FRESH:
                await self.read(self.storage.last_beat)
                await self.write(self.storage.try_writing)
                self._checked = monotonic()

    async def close(self) -> None:
        """First finish what was started, if the database answers at all."""
        await self._quiet.wait()
        for threads in (self._readers, self._writer):
            ended = asyncio.get_running_loop().run_in_executor(None, threads.shutdown)
            await asyncio.wait({ended}, timeout=self.patience)
        self.storage.close()


def _looked_at(work: asyncio.Future[T]) -> None:
    """Ignore the result of work that nobody waits for any more."""
    if not work.cancelled():
        work.exception()
