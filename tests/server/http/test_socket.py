"""Play through a real server: the right pictures, reconnects, late and doubled moves, people who leave."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from smallworld.server.settings import Limits, Settings
from tests.server.running_server import PLENTY, Line, Message, RunningServer, easy_choice, wait_for

pytestmark = pytest.mark.slow


def two_people(server: RunningServer, **options: object) -> tuple[Message, Line, Line]:
    """A table with somebody at each end of a link; the first seat is the owner's."""
    table = server.open({"who": "me", "name": "Ann"}, "open", **options)
    ann = server.line(table["table"], table["key"])
    bob = server.line(table["table"], server.join(table, "Bob")["key"])
    for line in (ann, bob):
        line.until_picture(lambda picture: picture["decides"] == 0)
    return table, ann, bob


# --- games --------------------------------------------------------------------------------------------


def test_a_solo_game_to_the_end(server: RunningServer) -> None:
    table = server.open("me", "bot", {"who": "bot", "level": "novice"})
    with server.line(table["table"], table["key"]) as me:
        while True:
            me.until_picture(lambda picture: picture["ask"] or picture["result"])
            if me.picture["result"]:
                break
            answer = me.move(easy_choice(me.picture))
            assert answer["type"] == "accepted", answer
        assert me.table["phase"] == "over" or me.until("seated")["table"]["phase"] == "over"
        assert [player["coins"] is None for player in me.picture["players"]] == [False] * 3
        game = server.room(table["table"]).table.game
        assert sorted({line["number"] for line in me.log}) == [
            number for number, events in enumerate(game.events) if events
        ]
        record = server.http.get(
            f"/api/tables/{table['table']}/record", headers={"X-Table-Key": table["key"]}
        )
        assert record.text.startswith("smallworld record 2")
        assert "\nresult: " in record.text


def test_two_people_through_a_link(server: RunningServer) -> None:
    table, ann, bob = two_people(server)
    with ann, bob, server.line(table["table"], table["watch"], "de") as eve:
        eve.until("welcome")
        assert (ann.picture["you"], bob.picture["you"], eve.picture["you"]) == (0, 1, -1)
        assert ann.table["mine"] == [0]
        assert bob.table["mine"] == [1]
        assert bob.picture["ask"] is None
        assert ann.move("p1")["type"] == "accepted"
        version = ann.picture["version"]
        for line in (bob, eve):
            line.until_picture(lambda picture: picture["version"] == version)
            assert line.picture["players"][0]["coins"] is None
        assert ann.picture["players"][0]["coins"] is not None
        assert ann.picture["players"][1]["coins"] is None
        assert [line["text"] for line in eve.log] != [line["text"] for line in bob.log]  # German
        refused = bob.move("p1")
        assert (refused["type"], refused["cause"]) == ("refused", "not_yours")
        assert "Ann" in refused["reasons"][0]["sentence"]
        refused = eve.move("p1")
        assert refused["cause"] == "not_yours"


def test_reconnect_catches_up(server: RunningServer) -> None:
    table, ann, bob = two_people(server)
    with ann:
        with bob:
            ann.move("p1")
        ann.until(lambda m: m["type"] == "seated" and not m["players"][1]["present"])
        while ann.picture["decides"] == 0:
            ann.move(easy_choice(ann.picture))
        with server.line(table["table"], bob.key) as again:
            again.until("welcome")
            assert again.picture["fresh"]
            assert again.picture["version"] == ann.picture["version"]
            assert [line["number"] for line in again.log] == [line["number"] for line in ann.log]
            ann.until(lambda m: m["type"] == "seated" and m["players"][1]["present"])


def test_late_and_doubled_moves_do_no_harm(server: RunningServer) -> None:
    table, ann, bob = two_people(server)
    with ann, bob:
        version = ann.picture["version"]
        assert ann.move("p1")["type"] == "accepted"
        room = server.room(table["table"])
        entries = room.table.version
        for wrong in (version, version + 9, 0):
            refused = ann.request(type="move", version=wrong, actions=["p1"])
            assert (refused["type"], refused["cause"]) == ("refused", "stale")
        assert room.table.version == entries


