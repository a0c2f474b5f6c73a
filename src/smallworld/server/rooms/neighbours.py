"""Other servers of the same house: who is connected there, and what is said there.

Each server says which seats are connected to it, table by table, and that it is still there. What a server
said is forgotten when it says goodbye, or nothing for a while. Without other servers all of this is silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_hex
from time import monotonic
from typing import Any, Final

BEAT: Final = 0.5  # seconds between signs of life
GONE: Final = 3 * BEAT + 0.3  # without one for so long, a server is not there any more
_ANSWER: Final = 0.3  # seconds to wait for what others say about a table

Say = Callable[[dict[str, Any]], None]


class Neighbours:
    def __init__(self) -> None:
        self.name = token_hex(6)
        self._say: Say | None = None
        self._changed: Callable[[str], None] = lambda table: None
        self._heard: dict[str, float] = {}  # when each server last said something
        self._seats: dict[str, dict[str, tuple[frozenset[int], int]]] = {}  # table: server: seats, guests
        self._own: dict[str, tuple[frozenset[int], int]] = {}  # what was said about our own tables

    def __repr__(self) -> str:
        return f"<Neighbours of {self.name}: {sorted(self._heard)}>"

    def connect(self, say: Say, changed: Callable[[str], None]) -> None:
        """`changed` is told the table about whose people there is news."""
        self._say, self._changed = say, changed

    @property
    def alone(self) -> bool:
        return not self._heard

    # --- asking ------------------------------------------------------------------------------------------

    def seats(self, table: str) -> set[int]:
        return {seat for seats, _ in self._seats.get(table, {}).values() for seat in seats}

    def leads(self, table: str, guests: bool) -> bool:
        """Whether this server looks after what happens by itself: one with people, and of those the first."""
        others = (
            (not count, name)
            for name, (_, count) in self._seats.get(table, {}).items()
            if count or not guests
        )
        return all((not guests, self.name) < other for other in others)

    async def ask(self, table: str) -> None:
        if self._say is not None and self._heard:
            self._say({"k": "who", "t": table})
            await asyncio.sleep(_ANSWER)

    # --- telling -----------------------------------------------------------------------------------------

    def here(self, table: str, seats: set[int], guests: int) -> None:
        now = frozenset(seats), guests
        if self._say is None or self._own.get(table, (frozenset(), 0)) == now:
            return
        if guests:
            self._own[table] = now
        else:
            self._own.pop(table, None)
        self._tell(table)

    def _tell(self, table: str) -> None:
        seats, guests = self._own.get(table, (frozenset(), 0))
        if self._say is not None:
            self._say({"k": "here", "t": table, "seats": sorted(seats), "n": guests})

    def said(self, table: str, seat: int, text: str) -> None:
        if self._say is not None:
            self._say({"k": "said", "t": table, "seat": seat, "text": text})

    def alive(self) -> None:
        """A sign of life; and whoever gave none for a while is gone, with everybody connected there."""
        if self._say is not None:
            self._say({"k": "alive"})
        for name, heard in list(self._heard.items()):
            if monotonic() - heard > GONE:
                self._forget(name)

    def goodbye(self) -> None:
        if self._say is not None:
            self._say({"k": "bye"})

    # --- hearing -----------------------------------------------------------------------------------------

    def hear(self, server: str, news: dict[str, Any]) -> None:
        if server == self.name:
            return
        if news["k"] == "bye":
            self._forget(server)
            return
        if server not in self._heard:
            for table in self._own:  # somebody who has just started knows nothing yet
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
