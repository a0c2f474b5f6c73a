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
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from smallworld.engine import SmallWorldError

from .levels import Job, Stretch, fall_back, think

_log: Final = logging.getLogger("smallworld.bots")
P = ParamSpec("P")
T = TypeVar("T")


class Failed(Exception):
    """No answer came: the process ended, hung or raised an error."""


class Workers:
    """At most `count` calls run at once, each for at most `seconds`; the others wait their turn."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count = count
        self._seconds = seconds
        self._turns = asyncio.Semaphore(count)
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, job: Job) -> Stretch:
        """What a bot does; where it cannot be asked, what the plain rules would do."""
        try:
            stretch = await self.run(think, job)
        except Failed as failure:
            _log.error("bot %s: %s, at %s", job.level, failure, job.position)
            return fall_back(job)
        for fault in stretch.faults:
            _log.warning("%s", fault)
        return stretch if stretch.actions else fall_back(job)

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of some module in a process. What it raises on purpose comes through."""
        async with self._turns:
            for _ in range(2):  # a pool may break because of somebody else's call
                pool = self._running()
                try:
                    future = asyncio.get_running_loop().run_in_executor(pool, partial(call, *args, **kwargs))
                    async with asyncio.timeout(self._seconds):
                        return await future
                except TimeoutError:
                    self._replace(pool)
                    raise Failed(f"no answer in {self._seconds:g} s") from None
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
        for process in list((getattr(broken, "_processes", None) or {}).values()):
            process.kill()
        broken.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._replace(self._pool)


def _set_up() -> None:
    """In each process: the keyboard is not for it, and it ends with its server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)
