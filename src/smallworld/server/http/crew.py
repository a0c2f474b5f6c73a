"""Several servers on one machine, as one house: processes that share a socket to listen on.

Whoever calls is answered by one of them; what they need to know of each other goes through the database. One
that ends is replaced, and its tables are open at the others in the meantime.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from time import monotonic
from types import FrameType
from typing import Final

from smallworld.engine import SmallWorldError

from ..settings import Settings

_log: Final = logging.getLogger("smallworld.crew")
_START: Final = 60.0  # seconds for all to be ready
_END: Final = 15.0  # and to end
_HASTE: Final = 2.0  # one that ends sooner than this did not start at all; it is not replaced at once


class Crew:
    def __init__(self, settings: Settings, listening: socket.socket, count: int) -> None:
        self._settings, self._listening, self._count = settings, listening, count
        self._context = multiprocessing.get_context("spawn")
        self._running: dict[SpawnProcess, float] = {}
        self._ready: list[Event] = []
        self._ending = threading.Event()

    def run(self, ready: Callable[[], None]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        for _ in range(self._count):
            self._start()
        limit = monotonic() + _START
        for event in self._ready:
            while not event.wait(0.1) and not self._ending.is_set():
                if monotonic() > limit or not any(process.is_alive() for process in self._running):
                    self._stop()
                    raise SmallWorldError("the workers did not start; their log says why")
        if not self._ending.is_set():
            ready()
        while not self._ending.is_set():
            wait([process.sentinel for process in self._running], timeout=0.5)
            self._replace()
        self._stop()

    def _start(self) -> None:
        event = self._context.Event()
        self._ready.append(event)
        process = self._context.Process(
            target=work, args=(self._settings, self._listening, event), name="smallworld-worker"
        )
        process.start()
        self._running[process] = monotonic()

    def _replace(self) -> None:
        for process, began in list(self._running.items()):
            if process.is_alive() or self._ending.is_set():
                continue
            del self._running[process]
            _log.error("worker %s ended with %s; another takes its place", process.pid, process.exitcode)
            if monotonic() - began < _HASTE:
                self._ending.wait(_HASTE)
            self._start()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending.set()

    def _stop(self) -> None:
        for process in self._running:
            if process.is_alive():
                process.terminate()
        limit = monotonic() + _END
        for process in self._running:
            process.join(max(0.1, limit - monotonic()))
            if process.is_alive():
                process.kill()


def work(settings: Settings, listening: socket.socket, ready: Event) -> None:
    """One of them, in a process of its own."""
    from .logs import set_up_logs
    from .serve import run

    set_up_logs(settings.log_level, settings.log_format)
    _end_with_parent()
    run(settings, listening, ready.set)


def _end_with_parent() -> None:
    """However the first process ends, nobody is left behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            signal.raise_signal(signal.SIGTERM)

        threading.Thread(target=watch, daemon=True).start()
