"""Somebody who looks at a table through a connection: whose eyes, which language, what they were told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from ..tables.sketch import Sketch
from ..tables.table import Table
from ..wire.base import SPECTATOR, Lang, Wire
from .changes import Told
from .showing import Access, Eyes

Kind = Literal["message", "welcome", "picture", "chat"]

_PICTURES: Final = 12  # that may wait for somebody who reads slowly; then the newest stands for all
_CHAT: Final = 8  # lines that may wait


class Gone(Exception):
    """This reader was let go."""


class Outbox:
    """Messages wait here until the connection has taken them: so many bytes, and no more.

    The welcome is beside that: it is the whole table, which may be long, on a line that may be slow. Another
    takes its place. Chat is left out first. Pictures that wait are replaced by the newest, made when its turn
    comes. Whoever does not even take that is let go: after a reconnect the whole table is told anew.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[tuple[Kind, bytes]] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self.behind = False  # a whole picture is to be made
        self.closed = False

    def __len__(self) -> int:
        return len(self._waiting) + self.behind

    def put(self, kind: Kind, data: bytes) -> None:
        if self.closed:
            return
        if kind == "welcome":
            self._waiting = deque(item for item in self._waiting if item[0] not in ("welcome", "picture"))
            self._waiting.append((kind, data))
            self._count_bytes()
            self.behind = False
            self._ready.set()
            return
        room = self._bytes + len(data) <= self._most
        if kind == "chat" and (not room or self._count("chat") >= _CHAT):
            return
        if kind == "picture" and self._waiting and (not room or self._count("picture") >= _PICTURES):
            self.start_anew()
        elif not room and self._bytes:
            self.close()
        elif not (kind == "picture" and self.behind):
            self._waiting.append((kind, data))
            self._bytes += len(data)
            self._ready.set()

    def start_anew(self) -> None:
        """No picture that waits is worth sending any more."""
        self._waiting = deque(item for item in self._waiting if item[0] != "picture")
        self._count_bytes()
        self.behind = True
        self._ready.set()

    def _count_bytes(self) -> None:
        self._bytes = sum(len(data) for kind, data in self._waiting if kind != "welcome")

    def _count(self, kind: Kind) -> int:
        return sum(waiting == kind for waiting, _ in self._waiting)

    def close(self) -> None:
        self.closed = True
        self._waiting.clear()
        self._bytes = 0
        self._ready.set()

    async def next(self, whole: Callable[[], bytes]) -> bytes:
        """What is to be sent next. Raises `Gone` when there will be nothing more."""
        while True:
            if self.closed:
                raise Gone
            if (data := self.taken(whole)) is not None:
                return data
            self._ready.clear()
            await self._ready.wait()

    def taken(self, whole: Callable[[], bytes]) -> bytes | None:
        if self._waiting:
            kind, data = self._waiting.popleft()
            if kind != "welcome":
                self._bytes -= len(data)
            return data
        if self.behind:
            self.behind = False
            return whole()
        return None


class Guest:
    def __init__(self, who: Access, lang: Lang, waiting: int, address: str = "") -> None:
        self.who = who
        self.lang = lang
        self.address = address
        self.look = SPECTATOR  # with several people at one device: who is looking now
        self.told_log = 0  # entries of the game's log this reader knows
        self.told: Told | None = None  # the picture this reader has, which the next one changes
        self.coached = False  # wants advice
        self.advised = -1  # version of the table the latest advice was about
        self.sketch: Sketch | None = None  # tries things out in private
        self.outbox = Outbox(waiting)

    def __repr__(self) -> str:
        return f"<Guest {self.who.role}, {self.lang}>"

    def send(self, message: Wire | bytes, kind: Kind = "message") -> None:
        self.outbox.put(kind, message if isinstance(message, bytes) else message.model_dump_json().encode())

    def drop(self) -> None:
        self.outbox.close()

    # --- seats ---------------------------------------------------------------------------------------

    def seats(self, table: Table) -> list[int]:
        return table.seats_of(self.who.hash)

    def playing(self, table: Table) -> list[int]:
        """Own seats in which no bot stands in."""
        return [seat for seat in self.seats(table) if not table.sitters[seat].standin]

    def eyes(self, table: Table) -> int:
        """Whose secrets may be on the screen."""
        seats = self.seats(table)
        if len(seats) > 1 and len(playing := self.playing(table)) == 1:
            seats = playing
        if len(seats) == 1:
            return seats[0]
        return self.look if self.look in seats else SPECTATOR

    def hand_over(self, table: Table) -> None:
        """Other people are at this device now: nobody looks until whoever is asked says to be there.

        After a move the screen says itself when it changes hands: whoever moved sees first what came of it.
        """
        playing = self.playing(table)
        if len(playing) > 1 and table.decides in playing and table.decides != self.look:
            self.look = SPECTATOR

    def sight(self, table: Table) -> Eyes:
        playing = self.playing(table)
        rewinds = bool(playing) if table.free_undo else table.decides in playing
        return Eyes(self.eyes(table), len(self.seats(table)) == 1, rewinds)
