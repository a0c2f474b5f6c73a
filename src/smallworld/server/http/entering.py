"""Coming in with a key: over HTTP and through the socket alike."""

from __future__ import annotations

from ..rooms import showing
from ..rooms.room import Room
from ..rooms.rooms import Rooms


async def enter(rooms: Rooms, table: str, key: str) -> tuple[Room | None, showing.Access | None]:
    """The room, and what the key opens there. Nobody is sent away before the database has been asked: the key
    may have been given out by another server a moment ago."""
    room = await rooms.find(table)
    if room is None:
        return None, None
    who = showing.access(room.table, key)
    if who is None:
        await room.catch_up()
        who = showing.access(room.table, key)
    return room, who
