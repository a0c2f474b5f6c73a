"""A server that is killed in the middle of play loses nothing it has acknowledged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running_server import PATIENCE, SMALLWORLD, Line, easy_choice

pytestmark = pytest.mark.slow


@contextmanager
def serving(
    *arguments: str, env: dict[str, str] | None = None, before: Callable[[], None] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`smallworld serve` as a process of its own, and where it listens."""
    command = [sys.executable, "-c", SMALLWORLD, "serve", "--port", "0", "--log-level", "warning", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}, preexec_fn=before
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert first.startswith("smallworld: http://"), first
        yield process, first.split()[1].removeprefix("http://").rstrip("/")
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout.close()


def workers_of(pid: int) -> list[int]:
    """The processes that answer, among those of a server."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def open_table(place: str) -> dict[str, str]:
    answer = httpx.post(f"http://{place}/api/tables", json={"seats": [{"who": "me"}, {"who": "me"}]})
    found: dict[str, str] = answer.json()
    return found


def come_in(place: str, table: dict[str, str]) -> Line:
    line = Line(place)
    line.send(type="hello", table=table["table"], key=table["key"])
    line.until("welcome")
    line.send(type="show_seat", seat=max(0, line.picture["decides"]))
    line.until_picture(lambda picture: picture["you"] >= 0)
    return line


def play_until_the_end_of_the_line(line: Line, moves: int, process: subprocess.Popen[str]) -> int:
    """Play; the server is killed while a move is on its way. The version that was acknowledged last."""
    known = int(line.picture["version"])
    try:
        for number in range(moves + 100):  # on a busy machine a killed server answers some more
            while line.picture["ask"] is None:
                line.send(type="show_seat", seat=line.picture["decides"])
                line.until_picture(lambda picture: picture["ask"])
            action = easy_choice(line.picture)
            line.send(type="move", id=number, version=line.picture["version"], actions=[action])
            if number == moves:
                process.kill()
            answer = line.until(lambda message, id=number: message.get("id") == id)  # type: ignore[misc]
            assert answer["type"] == "accepted"
            known = answer["version"]
            line.until_picture(lambda picture, at=known: picture["version"] >= at)  # type: ignore[misc]
    except ConnectionClosed:
        return known
    raise AssertionError("the server outlived its death")


def test_kill_loses_nothing(database_url: str) -> None:
    with serving("--database-url", database_url) as (process, place):
        table = open_table(place)
        line = come_in(place, table)
        known = play_until_the_end_of_the_line(line, 8, process)
        line.close()
        log = [entry for entry in line.log if entry["number"] < line.picture["first"]]
        process.wait(PATIENCE)
        assert process.returncode == -signal.SIGKILL
    with serving("--database-url", database_url) as (process, place):
        again = come_in(place, table)
        # The move that was on its way may have been written; nothing that was acknowledged is missing.
        assert again.picture["version"] in (known, known + 1)
        numbers = [entry["number"] for entry in again.log]
        assert [entry["number"] for entry in log] == numbers[: len(log)]
        again.move(easy_choice(again.picture))
        again.close()
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert process.returncode in (0, -signal.SIGTERM)
