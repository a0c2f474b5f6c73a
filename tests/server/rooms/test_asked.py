"""Somebody may be asked in the middle of another player's turn: at one screen, by link, as a bot, on time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.engine import action_string, asked, legal, parse_position, position_string
from smallworld.engine import actions as ac
from smallworld.packs import world_from_key
from smallworld.server.bots import bot_jobs
from smallworld.server.bots.bot_jobs import Job, Stretch
from smallworld.server.ports import Client, Workers
from smallworld.server.rooms import bot_seat, rooms
from smallworld.server.rooms.table_view import Access
from smallworld.server.rooms.viewer import Viewer
from smallworld.server.settings import Settings
from smallworld.server.tables import commands
from smallworld.server.tables.refusal import Refusal
from tests.server import homebrew
from tests.server.plans import StoredTable, facts
from tests.server.running_server import Line, RunningServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def pack() -> Iterator[None]:
    with homebrew.installed():
        yield


async def _think(workers: Workers, job: Job, client: Client) -> Stretch:
    """In this process, because the pack is known nowhere else. Whoever can attack Wailers does so."""
    state = parse_position(job.position, world_from_key)
    wailers = state.mask[state.world.race_index("wailers")]
    for code in legal(state).codes:
        if code >> ac.SHIFT == ac.CONQUER and wailers >> (code & 63) & 1:
            return Stretch([action_string(state.world, code)], [])
    return bot_jobs.think(job)


@pytest.fixture(scope="module")
def server(pack: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("asked")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_seat, "decisions", _think)
        patch.setattr(rooms, "is_foreign", lambda plan: False)  # for the same reason
        with RunningServer(Settings(data=data, bot_pace=0.0, bot_workers=1)) as running:
            yield running


def test_the_victim_is_asked_and_the_turn_goes_on() -> None:
    start, region = homebrew.attack()
    table = StoredTable("me", "me", start=start)
    table.move(f"c{region}")
    game = table.table.game
    assert game is not None
    about = asked(game.state)
    assert (game.state.turn, table.table.decides, about.step) == (0, 1, "question")
    assert about.question is not None
    assert about.question.id == "wail"
    with pytest.raises(Refusal):
        table.move("e", seats=[0])
    coins = game.state.coins[1]
    table.move("o1")
    assert (game.state.turn, table.table.decides, asked(game.state).step) == (0, 0, "conquer")
    assert game.state.coins[1] == coins + 2
    assert facts(table.rebuilt()) == facts(table.table)


def test_two_pieces_of_the_victim_ask_one_after_the_other() -> None:
    start, region = homebrew.attack("haunting")
    table = StoredTable("me", "me", start=start)
    table.move(f"c{region}")
    game = table.table.game
    assert game is not None
    seen = []
    while table.table.decides == 1:
        about = asked(game.state)
        assert about.question is not None
        seen.append(about.question.id)
        table.play_on()
    assert sorted(seen) == ["haunt", "wail"]
    assert asked(game.state).step == "conquer"
    assert facts(table.rebuilt()) == facts(table.table)


def test_a_message_that_goes_on_after_the_question_is_refused_whole() -> None:
    start, region = homebrew.attack()
    table = StoredTable("me", "me", start=start)
    with pytest.raises(Refusal) as refused:
        table.move(f"c{region}", "e")
    assert [denial.rule for denial in refused.value.denials] == ["decider"]
    assert table.table.decides == 0


def test_the_clock_of_whoever_is_asked_ticks() -> None:
    start, region = homebrew.attack()
    table = StoredTable("me", "me", start=start, minutes=1)
    table.now += 10
    table.move(f"c{region}")
    assert table.table.clocks.ticking == 1
    table.now += 7
    table.write(commands.stand_in(table.table, 1, "time", table.now))
    assert table.table.bot_due
    assert table.table.clocks.ticking == -1
    table.move("e", seats=[1])
    assert table.table.clocks.ticking == 0
    assert table.table.clocks.spent == [10.0, 7.0]
    assert facts(table.rebuilt()) == facts(table.table)


def test_at_one_screen_nobody_looks_until_the_victim_is_there() -> None:
    start, region = homebrew.attack()
    table = StoredTable("me", "me", start=start)
    viewer = Viewer(Access("owner", table.table.header.owner), "en", 10)
    viewer.looking_seat = 0
    viewer.hand_over(table.table)
    assert viewer.shown_seat(table.table) == 0
    table.move(f"c{region}")
    viewer.hand_over(table.table)
    assert viewer.shown_seat(table.table) == -1


@pytest.mark.parametrize("level", list(bot_jobs.levels()))
@pytest.mark.parametrize("power", ["flying", "haunting"])
def test_bots_of_every_level_answer(level: str, power: str) -> None:
    start, region = homebrew.attack(power)
    table = StoredTable("me", "bot", start=start)
    table.move(f"c{region}")
    game = table.table.game
    assert game is not None
    spec = bot_jobs.levels()[level].bot(bot_jobs.personality(level, "x", 1))
    job = Job(position_string(game.state), 1, level, spec, "seed")
    stretch = bot_jobs.think(job)
    assert not stretch.faults
    table.move(*stretch.actions)
    assert table.table.decides == 0


def test_by_link(server: RunningServer) -> None:
    start, region = homebrew.attack()
    table = server.open("me", "open", start=start)
    bob = server.join(table, "Bob")
    with server.line(table["table"], table["key"]) as ann, server.line(table["table"], bob["key"]) as other:
        ann.until_picture(lambda picture: picture["ask"])
        other.until_picture(lambda picture: picture["decides"] == 0)
        assert ann.move(f"c{region}")["type"] == "accepted"
        other.until_picture(lambda picture: picture["ask"])
        assert (ann.picture["turn"], ann.picture["decides"], ann.picture["ask"]) == (0, 1, None)
        assert ann.picture["now"] == "Bob is making a choice (Wailers)."
        assert _trail(ann) == _trail(other) == "conquer"
        assert ann.move("e")["cause"] == "not_yours"
        asks = other.picture["ask"]
        assert (asks["seat"], asks["step"], asks["piece"]["id"]) == (1, "question", "wailers")
        yes, no = asks["choices"]
        assert (yes["action"], yes["label"], yes["brings"]) == ("o1", "Yes", "+2 coins")
        assert (no["action"], no["label"], asks["main"]) == ("e", "No", "e")
        assert other.move("o1")["type"] == "accepted"
        ann.until_picture(lambda picture: picture["ask"] and picture["ask"]["step"] == "conquer")
        assert ann.picture["undo"]["undo"] == 0  # what another player has decided stands


def _trail(line: Line) -> str:
    return next(str(step["id"]) for step in line.picture["trail"] if step["state"] == "now")


def test_a_bot_is_asked_and_a_person_plays_on(server: RunningServer) -> None:
    start, region = homebrew.attack("haunting")
    table = server.open("me", "bot", start=start)
    with server.line(table["table"], table["key"]) as ann:
        ann.until_picture(lambda picture: picture["ask"])
        ann.move(f"c{region}")
        ann.until_picture(lambda picture: picture["ask"] and picture["ask"]["step"] == "conquer")
        assert (ann.picture["turn"], ann.picture["decides"]) == (0, 0)


def test_a_person_is_asked_in_a_bots_turn_and_a_stand_in_may_answer(server: RunningServer) -> None:
    start, _ = homebrew.attack()
    table = server.open("bot", "me", start=start)
    with server.line(table["table"], table["key"]) as bob:
        bob.until_picture(lambda picture: picture["ask"])
        assert (bob.picture["turn"], bob.picture["decides"], bob.picture["step"]) == (0, 1, "question")
        assert bob.request(type="standin", seat=1, bot=True)["type"] == "accepted"
        bob.until_picture(lambda picture: picture["turn"] == 1)  # bots have played the turn to its end
