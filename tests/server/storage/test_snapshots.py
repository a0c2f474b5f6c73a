"""Long journals are loaded from where they had come to; the law: a snapshot and the rest are the journal."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from smallworld.server.settings import Settings
from smallworld.server.storage import database, models
from smallworld.server.storage.storage import Storage
from smallworld.server.tables import commands
from smallworld.server.tables.refusal import Refusal
from smallworld.server.tables.snapshot import EVERY, rebuilt, snapshot
from tests.server.plans import StoredTable, facts
from tests.server.running_server import RunningServer, wait_for

pytestmark = pytest.mark.slow


def busy(kept: StoredTable, choice: random.Random, entries: int) -> None:
    """People who play, take back, do it again, and hand their seats to bots and back."""
    people = range(2)
    while kept.table.version < entries:
        kept.now += choice.uniform(0.0, 5.0)
        table, version = kept.table, kept.table.version
        over = table.game is not None and table.game.state.over
        try:
            match 0 if over else choice.randrange(7):
                case 0 | 1:
                    kept.write(commands.undo(table, people, version, kept.now))
                case 2:
                    kept.write(commands.redo(table, people, version, kept.now))
                case 3:
                    seat = choice.randrange(2)
                    if table.holders[seat].standin:
                        kept.write(commands.come_back(table, seat, kept.now))
                    else:
                        kept.write(commands.stand_in(table, seat, "asked", kept.now))
                case _:
                    kept.play_on(choice)
        except Refusal:
            continue


@pytest.mark.parametrize("options", [{"free_undo": True, "seed": "x"}, {"minutes": 30}])
def test_a_snapshot_and_the_rest_are_the_journal(options: dict[str, Any]) -> None:
    choice = random.Random(str(options))
    kept = StoredTable("me", "me", **options)
    bodies = [(0, json.dumps(snapshot(kept.table)))]
    for entries in range(10, 120, 10):
        busy(kept, choice, entries)
        bodies.append((kept.table.version, json.dumps(snapshot(kept.table))))
    assert {entry.kind for entry in kept.journal} >= {"moved", "undone", "redone", "standin", "back"}
    for version, text in bodies[1:]:
        again = rebuilt(kept.table.id, kept.opening.header, json.loads(text), kept.journal[version:])
        assert again is not None
        assert facts(again) == facts(kept.table) == facts(kept.rebuilt())
    assert len(bodies[-1][1]) < 12_000


def test_what_cannot_be_read_is_as_good_as_none() -> None:
    kept = StoredTable("me", "me")
    good = snapshot(kept.table)
    for bad in (
        None,
        {},
        {**good, "format": 99},
        {**good, "actions": ["nonsense"]},
        {**good, "sitters": [1]},
    ):
        assert rebuilt(kept.table.id, kept.opening.header, bad, []) is None


def test_the_newest_is_kept(database_url: str) -> None:
    storage = Storage(database_url)
    kept = StoredTable("me", "me")
    storage.create(kept.table.id, kept.opening.header, kept.journal)
    assert storage.snapshot(kept.table.id) is None
    storage.keep({kept.table.id: {"version": 5, "n": 1}, "deleted meanwhile": {"version": 1}})
    storage.keep({kept.table.id: {"version": 4, "n": 2}})
    assert storage.snapshot(kept.table.id) == {"version": 5, "n": 1}
    storage.keep({kept.table.id: {"version": 9, "n": 3}})
    assert storage.snapshot(kept.table.id) == {"version": 9, "n": 3}
    storage.delete(kept.table.id)
    assert storage.snapshot(kept.table.id) is None
    storage.close()


def test_a_long_journal_is_not_carried_out_again(tmp_path: Path) -> None:
    kept = StoredTable("me", "me", free_undo=True, seed="x")
    busy(kept, random.Random(3), EVERY + 5)
    settings = Settings(data=tmp_path)
    storage = Storage(settings.url)
    storage.create(kept.table.id, kept.opening.header, kept.journal)
    with RunningServer(settings) as server:
        assert server.portal(server.rooms.find(kept.table.id)) is not None
        wait_for(lambda: storage.snapshot(kept.table.id) is not None)
    with database.writing(storage._engine) as connection:  # what it had come from is not looked at any more
        connection.execute(delete(models.entries).where(models.entries.c.version < EVERY))
    with RunningServer(settings) as server:
        again = server.portal(server.rooms.find(kept.table.id))
        assert again is not None
        assert facts(again.table) == facts(kept.table)
    storage.close()
