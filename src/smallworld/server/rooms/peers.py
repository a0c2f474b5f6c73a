"""Other servers with the same database: who is connected there.

Each server publishes which seats are connected to it, per table, and a heartbeat: through PostgreSQL
notifications or rows in a SQLite file. Its data is dropped when it says goodbye or sends nothing for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex
from time import monotonic
from typing import Any, Final, Protocol

BEAT: Final = 0.5  # seconds between heartbeats
GONE: Final = 3 * BEAT + 0.3  # seconds without a heartbeat after which a server counts as gone
_ANSWER: Final = 0.3  # seconds to wait for what other servers say about a table

Say = Callable[[dict[str, Any]], None]


class Link(Protocol):
    """The connection to other servers with the same storage."""

    @property
    def listening(self) -> bool:
        """Whether changes by other servers are notified without asking."""
        ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def poll(self) -> None:
        """Ask for news where they are not pushed."""
        ...


class Peers:
    def __init__(self) -> None:
        self.name = token_hex(6)
        self._say: Say | None = None
        self._changed: Callable[[str], None] = lambda table: None
        self._poll: Callable[[], Awaitable[None]] | None = None
        self._gone = GONE
        self._heard: dict[str, float] = {}  # when each server was last heard
        self._seats: dict[str, dict[str, tuple[frozenset[int], int]]] = {}  # table: server: seats, viewers
        self._own: dict[str, tuple[frozenset[int], int]] = {}  # what was published about our own tables

    def __repr__(self) -> str:
        return f"<Peers of {self.name}: {sorted(self._heard)}>"

    def connect(
        self,
        say: Say,
        changed: Callable[[str], None],
        poll: Callable[[], Awaitable[None]] | None = None,
        gone: float = GONE,
    ) -> None:
        """`changed` is called with each table whose connected people changed. `poll`: reads the news of
        others where it is not pushed. `gone`: seconds without a heartbeat after which a server is dropped."""
        self._say, self._changed, self._poll, self._gone = say, changed, poll, gone

    @property
    def alone(self) -> bool:
        return not self._heard

    # --- asking ------------------------------------------------------------------------------------------

    def seats(self, table: str) -> set[int]:
        return {seat for seats, _ in self._seats.get(table, {}).values() for seat in seats}

    def leads(self, table: str, viewers: bool) -> bool:
        """Whether this server runs the bots of the table: the first of the servers with viewers does."""
        others = (
            (not count, name)
            for name, (_, count) in self._seats.get(table, {}).items()
            if count or not viewers
        )
        return all((not viewers, self.name) < other for other in others)

    async def ask(self, table: str) -> None:
        """Make sure to know who is connected to other servers."""
        if self._poll is not None:
            await self._poll()
        elif self._say is not None and self._heard:
            self._say({"k": "who", "t": table})
            await asyncio.sleep(_ANSWER)

    # --- sending -----------------------------------------------------------------------------------------

    def here(self, table: str, seats: set[int], viewers: int) -> None:
        now = frozenset(seats), viewers
        if self._say is None or self._own.get(table, (frozenset(), 0)) == now:
            return
        if viewers:
            self._own[table] = now
        else:
            self._own.pop(table, None)
        self._tell(table)

    def _tell(self, table: str) -> None:
        seats, viewers = self._own.get(table, (frozenset(), 0))
        if self._say is not None:
            self._say({"k": "here", "t": table, "seats": sorted(seats), "n": viewers})

    def said(self, table: str, seat: int, text: str) -> None:
        if self._say is not None:
            self._say({"k": "said", "t": table, "seat": seat, "text": text})

    def alive(self) -> None:
        """Send a heartbeat, and drop servers without one together with everybody connected there."""
        if self._say is not None:
            self._say({"k": "alive"})
        for name, heard in list(self._heard.items()):
            if monotonic() - heard > self._gone:
                self._forget(name)

    def goodbye(self) -> None:
        if self._say is not None:
            self._say({"k": "bye"})

    # --- receiving ---------------------------------------------------------------------------------------

    def hear(self, server: str, news: dict[str, Any]) -> None:
        if server == self.name:
            return
        if news["k"] == "bye":
            self._forget(server)
            return
        if server not in self._heard:
            for table in self._own:  # a server that has just started knows nothing yet
                self._tell(table)
        self._heard[server] = monotonic()
        table = str(news.get("t", ""))
        if news["k"] == "who" and table in self._own:
            self._tell(table)
        elif news["k"] == "here":
            there = self._seats.setdefault(table, {})
            before = there.pop(server, None)
            if news["n"]:
                there[server] = frozenset(map(int, news["seats"])), int(news["n"])
            if not there:
                del self._seats[table]
            if there.get(server) != before:
                self._changed(table)

    def _forget(self, server: str) -> None:
        self._heard.pop(server, None)
        for table, there in list(self._seats.items()):
            if there.pop(server, None) is not None:
                if not there:
                    del self._seats[table]
                self._changed(table)
