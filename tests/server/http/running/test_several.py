"""Several servers, one house: nobody is locked out, people see each other, and one may die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from smallworld.server.rooms.peers import GONE, Peers
from smallworld.server.settings import Settings
from tests.server.conftest import new_schema
from tests.server.http.running.test_kill import come_in, open_table, serving, workers_of
from tests.server.http.test_app import run
from tests.server.running_server import Line, Message, RunningServer, easy_choice, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database_url=database_url, bot_pace=0.0, bot_workers=1, follow=0.05)


@pytest.fixture
def pair(postgres_server: str, tmp_path: Path) -> Iterator[tuple[RunningServer, RunningServer]]:
    url = new_schema(postgres_server)
    # They never look by themselves: whatever one knows of the other it was told.
    settings = Settings(data=tmp_path, database_url=url, bot_pace=0.0, bot_workers=1, follow=3600.0)
    with RunningServer(settings) as here, RunningServer(settings) as there:
        wait_for(lambda: not here.rooms.peers.alone and not there.rooms.peers.alone)
        yield here, there


# --- catching up before saying no ---------------------------------------------------------------------


def test_a_newcomer_is_welcome_at_every_server(settings: Settings) -> None:
    """The key is a moment old and from another server; this one has the table in memory, without it."""
    with RunningServer(settings) as here, RunningServer(settings) as there:
        for number in range(5):
            table = here.open({"who": "me", "name": "Ann"}, "open", "open")
            with there.line(table["table"], table["key"]) as ann:
                ann.until("welcome")
                key = here.join(table, f"Bob {number}")["key"]
                with there.line(table["table"], key) as bob:
                    assert bob.next()["type"] == "welcome"
                    assert bob.table["mine"] == [1]


def test_a_table_nobody_looks_at_is_not_forgotten(settings: Settings) -> None:
    with RunningServer(settings) as here, RunningServer(settings) as there:
        table = here.open("me", "open")
        path = f"/api/tables/{table['table']}"
        assert there.http.get(path, headers={"X-Table-Key": table["key"]}).json()["phase"] == "waiting"
        mine = {"X-Table-Key": here.join(table, "Bob")["key"]}
        assert there.http.get(path, headers=mine).json()["phase"] == "playing"
        full = there.http.post(f"{path}/join", json={"key": table["join"], "name": "Cem"})
        assert full.json()["error"] == "The game has already started."


def test_two_sit_down_at_two_servers(settings: Settings) -> None:
    """The second one was not the first to be written, which is no reason to be sent away."""
    with RunningServer(settings) as here, RunningServer(settings) as there:
        table = here.open("me", "open", "open")
        for server in (here, there):
            server.http.get(f"/api/tables/{table['table']}", headers={"X-Table-Key": table["key"]})
        assert [here.join(table, "Bob")["seat"], there.join(table, "Cem")["seat"]] == [1, 2]


# --- hearing of each other ----------------------------------------------------------------------------


def test_people_at_two_servers_play_talk_and_see_each_other(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    here, there = pair
    table = here.open({"who": "me", "name": "Ann"}, "open")
    with here.line(table["table"], table["key"]) as ann:
        ann.until("welcome")
        key = there.join(table, "Bob")["key"]
        with there.line(table["table"], key) as bob:
            ann.until_picture(lambda picture: picture["ask"])
            bob.until_picture(lambda picture: picture["decides"] == 0)
            assert ann.move("p1")["type"] == "accepted"
            bob.until_picture(lambda picture: picture["version"] == ann.picture["version"])
            bob.send(type="say", text="well done")
            assert ann.until("said")["text"] == "well done"
            present(ann, 1, True)
            refused = ann.request(type="standin", seat=1, bot=True)
            assert (refused["type"], refused["reasons"][0]["rule"]) == ("refused", "still_here")
            while ann.picture["decides"] == 0:
                ann.move(easy_choice(ann.picture))
            bob.until_picture(lambda picture: picture["ask"])
            assert bob.move("p1")["type"] == "accepted"
            ann.until_picture(lambda picture: picture["version"] == bob.picture["version"])
        present(ann, 1, False)
        assert ann.request(type="standin", seat=1, bot=True)["type"] == "accepted"
        assert here.rooms.peers.seats(table["table"]) == set()


def test_nobodys_seat_is_handed_away_while_they_sit_at_another_server(settings: Settings) -> None:
    """With every database, and at a server that has just started and knows nothing yet."""
    with RunningServer(settings) as here:
        table = here.open({"who": "me", "name": "Ann"}, "open")
        key = here.join(table, "Bob")["key"]
        with ExitStack() as lines:
            bob = lines.enter_context(here.line(table["table"], key))
            bob.until_picture(lambda picture: picture["decides"] == 0)
            with here.line(table["table"], table["key"]) as ann:  # here they know of each other
                ann.until("welcome")
            with RunningServer(settings) as there:
                wait_for(lambda: not there.state.archive.storage.several or not there.rooms.peers.alone)
                with there.line(table["table"], table["key"]) as ann:
                    ann.until("welcome")
                    refused = ann.request(type="standin", seat=1, bot=True)
                    assert (refused["type"], refused["reasons"][0]["rule"]) == ("refused", "still_here")
                    lines.close()
                    wait_for(lambda: not there.rooms.peers.seats(table["table"]))
                    assert ann.request(type="standin", seat=1, bot=True)["type"] == "accepted"


def test_a_server_that_was_killed_keeps_nobody_seated(tmp_path: Path) -> None:
    """What it left in the file is not believed for longer than it takes to see that nothing happens there."""
    settings = Settings(data=tmp_path, bot_pace=0.0, bot_workers=1, follow=0.05)
    with RunningServer(settings) as server:
        table = server.open({"who": "me", "name": "Ann"}, "open", {"who": "bot", "level": "novice"})
        server.join(table, "Bob")
        storage = server.state.archive.storage
        storage.present("killed", 7, {table["table"]: {"seats": [1], "n": 1}})
    with RunningServer(settings) as server, server.line(table["table"], table["key"]) as ann:
        ann.until_picture(lambda picture: picture["ask"])
        assert server.room(table["table"]).leads  # bots need not wait for it
        assert storage.presences()
        assert ann.request(type="standin", seat=1, bot=True)["type"] == "accepted"
        assert [row[0] for row in storage.presences()] == [server.rooms.peers.name]
    assert storage.presences() == []
    storage.close()


def present(line: Line, seat: int, wanted: bool) -> None:
    def seen(message: Message) -> bool:
        players = message.get("players") or line.picture["players"]
        return bool(players[seat]["present"]) is wanted

    if bool(line.picture["players"][seat]["present"]) is not wanted:
        line.until(seen)


def test_one_server_lets_the_bots_play(pair: tuple[RunningServer, RunningServer]) -> None:
    here, there = pair
    table = here.open("bot", {"who": "bot", "level": "novice"})
    with here.line(table["table"], table["key"]) as one, there.line(table["table"], table["watch"]) as other:
        for line in (one, other):
            line.until_picture(lambda picture: picture["result"])
        assert one.picture["result"] == other.picture["result"]
        assert [line["number"] for line in one.log] == [line["number"] for line in other.log]


def test_a_table_can_be_deleted_everywhere(pair: tuple[RunningServer, RunningServer]) -> None:
    here, there = pair
    table = here.open("me", "open")
    key = here.join(table, "Bob")["key"]
    path = f"/api/tables/{table['table']}"
    with there.line(table["table"], table["key"]) as ann:
        ann.until("welcome")
        assert (
            here.http.post(f"{path}/delete", headers={"X-Table-Key": key}).status_code == 404
        )  # not the owner's
        assert here.http.post(f"{path}/delete", headers={"X-Table-Key": table["key"]}).status_code == 204
        ann.ended()
    for server in pair:
        assert server.http.get(path, headers={"X-Table-Key": table["key"]}).status_code == 404
    assert here.state.archive.storage.entries(table["table"]) == []


def test_neighbours_that_fall_silent_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("smallworld.server.rooms.peers.monotonic", lambda: now)
    one, other = Peers(), Peers()
    changed: list[str] = []
    one.connect(lambda news: other.hear(one.name, news), changed.append)
    other.connect(lambda news: one.hear(other.name, news), changed.append)
    assert one.leads("table", viewers=False)
    other.here("table", {2}, 1)
    assert (one.seats("table"), changed) == ({2}, ["table"])
    assert not one.leads("table", viewers=False)
    assert other.leads("table", viewers=True)
    one.here("table", {0}, 1)
    assert one.leads("table", True) is not other.leads("table", True)
    now += GONE + 0.1
    one.alive()
    assert one.seats("table") == set()
    assert one.leads("table", True)


# --- a crew -------------------------------------------------------------------------------------------


def test_a_worker_is_killed_and_nothing_is_lost(postgres_server: str) -> None:
    url = new_schema(postgres_server)
    with serving("--database-url", url, "--workers", "2") as (process, place), ExitStack() as lines:
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        table = open_table(place)
        us = [come_in(place, table) for _ in range(6)]  # some at each, most likely
        for line in us:
            lines.enter_context(line)
        known = 0
        for number in range(6):
            mover = us[number % len(us)]
            mover.until_picture(lambda picture, at=known: picture["version"] >= at)  # type: ignore[misc]
            mover.send(type="show_seat", seat=mover.picture["decides"])
            mover.until_picture(lambda picture: picture["ask"])
            answer = mover.move(easy_choice(mover.picture))
            assert answer["type"] == "accepted", answer
            known = answer["version"]
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        gone = 0
        for line in us:
            try:
                line.until_picture(lambda picture, at=known: picture["version"] >= at)  # type: ignore[misc]
            except ConnectionClosed:
                gone += 1
        again = come_in(place, table)  # somebody answers at once
        assert again.picture["version"] == known
        assert again.move(easy_choice(again.picture))["type"] == "accepted"
        again.close()
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        wait_for(lambda: httpx.get(f"http://{place}/api/health").status_code == 200)


def test_several_workers_need_a_database_for_several(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path), "--workers", "2")
    assert done.returncode == 2
    assert "several workers need" in done.stderr
    assert "PostgreSQL" in done.stderr
