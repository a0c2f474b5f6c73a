"""Access with a key."""

from __future__ import annotations

from . import table_view
from .room import Room
from .rooms import Rooms


async def enter(rooms: Rooms, table: str, key: str) -> tuple[Room, table_view.Access] | None:
    """The room and what the key gives access to; None if the key is not valid.

    Access is never refused without asking the database: another server may have created the key a moment ago.
    A missing table and a wrong key take the same path and get the same answer; no table is loaded for a
    client without access.
    """
    known = rooms.in_memory(table)
    welcome = known is not None and table_view.access(known.table, key) is not None
    if not welcome and not await rooms.opens(table, key):
        return None
    room = await rooms.find(table)
    if room is None:
        return None
    who = table_view.access(room.table, key)
    if who is None:
        await room.catch_up()
        who = table_view.access(room.table, key)
    return None if who is None else (room, who)
