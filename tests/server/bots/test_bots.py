"""Bots think in other processes. They may be weak, crash or hang; the game goes on."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator

import pytest

from smallworld.bots.personality import PERSONALITIES
from smallworld.engine import Game, Seeded, apply, position_string
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.server.bots import thinking
from smallworld.server.bots.bot_jobs import Job, Stretch, beats, fall_back, levels, think
from smallworld.server.ports import Client, Failed
from smallworld.server.rooms import bot_chat
from smallworld.server.workers.pool import Pool
from smallworld.texts import Catalogue
from tests.server.running_server import RunningServer, easy_choice

pytestmark = pytest.mark.slow


def job(level: str = "casual", players: int = 2, picked: bool = True) -> Job:
    game = Game(load_world(players=players), luck=Seeded(4))
    if picked:
        game.play("p1")
    return Job(position_string(game.state), 0, level, levels()[level].bot(), "seed")


@pytest.mark.parametrize("level", list(levels()))
def test_every_level_plays_a_legal_stretch(level: str) -> None:
    asked = job(level)
    stretch = think(asked)
    assert not stretch.faults
    game = Game(load_world(players=2), luck=Seeded(4))
    game.play("p1")
    state = game.state
    for action in stretch.actions:
        assert state.seat == 0
        state, _ = apply(state, action, 0)
    assert state.is_chance or state.seat != 0
    assert think(asked) == stretch  # the same seed, the same stretch


def test_stretches_are_shown_in_pieces() -> None:
    assert beats(["c1", "c2", "r3"]) == [["c1"], ["c2"], ["r3"]]
    assert beats(["e", "t1.2", "t3.1", "m1.fort", "e"]) == [["e"], ["t1.2", "t3.1", "m1.fort", "e"]]
    assert beats([]) == []


def test_a_fallback_is_always_there() -> None:
    assert len(fall_back(job()).actions) == 1


# --- processes that go wrong: these run in the workers ------------------------------------------------


def crash(job: Job) -> Stretch:
    os._exit(3)


def hang(job: Job) -> Stretch:
    time.sleep(600)
    raise AssertionError


def confused(job: Job) -> Stretch:
    raise KeyError(job.level)


def well(job: Job) -> Stretch:
    return Stretch([job.level], [])


@pytest.fixture
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_processes_that_end_hang_or_fail(loop: asyncio.Runner) -> None:
    async def ask() -> None:
        workers = Pool(1, 60.0)
        for call, said, seconds in (
            (confused, "KeyError", 60.0),
            (hang, "no answer", 0.3),
            (crash, "process ended", 60.0),
        ):
            assert (await workers.run(well, job())).actions == ["casual"]
            workers.seconds = seconds
            with pytest.raises(Failed, match=said):
                await workers.run(call, job())
            workers.seconds = 60.0
        assert (await workers.run(well, job())).actions == ["casual"]
        workers.close()

    loop.run(ask())


@pytest.mark.parametrize("trouble", [crash, confused])
def test_a_bot_that_fails_is_replaced(
    trouble: object, loop: asyncio.Runner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "think", trouble)

    async def ask() -> Stretch:
        workers = Pool(1, 60.0)
        try:
            return await thinking.decisions(workers, job(), Client())
        finally:
            workers.close()

    assert loop.run(ask()) == fall_back(job())
    assert "bot casual" in caplog.text


def test_a_table_survives_its_bots(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "think", confused)
    table = server.open("bot", "me")
    with server.line(table["table"], table["key"]) as me:
        me.until_picture(lambda picture: picture["ask"])
    assert "KeyError" in caplog.text


def test_a_table_of_bots_plays_itself(server: RunningServer) -> None:
    table = server.open("bot", {"who": "bot", "level": "novice"})
    with server.line(table["table"], table["key"]) as me:
        me.until_picture(lambda picture: picture["result"])
        assert all(player["bot"] for player in me.picture["players"])


def test_bots_rest_when_nobody_looks(server: RunningServer) -> None:
    table = server.open("bot", "bot")
    assert server.room(table["table"]).table.version == 1
    assert not server.room(table["table"]).watched


# --- faces and manners -------------------------------------------------------------------------------


def test_every_taste_has_a_name_a_face_and_its_lines() -> None:
    for lang in LANGUAGES:
        said = [
            Catalogue(lang).say(f"server.personality.{personality}.{key}")
            for personality in PERSONALITIES
            for key in ("name", "text", "raid", "decline")
        ]
        assert all(said)
        assert len(set(said)) == len(said)


def test_bots_show_their_manner_and_people_have_none(server: RunningServer) -> None:
    table = server.open("me", "bot", seed="personality")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        person, bot = line.picture["players"]
        assert person["personality"] is None
        assert bot["personality"]["kind"] == "personality"
        assert bot["personality"]["short"]


def test_a_bot_speaks_of_raids_and_declines(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every occasion, for once: each line is the bot's, and there are fewer of them than turns."""
    monkeypatch.setattr(bot_chat, "SELDOM", 1)
    table = server.open("me", {"who": "bot", "level": "novice"}, seed="banter", rounds=8)
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        while line.picture["step"] != "over":
            line.until_picture(lambda picture: picture["ask"] or picture["step"] == "over")
            if line.picture["ask"]:
                line.move(easy_choice(line.picture))
        quips = [text for text in line.seen if text.startswith('{"type":"quip"')]
        assert quips
        assert all('"seat":1' in quip for quip in quips)
        assert len(quips) < len(line.seen) / 4
