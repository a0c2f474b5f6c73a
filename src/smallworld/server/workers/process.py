"""Runs inside a worker process: one call after the other, within limits enforced by the system.

Hostile input may keep the interpreter inside one instruction for hours, so nothing here relies on Python code
running in the same process: the deadline is an alarm that ends the process, the memory limit is the system's.
The server kills a late worker before that; these limits still hold when the server is gone.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from smallworld.engine import SmallWorldError

_GRACE: Final = 5.0  # seconds after the deadline, in which the server kills the worker itself
_FAULTS: Final = 60  # faults of one input that are passed on
MB: Final = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Limits of one worker process."""

    memory: int = 500 * MB  # allocations beyond this fail
    growth: int = 120 * MB  # beyond the memory at its start: then it is replaced after the call
    calls: int = 400  # calls, after which it is replaced
    nice: int = 5  # the serving processes have priority


@dataclass(frozen=True)
class Order:
    """A call and its deadline in seconds."""

    call: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float


@dataclass(frozen=True)
class Answer:
    value: Any = None
    refusal: SmallWorldError | None = None  # raised on purpose
    error: str = ""  # any other error
    last: bool = False  # the process ends after this answer


def work(connection: Connection, limits: Limits) -> None:
    """The main function of a worker process. It ends when the server is gone."""
    _set_up(limits)
    with suppress(EOFError, OSError):
        _serve(connection, limits)


def _serve(connection: Connection, limits: Limits) -> None:
    began, calls = _memory(), 0
    connection.send_bytes(b"ready")
    while True:
        order: Order = pickle.loads(connection.recv_bytes())
        calls += 1
        _alarm(order.seconds + _GRACE)
        answer, exhausted = _answer(order)
        last = exhausted or calls >= limits.calls or _memory() - began > limits.growth
        connection.send_bytes(_packed(Answer(answer.value, answer.refusal, answer.error, last)))
        _alarm(0.0)
        if last:
            return


def _answer(order: Order) -> tuple[Answer, bool]:
    """The result of a call, and whether the process should be replaced."""
    try:
        return Answer(order.call(*order.args)), False
    except SmallWorldError as refusal:
        refusal.faults = refusal.faults[:_FAULTS]
        return Answer(refusal=refusal.with_traceback(None)), False
    except MemoryError:
        return Answer(error="it needs too much memory"), True
    except Exception as error:
        return Answer(error=repr(error)), False


def _packed(answer: Answer) -> bytes:
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps(Answer(error=f"its answer cannot be sent: {error!r}", last=answer.last))


def _set_up(limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server only
    gc.freeze()  # objects so far are shared with the other workers; do not touch them
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(limits.nice)
    if sys.platform == "win32":
        return
    import resource

    # Linux limits writable memory; elsewhere the address space is limited instead, if at all.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (limits.memory, limits.memory))


def _alarm(seconds: float) -> None:
    """The system ends the process after this time, whatever it is doing."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _memory() -> int:
    """Peak memory of this process in bytes; 0 where the system does not report it."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
