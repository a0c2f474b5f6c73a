"""The supervisor of the server processes; it handles no input from outside.

The processes share a listening socket; each connection is served by one of them, and they exchange data
through the database. A process that ends is replaced, and so is one without heartbeat: a thread that never
releases the interpreter lock blocks even signal handlers, and only another process can kill it.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from types import FrameType
from typing import Final

from smallworld.engine import SmallWorldError

from ...settings import Settings

_log: Final = logging.getLogger("smallworld.supervisor")
_START: Final = 60.0  # seconds until a new process answers
_SILENT: Final = 10.0  # seconds without a heartbeat before a process is killed and replaced
_END: Final = 8.0  # seconds to stop after SIGTERM; then it is killed
_HASTE: Final = 2.0  # a process that ends sooner failed to start; it is not replaced at once
_CHECK_EVERY: Final = 0.5  # seconds between checks of all processes
_PR_SET_PDEATHSIG: Final = 1  # Linux: the signal a process gets when its parent ends


@dataclass(eq=False)
class _Worker:
    process: SpawnProcess
    pulse: ctypes.c_uint64  # heartbeat counter of its event loop; 0: not answering yet
    trouble: Connection  # why it could not start, as text
    began: float
    heard: int = 0
    silence: float = 0.0  # seconds without heartbeat while the supervisor itself was running

    def listen(self, seconds: float) -> bool:
        """Whether the process is healthy. Only the supervisor's own waiting time counts, so a paused machine
        is no reason to kill it.
        """
        self.silence += min(seconds, _CHECK_EVERY)
        if self.pulse.value != self.heard:
            self.heard, self.silence = self.pulse.value, 0.0
        return self.silence <= (_SILENT if self.heard else _START)


class Supervisor:
    def __init__(self, settings: Settings, listening: socket.socket, count: int) -> None:
        self._settings, self._listening, self._count = settings, listening, count
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._ending = threading.Event()

    def run(self, ready: Callable[[], None]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        for _ in range(self._count):
            self._start()
        try:
            self._until(lambda: all(worker.heard for worker in self._workers), self._must_start)
            if not self._ending.is_set():
                ready()
            self._until(lambda: False, self._replace)
        finally:
            self._stop()

    def _until(self, done: Callable[[], bool], troubled: Callable[[_Worker, str], None]) -> None:
        """Watch the processes until `done`. One that ended, or hangs and is killed, goes to `troubled`."""
        before = monotonic()
        while not self._ending.is_set() and not done():
            wait([worker.process.sentinel for worker in self._workers], timeout=_CHECK_EVERY)
            now = monotonic()
            for worker in list(self._workers):
                if self._ending.is_set():
                    return
                if not worker.process.is_alive():
                    troubled(worker, f"ended with {worker.process.exitcode}")
                elif not worker.listen(now - before):
                    worker.process.kill()
                    worker.process.join()
                    troubled(worker, f"gave no sign of life for {worker.silence:.0f} s and was killed")
            before = now

    def _start(self) -> None:
        pulse = self._context.RawValue(ctypes.c_uint64, 0)
        trouble, failed = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=work, args=(self._settings, self._listening, self._count, pulse, failed), name="smallworld"
        )
        process.start()
        failed.close()
        self._workers.append(_Worker(process, pulse, trouble, monotonic()))

    def _must_start(self, worker: _Worker, what: str) -> None:
        """At startup: one process that cannot start stops the whole server."""
        try:
            faults = worker.trouble.recv() if worker.trouble.poll() else ()
        except EOFError:
            faults = ()
        raise SmallWorldError(faults or f"the server did not start: it {what}; the log says why")

    def _replace(self, worker: _Worker, what: str) -> None:
        _log.error("worker %s %s; another takes its place", worker.process.pid, what)
        self._workers.remove(worker)
        worker.trouble.close()
        if monotonic() - worker.began < _HASTE:
            self._ending.wait(_HASTE)
        self._start()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending.set()

    def _stop(self) -> None:
        for worker in self._workers:
            if worker.process.is_alive():
                worker.process.terminate()
        limit = monotonic() + _END
        for worker in self._workers:
            worker.process.join(max(0.0, limit - monotonic()))
            if worker.process.is_alive():
                _log.error("worker %s did not end in %g s and was killed", worker.process.pid, _END)
                worker.process.kill()
                worker.process.join()


def work(
    settings: Settings, listening: socket.socket, count: int, pulse: ctypes.c_uint64, failed: Connection
) -> None:
    """The main function of a server process."""
    _end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; uvicorn sets its own handler
    from ...storage.storage import Storage
    from .logs import set_up_logs
    from .server_process import run

    set_up_logs(settings.log_level, settings.log_format)
    try:
        storage = Storage(settings.url)
        several = storage.several
        storage.close()
        if count > 1 and not several:
            raise SmallWorldError(
                "several workers need a database that tells them of each other: name a PostgreSQL with "
                "--database-url, or start one worker"
            )
    except SmallWorldError as error:
        failed.send(error.faults)
        return

    def alive() -> None:
        pulse.value += 1

    run(settings, listening, alive)


def _end_with_parent() -> None:
    """No process outlives the supervisor: on Linux not even one that hangs."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if not parent.is_alive():
            os._exit(1)
    else:

        def watch() -> None:
            parent.join()
            signal.raise_signal(signal.SIGTERM)

        threading.Thread(target=watch, daemon=True).start()
