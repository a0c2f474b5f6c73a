"""What tables need from their host: who runs long work, and how patient the tables are.

The server gives them worker processes (`workers.pool`), a page web workers. The port for storage is
`tables.archive`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def _ignore(place: int) -> None:
    """For clients that do not show their place."""


@dataclass(frozen=True)
class Client:
    """A waiting client. `placed` is called with the number of turns before it when that changes; 0: its
    turn."""

    who: str = ""
    placed: Callable[[int], None] = _ignore


class QueueFull(Exception):
    """Too many are waiting: in total, or of this client. `waiting`: how many in total."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        super().__init__(f"{waiting} wait already")


class Failed(Exception):
    """No answer: the worker ended, was late or raised an error."""


class TimedOut(Failed):
    """The call did not finish before its deadline."""


class Workers(Protocol):
    """Runs long work and work on untrusted text elsewhere, so that the tables never wait for it."""

    async def run_for(self, client: Client, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a module-level function. Its `SmallWorldError`s are raised here; raises `Failed` or
        `QueueFull` if there is no result. Cancelling this stops the work."""
        ...


class Budget(Protocol):
    """A rate limit."""

    def take(self, count: float = 1.0) -> bool: ...


class Lifetimes(Protocol):
    """In seconds: how long tables stay in memory, and in storage (0: for ever)."""

    @property
    def idle(self) -> float: ...
    @property
    def idle_over(self) -> float: ...
    @property
    def unbegun(self) -> float: ...
    @property
    def abandoned(self) -> float: ...
    @property
    def finished(self) -> float: ...


class RoomSettings(Protocol):
    """In seconds: between a bot's steps, until others are told who came, between polls of the storage;
    how long somebody may be away before others let a bot play, and before that bot chooses for good."""

    @property
    def bot_pace(self) -> float: ...
    @property
    def presence(self) -> float: ...
    @property
    def follow(self) -> float: ...
    @property
    def away(self) -> float: ...
    @property
    def limits(self) -> Lifetimes: ...
