"""Storage for the event loop: calls run in threads, and entries of many tables share one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Final, ParamSpec, TypeVar

from ..tables.journal import Entry
from .database import StorageTrouble
from .storage import Addition, Storage

_log: Final = logging.getLogger("smallworld.storage")
_FRESH: Final = 5.0  # seconds for which what was written says that more can be written
Batch = list[tuple[Addition, asyncio.Future[bool]]]
Outcome = list[bool] | StorageTrouble
P = ParamSpec("P")
T = TypeVar("T")


class Archive:
    """While one batch is on its way to the disk the next one gathers, so the wait for the disk is shared."""

    def __init__(self, storage: Storage, patience: float = 6.0) -> None:
        self.storage = storage
        self.patience = patience  # seconds for the database to answer
        self.written_at = 0.0  # when something was last written, by `monotonic`
        self._readers = ThreadPoolExecutor(4, "storage-read")
        self._writer = ThreadPoolExecutor(1, "storage-write")
        self._waiting: Batch = []
        self._patient: asyncio.TimerHandle | None = None  # while a batch is on its way
        self._work: Future[None] | None = None
        self._batches = 0
        self._quiet = asyncio.Event()  # nothing is on its way
        self._quiet.set()

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._patiently(self._readers, call, *args, **kwargs)

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        done = await self._patiently(self._writer, call, *args, **kwargs)
        self.written_at = monotonic()
        return done

    async def _patiently(
        self, threads: ThreadPoolExecutor, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """A thread cannot be stopped; but whoever waits for it can be told that there is no answer."""
        work = asyncio.get_running_loop().run_in_executor(threads, lambda: call(*args, **kwargs))
        work.add_done_callback(_looked_at)
        done, _ = await asyncio.wait({work}, timeout=self.patience)
        if not done:
            work.cancel()  # if it has not begun yet
            raise StorageTrouble("the database gives no answer")
        return work.result()

    async def append(self, id: str, entry: Entry) -> bool:
        """Whether the entry is durable now; False: another one of this version was written before.

        Without an answer in time it counts as not written. Should it be written all the same, the table
        learns of it like of an entry that another server wrote.
        """
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((id, entry), written))
        if self._patient is None:
            self._write_batch()
        return await written

    def _write_batch(self) -> None:
        """Hand everything that waits to the thread that writes."""
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
            self.patience, self._done, number, batch, StorageTrouble("the database gives no answer")
        )

        def write() -> None:
            outcome: Outcome
            try:
                outcome = self.storage.append([addition for addition, _ in batch])
            except StorageTrouble as error:
                outcome = error
            except Exception as error:  # whatever it is, nobody may wait for ever
                _log.exception("writing failed")
                outcome = StorageTrouble(f"writing failed: {type(error).__name__}")
            with suppress(RuntimeError):  # the loop has ended, and with it everybody who waited
                loop.call_soon_threadsafe(self._done, number, batch, outcome)

        self._work = self._writer.submit(write)

    def _done(self, number: int, batch: Batch, outcome: Outcome) -> None:
        """Back on the loop: everybody is told, and what has gathered meanwhile is on its way."""
        if number != self._batches or self._patient is None:
            return  # an answer that came after all: nobody waits for it any more
        self._patient.cancel()
        if isinstance(outcome, StorageTrouble):
            _log.error("not written: %s", outcome)
            if self._work is not None:
                self._work.cancel()  # if it has not begun yet
        else:
            self.written_at = monotonic()
        for place, (_, written) in enumerate(batch):
            if written.done():
                continue  # whoever asked has gone
            if isinstance(outcome, StorageTrouble):
                written.set_exception(outcome)
            else:
                written.set_result(outcome[place])
        self._write_batch()

    async def check(self) -> None:
        """Raises what keeps the database from being read or written just now."""
        await self.read(self.storage.last_beat)
        if monotonic() - self.written_at > _FRESH:
            await self.write(self.storage.try_writing)

    async def close(self) -> None:
        """Everything that was begun is finished first, if the database answers at all."""
        await self._quiet.wait()
        for threads in (self._readers, self._writer):
            ended = asyncio.get_running_loop().run_in_executor(None, threads.shutdown)
            await asyncio.wait({ended}, timeout=self.patience)
        self.storage.close()


def _looked_at(work: asyncio.Future[T]) -> None:
    """What comes of work that nobody waits for any more is of no interest."""
    if not work.cancelled():
        work.exception()
