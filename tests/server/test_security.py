"""Who may talk to the server, how much, and what never leaves it."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp
from websockets.exceptions import InvalidStatus

from smallworld.server.http.client import ENCODINGS, Client, accepted
from smallworld.server.http.limits import Bucket, Buckets
from smallworld.server.http.security import HEADERS, Gate, host_name
from smallworld.server.settings import Settings
from tests.server.house import PLENTY, House, Line

PLAN = {"seats": [{"who": "me"}, {"who": "bot"}]}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with a name of its own."""
    settings = Settings(data=tmp_path_factory.mktemp("named"), hosts=frozenset({"play.example.org"}))
    with House(settings) as running:
        yield running


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that others are to reach."""
    settings = Settings(
        data=tmp_path_factory.mktemp("public"), host="0.0.0.0", hosts=frozenset({"play.example.org"})
    )
    with House(settings) as running:
        yield running


# --- names and pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost:8377", "localhost"),
        ("[::1]:8377", "::1"),
        ("Play.Example.org.", "play.example.org"),
        ("", ""),
        ("a b", "a b"),
        ("[", ""),
    ],
)
def test_host_names(header: str, name: str) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize(
    ("host", "local", "other"),
    [
        ("localhost", 200, 200),
        ("127.0.0.1:8377", 200, 200),
        ("[::1]:8377", 200, 200),
        ("play.example.org", 200, 200),
        ("192.168.1.5:8377", 400, 200),
        ("evil.example.com", 400, 400),
        ("localhost.evil.example.com", 400, 400),
        ("", 400, 400),
    ],
)
def test_only_known_names(named: House, public: House, host: str, local: int, other: int) -> None:
    for house, status in ((named, local), (public, other)):
        answer = house.http.get("/api/meta", headers={"host": host})
        assert answer.status_code == status
        assert ("levels" in answer.json()) == (status == 200)


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://HERE", True),
        ("https://play.example.org", True),
        ("http://localhost:9999", False),
        ("http://evil.example.com", False),
        ("null", False),
        ("file://HERE", False),
        ("http://[", False),
    ],
)
def test_only_our_own_pages(named: House, origin: str, welcome: bool) -> None:
    origin = origin.replace("HERE", named.place)
    answer = named.http.post("/api/tables", json=PLAN, headers={"origin": origin})
    assert answer.status_code == (201 if welcome else 403)
    if welcome:
        with Line(named.place, origin) as line:
            line.send_raw("no hello")
            assert line.next()["code"] == "unreadable"
    else:
        with pytest.raises(InvalidStatus, match="403"):
            Line(named.place, origin)


def test_every_answer_wears_the_headers(named: House) -> None:
    for path in ("/", "/api/meta", "/api/nowhere", "/nowhere.js", "/api/tables/x"):
        headers = named.http.get(path).headers
        for name, value in HEADERS:
            assert headers[name.decode()] == value.decode()
    scripts = headers["content-security-policy"].split("script-src")[1].split(";")[0]
    assert scripts.strip() == "'self'"
    assert named.http.get("/api/meta", headers={"host": "evil"}).headers["x-frame-options"] == "DENY"


# --- how much -----------------------------------------------------------------------------------------


def test_long_bodies_are_refused(named: House) -> None:
    assert named.http.post("/api/tables", content=b"x" * 500_000).status_code == 413
    pieces = (b"x" * 100_000 for _ in range(6))  # of a length nobody has said
    assert named.http.post("/api/tables", content=pieces).status_code == 413


def test_tables_are_not_opened_without_end(tmp_path: Path) -> None:
    limits = replace(PLENTY, tables=(3.0, 0.0), replays=(1.0, 0.0))
    with House(Settings(data=tmp_path, limits=limits)) as house:
        statuses = [house.http.post("/api/tables", json=PLAN).status_code for _ in range(5)]
        assert statuses == [201, 201, 201, 429, 429]
        statuses = [house.http.post("/api/replay", json={"record": "x"}).status_code for _ in range(2)]
        assert statuses == [422, 429]


def test_buckets() -> None:
    now = 0.0
    bucket = Bucket(2, 1, lambda: now)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now = 1.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(1, 0, lambda: now)
    assert [buckets.take(address) for address in "aab"] == [True, False, True]


# --- keys ---------------------------------------------------------------------------------------------


def test_keys_stay_out_of_logs_and_answers(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = house.open("me", "open")
    joined = house.join(table, "Bob")
    keys = [table["key"], table["join"], table["watch"], joined["key"]]
    path = f"/api/tables/{table['table']}"
    for key in keys:
        assert house.http.get(path, headers={"X-Table-Key": key}).status_code == 200
        wrong = house.http.get("/api/tables/nowhere-at-all", headers={"X-Table-Key": key})
        assert wrong.status_code == 404
        assert key not in wrong.text
        twisted = house.http.post(f"{path}/join", json={"key": key, "name": "Eve", "more": key})
        assert key not in twisted.text
        with house.line(table["table"], key) as line:
            line.until("welcome")
            others = [other for other in keys if other != key and key != table["key"]]
            assert not [other for other in others if other in line.seen[0]]
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("websockets")]
    assert not [key for key in keys if any(key in line for line in ours)]


def test_stored_files_hold_no_keys(house: House) -> None:
    table = house.open("me", "open")
    joined = house.join(table, "Bob")
    stored = b"".join(file.read_bytes() for file in house.settings.data.iterdir())
    assert table["table"].encode() in stored
    for key in (table["key"], table["join"], table["watch"], joined["key"]):
        assert key.encode() not in stored


# --- the client's files -------------------------------------------------------------------------------


def fetch(app: ASGIApp, *paths: str, **headers: str) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [await client.get(path, headers=headers) for path in paths]

    return asyncio.run(ask())


def sent_for(app: ASGIApp, path: str, accepts: str) -> tuple[httpx.Response, bytes]:
    """An answer and what came over the line: httpx would unpack it."""

    async def ask() -> tuple[httpx.Response, bytes]:
        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
            client.stream("GET", path, headers={"accept-encoding": accepts}) as answer,
        ):
            return answer, b"".join([part async for part in answer.aiter_raw()])

    return asyncio.run(ask())


def test_files_are_cached_as_they_should(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 2000)
    (tmp_path / "index.html.gz").write_bytes(gzip.compress((tmp_path / "index.html").read_bytes()))
    (tmp_path / "assets" / "app-3f9c.js").write_text("// " + "y" * 2000)
    files = Gate(ExceptionMiddleware(Client(tmp_path)), Settings())
    page, script, *wrong = fetch(
        files,
        "/",
        "/assets/app-3f9c.js",
        "/index.html.gz",
        "/../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/secret",
    )
    assert page.headers["cache-control"] == "no-cache"
    assert (page.headers["content-encoding"], page.headers["content-type"]) == (
        "gzip",
        "text/html; charset=utf-8",
    )
    assert page.text.startswith("<!doctype html>xxx")
    assert "content-encoding" not in script.headers  # it was not compressed when the client was built
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert [answer.status_code for answer in wrong] == [404, 404, 404]
    (again,) = fetch(files, "/", **{"if-none-match": page.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("accepts", "sent"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.1, gzip", "br"),  # the shortest a browser takes at all
        ("gzip, br;q=0", "gzip"),
        ("gzip", "gzip"),
        ("*", "br"),
        ("gzip;q=0, *", "br"),
        ("identity", None),
        ("", None),
        ("br;q=nonsense", None),
        ("abracadabra", None),  # holds the letters, means something else
    ],
)
def test_a_file_comes_in_the_shortest_encoding_a_browser_takes(
    tmp_path: Path, accepts: str, sent: str | None
) -> None:
    data = b"<!doctype html>" + b"x" * 2000
    (tmp_path / "index.html").write_bytes(data)
    compressed = {"br": b"as the build wrote it", "gzip": gzip.compress(data)}
    for encoding, ending in ENCODINGS.items():
        (tmp_path / f"index.html{ending}").write_bytes(compressed[encoding])
    client = ExceptionMiddleware(Client(tmp_path))
    page, body = sent_for(client, "/", accepts)
    assert page.headers.get("content-encoding") == sent
    assert page.headers["vary"] == "accept-encoding"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert body == (compressed[sent] if sent else data)
    for ending in ENCODINGS.values():
        assert sent_for(client, f"/index.html{ending}", accepts)[0].status_code == 404
    # A build that knew only the older way is served all the same.
    (tmp_path / "index.html.br").unlink()
    page, _ = sent_for(client, "/", accepts)
    assert page.headers.get("content-encoding") == ("gzip" if "gzip" in accepted(accepts) else None)


def test_a_missing_client_is_explained(tmp_path: Path) -> None:
    (page,) = fetch(Client(tmp_path), "/")
    assert page.status_code == 503
    assert "make web" in page.text
