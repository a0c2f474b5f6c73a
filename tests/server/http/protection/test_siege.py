"""Attacks as strangers would make them, for a moment each: the server goes on, and a bystander plays on.

`python -m tools.siege` does the same for longer and prints figures. What is asserted here holds on a machine
that is busy with other things, too: nobody is cut off, memory and log stay small, everybody is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from smallworld.server.settings import Limits
from tools.siege import ATTACKS, Besieged, besieged, suffer
from tools.siege.soak import UNLIMITED, Mark, soak

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Besieged]:
    """With fewer files than attackers would like to have."""
    with besieged("--log-level", "warning", files=700) as running:
        yield running


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_a_bystander_plays_on(server: Besieged, name: str) -> None:
    found = asyncio.run(suffer(server, name, seconds=1.0, quiet=0.2))
    assert found.alive
    assert found.lost == []
    assert found.moves >= 1
    assert found.arrival < Limits().headers  # and whoever comes sits down, before the door throws anybody out
    assert found.longest < 30.0  # far above what it is; far below what it was: for as long as they liked
    assert found.memory < 150_000_000
    assert found.log < 60_000


def test_homebrew_without_end_leaves_no_memory() -> None:
    """A short form of `python -m tools.siege --soak 20000`."""

    async def marks() -> list[Mark]:
        with besieged(program=UNLIMITED) as server:
            return [mark async for mark in soak(server, 600, every=100)]

    found = asyncio.run(marks())
    assert found[-1].serving - found[0].serving < 20_000_000  # each world with words is a good megabyte
    assert max(mark.all for mark in found) < 500_000_000