def test_tokens_are_placed_by_region_and_number(server: RunningServer) -> None:
    _table, ann, bob = two_people(server)
    with ann, bob:
        while ann.picture["ask"]["step"] != "redeploy":
            ann.move(easy_choice(ann.picture))
        placing = ann.picture["ask"]["suggestions"][0]["placing"]
        standing = {spot["region"]: spot["stack"]["tokens"] for spot in ann.picture["spots"] if spot["stack"]}
        version = ann.picture["version"]
        nothing = ann.request(type="move", version=version)
        assert (nothing["type"], nothing["cause"]) == ("refused", "unreadable")
        accepted = ann.request(type="move", version=version, placing=placing)
        assert accepted["type"] == "accepted"
        ann.until_picture(lambda picture: picture["version"] >= accepted["version"])
        after = {spot["region"]: spot["stack"]["tokens"] for spot in ann.picture["spots"] if spot["stack"]}
        for place in placing:
            assert after[place["region"]] == standing[place["region"]] + place["count"]


def test_all_of_a_message_or_nothing(server: RunningServer) -> None:
    table, ann, bob = two_people(server)
    with ann, bob:
        ann.move("p1")
        version = ann.picture["version"]
        refused = ann.move(easy_choice(ann.picture), "c0", "d", "p3")
        assert refused["cause"] == "illegal"
        assert refused["reasons"][0]["sentence"]
        assert refused["reasons"][0]["remedy"]
        assert server.room(table["table"]).table.version == version


# --- undo ---------------------------------------------------------------------------------------------


def test_undo_and_redo(server: RunningServer) -> None:
    _, ann, bob = two_people(server)
    with ann, bob:
        ann.move("p1")
        assert ann.picture["undo"]["undo"] == 0
        refused = ann.request(type="undo", version=ann.picture["version"])
        assert refused["cause"] == "wall"
        before = ann.picture["spots"], len(ann.log)
        ann.move(easy_choice(ann.picture))
        bob.until_picture(lambda picture: picture["version"] == ann.picture["version"])
        assert (ann.picture["undo"]["undo"], bob.picture["undo"]["undo"]) == (1, 0)
        after = ann.picture["spots"]
        ann.request(type="undo", version=ann.picture["version"])
        ann.until_picture(lambda picture: picture["undo"]["redo"] == 1)
        assert (ann.picture["spots"], len(ann.log)) == before
        assert ann.picture["fresh"]
        ann.request(type="redo", version=ann.picture["version"])
        ann.until_picture(lambda picture: picture["undo"]["redo"] == 0)
        assert ann.picture["spots"] == after


# --- one screen ---------------------------------------------------------------------------------------


def test_one_screen_for_two(server: RunningServer) -> None:
    """Coins are in a picture only while their owner says to be looking."""
    table = server.open("me", "me")
    with server.line(table["table"], table["key"]) as us:
        us.until("welcome")
        assert us.picture["you"] == -1
        assert us.picture["ask"] is None
        us.send(type="show_seat", seat=0)
        us.until_picture(lambda picture: picture["you"] == 0)
        assert us.picture["first"] == 0
        while us.picture["decides"] == 0:
            assert us.picture["players"][1]["coins"] is None
            us.move(easy_choice(us.picture))
        # The turn went on. Whoever has moved sees what came of it, and nothing of the other's.
        assert (us.picture["you"], us.picture["decides"]) == (0, 1)
        assert us.picture["players"][1]["coins"] is None
        mine = [line for line in us.log if line["kind"] == "scored"]
        assert all(line["amount"] is not None for line in mine)
        us.send(type="show_seat", seat=-1)
        us.until_picture(lambda picture: picture["you"] == -1)
        assert [player["coins"] for player in us.picture["players"]] == [None, None]
        us.send(type="show_seat", seat=1)
        us.until_picture(lambda picture: picture["you"] == 1)
        assert us.picture["players"][0]["coins"] is None
        scored = [line for line in us.log if line["kind"] == "scored"]
        assert scored
        assert all(line["amount"] is None for line in scored)
        us.send(type="show_seat", seat=5)
        us.until_picture(lambda picture: picture["you"] == -1)


