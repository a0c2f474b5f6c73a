"""Work on foreign text happens in processes that can be killed: what hangs there costs its client alone."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from smallworld.engine import SmallWorldError
from smallworld.server.bots import thinking
from smallworld.server.http.answer_cache import AnswerCache
from smallworld.server.http.routes import workshop
from smallworld.server.library import trial
from smallworld.server.library.trial import is_foreign
from smallworld.server.ports import Client, Failed, QueueFull, TimedOut
from smallworld.server.rooms import rooms
from smallworld.server.settings import Settings
from smallworld.server.wire.tables import NewTable, TableOptions
from smallworld.server.workers.fair_queue import FairQueue
from smallworld.server.workers.pool import Pool
from smallworld.server.workers.process import MB, Limits
from tests.server.calls import (
    crash,
    devour,
    doze,
    doze_at_three_rounds,
    grow,
    hang,
    hang_at,
    hang_for_hangers,
    too_heavy,
)
from tests.server.running_server import PLENTY, RunningServer, wait_for

PACK = """
id = "my_badgers"
[race.badgers]
tokens = 5
supply = 12
[[race.badgers.effects]]
kind = "coins"
amount = 1
per = "hill"
"""


# --- the pool --------------------------------------------------------------------------------------------


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_call_that_hangs_costs_its_asker_alone() -> None:
    async def work() -> None:
        pool = Pool(2, 60.0)
        first = await pool.run(doze, 0.0)
        beside = asyncio.create_task(pool.run(doze, 1.5))
        await asyncio.sleep(0)
        pool.seconds = 0.5
        for _ in range(3):
            with pytest.raises(TimedOut):
                await pool.run(hang)
        assert await beside == first  # it was answered by the process it began in
        pool.close()

    run(work)


def test_a_call_that_is_cancelled_ends_and_no_other() -> None:
    async def work() -> None:
        pool = Pool(2, 60.0)
        first = await pool.run(doze, 0.0)
        beside = asyncio.create_task(pool.run(doze, 2.0))
        await asyncio.sleep(0.1)
        for _ in range(3):
            asking = asyncio.create_task(pool.run(doze, 600.0))
            await asyncio.sleep(0.3)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        assert await beside == first
        assert await pool.run(doze, 0.0) == first  # it has worked last, and remembers best
        pool.close()

    run(work)


def test_processes_end_with_their_call(tmp_path: Path) -> None:
    async def work() -> None:
        pool, file = Pool(1, 60.0), tmp_path / "pid"
        asking = asyncio.create_task(pool.run(hang_at, str(tmp_path)))
        await asyncio.to_thread(wait_for, lambda: file.exists() and file.read_text())
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        pid = int(file.read_text())
        await asyncio.to_thread(wait_for, lambda: not alive(pid))
        pool.close()

    run(work)


def test_whoever_leaves_before_the_process_is_there_costs_nothing() -> None:
    async def work() -> None:
        pool = Pool(1, 60.0)
        asking = asyncio.create_task(pool.run(doze, 600.0))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert len(pool._idle) == 1
        started = pool._idle[0]
        assert await pool.run(doze, 0.0) == started.pid
        pool.close()

    run(work)


def test_a_crash_is_told_and_the_process_replaced() -> None:
    async def work() -> None:
        pool = Pool(1, 60.0)
        for _ in range(3):
            with pytest.raises(Failed, match="process ended"):
                await pool.run(crash)
            os.kill(await pool.run(doze, 0.0), signal.SIGKILL)  # and one that ends while it is idle
            await asyncio.sleep(0.2)
            assert await pool.run(doze, 0.0)
        pool.close()

    run(work)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count it")
def test_memory_is_limited() -> None:
    async def work() -> None:
        pool = Pool(1, 60.0, limits=Limits(memory=300 * MB))
        assert await pool.run(devour, MB) == MB
        with pytest.raises(Failed, match="memory"):
            await pool.run(devour, 400 * MB)
        assert await pool.run(devour, MB) == MB
        pool.close()

    run(work)


def test_processes_are_replaced_before_they_grow_old_or_fat() -> None:
    async def work() -> None:
        pool = Pool(1, 60.0, limits=Limits(calls=3))
        pids = [await pool.run(doze, 0.0) for _ in range(9)]
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 3]
        pool.close()
        pool = Pool(1, 60.0, limits=Limits(growth=20 * MB))
        pids = [await pool.run(grow, size) for size in (MB, MB, 60 * MB, MB)]
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 1]
        pool.close()

    run(work)


_SERVER = """
import asyncio, sys
from smallworld.server.workers.pool import Pool
from tests.server.calls import hang_at
async def main():
    await Pool(1, 2.0).run(hang_at, sys.argv[1])
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms")
def test_processes_end_though_their_server_was_killed(tmp_path: Path) -> None:
    """Nobody is left who could end them, and they are in the middle of something."""
    server = subprocess.Popen([sys.executable, "-c", _SERVER, str(tmp_path)])
    file = tmp_path / "pid"
    wait_for(lambda: file.exists() and file.read_text())
    assert alive(int(file.read_text()))
    server.kill()
    server.wait()
    wait_for(lambda: not alive(int(file.read_text())))


