"""A server that hangs with the interpreter's lock held: it ends when told to, or is replaced."""

from __future__ import annotations

import ctypes
import os
import signal
from multiprocessing import get_context
from pathlib import Path

import httpx
import pytest

from smallworld.server.http.running.supervisor import _CHECK_EVERY, _SILENT, _START, _Worker
from tests.server.conftest import new_schema
from tests.server.http.running.test_kill import come_in, open_table, serving, workers_of
from tests.server.running_server import PATIENCE, easy_choice, wait_for

# What a hostile file did once: a regular expression that never ends, in a thread. No signal is handled then.
HANGS = """
import re, signal, threading
def hang(*_):
    threading.Thread(target=re.match, args=("(a+)+$", "a" * 60 + "b"), daemon=True).start()
signal.signal(signal.SIGUSR1, hang)
"""


@pytest.fixture
def hanging(tmp_path: Path) -> dict[str, str]:
    """An environment in which SIGUSR1 makes every Python process hang."""
    (tmp_path / "sitecustomize.py").write_text(HANGS)
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}


def answers(place: str) -> bool:
    try:
        return httpx.get(f"http://{place}/api/health", timeout=2.0).status_code == 200
    except httpx.HTTPError:
        return False


def play(place: str, table: dict[str, str], moves: int) -> int:
    """The version that was acknowledged last."""
    with come_in(place, table) as line:
        for _ in range(moves):
            line.send(type="show_seat", seat=line.picture["decides"])
            line.until_picture(lambda picture: picture["ask"])
            answer = line.move(easy_choice(line.picture))
            assert answer["type"] == "accepted"
        return int(answer["version"])


def hang(worker: int, place: str) -> None:
    os.kill(worker, signal.SIGUSR1)
    wait_for(lambda: not answers(place))


def gone(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_hangs_ends_when_it_is_told_to(
    tmp_path: Path, hanging: dict[str, str], number: signal.Signals
) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with serving("--database-url", database, env=hanging) as (process, place):
        table = open_table(place)
        known = play(place, table, 4)
        (worker,) = workers_of(process.pid)
        hang(worker, place)
        process.send_signal(number)
        process.wait(PATIENCE)
        wait_for(lambda: gone(worker))
    with serving("--database-url", database) as (_, place), come_in(place, table) as again:
        assert again.picture["version"] == known


def test_a_server_that_hangs_is_replaced(tmp_path: Path, hanging: dict[str, str]) -> None:
    with serving("--data", str(tmp_path), env=hanging) as (process, place):
        table = open_table(place)
        known = play(place, table, 3)
        (worker,) = workers_of(process.pid)
        hang(worker, place)
        wait_for(lambda: gone(worker) and answers(place), 3 * PATIENCE)
        assert process.poll() is None
        with come_in(place, table) as again:
            assert again.picture["version"] == known
        assert play(place, table, 2) == known + 2


def test_one_of_several_that_hangs_is_replaced(postgres_server: str, hanging: dict[str, str]) -> None:
    url = new_schema(postgres_server)
    with serving("--database-url", url, "--workers", "2", env=hanging) as (process, place):
        table = open_table(place)
        known = play(place, table, 3)
        first, second = workers_of(process.pid)
        os.kill(first, signal.SIGUSR1)  # the other one goes on answering
        wait_for(lambda: gone(first) and len(workers_of(process.pid)) == 2, 3 * PATIENCE)
        assert second in workers_of(process.pid)
        wait_for(lambda: answers(place))
        assert play(place, table, 2) == known + 2


def test_only_silence_counts_and_no_pause() -> None:
    """A machine that sleeps, or a terminal in which everything is stopped, is no reason to kill anybody."""
    context = get_context("spawn")
    pulse = context.RawValue(ctypes.c_uint64, 0)
    worker = _Worker(context.Process(), pulse, context.Pipe(duplex=False)[0], 0.0)
    assert all(worker.listen(_CHECK_EVERY) for _ in range(int(_START / _CHECK_EVERY)))
    assert not worker.listen(_CHECK_EVERY)
    pulse.value += 1
    assert worker.listen(_CHECK_EVERY)
    assert worker.listen(10_000.0)
    assert all(worker.listen(_CHECK_EVERY) for _ in range(int(_SILENT / _CHECK_EVERY) - 1))
    assert not worker.listen(_CHECK_EVERY)
    pulse.value += 1
    assert worker.listen(_CHECK_EVERY)
