"""A picture once, then what changes. The law: changes applied are the picture, for every reader."""

from __future__ import annotations

import asyncio
import json
import random
from statistics import median
from typing import Any

import pytest

from smallworld.languages import Lang
from smallworld.packs import load_world
from smallworld.server.bench import MeasuredTable, Seat, play
from smallworld.server.picture.text_cache import words
from smallworld.server.rooms import table_view
from smallworld.server.rooms.picture_diff import apply, change
from smallworld.server.rooms.viewer import Outbox, Viewer
from smallworld.server.tables import commands
from smallworld.server.wire.base import SPECTATOR
from smallworld.server.wire.position import Picture
from tests.server.plans import StoredTable

Data = dict[str, Any]
LANGS: tuple[Lang, ...] = ("en", "de", "fr")


def same(one: Data, other: Data) -> bool:
    """As far as a client can tell: fields that are left out are what their model says."""
    first, second = (Picture.model_validate({**data, "type": "picture"}) for data in (one, other))
    return first == second


@pytest.mark.parametrize("board", ["base_2p", "underground_2p", "base_3p"])
def test_changes_applied_are_the_picture(board: str) -> None:
    """Whole games, every seat and a spectator, undo now and then."""
    choice = random.Random(board)
    packs = ["base", "underground"] if board == "base_3p" else None
    players = load_world(board).players
    kept = StoredTable(*["me"] * players, board=board, packs=packs, free_undo=True)
    spoken = words("en", kept.table.world)
    told: dict[int, tuple[Data, int, dict[int, Any]]] = {}
    for number in range(60):
        if kept.table.phase == "over":
            break
        length = len(kept.table.game.log) if kept.table.game else 0
        if number % 9 == 8 and kept.table.undo_room[0]:
            kept.write(commands.undo(kept.table, range(players), kept.table.version, kept.now))
        else:
            kept.play_on(choice)
        for seat in (*range(players), SPECTATOR):
            facts = table_view.seat_facts(kept.table, {0}, "en", kept.now)
            first = min(length, len(kept.table.game.log)) if kept.table.game else 0
            perspective = table_view.Perspective(seat, alone=True, rewinds=seat == 0)
            picture = table_view.picture_of(kept.table, perspective, "en", facts, first, False)
            if seat not in told:
                told[seat] = json.loads(json.dumps(picture)), 0, {}
            else:
                before, known, things = told[seat]
                message, known = change(before, picture, spoken, known)
                after = apply(before, json.loads(json.dumps(message)), things)
                assert same(after, picture)
                told[seat] = {**picture, "events": []}, known, things


class Screen:
    """A reader at a table, who may be slow: what came, and the picture it makes."""

    def __init__(self, table: MeasuredTable, lang: Lang, key: str) -> None:
        who = table_view.access(table.room.table, key)
        assert who is not None
        self.room = table.room
        self.viewer = Viewer(who, lang, waiting=40_000)
        self.picture: Data = {}
        self.things: dict[int, Any] = {}
        self.wholes = 0
        self.room.enter(self.viewer)

    def read(self) -> None:
        while (data := self.viewer.outbox.taken(lambda: self.room.whole(self.viewer))) is not None:
            message = json.loads(data)
            if message["type"] == "welcome":
                self.picture, self.things = message["picture"], {}
            elif message["type"] == "picture":
                self.picture = message
                self.wholes += 1
            elif message["type"] == "change":
                assert message["base"] == self.picture["version"]
                self.picture = apply(self.picture, message, self.things)

    def right(self) -> bool:
        """The picture is the one this reader would be shown if asking now, but for the news in it."""
        own: Data = {key: self.picture[key] for key in ("events", "first", "fresh")}
        now = json.loads(self.room.whole(self.viewer))
        return same({**self.picture, **own}, {**now, **own})


def test_readers_come_and_go_and_are_slow_and_all_are_right() -> None:
    async def watch() -> None:
        choice = random.Random(5)
        table = MeasuredTable(choice)
        keys = [table.keys[0], table.keys[1], table.watch]
        screens: list[Screen] = []
        for number in range(90):
            if table.over:
                break
            if number % 3 == 0 and len(screens) < 8:
                screens.append(Screen(table, choice.choice(LANGS), choice.choice(keys)))
            if number % 17 == 16:
                table.room.leave(screens.pop(choice.randrange(len(screens))).viewer)
            seat, text = table.message(choice)
            await play(seat, text)
            for place, screen in enumerate(screens):
                if place % 3 or choice.random() < 0.05:  # every third one is slow
                    screen.read()
                    assert screen.right()
        for screen in screens:
            screen.read()
            assert screen.right()
        assert any(screen.wholes for screen in screens)  # who fell behind got the newest as a whole
        await table.room.close()

    asyncio.run(watch())


def test_messages_are_small() -> None:
    """What a move sends to everybody: bytes, before compression."""

    async def sent(players: int) -> list[int]:
        choice = random.Random(players)
        sizes = []
        for _ in range(3):
            table = MeasuredTable(choice, players)
            for number in range(60):
                if table.over:
                    break
                seat, text = table.message(choice)
                await play(seat, text)
                size = sum(other.taken() for other in table.seats)
                if number:
                    sizes.append(size)
            await table.room.close()
        return sizes

    assert median(asyncio.run(sent(2))) <= 3000
    assert median(asyncio.run(sent(5))) <= 5000


def test_an_outbox_is_bounded() -> None:
    async def fill() -> None:
        outbox = Outbox(10_000)
        for number in range(1000):
            outbox.put("chat", b"blah" * 100)
            outbox.put("picture", bytes([number % 256]) * 900)
        assert not outbox.closed
        assert outbox.behind
        assert sum(len(data) for _, data in outbox._waiting) <= 10_000
        taken = []
        while (data := outbox.taken(lambda: b"the newest")) is not None:
            taken.append(data)
        assert taken[-1] == b"the newest"
        outbox.put("picture", b"next")
        assert outbox.taken(bytes) == b"next"
        for _ in range(100):
            outbox.put("message", b"an answer that nobody reads " * 20)
        assert outbox.closed

    asyncio.run(fill())


def test_a_long_welcome_on_a_slow_line_costs_nobody_the_seat() -> None:
    """The whole of a long game is more than may wait; what is announced meanwhile comes after it."""

    async def fill() -> None:
        outbox = Outbox(1000)
        outbox.put("message", b"before")
        for _ in range(50):
            outbox.put("picture", b"old")
            outbox.put("welcome", b"the whole table " * 500)
        outbox.put("message", b"who is here")
        outbox.put("picture", b"a move")
        assert not outbox.closed
        taken = [outbox.taken(bytes) for _ in range(len(outbox))]
        assert taken == [b"before", b"the whole table " * 500, b"who is here", b"a move"]
        for _ in range(100):
            outbox.put("message", b"an answer that nobody reads")
        assert outbox.closed

    asyncio.run(fill())


def test_seats_are_told_without_the_board() -> None:
    async def come() -> tuple[bytes, bytes]:
        table = MeasuredTable(random.Random(1))
        first: Seat = table.seats[0]
        welcome = table_view.welcome(table.room.info(first.viewer), {})
        table.room.show_seats()
        data = first.viewer.outbox.taken(bytes)
        assert data is not None
        await table.room.close()
        return welcome, data

    welcome, seated = asyncio.run(come())
    assert len(seated) < 4000
    assert len(seated) * 5 < len(welcome)
