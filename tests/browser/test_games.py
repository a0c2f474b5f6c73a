"""Whole games in a real browser: alone, on one screen, with friends through a link, through a power cut."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess


def test_a_newcomer_plays_a_whole_game_against_a_bot(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server)
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.play_on()
    end = player.seen("end")
    expect(end).to_be_visible()
    assert len(re.findall(r"\b\d+\b", end.inner_text())) >= 2  # both players' coins
    player.seen("replay").click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()


def test_two_people_on_one_screen(server: ServerProcess, devices: Devices) -> None:
    """The coins of one are never on the screen while the other looks."""
    page = devices.open(server, "#/new")
    page.get_by_test_id("seat-0-name").fill("Ann")
    page.get_by_test_id("seat-1-who").select_option("me")
    page.get_by_test_id("seat-1-name").fill("Bob")
    page.get_by_test_id("create").click()
    player = expect_table(page)
    for seat, name in enumerate(("Ann", "Bob", "Ann")):
        player.hand_over(name)
        player.play_on(until="others")
        # Before the screen changes hands, whoever moved sees what it brought.
        expect(player.seen("pass-on")).to_be_visible()
        assert player.fact("you") == str(seat % 2)
        assert page.locator("[data-coins]").count() == 1
        assert name in player.seen("sentence").inner_text()
    player.hand_over("Bob")


def test_friends_through_a_link_and_a_power_cut(own_server: ServerProcess, devices: Devices) -> None:
    ann_page = devices.open(own_server, "#/new")
    ann_page.get_by_test_id("seat-0-name").fill("Ann")
    ann_page.get_by_test_id("seat-1-who").select_option("open")
    ann_page.get_by_test_id("create").click()
    ann = expect_table(ann_page)
    invitation = ann.seen("join-link").input_value()
    assert "#/j/" in invitation  # the key stands behind the #, so no server ever logs it

    bob_page = devices.open(own_server, invitation.removeprefix(f"{own_server.url}/"))
    bob_page.get_by_test_id("join-name").fill("Bob")
    bob_page.get_by_test_id("join").click()
    bob = expect_table(bob_page)

    ann.wait()
    ann.play_on(until="others")
    bob.wait()
    bob.decide()
    moved = bob.version
    expect(ann.table).to_have_attribute("data-version", str(moved))

    own_server.kill()
    expect(ann.seen("lost")).to_be_visible()
    expect(bob.seen("lost")).to_be_visible()
    # What is asked about a region while the line is cut is answered when it is there again.
    closed = bob.page.locator("[data-region]:not([data-target])").first
    bob.tap(int(closed.get_attribute("data-region") or -1))
    own_server.start()
    for player in (ann, bob):
        expect(player.seen("lost")).to_have_count(0)
        expect(player.table).to_have_attribute("data-version", str(moved))
    expect(bob.seen("about")).to_be_visible()
    bob.page.keyboard.press("Escape")
    bob.decide()
    expect(ann.table).to_have_attribute("data-version", str(bob.version))
    assert ann.fact("you") == "0"
    assert bob.fact("you") == "1"


def test_five_players_and_a_spectator(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot", "bot", "bot", "bot"))
    player = expect_table(devices.open(server, link(created)))
    watcher = expect_table(devices.open(server, link(created, "watch")))
    player.wait()
    player.play_on(until="others")
    player.wait()
    watcher.moved_on(player.version - 1)
    assert watcher.fact("you") == "-1"
    assert watcher.page.locator("[data-testid^='choice-']:enabled").count() == 0
    assert watcher.page.locator("[data-region]").count() == 48


def test_undo_stops_at_the_wall(server: ServerProcess, devices: Devices) -> None:
    """A conquest can be taken back and done again; what the column revealed cannot."""
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "wall"})
    player = expect_table(devices.open(server, link(created)))
    player.wait()
    player.decide()  # picks, and a new combo is drawn
    undo, redo = player.seen("undo"), player.seen("redo")
    expect(undo).to_be_disabled()
    before = _owned(player)
    player.decide()
    after = _owned(player)
    assert len(after) == len(before) + 1
    version = player.version
    undo.click()
    player.moved_on(version)
    assert _owned(player) == before
    expect(undo).to_be_disabled()
    player.seen("wall").click()
    expect(player.page.locator("#wall")).to_be_visible()
    version = player.version
    redo.click()
    player.moved_on(version)
    assert _owned(player) == after


def _owned(player: Player) -> list[str | None]:
    regions = player.page.locator("[data-region][data-owner='0']")
    return [region.get_attribute("data-region") for region in regions.all()]


def test_a_bot_stands_in_and_the_person_comes_back(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "me"))
    player = expect_table(devices.open(server, link(created)))
    player.hand_over("Ann")
    version = player.version
    player.seen("player-0").get_by_role("button").first.click()
    player.seen("stand-in-0").click()
    player.moved_on(version)
    expect(player.table).to_have_attribute("data-you", "1")  # Bob alone is at the screen now, and is asked
    player.wait()
    player.seen("take-back-0").click()
    expect(player.seen("ready")).to_contain_text("Bob")  # two people again: nobody looks unasked
    player.hand_over("Bob")
    player.play_on(until="others")
    player.hand_over("Ann")