# --- coming and going ---------------------------------------------------------------------------------


def test_players_wait_for_somebody_who_has_left_and_then_let_a_bot_play(tmp_path: Path) -> None:
    """The bot moves at once, but what would last it leaves to the person for a while."""
    with RunningServer(Settings(data=tmp_path, bot_pace=0.0, away=1.2, bot_workers=1)) as server:
        table, ann, bob = two_people(server)
        with bob:
            with ann:
                ann.until_picture(lambda picture: picture["ask"])
                assert bob.request(type="standin", seat=0, bot=True)["reasons"][0]["rule"] == "still_here"
            told = bob.until(lambda m: m["type"] == "seated" and m["players"][0]["away"] is not None)
            assert told["players"][1]["away"] is None
            assert bob.request(type="standin", seat=0, bot=True)["reasons"][0]["rule"] == "back_soon"
            room = server.room(table["table"])
            wait_for(lambda: room.long_away(0, time()))
            assert bob.request(type="standin", seat=0, bot=True)["type"] == "accepted"
            began = monotonic()
            bob.until_picture(lambda picture: picture["step"] != "pick")
            assert monotonic() - began > 0.9


def test_bots_stand_in_and_people_come_back(server: RunningServer) -> None:
    _, ann, bob = two_people(server)
    with ann:
        with bob:
            refused = ann.request(type="standin", seat=1, bot=True)
            assert (refused["cause"], "Bob" in refused["reasons"][0]["sentence"]) == ("not_yours", True)
            assert bob.request(type="standin", seat=0, bot=True)["cause"] == "not_yours"
            assert bob.request(type="standin", seat=1, bot=True)["type"] == "accepted"
            bob.until_picture(lambda picture: picture["players"][1]["bot"])
            assert bob.request(type="standin", seat=1, bot=False)["type"] == "accepted"
        ann.until(lambda m: m["type"] == "seated" and not m["players"][1]["present"])
        assert ann.request(type="standin", seat=1, bot=True)["type"] == "accepted"
        ann.move("p1")
        while ann.picture["round"] == 1:
            ann.until_picture(lambda picture: picture["ask"] or picture["round"] > 1)
            if ann.picture["ask"]:
                ann.move(easy_choice(ann.picture))
        kinds = [line["kind"] for line in ann.log if line["kind"] in ("standin", "back")]
        assert kinds == ["standin", "back", "standin"]
        assert any("Bob" in line["text"] for line in ann.log if line["kind"] == "standin")
        assert any(line["turn"] == 1 and line["kind"] == "picked" for line in ann.log)


def test_waiting_joining_and_beginning(server: RunningServer) -> None:
    table = server.open("me", "open", "open")
    with server.line(table["table"], table["key"]) as ann:
        ann.until("welcome")
        assert ann.table["phase"] == "waiting"
        assert "2 more players" in ann.picture["now"]
        assert (ann.table["join"], ann.table["watch"]) == (table["join"], table["watch"])
        bob = server.line(table["table"], server.join(table, "Player 1")["key"])
        with bob:
            bob.until("welcome")
            assert (bob.table["join"], bob.table["watch"], bob.table["owner"]) == ("", "", False)
            assert bob.table["seats"][1]["name"] == "Player 1 2"
            assert bob.request(type="begin")["cause"] == "not_yours"
            assert bob.move("p1")["cause"] == "phase"
            assert ann.request(type="begin")["type"] == "accepted"
            ann.until_picture(lambda picture: picture["ask"])
            assert [seat["who"] for seat in ann.table["seats"]] == ["person", "person", "bot"]
            assert ann.table["join"] == ""