# --- the queue -------------------------------------------------------------------------------------------


def test_one_asker_never_has_all_turns() -> None:
    async def work() -> None:
        queue, order = FairQueue(3, most=20, most_each=10, turns_each=2), []
        ending: dict[int, asyncio.Event] = {}

        async def turn(who: str, number: int) -> None:
            ending[number] = asyncio.Event()
            async with queue.turn(Client(who)):
                order.append((who, number))
                await ending[number].wait()

        greedy = [asyncio.create_task(turn("greedy", number)) for number in range(5)]
        await asyncio.sleep(0.01)
        assert order == [("greedy", 0), ("greedy", 1)]
        assert len(queue) == 3
        modest = asyncio.create_task(turn("modest", 10))
        await asyncio.sleep(0.01)
        assert order[-1] == ("modest", 10)  # at once, past all of them
        ending[10].set()
        await modest
        assert len(order) == 3  # what is free now is not for the greedy one
        ending[0].set()
        await asyncio.sleep(0.01)
        assert order[-1] == ("greedy", 2)
        for event in ending.values():
            event.set()
        await asyncio.gather(*greedy)
        assert len(queue) == 0

    run(work)


def test_a_full_queue_says_how_long_it_is() -> None:
    async def work() -> None:
        queue, over = FairQueue(1, most=2, most_each=2), asyncio.Event()

        async def turn(who: str) -> None:
            async with queue.turn(Client(who)):
                await over.wait()

        waiting = [asyncio.create_task(turn(str(number))) for number in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(QueueFull) as full:
            await turn("late")
        assert full.value.waiting == 2
        over.set()
        await asyncio.gather(*waiting)

    run(work)


# --- at a server -----------------------------------------------------------------------------------------


def hostile(tmp_path: Path, **limits: Any) -> RunningServer:
    return RunningServer(
        Settings(data=tmp_path, bot_pace=0.0, bot_workers=2, limits=replace(PLENTY, **limits))
    )


def test_a_hostile_file_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one address it never gets all processes, so that another address is served meanwhile."""
    monkeypatch.setattr(workshop, "checked", hang_for_hangers)
    with hostile(tmp_path, reading=600.0) as server:
        for _ in range(3):
            asking = server.place, {"pack": "hang"}, "127.0.0.2"
            threading.Thread(target=_ask, args=asking, daemon=True).start()
        wait_for(lambda: len(server.state.readers.queue) == 2)  # one is at work, and stays so
        table = server.open("me", "bot", homebrew=[PACK])
        with server.line(table["table"], table["key"]) as line:
            line.until_picture(lambda picture: picture["ask"])
            assert line.move("p1")["type"] == "accepted"
        answer = server.http.post("/api/workshop/check", json={"pack": "well"})
        assert answer.json()["toml"] == "well"
        assert len(server.state.readers.queue) == 2


def test_whoever_sends_a_hostile_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "checked", hang_for_hangers)
    with hostile(tmp_path, reading=0.5) as server:
        answer = server.http.post("/api/workshop/check", json={"pack": "hang"})
        assert answer.status_code == 503
        assert answer.json()["error"] == "That took too long and was stopped."


def test_a_server_ends_whatever_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "checked", hang_for_hangers)
    with hostile(tmp_path, reading=600.0) as server:
        with pytest.raises(httpx.ReadTimeout):
            server.http.post("/api/workshop/check", json={"pack": "hang"}, timeout=0.5)
        threading.Thread(target=_ask, args=(server.place, {"pack": "hang"}), daemon=True).start()
        wait_for(lambda: server.state.readers._busy)
        pids = [worker.pid for worker in server.state.readers._busy]
    assert not server._thread.is_alive()
    wait_for(lambda: not any(alive(pid) for pid in pids if pid))


def _ask(place: str, ask: dict[str, str], address: str = "127.0.0.1") -> None:
    transport = httpx.HTTPTransport(local_address=address)
    with suppress(httpx.HTTPError), httpx.Client(transport=transport, timeout=60.0) as http:
        http.post(f"http://{place}/api/workshop/check", json=ask)


def test_whoever_hangs_up_ends_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "checked", hang_for_hangers)
    with hostile(tmp_path, reading=600.0) as server:
        for _ in range(3):  # one address has one process: each waits until the one before has gone
            with pytest.raises(httpx.ReadTimeout):
                server.http.post("/api/workshop/check", json={"pack": "hang"}, timeout=0.5)
        answer = server.http.post("/api/workshop/check", json={"pack": "well"})
        assert answer.json()["toml"] == "well"


def test_a_full_queue_is_told_with_its_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "checked", hang_for_hangers)
    with hostile(tmp_path, reading=600.0, reading_waiting=(2, 2)) as server:
        for _ in range(3):
            threading.Thread(target=_ask, args=(server.place, {"pack": "hang"}), daemon=True).start()
        wait_for(lambda: len(server.state.readers.queue) == 2)
        answer = server.http.post("/api/workshop/check", json={"pack": "well", "lang": "de"})
        assert answer.status_code == 503
        assert "(2 waiting)" in answer.json()["error"]


def test_a_table_that_is_removed_ends_its_own_thoughts_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "think", doze_at_three_rounds)
    with hostile(tmp_path) as server:
        other = server.open("bot", "bot", rounds=2)
        with server.line(other["table"], other["key"]) as watching:
            watching.until("welcome")
            while not watching.picture["result"]:
                stuck = server.open("bot", "bot", rounds=3)
                with server.line(stuck["table"], stuck["key"]) as line:
                    line.until("welcome")
                    wait_for(lambda: server.state.bots._busy)
                    path, key = f"/api/tables/{stuck['table']}/delete", {"X-Table-Key": stuck["key"]}
                    assert server.http.post(path, headers=key).status_code == 204
                watching.next()
    assert "plain rules" not in caplog.text
    assert "process ended" not in caplog.text


def test_tables_are_tried_elsewhere_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start is foreign text as well. What is refused there never reaches the process that serves."""
    plan = NewTable.model_validate({"seats": [{"who": "me"}] * 2, "options": {"homebrew": [PACK]}})
    assert is_foreign(plan)
    assert is_foreign(plan.model_copy(update={"options": TableOptions(start="sw2")}))
    assert not is_foreign(plan.model_copy(update={"options": TableOptions()}))
    monkeypatch.setattr(rooms, "tried", too_heavy)
    with hostile(tmp_path) as server:
        answer = server.http.post("/api/tables", json=plan.model_dump(exclude_unset=True))
        assert (answer.status_code, answer.json()["faults"]) == (422, ["too heavy"])
        assert server.open("me", "me")


def test_a_piece_that_is_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = NewTable.model_validate({"seats": [{"who": "me"}] * 2, "options": {"homebrew": [PACK]}})
    assert trial.tried(plan, ["casual"], "casual").header.world
    clock = itertools.count(0.0, 0.6)
    monkeypatch.setattr(trial, "process_time", lambda: next(clock))  # each look at it is 0.6 s later
    with pytest.raises(SmallWorldError, match="too much work"):
        trial.tried(plan, ["casual"], "casual")


def test_answers_of_the_box_are_kept_up_to_a_size() -> None:
    kept = AnswerCache(most=10)
    kept.keep("a", b"1234")
    kept.keep("b", b"1234")
    assert kept.get("a") == b"1234"
    kept.keep("c", b"1234")
    assert (kept.get("a"), kept.get("b"), kept.get("c"), kept.bytes) == (b"1234", None, b"1234", 8)
    kept.keep("d", b"12345678901")
    assert (kept.get("d"), kept.bytes) == (None, 0)
