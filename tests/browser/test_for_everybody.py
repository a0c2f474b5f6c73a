"""The keyboard alone, a phone, five languages, and no barrier that axe-core would find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from smallworld.texts import Catalogue
from tests.browser.conftest import Devices
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
MOST_KB = 280  # of the whole client, as a browser is sent it
GRAVE = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """What axe-core finds, as readable lines."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{item['id']}: {item['help']}: {[node['target'] for node in item['nodes']][:3]}"
        for item in found["violations"]
        if item["impact"] in GRAVE
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["#/", "#/new", "#/learn", "#/library/race/elves", "#/replay", "#/about"])
def test_no_barrier_in_the_house(server: ServerProcess, devices: Devices, path: str, theme: str) -> None:
    page = devices.open(server, path)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    expect(page.locator("h1").first).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_barrier_at_the_table(server: ServerProcess, devices: Devices, phone: bool) -> None:
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "axe", "guide": True})
    page = devices.open(server, link(created), phone=phone)
    player = expect_table(page)
    player.wait()
    assert barriers(page) == []
    player.decide()
    player.decide()
    assert barriers(page) == []


def test_a_turn_with_the_keyboard_alone(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "keys"})
    page = devices.open(server, link(created))
    player = expect_table(page)
    player.wait()
    version = player.version
    page.keyboard.press("1")  # the first combo
    player.moved_on(version)
    assert player.fact("step") == "ready"
    page.keyboard.press("b")  # to the board
    # Tab order has one stop on the board; arrows lead from region to region.
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 6:
        here = page.evaluate("document.activeElement.dataset.target ?? ''")
        if here.startswith("c"):
            break
        page.keyboard.press(key)
    version = player.version
    region = page.evaluate("document.activeElement.dataset.region")
    page.keyboard.press("Enter")
    player.moved_on(version)
    expect(player.seen(f"region-{region}")).to_have_attribute("data-owner", "0")
    expect(player.seen("announce")).to_contain_text(region)
    version = player.version
    page.keyboard.press("u")
    player.moved_on(version)
    expect(player.seen(f"region-{region}")).not_to_have_attribute("data-owner", "0")
    for _ in range(20):  # d is the main button: stop, done, whatever is asked
        if not player.asked:
            break
        version = player.version
        page.keyboard.press("d")
        if player.asked_twice(version) and not player.seen("anyway").count():
            page.keyboard.press("d")
        elif player.seen("anyway").count():  # it wastes the turn, and d is now the way back
            for _ in range(100):
                if page.evaluate("document.activeElement.dataset.testid") == "anyway":
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        player.moved_on(version)
    assert not player.asked


def test_a_phone_shows_everything_a_turn_needs(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "phone"})
    page = devices.open(server, link(created), phone=True)
    player = expect_table(page)
    player.wait()
    player.play_on(until="others")
    player.wait()
    wider = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wider, "the page is wider than the phone"
    for name in ("now", "undo"):
        box = player.seen(name).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr", "es"])
def test_each_language_in_play(server: ServerProcess, devices: Devices, lang: str) -> None:
    """The page comes in the browser's language, and another one is a choice away, in the middle of a game."""
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "words"})
    page = devices.open(server, link(created), lang=lang)
    player = expect_table(page)
    player.wait()
    words = Catalogue(lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(player.seen("undo")).to_contain_text(words.say("web.table.undo"))
    other = "de" if lang != "de" else "fr"
    page.get_by_test_id("settings").click()
    page.get_by_test_id("lang").select_option(other)
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(player.seen("undo")).to_contain_text(Catalogue(other).say("web.table.undo"))


def test_why_not_is_answered(server: ServerProcess, devices: Devices) -> None:
    """A tap on a region that is no target says why, and what would help."""
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "why"})
    page = devices.open(server, link(created))
    player = expect_table(page)
    player.wait()
    player.decide()
    closed = page.locator("[data-region]:not([data-target])").first
    number = int(closed.get_attribute("data-region") or -1)
    version = player.version
    player.tap(number)
    about = player.seen("about")
    expect(about).to_be_visible()
    assert len(about.inner_text()) > 40
    assert player.version == version
    page.keyboard.press("Escape")
    expect(about).to_have_count(0)


def test_the_client_is_small(server: ServerProcess, devices: Devices) -> None:
    """What really comes over the line for every page there is, fonts and icons included."""
    page = devices.open(server)
    for path in ("", "#/workshop", "#/replay", "#/new"):
        page.goto(f"{server.url}/{path}")
        expect(page.locator("h1").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    sent: dict[str, int] = page.evaluate(
        """() => Object.fromEntries(
            [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
                .filter((one) => !new URL(one.name).pathname.startsWith("/api/"))
                .map((one) => [new URL(one.name).pathname, one.encodedBodySize]))"""
    )
    assert sum(name.endswith(".js") for name in sent) >= 2, "the workshop comes when it is looked at"
    assert all(sent.values()), sent
    assert sum(sent.values()) <= MOST_KB * 1000, sent


def test_links_that_lead_nowhere_say_so(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot"))
    devices.expected += ("404 (Not Found)",)
    for path in (
        f"#/t/{created['table']}/AAAAAAAAAAAAAAAAAAAAAAAA",
        f"#/t/AAAAAAAAAAAA/{created['key']}",
        "#/t/broken",
        "#/nowhere",
    ):
        page = devices.open(server, path)
        way_out = page.locator("main a[href='#/']").first
        expect(way_out).to_be_visible()
        assert len(page.locator("main").inner_text()) > 30