def test_full_and_wrong_links(server: RunningServer) -> None:
    table, ann, bob = two_people(server)
    with ann, bob:
        link = f"/api/tables/{table['table']}/join"
        full = server.http.post(link, json={"key": table["join"], "name": "Cem"})
        assert full.status_code == 409
        assert full.json()["error"] == "The game has already started."
        wrong = server.http.post(link, json={"key": table["watch"], "name": "Cem"})
        assert wrong.status_code == 404


def test_a_missing_table_and_a_wrong_key_are_answered_alike(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory or not: the same words after the same questions to the database, and nothing is loaded."""
    table, other = server.open("me", "open"), server.open("me", "open")
    server.portal(server.rooms._forget(other["table"]))
    asked: list[tuple[str, ...]] = []
    archive = server.state.archive
    read = archive.read

    async def counted(call: Any, *args: Any, **kwargs: Any) -> Any:
        if call.__name__ not in ("versions", "waiting", "presences"):  # what is looked at from time to time
            asked[-1] += (call.__name__,)
        return await read(call, *args, **kwargs)

    monkeypatch.setattr(archive, "read", counted)
    answers = []
    for id, key in (
        (table["table"], "x" * 24),
        (table["table"], other["key"]),
        (other["table"], table["key"]),
        ("nowhere-at-all", table["key"]),
    ):
        asked.append(())
        with server.line(id, key, "fr") as line:
            answers.append(line.ended())
        http = server.http.get(f"/api/tables/{id}", headers={"X-Table-Key": key})
        assert http.status_code == 404
        answers[-1][0].append(http.json())
    assert [message.get("code") for message in answers[0][0]] == ["no_table", None]
    assert answers == [answers[0]] * 4
    assert asked == [("opens", "opens")] * 4
    assert server.rooms.in_memory(other["table"]) is None
    with server.line(other["table"], other["key"]) as line:
        line.until("welcome")


def test_other_languages(server: RunningServer) -> None:
    table = server.open("me", "bot")
    with server.line(table["table"], table["key"], "de") as me:
        me.until("welcome")
        german = me.table["board"]["regions"][0]["terrain"]["name"], me.picture["now"]
        me.send(type="lang", lang="fr")
        me.until("welcome")
        assert (me.table["board"]["regions"][0]["terrain"]["name"], me.picture["now"]) != german
        refused = me.move("zz")
        assert "n'est pas une action" in refused["reasons"][0]["sentence"]


def test_questions_and_chat(server: RunningServer) -> None:
    _, ann, bob = two_people(server)
    with ann, bob:
        ann.send(type="about", id=7, region=3)
        answer = ann.until("answer")
        assert (answer["id"], answer["region"]) == (7, 3)
        ann.send(type="about", id=8, region=63)
        assert ann.until("answer")["id"] == 8
        ann.send(type="say", text="hi \u202e<script>alert(1)</script>\x07")
        said = bob.until("said")
        assert (said["name"], said["seat"]) == ("Ann", 0)
        assert said["text"] == "hi <script>alert(1)</script>"


# --- what goes wrong on the wire ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"type":"hello"}',
        '{"type":"move","id":1,"version":0,"actions":["p1"]}',
        b"\xff\x00",
    ],
)
def test_no_hello_no_table(server: RunningServer, garbage: str | bytes) -> None:
    with Line(server.place) as line:
        line.send_raw(garbage)
        messages, status = line.ended()
        assert [message["code"] for message in messages] == ["unreadable"]
        assert status == 1008


def test_garbage_is_answered_and_survived(server: RunningServer) -> None:
    table = server.open("me", "bot")
    with server.line(table["table"], table["key"]) as me:
        me.until("welcome")
        me.send_raw('{"type":"move","id":5}')
        assert me.until("refused")["cause"] == "unreadable"
        for garbage in (
            "]",
            "null",
            b"\x00",
            '{"type":"hello","table":"nowhere-at-all","key":"' + "x" * 20 + '"}',
        ):
            me.send_raw(garbage)
            assert me.until("trouble")["code"] == "unreadable"
        assert me.move("p1")["type"] == "accepted"


def test_too_long_and_too_fast(tmp_path: Path) -> None:
    limits = replace(PLENTY, messages=(Limits().messages[0], 0.0))
    with RunningServer(Settings(data=tmp_path, bot_workers=1, limits=limits)) as server:
        table = server.open("me", "bot")
        with server.line(table["table"], table["key"]) as me:
            me.until("welcome")
            me.send_raw(json.dumps({"type": "say", "text": "x" * 20_000}))
            messages, status = me.ended()
            assert messages[-1]["code"] == "too_big"
            assert status == 1009
        with server.line(table["table"], table["key"]) as me:
            me.until("welcome")
            with suppress(ConnectionClosed):
                for _ in range(400):
                    me.send(type="show_seat", seat=0)
            messages, status = me.ended()
            assert messages[-1]["code"] == "too_fast" or status in (1008, 1013)
        wait_for(lambda: not server.room(table["table"]).viewers)


@pytest.fixture
def hasty(tmp_path: Path) -> RunningServer:
    limits = replace(PLENTY, hello=1.5, idle=-1.0, connections=2)
    return RunningServer(Settings(data=tmp_path, bot_pace=0.0, bot_workers=1, limits=limits))


def test_silence_and_crowds(hasty: RunningServer) -> None:
    with hasty as server:
        with Line(server.place) as silent:
            messages, status = silent.ended()
            assert (messages[0]["code"], status) == ("unreadable", 1008)
        table = server.open("me", "me")
        with (
            server.line(table["table"], table["key"]) as one,
            server.line(table["table"], table["key"]) as two,
        ):
            one.until("welcome")
            two.until("welcome")
            with Line(server.place) as three:
                messages, status = three.ended()
                assert ([message["code"] for message in messages], status) == (["crowded"], 1013)
        wait_for(lambda: not server.room(table["table"]).viewers)
        server.portal(server.rooms._unload_unused())  # as happens from time to time
        assert len(server.rooms) == 0
        with server.line(table["table"], table["key"]) as back:
            assert back.until("welcome")["picture"]["version"] == 1


# --- several servers ----------------------------------------------------------------------------------


def test_two_servers_on_one_database(database_url: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database_url=database_url, bot_pace=0.0, bot_workers=1, follow=0.05)
    with RunningServer(settings) as here, RunningServer(settings) as there:
        table = here.open({"who": "me", "name": "Ann"}, "open")
        with here.line(table["table"], table["key"]) as ann:
            ann.until("welcome")
            with there.line(table["table"], there.join(table, "Bob")["key"]) as bob:
                ann.until_picture(lambda picture: picture["ask"])
                bob.until_picture(lambda picture: picture["decides"] == 0)
                assert ann.move("p1")["type"] == "accepted"
                bob.until_picture(lambda picture: picture["version"] == ann.picture["version"])
                while ann.picture["decides"] == 0:
                    ann.move(easy_choice(ann.picture))
                bob.until_picture(lambda picture: picture["ask"])
                assert bob.move("p1")["type"] == "accepted"
                ann.until_picture(lambda picture: picture["version"] == bob.picture["version"])
                assert [line["number"] for line in ann.log] == [line["number"] for line in bob.log]


def test_a_server_that_says_goodbye(tmp_path: Path) -> None:
    from smallworld.server.http.app import say_goodbye

    with RunningServer(Settings(data=tmp_path, bot_workers=1)) as server:
        table = server.open("me", "me")
        with server.line(table["table"], table["key"], "nl") as me:
            me.until("welcome")
            server.call(say_goodbye, server.app)
            assert me.until("trouble")["code"] == "closing"
