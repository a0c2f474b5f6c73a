"""The state of a table, so that a long journal need not be replayed from its beginning.

The journal stays the source of truth; a snapshot only saves time. Undone moves and past changes of people are
not in it, so it is as short as the game, however long the journal is. A snapshot that cannot be read, because
another version wrote it, is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from smallworld.engine import SmallWorldError

from .journal import Entry, Header, Note
from .seats import SeatHolder
from .table import Table

FORMAT: Final = 1
EVERY: Final = 200  # entries between snapshots; only games with many undos and takeovers reach this

Body = dict[str, Any]


def snapshot(table: Table) -> Body:
    game, clocks = table.game, table.clocks
    return {
        "format": FORMAT,
        "version": table.version,
        "actions": None if game is None else game.actions,
        "undone": [] if game is None else game.undone,
        "drawn": table.drawn,
        "sitters": [asdict(holder) for holder in table.holders],
        "notes": [asdict(note) for note in table.notes],
        "spent": clocks.spent,
        "granted": clocks.granted,
        "ticking": clocks.ticking,
        "since": clocks.since,
    }


def rebuilt(id: str, header: Header, kept: Body | None, entries: Iterable[Entry]) -> Table | None:
    """From a snapshot and the entries after it; None if the snapshot cannot be used."""
    if kept is None or kept.get("format") != FORMAT:
        return None
    try:
        table = _restored(id, header, kept)
        for entry in entries:
            table.apply(entry)
    except (SmallWorldError, KeyError, TypeError, ValueError):
        return None
    return table


def _restored(id: str, header: Header, kept: Body) -> Table:
    table = Table(id, header)
    table.holders = [SeatHolder(**holder) for holder in kept["sitters"]]
    table.notes = [Note(**note) for note in kept["notes"]]
    if kept["actions"] is not None:
        game = table.game = table.first_game()
        for action in (*kept["actions"], *kept["undone"]):
            game.play(action)
        while len(game.log) > len(kept["actions"]):
            game.undo(beyond_wall=True)
    clocks = table.clocks
    clocks.spent, clocks.granted = list(kept["spent"]), list(kept["granted"])
    clocks.ticking, clocks.since = kept["ticking"], kept["since"]
    table.drawn, table.version = kept["drawn"], kept["version"]
    return table
