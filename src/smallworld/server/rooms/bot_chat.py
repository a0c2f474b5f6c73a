"""Chat lines of bots, by their personality: after an attack on a person, and when their people declines."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from smallworld.engine.world.world import NONE

from ..tables.journal import Entry
from ..tables.table import Table

SELDOM: Final = 3  # on one of so many occasions


def occasion(table: Table, entry: Entry) -> tuple[int, str] | None:
    """The seat that speaks, and the topic; mostly None. The entry has just been applied."""
    if entry.kind != "moved" or table.game is None or crc32(f"{table.id}/{entry.version}".encode()) % SELDOM:
        return None
    seat = entry.body["seat"]
    if table.holders[seat].who != "bot":
        return None
    for number in range(len(table.game.log) - len(entry.body["actions"]), len(table.game.log)):
        before = table.game.positions[number]
        for event in table.game.events[number]:
            if event.kind == "declined":
                return seat, "decline"
            if event.kind != "conquered":
                continue
            held = before.occ[event.region]
            owner = before.owner[held] if held != NONE else NONE
            if owner not in (NONE, seat) and table.holders[owner].who == "person":
                return seat, "raid"
    return None
