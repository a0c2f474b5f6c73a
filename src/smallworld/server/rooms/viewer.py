"""A connection that views a table: its seat and language, and what it has been sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from smallworld.languages import Lang

from ..tables.scratchpad import Scratchpad
from ..tables.table import Table
from ..wire.base import SPECTATOR, Wire
from .picture_diff import SentPicture
from .table_view import Access, Perspective

Kind = Literal["message", "welcome", "picture", "chat"]

_PICTURES: Final = 12  # pictures that may wait for a slow client; then one newest picture replaces them
_CHAT: Final = 8  # chat lines that may wait


class Gone(Exception):
    """This viewer has been disconnected."""


class Outbox:
    """The queue of messages for a connection, bounded in bytes.

    The welcome does not count: it holds the whole table, which may be long on a slow connection; a newer
    welcome replaces it. Chat is dropped first. Waiting pictures are replaced by the newest one, made when it
    can be sent. A client that does not even read that is disconnected: after a reconnect it gets the whole
    table.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[tuple[Kind, bytes]] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self.behind = False  # a whole picture must be made
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
        """Drop all waiting pictures; one whole picture will replace them."""
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
        """The next message to send. Raises `Gone` when there will be no more."""
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


class Viewer:
    def __init__(self, who: Access, lang: Lang, waiting: int, address: str = "") -> None:
        self.who = who
        self.lang = lang
        self.address = address
        self.looking_seat = SPECTATOR  # with several people at one device: who is looking now
        self.sent_log = 0  # entries of the game's log this viewer has
        self.sent: SentPicture | None = None  # the picture this viewer has; the next change builds on it
        self.coached = False  # wants advice
        self.advised = -1  # version of the table of the latest advice
        self.scratchpad: Scratchpad | None = None  # the viewer's private copy
        self.outbox = Outbox(waiting)

    def __repr__(self) -> str:
        return f"<Viewer {self.who.role}, {self.lang}>"

    def send(self, message: Wire | bytes, kind: Kind = "message") -> None:
        self.outbox.put(kind, message if isinstance(message, bytes) else message.model_dump_json().encode())

    def drop(self) -> None:
        self.outbox.close()

    # --- seats ---------------------------------------------------------------------------------------

    def seats(self, table: Table) -> list[int]:
        return table.seats_of(self.who.hash)

    def playing(self, table: Table) -> list[int]:
        """Own seats that no bot plays."""
        return [seat for seat in self.seats(table) if not table.holders[seat].standin]

    def shown_seat(self, table: Table) -> int:
        """The seat whose secrets may be on the screen."""
        seats = self.seats(table)
        if len(seats) > 1 and len(playing := self.playing(table)) == 1:
            seats = playing
        if len(seats) == 1:
            return seats[0]
        return self.looking_seat if self.looking_seat in seats else SPECTATOR

    def hand_over(self, table: Table) -> None:
        """Several people at one device: hide all secrets until the person to decide confirms being there.

        After a move the client itself handles the change: the person who moved first sees the result.
        """
        playing = self.playing(table)
        if len(playing) > 1 and table.decides in playing and table.decides != self.looking_seat:
            self.looking_seat = SPECTATOR

    def perspective(self, table: Table) -> Perspective:
        playing = self.playing(table)
        rewinds = bool(playing) if table.free_undo else table.decides in playing
        return Perspective(self.shown_seat(table), len(self.seats(table)) == 1, rewinds)
