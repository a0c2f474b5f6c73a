"""What a move costs the server: CPU time from the received message to everybody's picture.

`make bench`. Tables are in memory and nothing is written; moves alternate between the tables, so that none is
in a CPU cache from the move before. CPU time, not wall time: the machines are shared.
"""

from __future__ import annotations

import asyncio
import random
import tracemalloc
from statistics import median
from time import process_time
from typing import Any

from smallworld.engine.notation.strings import action_string
from smallworld.engine.turn.turn import codes
from smallworld.lab.bench import calibration_loops_per_s, merge_into_file

from .http.protection.rate_limits import Bucket
from .http.routes.static_files import ENCODINGS, STATIC
from .http.running.server_process import settle
from .rooms import table_view
from .rooms.handlers import MessageHandler, understood
from .rooms.room import Room
from .rooms.viewer import Viewer
from .settings import Settings
from .storage.async_storage import AsyncStorage
from .tables import commands, keys
from .tables.create_table import open_table
from .tables.journal import Entry
from .tables.table import Table
from .wire.tables import NewTable, SeatPlan
from .wire.to_server import Move
from .workers.pool import Pool

TABLES = (20, 200, 2000)
MOVES = 1000  # measured for each number of tables
BEFORE = 30  # moves played at each table before measuring


class Unwritten(AsyncStorage):
    """A storage that takes no time."""

    def __init__(self) -> None:
        pass

    async def append(self, id: str, entry: Entry) -> bool:
        return True


class Seat:
    """A person at a table of two, without a socket: messages go in, pictures collect in the outbox."""

    def __init__(self, room: Room, key: str) -> None:
        who = table_view.access(room.table, key)
        assert who is not None
        self.room = room
        self.viewer = Viewer(who, "en", waiting=10_000_000)
        freely = Bucket(1e9, 1e9)
        self.handler = MessageHandler(room, self.viewer, freely, (freely, freely))
        room.enter(self.viewer)
        self.taken()  # the welcome

    def taken(self) -> int:
        """Read everything; returns the number of bytes."""
        size = 0
        while (data := self.viewer.outbox.taken(lambda: self.room.whole(self.viewer))) is not None:
            size += len(data)
        return size


class MeasuredTable:
    """A table in the middle of its game, each person on a separate device."""

    def __init__(self, choice: random.Random, players: int = 2) -> None:
        plan = NewTable(seats=[SeatPlan(who="me", name="A"), *[SeatPlan(who="open")] * (players - 1)])
        opening = open_table(plan, (), "")
        table = Table(opening.created.table, opening.header)
        held = self.keys = [opening.created.key]
        self.watch = opening.created.watch
        for number in range(1, players):
            held.append(keys.new_key())
            table.apply(commands.join(table, f"B{number}", keys.key_hash(held[-1]), 0.0))
        table.apply(commands.begin(table, 0.0))
        for _ in range(BEFORE):
            seat = table.decides
            table.apply(commands.move(table, [seat], table.version, [_any_action(table, choice)], 0.0))
        self.room = Room(table, Unwritten(), Pool(1, 1.0), Settings())
        self.seats = [Seat(self.room, key) for key in held]

    @property
    def over(self) -> bool:
        return self.room.table.phase == "over"

    def message(self, choice: random.Random) -> tuple[Seat, str]:
        """A legal move as it would come through the socket."""
        table = self.room.table
        move = Move(id=1, version=table.version, actions=[_any_action(table, choice)])
        return self.seats[table.decides], move.model_dump_json()


def _any_action(table: Table, choice: random.Random) -> str:
    assert table.game is not None
    return action_string(table.world, choice.choice(codes(table.game.state)))


async def play(seat: Seat, text: str) -> None:
    await seat.handler.answer(understood(text))


async def moves_at(tables: int, players: int = 2) -> dict[str, float]:
    """CPU milliseconds of a move with so many tables in memory, and bytes sent for it."""
    choice = random.Random(tables)
    measured = [MeasuredTable(choice, players) for _ in range(tables)]
    times, sent = [], 0
    for number in range(MOVES):
        table = measured[number % tables]
        if table.over:
            table = measured[number % tables] = MeasuredTable(choice, players)
        seat, text = table.message(choice)
        began = process_time()
        await play(seat, text)
        times.append(process_time() - began)
        sent += sum(other.taken() for other in table.seats)
    for table in measured:
        await table.room.close()
    return {
        "cpu_ms": sum(times) / len(times) * 1000,
        "median_ms": median(times) * 1000,
        "bytes_sent": sent / MOVES,
    }


async def memory_of_table(tables: int = 50) -> float:
    """Kilobytes of a table in the middle of its game, with two viewers."""
    choice = random.Random(0)
    # Texts and boards are shared by all tables and not counted.
    for _ in range(tables):
        await MeasuredTable(choice).room.close()
    tracemalloc.start()
    measured = [MeasuredTable(choice) for _ in range(tables)]
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return used / len(measured) / 1000


def bundle_kb(*encodings: str) -> float | None:
    """Kilobytes of all files for a browser that accepts these encodings; None if the client is not built."""
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".woff2", ".svg")]
    if not files:
        return None
    ways = [ENCODINGS[encoding] for encoding in encodings] + [""]
    sent = [
        next(one for one in (path.with_name(f"{path.name}{way}") for way in ways) if one.exists())
        for path in files
    ]
    return sum(path.stat().st_size for path in sent) / 1000


def main() -> None:
    settle()  # as a server does when it starts
    loops = calibration_loops_per_s()
    bundle, older = bundle_kb("br", "gzip"), bundle_kb("gzip")
    result: dict[str, Any] = {
        "calibration_loops_per_s": loops,
        "bundle_kb": bundle,
        "bundle_gzip_kb": older,
    }
    print(f"\nbrowser table; calibration {loops:,.0f} loops/s")
    print("tables   CPU ms a move   median   per 1000 loops   kB sent a move")
    result["moves"] = {}
    for tables in TABLES:
        figures = asyncio.run(moves_at(tables))
        result["moves"][str(tables)] = figures
        per_loops = figures["cpu_ms"] / 1000 * loops / 1000
        print(
            f"{tables:>6} {figures['cpu_ms']:>15.2f} {figures['median_ms']:>8.2f} {per_loops:>16.1f}"
            f" {figures['bytes_sent'] / 1000:>16.1f}"
        )
    growth = result["moves"][str(TABLES[-1])]["cpu_ms"] / result["moves"][str(TABLES[1])]["cpu_ms"]
    result["growth"] = growth
    result["five_players"] = asyncio.run(moves_at(20, players=5))
    result["table_kb"] = asyncio.run(memory_of_table())
    print(f"{TABLES[-1]} tables against {TABLES[1]}: {growth:.2f}×")
    print(f"five players, each on a device: {result['five_players']['cpu_ms']:.2f} ms a move")
    print(f"memory of a table in play: {result['table_kb']:.0f} kB")
    if bundle is None:
        print("client: not built (make web)")
    else:
        print(f"client: {bundle:.0f} kB compressed with Brotli, {older:.0f} kB with gzip")
    merge_into_file({"table": result})


if __name__ == "__main__":
    main()
