"""A private copy of the position: it knows what its seat knows, and counts for nothing."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, action_string
from smallworld.packs import load_world
from smallworld.server.tables.refusal import Refusal
from smallworld.server.tables.scratchpad import Scratchpad
from tests.server.running_server import RunningServer, easy_choice

pytestmark = pytest.mark.slow


def game() -> Game:
    found = Game(load_world("base_2p"), luck=Seeded("scratchpad"))
    found.play("p1")
    return found


def test_it_begins_where_the_seat_is_asked_next() -> None:
    table = game()
    before = list(table.log)
    scratchpad = Scratchpad(table.state, 1, 7)
    assert scratchpad.game.state.seat == 1
    assert scratchpad.game.state.step != table.state.step  # it is to pick
    assert table.log == before


def test_it_knows_no_secrets() -> None:
    table = game()
    rich = table.state.copy()
    rich.coins[0] += 50
    assert Scratchpad(rich, 1, 7).game.state.coins == Scratchpad(table.state, 1, 7).game.state.coins


def test_what_is_done_there_is_the_plan_until_chance_decides() -> None:
    table = game()
    scratchpad = Scratchpad(table.state, 0, 7)
    conquests = [action for action in scratchpad.game.legal if action.startswith("c")]
    scratchpad.move([conquests[0]], 7)
    ((start, code),) = scratchpad.plan
    assert start is scratchpad.game.positions[0]
    assert action_string(scratchpad.game.world, code) == conquests[0]
    scratchpad.undo()
    assert scratchpad.plan == []
    with pytest.raises(Refusal):
        scratchpad.undo()


def test_refusals_change_nothing() -> None:
    scratchpad = Scratchpad(game().state, 0, 7)
    for actions, version in ((["c99"], 7), (["p1"], 7), (["nonsense"], 7), (["e"], 6)):
        with pytest.raises(Refusal):
            scratchpad.move(actions, version)
    assert scratchpad.version == 7
    assert not scratchpad.game.log


def test_at_a_table_nobody_else_sees_it_and_the_game_goes_on(server: RunningServer) -> None:
    table = server.open("me", "open")
    other = server.join(table, "Bob")
    with server.line(table["table"], table["key"]) as ann, server.line(table["table"], other["key"]) as bob:
        ann.until("welcome")
        bob.until("welcome")
        version = bob.picture["version"]
        assert bob.request(type="scratchpad", on=True)["type"] == "accepted"
        bob.until_picture(lambda picture: picture["scratchpad"] is not None)
        assert bob.picture["ask"]["seat"] == bob.picture["you"] == 1
        picked = easy_choice(bob.picture)
        assert bob.move(picked)["type"] == "accepted"
        bob.until_picture(lambda picture: bool(picture["scratchpad"]))
        (step,) = bob.picture["scratchpad"]
        assert step["action"] == picked
        assert step["label"]
        assert server.room(table["table"]).table.version == version  # nothing has happened
        ann.move("p1")
        meanwhile = bob.until("meanwhile")
        assert meanwhile["moves"] == 1
        assert not meanwhile["asked"]
        bob.request(type="scratchpad", on=False)
        bob.until_picture(lambda picture: picture["scratchpad"] is None)
        assert bob.picture["version"] == ann.picture["version"]
        assert bob.picture["players"][0]["troops"]


def test_onlookers_have_nothing_to_plan(server: RunningServer) -> None:
    table = server.open("me", "bot")
    with server.line(table["table"], table["watch"]) as line:
        line.until("welcome")
        assert line.request(type="scratchpad", on=True)["type"] == "refused"
