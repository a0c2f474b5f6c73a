"""The HTTP side: what the house offers around its tables, and what it says when something is not right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from smallworld.engine import read_record
from smallworld.packs import world_from_key
from smallworld.server.http.running.serve import listen, url
from smallworld.server.settings import Settings
from smallworld.server.storage import database
from smallworld.server.storage.storage import Storage
from smallworld.server.wire.pages import AnalysisLine, Library, Meta, ReplayFrame
from tests.server.running_server import SMALLWORLD, RunningServer, easy_choice

pytestmark = pytest.mark.slow

RECORD = (Path(__file__).parents[2] / "records" / "2p_1.txt").read_text()


def test_what_the_house_offers(server: RunningServer) -> None:
    assert server.http.get("/api/health").json() == {"status": "ok"}
    for lang in ("en", "de", "nl", "fr", "es"):
        meta = Meta.model_validate(server.http.get("/api/meta", params={"lang": lang}).json())
        assert [board.players for board in meta.worlds[0].boards] == [2, 3, 4, 5]
        assert all(level.name and level.text for level in meta.levels)
        texts = server.http.get(f"/api/texts/{lang}").json()
        assert texts
        assert not [key for key in texts if key.startswith("web.")]
    assert meta.languages["de"] == "Deutsch"
    assert Library.model_validate(server.http.get("/api/library/nl").json()).races


def test_what_is_not_there(server: RunningServer) -> None:
    for path in ("/api/nowhere", "/api/texts/tlh", "/api/tables", "/nowhere.js"):
        answer = server.http.get(path, headers={"accept-language": "de-CH,de;q=0.9"})
        assert answer.status_code in (404, 405, 422)
        assert answer.json()["error"] in (
            "Hier ist nichts.",
            "Das geht hier nicht.",
            "Daran stimmt etwas nicht.",
        )


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"seats": [{"who": "me"}]}, "expected 2 to 5 players, got 1"),
        ({"seats": [{"who": "me"}] * 6}, "seats"),
        ({"seats": [{"who": "king"}, {"who": "me"}]}, "seats"),
        ({"seats": [{"who": "bot", "level": "god"}, {"who": "me"}]}, "unknown level 'god'"),
        ({"seats": [{"who": "me"}, {"who": "me"}], "options": {"start": "nonsense"}}, "position string"),
        ({"seats": [{"who": "me"}, {"who": "me"}], "options": {"races": []}}, "race"),
        ({"seats": [{"who": "me"}, {"who": "open"}], "options": {"free_undo": True}}, "one device"),
        ({"seats": [{"who": "me"}, {"who": "me"}], "options": {"minutes": 0.01}}, "minutes"),
    ],
)
def test_plans_that_cannot_be(server: RunningServer, plan: object, said: str) -> None:
    answer = server.http.post("/api/tables", json=plan)
    assert answer.status_code == 422
    assert said in " ".join(answer.json()["faults"])


def test_a_table_is_told_to_whoever_has_a_key(server: RunningServer) -> None:
    table = server.open("me", "open")
    path = f"/api/tables/{table['table']}"
    owner = server.http.get(path, headers={"X-Table-Key": table["key"]}).json()
    assert (owner["owner"], owner["mine"], owner["join"]) == (True, [0], table["join"])
    viewer = server.http.get(path, headers={"X-Table-Key": table["join"]}).json()
    assert (viewer["owner"], viewer["mine"], viewer["join"], viewer["watch"]) == (False, [], "", "")
    assert server.http.get(path).status_code == 422
    assert server.http.get(path, headers={"X-Table-Key": "x" * 24}).status_code == 404


def test_records_and_replays(server: RunningServer) -> None:
    table = server.open("me", "me")
    path, mine = f"/api/tables/{table['table']}/record", {"X-Table-Key": table["key"]}
    assert "world: base_2p" in server.http.get(path, headers=mine).text
    watching = server.http.get(path, headers={"X-Table-Key": table["watch"]})
    assert watching.status_code == 409  # it would tell all coins
    frame = server.http.post("/api/replay", json={"table": table["table"], "key": table["key"], "at": 3})
    assert ReplayFrame.model_validate(frame.json()).picture.version == 3
    online = server.open("me", "open")
    server.join(online, "Bob")
    hidden = server.http.get(f"/api/tables/{online['table']}/record", headers={"X-Table-Key": online["key"]})
    assert hidden.status_code == 409


def test_replays_of_a_file(server: RunningServer) -> None:
    length = len(read_record(RECORD, world_from_key).game.log)
    frame = server.http.post("/api/replay", json={"record": RECORD, "at": length, "lang": "es"})
    assert frame.json()["picture"]["result"]
    wrong = server.http.post("/api/replay", json={"record": RECORD, "at": length + 1})
    assert wrong.status_code == 422
    damaged = server.http.post("/api/replay", json={"record": RECORD.replace("e", "x", 3)})
    assert damaged.status_code == 422
    assert damaged.json()["faults"]
    nowhere = server.http.post("/api/replay", json={"table": "nowhere-at-all", "key": "x" * 24})
    assert nowhere.status_code == 404


def test_analysis(server: RunningServer) -> None:
    short = RECORD.splitlines()
    end = next(number for number, line in enumerate(short) if line.startswith("2A"))
    record = "\n".join(line for line in short[:end] if not line.startswith(("result", "check")))
    answer = server.http.post("/api/replay/analysis", json={"record": record, "lang": "de"})
    assert answer.status_code == 200
    lines = [AnalysisLine.model_validate_json(line) for line in answer.text.splitlines()]
    done = [line.done for line in lines[:-1]]  # a part that takes long is told of more than once
    assert list(dict.fromkeys(done)) == list(range(lines[-1].total))
    found = lines[-1].analysis
    assert found is not None
    assert all(0 <= chance <= 1 for point in found.points for chance in point.chances)
    assert found.turns
    refused = server.http.post("/api/replay/analysis", json={"record": "nonsense"})
    assert refused.status_code == 422


def test_a_position_can_be_looked_at(server: RunningServer) -> None:
    frame = server.http.post("/api/replay", json={"record": RECORD, "at": 40}).json()
    alone = server.http.post("/api/replay", json={"position": frame["position"]}).json()
    assert (alone["length"], alone["position"]) == (0, frame["position"])
    assert [spot["stack"] for spot in alone["picture"]["spots"]] == [
        spot["stack"] for spot in frame["picture"]["spots"]
    ]
    table = server.open("me", "bot", start=frame["position"])  # try again from here
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["round"] == frame["picture"]["round"]
    assert server.http.post("/api/replay", json={"position": "sw2~nonsense"}).status_code == 422


# --- trouble with the database ------------------------------------------------------------------------


def test_a_database_that_fails_in_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People are told, nothing is lost, and play goes on as soon as the database does."""
    monkeypatch.setattr(database, "_PATIENCE", 0)
    settings = Settings(data=tmp_path, bot_pace=0.0, bot_workers=1)
    with RunningServer(settings) as server:
        table = server.open("me", "bot")
        with server.line(table["table"], table["key"], "de") as me:
            me.until("welcome")
            version = me.picture["version"]
            (tmp_path / "tables.db").rename(tmp_path / "away.db")
            refused = me.move("p1")
            assert (refused["type"], refused["cause"]) == ("refused", "storage")
            assert "Nichts ist verloren" in refused["reasons"][0]["remedy"]
            opened = server.http.post("/api/tables", json={"seats": [{"who": "me"}, {"who": "bot"}]})
            assert opened.status_code == 503
            (tmp_path / "away.db").rename(tmp_path / "tables.db")
            assert server.room(table["table"]).table.version == version
            assert me.move("p1")["type"] == "accepted"
            assert me.move(easy_choice(me.picture))["type"] == "accepted"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SMALLWORLD, "serve", "--port", "0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("dear diary, " * 100)
    done = run("--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("smallworld: ")
    assert "no smallworld database" in done.stderr
    assert "Traceback" not in done.stderr
    storage = Storage(f"sqlite:///{tmp_path}/newer.db")
    with database.writing(storage._engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'zz99'"))
    storage.close()
    done = run("--database-url", f"sqlite:///{tmp_path}/newer.db")
    assert done.returncode == 2
    assert "newer version" in done.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        done = run("--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "--port" in done.stderr


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("::", "[::1]"),
        ("::1", "[::1]"),
        ("h.org", "h.org"),
    ],
)
def test_where_a_browser_goes(host: str, place: str) -> None:
    assert url(host, 80) == f"http://{place}:80/"
