"""Where tables are kept, as far as they know: a database, or a browser's storage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from smallworld.engine import SmallWorldError

from .journal import Entry, Header

Why = Literal["damaged", "other_version", "newer"]
P = ParamSpec("P")
T = TypeVar("T")


class StorageError(SmallWorldError):
    """The storage cannot be used. Everything acknowledged before is still in it."""


class NoRoom(StorageError):
    """The storage is full. Reading still works."""


class UnreadableTable(SmallWorldError):
    """The storage works, but nothing can be made of this table.

    Its journal was changed by hand or damaged, its pieces are of another version, or a newer version of this
    program wrote it. Nothing is deleted.
    """

    def __init__(self, why: Why, message: str) -> None:
        self.why = why
        super().__init__(message)


class Archive(Protocol):
    """Every method may raise a `StorageError`. What returns without one is durable."""

    async def aside(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A call that takes a while, beside the event loop where that is possible."""
        ...

    async def create(
        self, id: str, header: Header, first: Sequence[Entry] = (), due: float | None = None
    ) -> None: ...

    async def append(self, id: str, entry: Entry) -> bool:
        """Whether the entry is durable now; False: another entry of this version was written before."""
        ...

    async def delete(self, id: str) -> bool: ...

    async def header(self, id: str) -> Header | None: ...

    async def entries(self, id: str, after: int = 0) -> list[Entry]: ...

    async def snapshot(self, id: str) -> dict[str, Any] | None: ...

    async def keep(self, snapshots: Mapping[str, Mapping[str, Any]]) -> None: ...

    async def opens(self, id: str, key: str) -> bool:
        """Whether a key (its hash) is valid for this table."""
        ...

    async def versions(self, ids: Collection[str]) -> dict[str, int]: ...

    # Clocks of tables without viewers: when each is due, and when no host was running.

    async def note(self, due: Mapping[str, float | None], touched: Mapping[str, float]) -> None: ...

    async def waiting(self) -> bool: ...

    async def claim(self, now: float, until: float, most: int) -> list[str]: ...

    async def beat(self, now: float) -> None: ...

    async def come_back(self, now: float, away: float) -> None: ...

    async def absences(self, since: float) -> list[tuple[float, float]]: ...

    async def retire(self, now: float, unbegun: float, abandoned: float, finished: float) -> int: ...
