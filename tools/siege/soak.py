"""Different homebrew, again and again from one address: memory must not grow."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from typing import NamedTuple

from .besieged import Besieged
from .homebrew import piece
from .people import ATTACKER, client

AT_ONCE = 4  # requests
# A server started as usual, but without the rate limits per address.
UNLIMITED = """
import sys
from dataclasses import replace
from pathlib import Path
from smallworld.server.http.running.serve import serve
from smallworld.server.settings import Limits, Settings

plenty = (1e9, 1e9)
limits = replace(Limits(), requests=plenty, checks=plenty)
serve(Settings(port=0, data=Path(sys.argv[-1]), log_level="warning", limits=limits))
"""


class Mark(NamedTuple):
    """After so many encyclopedias: bytes of the serving process, and of all processes."""

    done: int
    serving: int
    all: int


async def soak(server: Besieged, count: int, every: int) -> AsyncIterator[Mark]:
    """Ask for `count` encyclopedias, each with a different piece; returns the memory over time."""
    numbers = itertools.count()
    async with client(server.place, ATTACKER) as http:

        async def ask(most: int) -> None:
            while (number := next(numbers)) < most:
                body = {"packs": ["base"], "homebrew": [piece(number)]}
                (await http.post("/api/library", json=body)).raise_for_status()

        for done in range(every, count + 1, every):
            numbers = itertools.count(done - every)
            await asyncio.gather(*(ask(done) for _ in range(AT_ONCE)))
            yield Mark(done, server.serving, server.resident)
