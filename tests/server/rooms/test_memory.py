"""What the server keeps: words remember what is said again and again, tables keep little."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from functools import partial

import pytest

from smallworld.packs import load_world
from smallworld.packs.find import _cached_world
from smallworld.server.bench import MeasuredTable, memory_of_table, play
from smallworld.server.picture import text_cache
from smallworld.server.picture.text_cache import Words
from smallworld.server.rooms import rooms
from tests.server.rooms import test_picture_diff
from tests.server.running_server import RunningServer

_PACK = """
id = "mine_{0}"
[race.badgers_{0}]
tokens = 5
supply = 12
"""

pytestmark = pytest.mark.slow


def test_what_is_said_again_and_again_keeps_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_cache, "MEMORY", 50)
    words = Words("en", load_world("base_2p"))
    orcs = words.recall("receipt", lambda: words.numbered({"total": 4}))
    number = words.numbers[id(orcs)]
    for other in range(1000):
        words.recall(("passing", other), partial(words.numbered, {"total": other}))
        assert words.recall("receipt", dict) is orcs
    assert words.numbers[id(orcs)] == number
    assert len(words.numbers) <= 150  # and what nobody asks for is forgotten, with its number


def test_numbers_are_never_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_cache, "MEMORY", 5)
    monkeypatch.setattr(text_cache, "NUMBERS", 20)
    words = Words("en", load_world("base_2p"))
    given: set[int] = set()
    for other in range(300):
        thing = words.recall(other, partial(words.numbered, {"total": other}))
        assert words.numbers[id(thing)] not in given
        given.add(words.numbers[id(thing)])
    assert words.first_number > 200


def test_readers_are_right_though_everything_is_forgotten_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The law of changes, with hardly any memory and few numbers."""
    monkeypatch.setattr(text_cache, "MEMORY", 40)
    monkeypatch.setattr(text_cache, "NUMBERS", 90)
    text_cache.words.cache_clear()
    try:
        test_picture_diff.test_readers_come_and_go_and_are_slow_and_all_are_right()
    finally:
        text_cache.words.cache_clear()


def test_a_table_is_small() -> None:
    """In the middle of its game, with two people looking: kilobytes, without what all tables share."""
    assert asyncio.run(memory_of_table(20)) <= 150


def test_a_table_that_leaves_is_gone_at_once() -> None:
    """And does not wait for the garbage collector, which seldom looks at what has been there for a while."""

    async def come_and_go() -> list[weakref.ref[object]]:
        table = MeasuredTable(random.Random(2))
        seat, text = table.message(random.Random(2))
        await play(seat, text)
        for seat in table.seats:
            table.room.leave(seat.viewer)
        await table.room.close()
        return [weakref.ref(table.room), weakref.ref(table.room.table), weakref.ref(seat.viewer)]

    gc.collect()
    gc.disable()
    try:
        assert [left() for left in asyncio.run(come_and_go())] == [None, None, None]
    finally:
        gc.enable()


def test_worlds_with_homebrew_are_freed(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than are remembered: those that nobody plays in any more must go. Their classes are
    cycles, which nobody frees but the garbage collector, and it does not come by itself here."""
    monkeypatch.setattr(rooms, "_GARBAGE", 5)
    made = []
    gc.collect()
    gc.disable()
    try:
        for number in range(_cached_world.cache_parameters()["maxsize"] + 8):
            table = server.open("me", "bot", homebrew=[_PACK.format(number)])["table"]
            made.append(weakref.ref(server.room(table).table.world))
            server.portal(server.rooms.delete(table))
        assert made[0]() is not None
        server.portal(server.rooms._unload_unused())
        assert [world() for world in made[:8]] == [None] * 8
    finally:
        gc.enable()
