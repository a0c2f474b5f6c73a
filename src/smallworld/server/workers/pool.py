"""Worker processes, each with one call at a time: a failure there affects only the client that caused it.

A call has a deadline, a memory limit and a client, who waits in a fair queue. A call that is late, or that
nobody waits for any more, is stopped by killing its process, and a new process replaces it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import pickle
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

from ..ports import Client, Failed, TimedOut
from .fair_queue import FairQueue
from .process import Answer, Limits, Order, work

_log: Final = logging.getLogger("smallworld.workers")
NOBODY: Final = Client()
_START: Final = 120.0  # seconds for a process to start: the machine may be busy
# Imported once by the fork server, so that a new worker starts at once.
_PRELOAD: Final = "smallworld.server.library.preload"
_PROGRAM: Final = "smallworld.cli.main"  # if it is the main module, every worker imports it, too
_starting: Final = threading.Lock()
P = ParamSpec("P")
T = TypeVar("T")


class Pool:
    """At most `count` calls run at once, each for at most `seconds`; the others wait in a queue.

    `waiting`: how many may wait, in total and per client. `each`: calls of one client that run at once.
    """

    def __init__(
        self,
        count: int,
        seconds: float,
        waiting: tuple[int, int] = (1000, 1000),
        *,
        each: int = 0,
        limits: Limits | None = None,
    ) -> None:
        self._count = count
        self._limits = limits or Limits()
        self.seconds = seconds
        self.queue = FairQueue(count, *waiting, each)
        self._idle: list[_Worker] = []  # the most recently used is last; its caches are warmest
        self._busy: set[_Worker] = set()
        self._closed = False

    def warm_up(self) -> None:
        """Start all processes, so that no call waits for that later."""
        while len(self._idle) + len(self._busy) < self._count:
            self._idle.insert(0, _Worker(self._limits))

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker process. Its `SmallWorldError`s are raised here."""
        return await self.run_for(NOBODY, call, *args, **kwargs)

    async def run_for(self, client: Client, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for a client that waits for its turn. Raises `QueueFull` if too many wait.

        Cancelling this also kills the work, so that it delays nobody else.
        """
        assert not kwargs, "arguments go by their place"
        seconds = self.seconds
        order = pickle.dumps(Order(call, args, seconds), pickle.HIGHEST_PROTOCOL)
        async with self.queue.turn(client):
            answer = await self._answer(order, seconds)
        if answer.refusal is not None:
            raise answer.refusal
        if answer.error:
            raise Failed(answer.error)
        found: T = answer.value
        return found

    async def _answer(self, order: bytes, seconds: float) -> Answer:
        worker, fit = self._take(), True
        try:
            async with asyncio.timeout(_START):
                await worker.ready.wait()
            fit = False  # from here on it is working
            async with asyncio.timeout(seconds):
                answer: Answer = pickle.loads(await worker.ask(order))
            fit = not answer.last
            return answer
        except TimeoutError:
            fit = False
            raise TimedOut(f"no answer in {seconds:g} s") from None
        finally:
            self._give_back(worker, fit)

    def _take(self) -> _Worker:
        worker = next((one for one in reversed(self._idle) if not one.ended), None)
        if worker is None:
            self._idle.clear()
            worker = _Worker(self._limits)
        else:
            self._idle.remove(worker)
        self._busy.add(worker)
        return worker

    def _give_back(self, worker: _Worker, fit: bool) -> None:
        self._busy.discard(worker)
        if fit and not worker.ended and not self._closed:
            self._idle.append(worker)
            return
        worker.kill()
        if not self._closed:
            self._idle = [one for one in self._idle if not one.ended]
            self.warm_up()

    def close(self) -> None:
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.kill()
        self._idle.clear()


class _Worker:
    """A process, and the thread that starts it and talks to it. Everything else runs on the event loop.

    Nothing waits for the thread: it is a daemon and ends with the process.
    """

    def __init__(self, limits: Limits) -> None:
        self.ready = asyncio.Event()
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._orders: SimpleQueue[tuple[bytes, asyncio.Future[bytes]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._over = False
        threading.Thread(target=self._run, name="worker", daemon=True).start()

    @property
    def ended(self) -> bool:
        return self._over or (self._process is not None and not self._process.is_alive())

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def ask(self, order: bytes) -> bytes:
        answer: asyncio.Future[bytes] = self._loop.create_future()
        if self._over:
            raise Failed("its process ended")
        self._orders.put((order, answer))
        return await answer

    def kill(self) -> None:
        """Kill it at once, whatever it is doing; or as soon as it has started."""
        with self._lock:
            self._over = True
            if self._process is not None:
                self._process.kill()
        self._orders.put(None)  # tells the thread to end

    # --- in the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        answer: asyncio.Future[bytes] | None = None
        try:
            here, there = _context().Pipe()
            with _starting:
                process = _context().Process(target=work, args=(there, self._limits), daemon=True)
                process.start()
            there.close()
            with self._lock:
                self._process = process
                if self._over:
                    process.kill()
            here.recv_bytes()
            self._tell(self.ready.set)
            while (order := self._orders.get()) is not None:
                data, answer = order
                here.send_bytes(data)
                self._tell(_settle, answer, here.recv_bytes())
        except (EOFError, OSError):
            pass  # the process has ended
        except Exception:
            _log.exception("a worker process could not be started")
        self._over = True
        self._tell(self.ready.set)
        if answer is not None:
            self._tell(_fail, answer)
        if self._process is not None:
            here.close()
            self._process.join()

    def _tell(self, call: Callable[..., object], *args: Any) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(call, *args)


def _settle(answer: asyncio.Future[bytes], data: bytes) -> None:
    if not answer.done():
        answer.set_result(data)


def _fail(answer: asyncio.Future[bytes]) -> None:
    if not answer.done():
        answer.set_exception(Failed("its process ended"))


def _context() -> Any:
    """A fork server with everything imported, on systems where that is safe."""
    if sys.platform in ("win32", "darwin"):
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_PRELOAD, *([_PROGRAM] if _PROGRAM in sys.modules else [])])
    return context
