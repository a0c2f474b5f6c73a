"""Many calls of one function: in this process, on all cores, or on a Ray cluster. Results in any order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, connection, get_context, parent_process
from socket import create_connection
from threading import Thread
from typing import Any, TypeVar

from smallworld import __version__, install
from smallworld.engine import RULES_VERSION, SmallWorldError

T = TypeVar("T")
AHEAD = 3  # tasks queued for each worker: enough to keep it busy, few enough to stop quickly
RAY_CHUNK = 16  # games in a Ray task, whose overhead is that of a short game
TOKEN = (
    "A cluster that asks for a token: set RAY_AUTH_MODE=token here, and put its token into ~/.ray/auth_token"
)
VERSION = f"smallworld {__version__} (rules {RULES_VERSION})"


def call_all(
    function: Callable[[int], T], numbers: Iterable[int], jobs: int = 1, ray: str = ""
) -> Generator[T]:
    """`function` of every number. Close the iterator to stop: running calls are dropped."""
    if ray:
        yield from on_ray(function, numbers, ray)
    elif jobs > 1:
        yield from on_cores(function, numbers, jobs)
    else:
        yield from map(function, numbers)


# --- the cores of this machine ---------------------------------------------------------------------------


def on_cores(function: Callable[[int], T], numbers: Iterable[int], jobs: int) -> Iterator[T]:
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_worker)
    queue, waiting = iter(numbers), dict[Future[T], int]()
    finished = False
    try:
        while True:
            for number in islice(queue, jobs * AHEAD - len(waiting)):
                waiting[pool.submit(function, number)] = number
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                result = future.result()
                del waiting[future]
                yield result
        finished = True
    except BrokenProcessPool as error:
        games = ", ".join(map(str, sorted(waiting.values())))
        why = "out of memory, or a bot took it down"
        raise SmallWorldError(
            f"a worker process ended by itself ({why}) in one of the games {games}"
        ) from error
    finally:
        if not finished:
            for child in set(active_children()) - others:
                child.terminate()  # in the middle of a game, which may take minutes
        pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A killed parent cannot end its workers, so they watch for it."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


# --- a Ray cluster -----------------------------------------------------------------------------------------


def on_ray(function: Callable[[int], T], numbers: Iterable[int], address: str) -> Iterator[T]:
    ray = find_ray()
    mine = not ray.is_initialized()
    if mine:
        try:
            ping(address)
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, ValueError, RuntimeError) as error:
            raise SmallWorldError(f"no Ray cluster at {address!r}: {error}. {TOKEN}") from error
    task = ray.remote(_chunk)
    most = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
    queue, waiting = iter(numbers), list[Any]()
    try:
        while True:
            while len(waiting) < most and (chunk := list(islice(queue, RAY_CHUNK))):
                waiting.append(task.remote(function, chunk, VERSION))
            if not waiting:
                break
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done[0])
    except ray.exceptions.RayError as error:
        if isinstance(error, SmallWorldError):
            raise  # Ray adds the type of the cause to its own
        raise SmallWorldError(f"Ray: {error}") from error
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        if mine:
            ray.shutdown()


def ping(address: str) -> None:
    """Fail early: Ray itself waits very long for a cluster that is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        create_connection((host, int(port)), timeout=10).close()


def find_ray() -> Any:
    try:
        return import_module("ray")
    except ImportError as error:
        raise SmallWorldError(f"this needs Ray: {install('ray')}") from error


def _chunk(function: Callable[[int], T], numbers: list[int], version: str) -> list[T]:
    if version != VERSION:
        raise SmallWorldError(f"a node of the cluster has {VERSION}, this machine {version}")
    return [function(number) for number in numbers]
