"""Clocks follow from the journal; when one runs out a bot plays on; time without a server is free."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from smallworld.server.settings import Settings
from smallworld.server.storage.storage import Storage
from smallworld.server.tables import commands
from smallworld.server.tables.clocks import COMING_BACK, Clocks
from tests.server.plans import StoredTable
from tests.server.running_server import RunningServer

pytestmark = pytest.mark.slow

# --- by themselves ------------------------------------------------------------------------------------


def test_only_the_seat_that_is_asked_pays() -> None:
    clocks = Clocks(2, 60.0)
    clocks.charge(100.0)
    clocks.tick(0)
    clocks.charge(110.0)
    clocks.tick(1)
    assert (clocks.left(0, 130.0), clocks.left(1, 130.0)) == (50.0, 40.0)
    assert clocks.deadline == 170.0
    assert clocks.left(1, 999.0) == 0.0


def test_time_never_runs_backwards() -> None:
    clocks = Clocks(2, 60.0)
    clocks.charge(100.0)
    clocks.tick(0)
    clocks.charge(90.0)  # another server's clock is behind
    assert clocks.left(0, 100.0) == 60.0


def test_without_a_clock_nothing_ticks() -> None:
    clocks = Clocks(2, None)
    clocks.tick(0)
    assert (clocks.left(0, 5.0), clocks.deadline) == (None, None)


def test_a_server_that_was_away() -> None:
    clocks = Clocks(2, 60.0)
    clocks.charge(100.0)
    clocks.tick(0)
    clocks.skip(gone=110.0, at=5000.0)
    assert clocks.left(0, 5000.0) == 50.0
    clocks.skip(gone=0.0, at=6000.0)  # it went before this clock began to tick
    assert clocks.left(0, 6000.0) == 50.0


# --- at a table ---------------------------------------------------------------------------------------


def test_a_table_reads_its_clocks_from_the_journal() -> None:
    kept = StoredTable("me", "me", "bot", minutes=2)
    kept.now += 30
    kept.move("p1")
    assert kept.table.clocks.left(0, kept.now) == 90.0
    kept.now += 20
    while kept.table.decides == 0:
        kept.play_on()
    kept.now += 50
    again = kept.rebuilt().clocks
    assert [again.left(seat, kept.now) for seat in range(3)] == [70.0, 70.0, 120.0]
    while kept.table.decides != 2:  # whoever lost land to the second player may be asked, too
        kept.play_on()
    assert kept.table.clocks.deadline is None  # a bot's time does not count


def test_coming_back_brings_a_little_time() -> None:
    kept = StoredTable("me", "me", minutes=1)
    kept.now += 61
    kept.write(commands.stand_in(kept.table, 0, "time", kept.now))
    assert kept.table.clocks.left(0, kept.now) == 0.0
    assert kept.table.clocks.deadline is None
    kept.write(commands.come_back(kept.table, 0, kept.now))
    assert kept.table.clocks.left(0, kept.now) == COMING_BACK
    assert [note.kind for note in kept.table.notes] == ["timeout", "back"]


# --- at a server --------------------------------------------------------------------------------------


def stored(url: str, *seats: str, ago: float) -> StoredTable:
    """A table of one minute, whose first player has been thinking for a while."""
    storage = Storage(url)
    kept = StoredTable(*seats, minutes=1, now=time.time() - ago)
    storage.create(kept.table.id, kept.opening.header, kept.journal)
    storage.close()
    return kept


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, bot_pace=0.0, bot_workers=1)


def test_a_bot_plays_on_when_time_runs_out(settings: Settings) -> None:
    kept = stored(settings.url, "me", "bot", ago=58.5)
    with RunningServer(settings) as server, server.line(kept.table.id, kept.opening.created.key) as me:
        me.until("welcome")
        assert me.picture["players"][0]["ticking"]
        assert me.picture["players"][0]["clock"] < 2
        me.until_picture(lambda picture: picture["players"][0]["bot"])
        assert me.picture["ask"] is None
        (line,) = [line for line in me.log if line["kind"] == "timeout"]
        assert line["text"].startswith("You ran out of time")
        refused = me.move("p1")
        assert refused["cause"] in ("not_yours", "stale")
        assert me.request(type="standin", seat=0, bot=False)["type"] == "accepted"
        me.until_picture(lambda picture: not picture["players"][0]["bot"])
        assert me.picture["players"][0]["clock"] > 50
        assert any(line["kind"] == "back" for line in me.log)


def test_clocks_run_out_with_nobody_there(settings: Settings) -> None:
    """The table is in nobody's browser; it goes on all the same, from the moment the server starts."""
    kept = stored(settings.url, "me", "me", ago=90.0)
    with RunningServer(settings) as server:
        with server.line(kept.table.id, kept.opening.created.key) as me:
            me.until("welcome")
            me.until_picture(lambda picture: picture["players"][0]["bot"])
            me.until_picture(lambda picture: picture["decides"] == 1)
        assert me.picture["players"][1]["clock"] > 50


def test_time_without_a_server_is_free(settings: Settings) -> None:
    kept = stored(settings.url, "me", "me", ago=3600.0)
    storage = Storage(settings.url)
    storage.beat(kept.now + 20)  # the server went down twenty seconds later
    storage.close()
    with RunningServer(settings) as server, server.line(kept.table.id, kept.opening.created.key) as me:
        me.until("welcome")
        assert 35 < me.picture["players"][0]["clock"] <= 40
        assert not me.picture["players"][0]["bot"]
        kinds = [entry.kind for entry in server.state.archive.storage.entries(kept.table.id)]
        assert kinds == ["begun", "resumed"]
