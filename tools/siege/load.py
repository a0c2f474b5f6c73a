"""Many tables at once on a local server: how long answers take, what a move and a table cost.

    python -m tools.siege.load                              200 tables of two for 20 seconds
    python -m tools.siege.load --tables 600 --every 3       a move every three seconds at each of 600
    python -m tools.siege.load --seconds 900 --report 60    memory over time
    python -m tools.siege.load --against ../older/src       another version beside this one, at the same time
    python -m tools.siege.load --postgres --workers 1 2 --every 0.2
                                                            one process and two, on their own PostgreSQL

Each table has its own address in 127.0.0.0/8, and each player a socket. Players think for a while, so the
server is measured in normal use, not at its limit. It prints how long the mover waited for the new picture,
CPU time of the server (all its processes), bytes sent, and memory. It ends by itself.

With `--against`, two servers run at once, each with so many tables, on the sources here and those in a
folder: other load on the machine affects both. It works with any version whose tables are opened, joined and
played with today's messages; others are named, with their reasons.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..postgres import running as postgres
from .besieged import Besieged, besieged, family
from .people import TROUBLE, Reader, Refused, client, line

_OPENING = 20  # tables opened at once
_HEADER = "version     second  moves   p50   p99   max  CPU ms  bytes  games  lost    MB  kB a table"
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Tally:
    waits: list[float] = field(default_factory=list)
    games: int = 0
    lost: list[str] = field(default_factory=list)
    bytes: int = 0


class Pair:
    """Two players at a table, each with a socket; the one who is asked moves after a while."""

    def __init__(self, place: str, number: int, every: float, tally: Tally) -> None:
        self._place, self._every, self._tally = place, every, tally
        self._address = f"127.1.{number // 250}.{number % 250 + 1}"
        self._choice = random.Random(number)

    async def open(self) -> tuple[str, list[str]]:
        async with client(self._place, self._address) as http:
            seats = [{"who": "me"}, {"who": "open"}]
            opened = (await http.post("/api/tables", json={"seats": seats})).raise_for_status().json()
            table, key = opened["table"], opened["key"]
            joined = await http.post(f"/api/tables/{table}/join", json={"key": opened["join"], "name": "B"})
            return table, [key, joined.raise_for_status().json()["key"]]

    async def play(self, until: asyncio.Event, seated: asyncio.Semaphore, ready: asyncio.Event) -> None:
        while not until.is_set():
            try:
                async with seated:
                    table, keys = await self.open()
                async with contextlib.AsyncExitStack() as stack:
                    people = []
                    for key in keys:
                        socket = await stack.enter_async_context(line(self._place, self._address, table, key))
                        people.append(Reader(socket))
                    ready.set()
                    await self._game(people, until)
                self._tally.games += 1
            except (*TROUBLE, Refused) as trouble:
                self._tally.lost.append(f"{type(trouble).__name__}: {trouble}")
                await asyncio.sleep(1.0)

    async def _game(self, people: list[Reader], until: asyncio.Event) -> None:
        for reader in people:
            await reader.until(lambda reader=reader: reader.picture.get("decides", -1) >= 0)  # type: ignore[misc]
        while not until.is_set():
            seat = people[0].picture["decides"]
            if seat < 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(until.wait(), self._every * self._choice.uniform(0.2, 1.8))
                return
            reader = people[seat]
            version = reader.picture["version"]
            action = self._choice.choice(reader.picture["ask"]["choices"])["action"]
            began = time.perf_counter()
            await reader.send({"type": "move", "id": 2, "version": version, "actions": [action]})
            await reader.until(lambda: reader.picture["version"] > version)  # noqa: B023
            self._tally.waits.append(time.perf_counter() - began)
            for other in people:
                await other.until(lambda other=other: other.picture["version"] > version)  # type: ignore[misc]  # noqa: B023
                self._tally.bytes += other.bytes
                other.bytes = 0


def cpu_seconds(server: Besieged) -> float:
    spent = 0.0
    for pid in family(server.process.pid):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / _TICKS
    return spent


def percentile(waits: list[float], part: float) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))] * 1000 if waits else float("nan")


class Side:
    """A server, and everybody who plays there."""

    def __init__(self, name: str, server: Besieged, tables: int, every: float) -> None:
        self._name, self._server, self._tables = name, server, tables
        self._empty, self._cpu = server.resident, 0.0
        self._tally, self._until, seated = Tally(), asyncio.Event(), asyncio.Semaphore(_OPENING)
        self._readies = [asyncio.Event() for _ in range(tables)]
        pairs = [Pair(server.place, number, every, self._tally) for number in range(tables)]
        self._playing = [
            asyncio.create_task(pair.play(self._until, seated, ready))
            for pair, ready in zip(pairs, self._readies, strict=True)
        ]

    async def ready(self) -> None:
        """Everybody has a seat; or the reasons why not."""
        try:
            async with asyncio.timeout(max(60.0, self._tables / 2)):
                await asyncio.gather(*(ready.wait() for ready in self._readies))
        except TimeoutError:
            seated = sum(ready.is_set() for ready in self._readies)
            reasons = "; ".join(sorted(set(self._tally.lost))[:3]) or "no answer"
            raise SystemExit(
                f"{self._name}: {seated} of {self._tables} tables could be opened and joined: {reasons}"
            ) from None

    def begin(self) -> None:
        self._tally.waits.clear()
        self._tally.bytes, self._cpu = 0, cpu_seconds(self._server)

    def line(self, passed: float) -> str:
        tally, resident = self._tally, self._server.resident
        moves = max(1, len(tally.waits))
        return (
            f"{self._name:<11} {passed:>6.0f} {len(tally.waits):>6} {percentile(tally.waits, 0.5):>5.1f}"
            f" {percentile(tally.waits, 0.99):>5.0f} {percentile(tally.waits, 1.0):>5.0f}"
            f" {(cpu_seconds(self._server) - self._cpu) / moves * 1000:>7.2f} {tally.bytes / moves:>6.0f}"
            f" {tally.games:>6} {len(tally.lost):>5} {resident / 1e6:>5.0f}"
            f" {(resident - self._empty) / self._tables / 1e3:>11.0f}"
        )

    async def end(self) -> None:
        self._until.set()
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for reason in sorted(set(self._tally.lost))[:5]:
            print(f"    {self._name}: {reason}")


async def load(
    servers: dict[str, Besieged], tables: int, seconds: float, every: float, report: float
) -> None:
    sides = [Side(name, server, tables, every) for name, server in servers.items()]
    try:
        for side in sides:
            await side.ready()
        await asyncio.sleep(2 * every)  # until all are in the middle of a game
        print(
            "version     second  moves   p50   p99   max  CPU ms  bytes  games  lost    MB  kB a table",
            flush=True,
        )
        began, passed = time.monotonic(), 0.0
        while passed < seconds:
            for side in sides:
                side.begin()
            await asyncio.sleep(min(report, seconds - passed))
            passed = time.monotonic() - began
            for side in sides:
                print(side.line(passed), flush=True)
    finally:
        for side in sides:
            await side.end()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=3.0, help="seconds that people think")
    parser.add_argument("--report", type=float, default=0.0, help="seconds between lines; 0: one line")
    parser.add_argument("--database-url", default="")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for each server")
    parser.add_argument("--workers", type=int, nargs="+", default=[1], help="processes; several: in turns")
    parser.add_argument("--against", default="", help="the src folder of another version, to compare with")
    args = parser.parse_args()
    if args.against and not (Path(args.against) / "smallworld").is_dir():
        parser.error(f"{args.against}: there is no folder smallworld in it; name the src folder of a version")
    if args.against and args.database_url:
        parser.error("two versions cannot share a database: leave out --database-url with --against")
    print(json.dumps({**vars(args), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}))
    sources = {"here": "", **({"against": args.against} if args.against else {})}
    for workers in args.workers:
        with contextlib.ExitStack() as stack:
            servers = {}
            for name, source in sources.items():
                more = ["--log-level", "warning"]
                more += ["--workers", str(workers)] if workers > 1 else []
                url = (
                    stack.enter_context(postgres()).format("postgres") if args.postgres else args.database_url
                )
                more += ["--database-url", url] if url else []
                title = name if len(args.workers) == 1 else f"{name} × {workers}"
                servers[title] = stack.enter_context(besieged(*more, source=source))
            asyncio.run(load(servers, args.tables, args.seconds, args.every, args.report or args.seconds))


if __name__ == "__main__":
    main()
