"""River World in the browser: alone against the tribes to the end, and a table for five with leaders."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.driving import expect_table
from tests.browser.server_process import ServerProcess

EVENTS = {"raid", "storm", "ice"}


def test_a_crusade_by_the_river_from_the_first_page_to_its_end(
    server: ServerProcess, devices: Devices
) -> None:
    page = devices.open(server, size=(1280, 720))
    page.get_by_test_id("new-table").click()
    page.get_by_test_id("world-base+river").check(force=True)
    page.get_by_test_id("module-crusade").check()
    page.get_by_test_id("players-1").check(force=True)
    page.get_by_test_id("create").click()
    player = expect_table(page)
    seen = set()
    for _ in range(400):
        player.wait()
        if player.over:
            break
        veil = page.get_by_test_id("veil").last
        seen.add(veil.get_attribute("data-card"))
        expect(player.seen("open-card")).to_be_visible()
        player.decide()
    assert player.over
    assert len(seen) > 1
    assert seen <= EVENTS
    expect(player.seen("end")).to_be_visible()


def test_a_river_game_for_five_with_leaders(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new", size=(1440, 900))
    page.get_by_test_id("world-base+river").check(force=True)
    page.get_by_test_id("module-leaders").check()
    page.get_by_test_id("players-5").check(force=True)
    page.get_by_test_id("create").click()
    player = expect_table(page)
    player.wait()
    expect(page.locator("[data-board=river_5p]")).to_be_visible()
    player.seen("open-card").click()
    expect(page.get_by_text("This round", exact=True).first).to_be_visible()
    page.keyboard.press("Escape")
    player.decide()
    player.decide()
    expect(player.seen("player-4")).to_be_visible()
