"""What every host promises: a server, and a page. The same tests on both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from smallworld.languages import LANGUAGES
from smallworld.server.settings import Settings
from tests.server.running_page import RunningPage
from tests.server.running_server import Message, RunningServer, easy_choice

pytestmark = pytest.mark.slow
Running = RunningServer | RunningPage
NOVICE = {"who": "bot", "level": "novice"}
FINE = (200, 201)


@pytest.fixture(scope="module")
def page() -> Iterator[RunningPage]:
    with RunningPage() as running:
        yield running


@pytest.fixture(params=["server", "page"])
def host(request: pytest.FixtureRequest) -> Running:
    found: Running = request.getfixturevalue(request.param)
    return found


def asked(host: Running, path: str, key: str = "", body: Any = None) -> Any:
    headers = {"X-Table-Key": key}
    path = f"/api/{path}"
    answer = (
        host.http.get(path, headers=headers)
        if body is None
        else host.http.post(path, json=body, headers=headers)
    )
    return answer


def played(host: Running, table: Message, moves: int) -> Message:
    """The picture after some moves, or at the end."""
    with host.line(table["table"], table["key"]) as me:
        for _ in range(moves):
            me.until_picture(lambda picture: picture["ask"] or picture["result"])
            if me.picture["result"]:
                break
            answer = me.move(easy_choice(me.picture))
            assert answer["type"] == "accepted", answer
        return me.until_picture(lambda picture: picture["ask"] or picture["result"])


def shown(host: Running, table: Message) -> Message:
    with host.line(table["table"], table["key"]) as me:
        return me.until_picture(lambda picture: picture["ask"] or picture["result"])


# --- playing ------------------------------------------------------------------------------------------


def test_a_game_to_the_end(host: Running) -> None:
    table = host.open("me", NOVICE, seed="hosts", rounds=3)
    picture = played(host, table, 400)
    assert len(picture["result"]) == 2
    record = asked(host, f"tables/{table['table']}/record", table["key"])
    assert record.text.startswith("smallworld record 2")
    frame = asked(host, "replay", body={"record": record.text, "at": 0})
    assert frame.status_code == 200


def test_the_same_seed_gives_the_same_game_on_both(server: RunningServer, page: RunningPage) -> None:
    records = []
    for host in (server, page):
        table = host.open("me", {"who": "bot", "level": "casual"}, seed="alike", rounds=2)
        played(host, table, 200)
        records.append(asked(host, f"tables/{table['table']}/record", table["key"]).text)
    assert records[0] == records[1]


def test_refused_moves_say_why(host: Running) -> None:
    table = host.open("me", NOVICE, seed="hosts")
    with host.line(table["table"], table["key"]) as me:
        me.until_picture(lambda picture: picture["ask"])
        assert me.move("c1")["reasons"][0]["sentence"]
        assert me.move("p1", version=0)["cause"] == "stale"
        assert me.move("p1")["type"] == "accepted"
        assert me.request(type="undo", version=me.picture["version"])["type"] in ("accepted", "refused")
        me.send_raw("no message")
        assert me.until("trouble")["code"] == "unreadable"
    with host.line(table["table"], table["watch"]) as eve:
        eve.until("welcome")
        assert eve.move("p1")["cause"] == "not_yours"


def test_a_seat_taken_by_a_link(host: Running) -> None:
    table = host.open({"who": "me", "name": "Ann"}, "open")
    bob = host.join(table, "Bob")
    with host.line(table["table"], bob["key"]) as line:
        picture = line.until_picture(lambda picture: picture["decides"] == 0)
        assert picture["you"] == 1
        assert [player["coins"] is None for player in picture["players"]] == [True, False]


def test_nobody_without_a_key(host: Running) -> None:
    table = host.open("me", NOVICE)
    wrong = "x" * 24
    assert asked(host, f"tables/{table['table']}", wrong).status_code == 404
    for lang in LANGUAGES:
        with host.line(table["table"], wrong, lang) as line:
            trouble = line.until("trouble")
            assert (trouble["code"], bool(trouble["text"])) == ("no_table", True)


# --- files of tables ----------------------------------------------------------------------------------


def test_a_table_goes_from_host_to_host_and_back(server: RunningServer, page: RunningPage) -> None:
    """Begun at a server, taken to a page, played there, taken back: each time where it was."""
    table = server.open({"who": "me", "name": "Ann"}, NOVICE, seed="journey", minutes=60)
    before = played(server, table, 6)
    for source, target in ((server, page), (page, server)):
        file = asked(source, f"tables/{table['table']}/file", table["key"])
        assert file.status_code == 200, file.text
        assert table["key"] not in file.text
        taken = asked(target, "table-file", body={"text": file.text})
        assert taken.status_code in FINE, taken.text
        again = taken.json()
        assert again["table"] != table["table"]
        picture = shown(target, again)
        for name in ("version", "round", "spots", "decides", "step"):
            assert picture[name] == before[name], name
        assert [player["name"] for player in picture["players"]] == [
            player["name"] for player in before["players"]
        ]
        before = played(target, again, 3)
        assert before["version"] > picture["version"]
        table = again


def test_a_finished_game_with_friends_may_leave_and_a_running_one_not(host: Running) -> None:
    table = host.open("me", "open", rounds=1)
    friend = host.join(table, "Bob")
    assert asked(host, f"tables/{table['table']}/file", table["key"]).status_code == 409
    keys = table["key"], friend["key"]
    lines = [host.line(table["table"], key) for key in keys]
    with lines[0] as ann, lines[1]:
        while not ann.until_picture(lambda picture: picture["decides"] >= 0 or picture["result"])["result"]:
            line = lines[ann.picture["decides"]]
            line.until_picture(lambda picture: picture["version"] >= ann.picture["version"])
            answer = line.move(easy_choice(line.picture))
            while ann.picture["version"] < answer["version"]:
                ann.next()
    file = asked(host, f"tables/{table['table']}/file", friend["key"])
    assert file.status_code == 200
    assert friend["key"] not in file.text
    again = asked(host, "table-file", body={"text": file.text})
    assert again.status_code in FINE, again.text
    assert len(shown(host, again.json())["result"]) == 2


def test_homebrew_comes_along(host: Running) -> None:
    text = (Path(__file__).parents[2] / "examples" / "homebrew" / "badgers.toml").read_text(encoding="utf-8")
    table = host.open("me", NOVICE, homebrew=[text])
    before = played(host, table, 3)
    file = asked(host, f"tables/{table['table']}/file", table["key"]).text
    again = asked(host, "table-file", body={"text": file})
    assert again.status_code in FINE, again.text
    assert shown(host, again.json())["version"] == before["version"]


def test_foreign_files_are_refused_with_a_reason(host: Running) -> None:
    table = host.open("me", NOVICE, seed="hosts")
    played(host, table, 4)
    good = json.loads(asked(host, f"tables/{table['table']}/file", table["key"]).text)
    entry = good["entries"][-1]

    def changed(**parts: Any) -> str:
        return json.dumps({**good, **parts})

    def ending(**parts: Any) -> str:
        return changed(entries=[*good["entries"], {**entry, **parts}])

    bad = [
        "no JSON",
        "[]",
        '{"what": "smallworld table"}',
        "[" * 5000,
        changed(format=99),
        changed(world="base_9p"),
        changed(seats=good["seats"][:1]),
        changed(seats=[{"who": "person", "name": "x"}] * 2000),
        changed(options={"packs": ["nothing"]}),
        changed(options={"homebrew": ["id = 'x'\n[race.x]\ntokens = 900"]}),
        changed(entries=good["entries"][1:]),
        changed(entries=[{"at": 1e400, "kind": "moved", "body": {}}]),
        changed(entries=good["entries"] * 5000),
        ending(body={"seat": 0, "actions": ["c1"] * 3}),
        ending(body={"seat": 0, "actions": ["d_" * 90]}),
        ending(body={"seat": "0", "actions": [{}]}),
        ending(body={**entry["body"], "extra": [[[]]] * 100}),
        ending(kind="undone", body={"seat": 0, "count": 4000}),
        ending(kind="standin", body={"seat": 7, "level": "casual", "why": "asked"}),
        ending(kind="seated", body={"seat": 6, "name": "Eve"}),
        ending(kind="back", body={"seat": 0, "seconds": -1e9}),
        ending(kind="unknown", body={}),
    ]
    for text in bad:
        answer = asked(host, "table-file", body={"text": text})
        assert answer.status_code in (413, 422), (text[:200], answer.status_code)
        problem = answer.json()
        assert problem["error"], text[:200]
    assert shown(host, table)["ask"]


# --- tables that cannot be read -----------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_journal_edited_by_hand(lang: str) -> None:
    """It says so, deletes nothing, and goes on from the last entry that can be read."""
    with RunningPage() as page:
        table = page.open("me", NOVICE, seed="hosts")
        played(page, table, 6)
        id = table["table"]
        entries = page.memory.entries
        last = max(version for name, version in entries if name == id)
        entries[id, last - 1]["body"] = {"seat": 0, "actions": ["c99"]}
        page.restart()
        with page.line(id, table["key"], lang) as line:
            trouble = line.until("trouble")
            assert (trouble["code"], len(trouble["text"]) > 40) == ("damaged", True)
        assert asked(page, f"tables/{id}", table["key"]).status_code == 409
        assert asked(page, f"tables/{id}/file", table["key"]).status_code == 200
        assert asked(page, f"tables/{id}/salvage", table["watch"], {}).status_code == 404
        again = asked(page, f"tables/{id}/salvage", table["key"], {}).json()
        assert shown(page, again)["version"] >= last - 2
        assert max(version for name, version in entries if name == id) == last


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry.pop("body"),
        lambda entry: entry.update(kind="thrown"),
        lambda entry: entry.update(body=7),
        lambda entry: entry["body"].update(actions=[5]),
        lambda entry: entry.update(at="noon"),
    ],
)
def test_damaged_entries_of_every_kind(damage: Any) -> None:
    with RunningPage() as page:
        table = page.open("me", NOVICE, seed="hosts")
        played(page, table, 3)
        damage(page.memory.entries[table["table"], 3])
        page.restart()
        with page.line(table["table"], table["key"]) as line:
            assert line.until("trouble")["code"] == "damaged"
        again = asked(page, f"tables/{table['table']}/salvage", table["key"], {}).json()
        assert shown(page, again)["version"] >= 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_of_other_versions(lang: str) -> None:
    changes: list[tuple[Callable[[Message], object], str]] = [
        (
            lambda header: header.update(world=header["world"].replace("base.1", "base.99", 1)),
            "other_version",
        ),
        (lambda header: header.update(format=99), "newer"),
        (lambda header: header.pop("chairs"), "damaged"),
    ]
    with RunningPage() as page:
        for change, code in changes:
            table = page.open("me", NOVICE)
            change(page.memory.tables[table["table"]]["header"])
            page.restart()
            with page.line(table["table"], table["key"], lang) as line:
                trouble = line.until("trouble")
                assert (trouble["code"], len(trouble["text"]) > 40) == (code, True)


def test_a_full_storage_refuses_the_move_and_keeps_the_rest() -> None:
    with RunningPage() as page:
        table = page.open("me", NOVICE)
        with page.line(table["table"], table["key"]) as me:
            me.until_picture(lambda picture: picture["ask"])
            for fault, rule in (("QuotaExceededError: full", "no_room"), ("UnknownError", "storage")):
                page.memory.broken = fault
                refused = me.move("p1")
                assert (refused["cause"], refused["reasons"][0]["rule"]) == ("storage", rule)
                answer = page.post("/api/tables", json={"seats": [{"who": "me"}, NOVICE]})
                assert answer.status_code == 503
                assert answer.json()["error"]
            page.memory.broken = ""
            assert me.move("p1")["type"] == "accepted"


def test_the_server_names_a_newer_journal(tmp_path: Path) -> None:
    with RunningServer(Settings(data=tmp_path, bot_pace=0.0, bot_workers=1)) as server:
        table = server.open("me", NOVICE)
        id = table["table"]
        header = server.portal(server.rooms.archive.header(id))
        newer = header.model_copy(update={"format": 99})
        server.portal(server.rooms.archive.create("newer-table", newer))
        with server.line("newer-table", table["key"]) as line:
            assert line.until("trouble")["code"] == "newer"
