"""Processes for what takes long: bots that think, games that are analysed.

One that crashes or hangs costs its call, and never a table its game.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from smallworld.engine import SmallWorldError

from .levels import Job, Stretch, fall_back, think
from .line import Asker, Full, Line

_log: Final = logging.getLogger("smallworld.bots")
NOBODY: Final = Asker()
P = ParamSpec("P")
T = TypeVar("T")


class Failed(Exception):
    """No answer came: the process ended, hung or raised an error."""


class Workers:
    """At most `count` calls run at once, each for at most `seconds`; the others wait in a line.

    `waiting`: how many may wait in all, and of one asker.
    """

    def __init__(self, count: int, seconds: float, waiting: tuple[int, int] = (1000, 1000)) -> None:
        self._count = count
        self._seconds = seconds
        self.line = Line(count, *waiting)
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, job: Job, asker: Asker = NOBODY) -> Stretch:
        """What a bot does; where it cannot be asked, what the plain rules would do."""
        try:
            stretch = await self.run_for(asker, think, job)
        except Full:
            _log.warning("bot %s: too many bots think already, plain rules decide", job.level)
            return fall_back(job)
        except Failed as failure:
            _log.error("bot %s: %s, at %s", job.level, failure, job.position)
            return fall_back(job)
        for fault in stretch.faults:
            _log.warning("%s", fault)
        return stretch if stretch.actions else fall_back(job)

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of some module in a process. What it raises on purpose comes through."""
        return await self.run_for(NOBODY, call, *args, **kwargs)

    async def run_for(self, asker: Asker, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for somebody whose turn it must be. Raises `Full` if too many wait.

        Whoever stops waiting stops the work, too: what nobody wants to know keeps nobody else waiting.
        """
        async with self.line.turn(asker):
            work, gone = partial(call, *args, **kwargs), threading.Event()
            for _ in range(2):  # a pool may break because of somebody else's call
                pool = self._running()
                try:
                    # In a thread, because it may start a process, and that takes a while.
                    begun = await asyncio.to_thread(_submitted, pool, work, gone)
                    async with asyncio.timeout(self._seconds):
                        return await asyncio.wrap_future(begun)
                except TimeoutError:
                    self._replace(pool)
                    raise Failed(f"no answer in {self._seconds:g} s") from None
                except asyncio.CancelledError:
                    gone.set()
                    self._replace(pool)
                    raise
                except BrokenProcessPool:
                    self._replace(pool)
                except SmallWorldError:
                    raise
                except Exception as error:
                    raise Failed(repr(error)) from error
        raise Failed("its process ended")

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            method = "spawn" if sys.platform in ("win32", "darwin") else "forkserver"
            context = multiprocessing.get_context(method)
            context.set_forkserver_preload([think.__module__])  # so that a worker is there in no time
            self._pool = ProcessPoolExecutor(self._count, context, _set_up)
        return self._pool

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """A process that hangs cannot be asked to stop. Whoever shared the pool tries again in a new one."""
        if self._pool is broken:
            self._pool = None
        _end(broken)

    def close(self) -> None:
        if self._pool is not None:
            self._replace(self._pool)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[], T], gone: threading.Event) -> Future[T]:
    """Whoever asked may leave while the process is being started, when nobody else sees it yet."""
    begun = pool.submit(work)
    if gone.is_set():
        _end(pool)
    return begun


def _end(pool: ProcessPoolExecutor) -> None:
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def _set_up() -> None:
    """In each process: the keyboard is not for it, and it ends with its server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)
