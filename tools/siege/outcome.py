"""The result of an attack."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass

from .attacks import ATTACKS
from .besieged import Besieged
from .people import BYSTANDER, NEWCOMER, PATIENCE, Bystander, client

_BEGUN = 0.5  # seconds until an attack has opened its connections


@dataclass
class Outcome:
    name: str
    quiet: float  # the longest wait before the attack
    waits: list[float]  # during the attack
    moves: int
    lost: list[str]  # why the bystander's connection was lost, or a move refused
    memory: int  # bytes more than before
    log: int  # bytes written during the attack
    arrival: float  # seconds until a newcomer during the attack had a seat at a new table
    alive: bool  # the server still answers at once

    @property
    def longest(self) -> float:
        return max(self.waits, default=float("inf"))


async def suffer(server: Besieged, name: str, seconds: float, quiet: float = 1.5) -> Outcome:
    """One attack, and its effect on a bystander."""
    bystander, ended = Bystander(server.place), asyncio.Event()
    playing = asyncio.create_task(bystander.play(ended))
    async with asyncio.timeout(PATIENCE):
        while not bystander.waits:
            await asyncio.sleep(0.05)
    await asyncio.sleep(quiet)
    before, calm = list(bystander.waits), bystander.moves
    memory, log = server.resident, server.log_bytes
    # In a separate process, or the bystander would wait for the attacker instead of the server.
    command = [sys.executable, "-m", "tools.siege", "--at", server.place, "--seconds", str(seconds), name]
    pipe = asyncio.subprocess.PIPE
    attacking = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert attacking.stdin is not None
    assert attacking.stdout is not None
    async with asyncio.timeout(PATIENCE):
        await attacking.stdout.readline()  # it has begun, however busy the machine is
    begun = len(bystander.waits)
    newcomer, came, coming = Bystander(server.place, NEWCOMER), asyncio.Event(), time.monotonic()
    arriving = asyncio.create_task(newcomer.play(came))
    await asyncio.sleep(seconds)
    while not newcomer.came and time.monotonic() - coming < PATIENCE / 2:
        await asyncio.sleep(0.05)
    came.set()
    async with asyncio.timeout(PATIENCE):
        while len(bystander.waits) <= begun and not playing.done():
            await asyncio.sleep(0.05)  # wait for an answer from the attack itself
    grown = server.resident - memory
    attacking.stdin.close()
    try:
        async with asyncio.timeout(PATIENCE):
            failed = await attacking.wait()
    except TimeoutError:
        attacking.kill()
        failed = await attacking.wait()
    ended.set()
    await asyncio.wait({playing, arriving}, timeout=PATIENCE)
    if failed:
        raise RuntimeError(f"{name} failed")
    waits = bystander.waits[begun:]
    async with client(server.place, BYSTANDER) as http:
        alive = (await http.get("/api/health")).status_code == 200
    return Outcome(
        name,
        max(before),
        waits,
        bystander.moves - calm,
        bystander.lost,
        grown,
        server.log_bytes - log,
        newcomer.came - coming if newcomer.came else float("inf"),
        alive,
    )


async def strike(place: str, name: str, seconds: float) -> None:
    """One attack, until its time is over or its parent has gone."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, over.set)  # only its end comes there
    loop.call_later(seconds + PATIENCE, over.set)
    loop.call_later(_BEGUN, lambda: print("begun", flush=True))
    await ATTACKS[name](place, over)
