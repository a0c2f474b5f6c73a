"""Leaders in the browser: ticked at a new table, a crown on the board, a ransom across two browsers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess
from tests.server.rooms.test_leaders import start


def test_a_table_with_leaders_offers_one(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new")
    page.get_by_test_id("seat-0-name").fill("Ann")
    page.get_by_test_id("module-leaders").check()
    page.get_by_test_id("create").click()
    ann = expect_table(page)
    ann.wait()
    ann.decide()
    ann.wait()
    assert ann.fact("step") == "question"
    expect(page.get_by_text("Bring the leader along, at no cost?").first).to_be_visible()
    version = ann.version
    ann.seen("choice-o1").click()
    ann.moved_on(version)
    expect(ann.table).to_have_attribute("data-step", "ready")


def test_a_ransom_across_two_browsers_and_a_power_cut(own_server: ServerProcess, devices: Devices) -> None:
    created = open_table(own_server, seats=seats("me", "open"), options={"start": start()})
    ann = expect_table(devices.open(own_server, link(created)))
    page = devices.open(own_server, f"#/j/{created['table']}/{created['join']}")
    page.get_by_test_id("join-name").fill("Bob")
    page.get_by_test_id("join").click()
    bob = expect_table(page)
    ann.wait()
    expect(ann.page.locator("[data-person='leader']")).to_have_count(1)
    version = ann.version
    ann.tap(9)
    ann.moved_on(version)
    bob.wait()
    expect(bob.page.get_by_text("Your leader was captured.").first).to_be_visible()
    expect(ann.page.get_by_test_id("captives")).to_contain_text("Leader Gruk")
    expect(ann.page.get_by_text("Bob is making a choice (Leaders).").first).to_be_visible()

    own_server.kill()
    expect(bob.seen("lost")).to_be_visible()
    own_server.start()
    expect(bob.seen("lost")).to_have_count(0)
    bob.wait()
    version = bob.version
    bob.seen("choice-o1").click()
    bob.moved_on(version)
    ann.wait()
    expect(ann.page.get_by_test_id("captives")).to_have_count(0)
    assert (ann.fact("step"), ann.fact("decides")) == ("conquer", "0")


def test_a_captive_stays_with_whoever_holds_him(server: ServerProcess, devices: Devices) -> None:
    created = open_table(
        server, seats=seats("me", "bot"), options={"start": start(counters={"leader_captor_trolls": 2})}
    )
    ann = expect_table(devices.open(server, link(created), phone=True))
    ann.wait()
    expect(ann.page.get_by_test_id("captives").first).to_contain_text("Leader Mogg")
