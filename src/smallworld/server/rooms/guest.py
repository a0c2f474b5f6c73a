"""Somebody who looks at a table through a connection: whose eyes, which language, what they were told."""

from __future__ import annotations

import asyncio
from typing import Final

from ..tables.table import Table
from ..wire.base import SPECTATOR, Lang, Wire
from .showing import Access

GOODBYE: Final = b""


class Guest:
    """Messages wait here until the connection has taken them. Whoever falls too far behind is let go."""

    def __init__(self, who: Access, lang: Lang, waiting: int) -> None:
        self.who = who
        self.lang = lang
        self.look = SPECTATOR  # with several people at one device: who is looking now
        self.told = 0  # entries of the game's log this reader knows
        self.dropped = False
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(waiting)

    def __repr__(self) -> str:
        return f"<Guest {self.who.role}, {self.lang}>"

    def send(self, message: Wire | bytes) -> None:
        if self.dropped:
            return
        data = message if isinstance(message, bytes) else message.model_dump_json().encode()
        try:
            self.outbox.put_nowait(data)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """What still waits is of no use: after a reconnect the whole table is told anew."""
        self.dropped = True
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(GOODBYE)

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
        """When another person at this device is asked, nobody looks until they say that they are there."""
        playing = self.playing(table)
        if len(playing) > 1 and table.decides in playing and table.decides != self.look:
            self.look = SPECTATOR

    def rewinds(self, table: Table) -> bool:
        playing = self.playing(table)
        return bool(playing) if table.free_undo else table.decides in playing
