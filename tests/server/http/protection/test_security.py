"""Who may talk to the server, how much, and what never leaves it."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp
from websockets.exceptions import InvalidStatus

from smallworld.server.http.protection.addresses import networks, site
from smallworld.server.http.protection.rate_limits import WIDE, Bucket, Buckets, InUse
from smallworld.server.http.protection.security import HEADERS, SecurityMiddleware, host_name
from smallworld.server.http.routes.static_files import ENCODINGS, StaticClient, accepted
from smallworld.server.settings import Settings
from tests.server.http.protection.test_fair import raw, said
from tests.server.running_server import PLENTY, Line, RunningServer

pytestmark = pytest.mark.slow

PLAN = {"seats": [{"who": "me"}, {"who": "bot"}]}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a name of its own."""
    settings = Settings(data=tmp_path_factory.mktemp("named"), hosts=frozenset({"play.example.org"}))
    with RunningServer(settings) as running:
        yield running


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that others are to reach."""
    settings = Settings(
        data=tmp_path_factory.mktemp("public"), host="0.0.0.0", hosts=frozenset({"play.example.org"})
    )
    with RunningServer(settings) as running:
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
def test_only_known_names(
    named: RunningServer, public: RunningServer, host: str, local: int, other: int
) -> None:
    for server, status in ((named, local), (public, other)):
        answer = server.http.get("/api/meta", headers={"host": host})
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
def test_only_our_own_pages(named: RunningServer, origin: str, welcome: bool) -> None:
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


def test_every_answer_wears_the_headers(named: RunningServer) -> None:
    for path in ("/", "/api/meta", "/api/nowhere", "/nowhere.js", "/api/tables/x"):
        headers = named.http.get(path).headers
        for name, value in HEADERS:
            assert headers[name.decode()] == value.decode()
    scripts = headers["content-security-policy"].split("script-src")[1].split(";")[0]
    assert scripts.strip() == "'self'"
    assert named.http.get("/api/meta", headers={"host": "evil"}).headers["x-frame-options"] == "DENY"


POST = "POST /api/combos HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODY = '{"combos": [], "lang": "en"}'
CHUNKED = f"{len(BODY):x}\r\n{BODY}\r\n0\r\n\r\n"
SECOND = "GET /api/texts/en HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOCKET = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
UPGRADE = "GET /api/play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"


@pytest.mark.parametrize(
    "head",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
        f"Transfer-Encoding: chunked\r\nContent-Length: {len(CHUNKED)}\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    ],
)
def test_a_request_ends_where_it_says_once(named: RunningServer, head: str) -> None:
    """What two programs on the way could cut in two places is answered once and not read on."""
    with raw(named.place, (POST + head + CHUNKED + SECOND).encode()) as connection:
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1
    assert b"connection: close" in answer
    with raw(named.place, (POST + "Transfer-Encoding: chunked\r\n\r\n" + CHUNKED).encode()) as connection:
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        ("nonsense\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n" + "X: " + "y" * 70_000, 400),
        (POST + "Content-Length: x\r\n\r\n", 400),
        (UPGRADE + "\r\n", 400),
        (UPGRADE + "Sec-WebSocket-Version: 3\r\nSec-WebSocket-Key: x\r\n\r\n", 400),
        (UPGRADE.replace("localhost", "evil.example.com") + SOCKET, 403),
    ],
)
def test_what_is_no_request_is_refused_with_the_headers(
    named: RunningServer, request_text: str, status: int
) -> None:
    """Those who answer here know nothing of the application: the parsers of HTTP and of handshakes."""
    with raw(named.place, request_text.encode()) as connection:
        answer = said(connection).lower()
    assert answer.startswith(b"http/1.1 %d" % status)
    for name, value in HEADERS:
        assert b"%s: %s\r\n" % (name, value.lower()) in answer
    assert b"cache-control: no-store\r\n" in answer


def test_no_cache_keeps_what_may_hold_a_key(named: RunningServer) -> None:
    opened = named.http.post("/api/tables", json={"seats": [{"who": "me"}, {"who": "open"}]})
    table = opened.json()
    path = f"/api/tables/{table['table']}"
    answers = [
        opened,
        named.http.get(path, headers={"X-Table-Key": table["key"]}),
        named.http.post(f"{path}/join", json={"key": table["join"], "name": "Bob"}),
        named.http.get(f"{path}/record", headers={"X-Table-Key": table["key"]}),
        named.http.post("/api/replay", json={"table": table["table"], "key": table["key"]}),
        named.http.post(f"{path}/delete", headers={"X-Table-Key": table["key"]}),
        named.http.get("/api/nowhere"),
    ]
    assert [answer.headers.get_list("cache-control") for answer in answers] == [["no-store"]] * len(answers)


# --- how much -----------------------------------------------------------------------------------------


def test_long_bodies_are_refused(named: RunningServer) -> None:
    assert named.http.post("/api/tables", content=b"x" * 500_000).status_code == 413
    pieces = (b"x" * 100_000 for _ in range(6))  # of a length nobody has said
    assert named.http.post("/api/tables", content=pieces).status_code == 413


def test_tables_are_not_opened_without_end(tmp_path: Path) -> None:
    limits = replace(PLENTY, tables=(3.0, 0.0), replays=(1.0, 0.0))
    with RunningServer(Settings(data=tmp_path, limits=limits)) as server:
        statuses = [server.http.post("/api/tables", json=PLAN).status_code for _ in range(5)]
        assert statuses == [201, 201, 201, 429, 429]
        statuses = [server.http.post("/api/replay", json={"record": "x"}).status_code for _ in range(2)]
        assert statuses == [422, 429]


def test_buckets() -> None:
    now = 0.0
    bucket = Bucket(2, 1, lambda: now)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now = 1.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(1, 0, lambda: now)
    assert [buckets.take(address) for address in "aab"] == [True, False, True]


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("203.0.113.7", ("203.0.113.7",)),
        ("203.0.113.7:4711", ("203.0.113.7",)),
        ("::ffff:203.0.113.7", ("203.0.113.7",)),
        ("::ffff:cb00:7107", ("203.0.113.7",)),
        ("[::ffff:203.0.113.7]:4711", ("203.0.113.7",)),
        ("2001:db8:1:2:3:4:5:6", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("2001:0DB8:0001:0002::", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("[2001:db8:1:2::9]:443", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", ("fe80::/64", "fe80::/48")),
        ("unix:", ("unix:",)),
        ("", ("",)),
    ],
)
def test_addresses_count_by_their_networks(address: str, counts: tuple[str, ...]) -> None:
    assert networks(address) == counts
    assert site(address) == counts[-1]


def test_a_network_has_no_more_than_one_address_and_a_wide_one_a_few_times_that() -> None:
    buckets = Buckets(3, 0, lambda: 0.0)
    assert [buckets.take(f"2001:db8:1:2::{host:x}") for host in range(5)] == [True] * 3 + [False] * 2
    assert [buckets.take(f"2001:db8:1:{net:x}::1") for net in range(16, 30)].count(True) == 3 * (WIDE - 1)
    assert [buckets.take("2001:db8:2:1::1") for _ in range(4)] == [True] * 3 + [False]
    assert [buckets.take(one) for one in ("1.2.3.4", "::ffff:1.2.3.4", "::ffff:102:304", "1.2.3.4")] == [
        True,
        True,
        True,
        False,
    ]
    held = InUse()
    for host in range(2):
        assert held.room(f"2001:db8::{host:x}", 2)
        held.add(f"2001:db8::{host:x}")
    assert not held.room("2001:db8::77", 2)
    for net in range(1, 2 * WIDE - 1):
        assert held.room(f"2001:db8:0:{net:x}::1", 2)
        held.add(f"2001:db8:0:{net:x}::1")
    assert not held.room("2001:db8:0:99::1", 2)
    assert held.room("2001:db8:1::1", 2)
    held.remove("2001:db8::1")
    assert (len(held), held.room("2001:db8::77", 2)) == (2 * WIDE - 1, True)


def test_one_network_has_one_share_of_everything(tmp_path: Path) -> None:
    """Behind a proxy, as most would run it: many addresses of one network ask, and are one."""
    limits = replace(PLENTY, tables=(3.0, 0.0), arrivals=(2.0, 0.0), connections=2)
    settings = Settings(data=tmp_path, bot_workers=1, proxies=frozenset({"127.0.0.1"}), limits=limits)
    with RunningServer(settings) as server:

        def status(address: str) -> int:
            return server.http.post(
                "/api/tables", json=PLAN, headers={"x-forwarded-for": address}
            ).status_code

        assert [status(f"2001:db8:0:5::{host:x}") for host in range(4)] == [201, 201, 201, 429]
        assert [status(address) for address in ("::ffff:1.2.3.4", "1.2.3.4", "1.2.3.4:99", "1.2.3.4")] == [
            201,
            201,
            201,
            429,
        ]
        with ExitStack() as held:
            lines = [
                held.enter_context(Line(server.place, headers={"x-forwarded-for": f"2001:db8:7::{host:x}"}))
                for host in range(3)
            ]
            assert lines[2].next()["code"] == "crowded"


# --- keys ---------------------------------------------------------------------------------------------


def test_keys_stay_out_of_logs_and_answers(server: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = server.open("me", "open")
    joined = server.join(table, "Bob")
    keys = [table["key"], table["join"], table["watch"], joined["key"]]
    path = f"/api/tables/{table['table']}"
    for key in keys:
        assert server.http.get(path, headers={"X-Table-Key": key}).status_code == 200
        wrong = server.http.get("/api/tables/nowhere-at-all", headers={"X-Table-Key": key})
        assert wrong.status_code == 404
        assert key not in wrong.text
        twisted = server.http.post(f"{path}/join", json={"key": key, "name": "Eve", "more": key})
        assert key not in twisted.text
        with server.line(table["table"], key) as line:
            line.until("welcome")
            others = [other for other in keys if other != key and key != table["key"]]
            assert not [other for other in others if other in line.seen[0]]
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("websockets")]
    assert not [key for key in keys if any(key in line for line in ours)]


def test_stored_files_hold_no_keys(server: RunningServer) -> None:
    table = server.open("me", "open")
    joined = server.join(table, "Bob")
    stored = b"".join(file.read_bytes() for file in server.settings.data.iterdir())
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
    files = SecurityMiddleware(ExceptionMiddleware(StaticClient(tmp_path)), Settings())
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
    client = ExceptionMiddleware(StaticClient(tmp_path))
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
    (page,) = fetch(StaticClient(tmp_path), "/")
    assert page.status_code == 503
    assert "make web" in page.text
