"""The ransom is asked of another player in the middle of a turn: by link, at one screen, of a bot."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from smallworld.engine import SmallWorldError, asked, position_string, state_from, view
from smallworld.packs import world_from_description
from smallworld.server.bots import bot_jobs
from smallworld.server.bots.bot_jobs import Job
from smallworld.server.library.encyclopedia import library
from smallworld.server.picture.world_choices import all_looks, modules
from smallworld.server.rooms.table_view import Access
from smallworld.server.rooms.viewer import Viewer
from smallworld.server.settings import Settings
from smallworld.server.tables import commands
from smallworld.server.tables.refusal import Refusal
from smallworld.server.wire.position import Picture
from tests.server.http.running.test_kill import serving
from tests.server.plans import StoredTable, facts, opening
from tests.server.running_server import Line, RunningServer

pytestmark = pytest.mark.slow

LANGUAGES = ["en", "de", "nl", "fr", "es"]


def start(**more: Any) -> str:
    """A's Ratmen can take region 9, where B's Orcs are led by Gruk."""
    active = {"race": "ratmen", "power": "merchant", "hand": 6, "regions": {"4": 1}}
    theirs = {"race": "orcs", "power": "hill", "regions": {"9": 3, "13": 1, "18": 1}}
    given = {
        "board": "base_2p",
        "packs": ["base", "leaders"],
        "step": "conquer",
        "markers": {"leader": {"9": 1}},
        "players": {"A": {"active": active}, "B": {"active": theirs}},
        **more,
    }
    return position_string(state_from(given, world_from_description))


def question_of(table: StoredTable) -> str:
    game = table.table.game
    assert game is not None
    question = asked(game.state).question
    return question.id if question is not None else "-"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("leaders")
    with RunningServer(Settings(data=data, bot_pace=0.0, bot_workers=1)) as running:
        yield running


# --- the table ------------------------------------------------------------------------------------------


def test_the_owner_is_asked_and_the_turn_goes_on() -> None:
    table = StoredTable("me", "me", start=start())
    table.move("c9")
    assert (question_of(table), table.table.decides) == ("ransom", 1)
    with pytest.raises(Refusal):
        table.move("e", seats=[0])
    table.move("o1", seats=[1])
    game = table.table.game
    assert game is not None
    assert (game.state.coins, table.table.decides) == ([6, 4], 0)
    assert facts(table.rebuilt()) == facts(table.table)


def test_the_clock_of_the_owner_ticks_and_a_stand_in_answers_when_it_runs_out() -> None:
    table = StoredTable("me", "me", start=start(), minutes=1)
    table.now += 10
    table.move("c9")
    assert table.table.clocks.ticking == 1
    table.now += 60
    table.write(commands.stand_in(table.table, 1, "time", table.now))
    assert table.table.bot_due
    table.play_on()
    assert (table.table.decides, table.table.clocks.ticking) == (0, 0)
    assert table.table.clocks.spent == [10.0, 60.0]


def test_nobody_takes_back_what_was_answered() -> None:
    table = StoredTable("me", "open", start=start())
    table.write(commands.join(table.table, "Bob", "key", table.now))
    table.write(commands.begin(table.table, table.now))
    table.move("c9")
    with pytest.raises(Refusal) as refused:
        table.write(commands.undo(table.table, [1], table.table.version, table.now))
    assert refused.value.cause == "wall"
    table.move("o1")
    with pytest.raises(Refusal) as refused:
        table.write(commands.undo(table.table, [0], table.table.version, table.now))
    assert refused.value.cause == "wall"


def test_at_one_screen_free_undo_goes_back_beyond_the_answer() -> None:
    table = StoredTable("me", "me", start=start(), free_undo=True)
    table.move("c9")
    table.move("o1")
    for _ in range(2):
        table.write(commands.undo(table.table, [0, 1], table.table.version, table.now))
    assert (question_of(table), table.table.decides) == ("-", 0)
    assert facts(table.rebuilt()) == facts(table.table)


def test_at_one_screen_the_device_is_handed_to_the_owner() -> None:
    table = StoredTable("me", "me", start=start())
    viewer = Viewer(Access("owner", table.table.header.owner), "en", 10)
    viewer.looking_seat = 0
    table.move("c9")
    viewer.hand_over(table.table)
    assert viewer.shown_seat(table.table) == -1, "nobody looks until the other one is there"


@pytest.mark.parametrize("level", list(bot_jobs.levels()))
def test_bots_of_every_level_answer(level: str) -> None:
    table = StoredTable("me", "bot", start=start())
    table.move("c9")
    game = table.table.game
    assert game is not None
    spec = bot_jobs.levels()[level].bot(bot_jobs.personality(level, "x", 1))
    job = Job(position_string(game.state), 1, level, spec, "seed")
    stretch = bot_jobs.think(job)
    assert not stretch.faults
    table.move(*stretch.actions)
    assert table.table.decides == 0


# --- people ---------------------------------------------------------------------------------------------


def test_by_link(server: RunningServer) -> None:
    table = server.open("me", "open", start=start())
    bob = server.join(table, "Bob")
    with server.line(table["table"], table["key"]) as ann, server.line(table["table"], bob["key"]) as other:
        ann.until_picture(lambda picture: picture["ask"])
        assert ann.move("c9")["type"] == "accepted"
        other.until_picture(lambda picture: picture["ask"])
        assert ann.picture["now"] == "Bob is making a choice (Leaders)."
        assert ann.picture["ask"] is None
        asks = other.picture["ask"]
        assert asks["sentence"] == "Your leader was captured. Pay the captor 1 coin to get your leader back?"
        assert "2 coins" in asks["detail"]
        yes, no = asks["choices"]
        assert (yes["action"], yes["brings"], no["action"]) == ("o1", "−1 coin, +1 in hand", "e")
        assert [captive["person"]["name"] for captive in _player(ann, 0)["captives"]] == ["Leader Gruk"]
        assert other.move("o1")["type"] == "accepted"
        ann.until_picture(lambda picture: picture["ask"])
        assert _player(ann, 0)["captives"] == []
        assert ann.picture["undo"]["undo"] == 0
        lines = [line["text"] for line in ann.log]
        assert any("captur" in line and "Leader Gruk of the Orcs" in line for line in lines), lines


def _player(line: Line, seat: int) -> Any:
    return line.picture["players"][seat]


def test_a_person_is_asked_in_a_bots_turn_and_the_bot_plays_on(server: RunningServer) -> None:
    """The bot may do something else than attack: whoever is asked then answers, until the turn is ours."""
    table = server.open("bot", "me", start=start())
    with server.line(table["table"], table["key"]) as bob:
        bob.until_picture(lambda picture: picture["ask"])
        if bob.picture["turn"] == 0 and bob.picture["step"] == "question":
            assert bob.move("e")["type"] == "accepted"
        bob.until_picture(lambda picture: picture["turn"] == 1 or picture["ask"])
        assert bob.picture["ask"]["seat"] == 1


def test_a_killed_server_asks_again(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as (process, place):
        plan = {"seats": [{"who": "me"}, {"who": "me"}], "options": {"start": start()}}
        table = httpx.post(f"http://{place}/api/tables", json=plan).json()
        line = _come_in(place, table, 0)
        assert line.move("c9")["type"] == "accepted"
        process.send_signal(signal.SIGKILL)
        process.wait()
        line.close()
    with serving("--data", str(tmp_path)) as (process, place):
        line = _come_in(place, table, 1)
        assert (line.picture["decides"], line.picture["step"]) == (1, "question")
        assert line.move("o1")["type"] == "accepted"
        line.until_picture(lambda picture: picture["decides"] == 0)
        line.close()


def _come_in(place: str, table: dict[str, str], seat: int) -> Line:
    line = Line(place)
    line.send(type="hello", table=table["table"], key=table["key"])
    line.until("welcome")
    line.send(type="show_seat", seat=seat)
    line.until_picture(lambda picture: picture["you"] == seat)
    return line


# --- what is shown --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_leader_stands_there_by_name(lang: str) -> None:
    from smallworld.server.picture.picture import PictureOptions, SeatFacts, picture_data

    table = StoredTable("me", "me", start=start(counters={"leader_captor_trolls": 1}))
    game = table.table.game
    assert game is not None
    options = PictureOptions(version=1, seat=0, lang=lang, seats=[SeatFacts("Ann"), SeatFacts("Bob")])
    picture = Picture.model_validate(picture_data(game, options))
    spot = picture.spots[9]
    assert [(here.marker.id, here.owner, here.count) for here in spot.markers] == [("leader", 1, 1)]
    assert "Gruk" in spot.markers[0].marker.name
    assert "Gruk" in spot.label
    assert ["Gruk" in person.name for person in picture.players[1].troops[0].people] == [True]
    assert [(c.race.id, "Mogg" in c.person.name) for c in picture.players[0].captives] == [("trolls", True)]
    assert view(game.state, 0).legal is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_module_is_offered_for_every_world(lang: str) -> None:
    found = {module.id: module for module in modules(lang)}
    assert found["leaders"].name
    assert found["leaders"].text
    assert "leader" in all_looks().model_dump_json()


def test_the_encyclopedia_of_a_world_with_leaders_has_his_page() -> None:
    pages = {entry.thing.id: entry for entry in library("en", ("base", "leaders")).others}
    assert "captures the leader" in pages["leader"].text


@pytest.mark.parametrize("packs", [["base"], ["underground"], ["base", "underground"]])
def test_a_table_with_leaders_opens_in_every_world(packs: list[str]) -> None:
    header = opening("me", "bot", packs=[*packs, "leaders"]).header
    assert "leaders.1" in header.world


def test_leaders_alone_are_refused_before_the_game() -> None:
    with pytest.raises(SmallWorldError, match="no board in leaders; name a pack that brings one"):
        opening("me", "bot", packs=["leaders"])
