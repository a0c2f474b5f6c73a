"""Nothing that can be done is ever out of sight or covered: geometry, on every kind of screen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.house import House

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (390, 844), (844, 390))

# Every button that decides something, where it is, and whether a finger in its middle would hit it. Of cards
# that are swiped through, those have to be whole that are in sight.
LOST = """() => {
    const [width, height] = [innerWidth, innerHeight];
    const faults = [];
    let whole = 0;
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const buttons = [...document.querySelectorAll(
        '[data-testid="now"] button, [data-testid="draft"] button, header.strip button, header.strip a',
    )].filter((one) => one.checkVisibility() && !one.closest("[popover]"));
    for (const button of buttons) {
        const box = button.getBoundingClientRect();
        const edges = [box.left, box.top, box.right, box.bottom].map(Math.round);
        const name = `${button.dataset.testid ?? button.innerText.trim()} at ${edges}`;
        const swiped = button.closest("[data-swipe]");
        if (swiped && swiped.scrollWidth > swiped.clientWidth + 1) {
            const [card, row] = [button.closest("article"), swiped].map((one) => one.getBoundingClientRect());
            if (card.left < row.left - 1 || card.right > row.right + 1) continue;
            whole++;
        }
        if (box.left < -0.5 || box.top < -0.5 || box.right > width + 0.5 || box.bottom > height + 0.5) {
            faults.push(`out of sight: ${name}`);
            continue;
        }
        const hit = document.elementFromPoint(...middle(box));
        if (!hit || !(button === hit || button.contains(hit)))
            faults.push(`covered: ${name} by ${hit?.className?.baseVal ?? hit?.className}`);
        if (button.scrollWidth > button.clientWidth + 2 && getComputedStyle(button).overflow === "visible")
            faults.push(`text runs out of ${name}`);
    }
    const page = document.scrollingElement;
    if (page.scrollHeight > height + 1 || page.scrollWidth > width + 1) faults.push("the page scrolls");
    const bar = document.querySelector('[data-testid="now"]').getBoundingClientRect();
    if (bar.bottom > height + 0.5 || bar.right > width + 0.5) faults.push("the action bar leaves the screen");
    const zone = document.querySelector('[data-testid="board-zone"]').getBoundingClientRect();
    if (zone.height < height * 0.22 || zone.width < width * 0.4)
        faults.push(`little is left of the board: ${zone.width} × ${zone.height}`);
    const swipe = document.querySelector("[data-swipe]");
    if (swipe && swipe.scrollWidth > swipe.clientWidth + 1 && !whole) faults.push("no card is whole");
    for (const one of document.querySelectorAll('[data-testid="sentence"]'))
        if (one.scrollWidth > one.clientWidth + 1) faults.push("the question runs out of its place");
    return faults;
}"""


def check(player: Player, moment: str) -> None:
    faults = player.page.evaluate(LOST)
    assert faults == [], f"{moment}: {player.seen('now').inner_text()}"


def settled(page: Page) -> None:
    """The latest picture is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def decide(player: Player, dice: random.Random) -> None:
    """Whatever a person could do now, one of it by chance. What is asked twice is looked at first."""
    page, version = player.page, player.version
    if page.get_by_test_id("found").count():  # a discovery lies on the board until it has been read
        page.keyboard.press("Escape")
        settled(page)
    free = page.locator(
        "[data-testid='now'] [data-testid^='choice-']:enabled, [data-testid='main']:enabled,"
        " [data-testid='draft'] [data-testid^='choice-']:enabled"
    )
    targets = [int(one.get_attribute("data-region") or -1) for one in page.locator("[data-target]").all()]
    if targets and (dice.random() < 0.8 or not free.count()):
        player.tap(dice.choice(targets))
    else:
        free.nth(dice.randrange(free.count())).click()
    settled(page)
    if page.get_by_test_id("not-yet").count():
        check(player, "asked twice")
        page.get_by_test_id("main").click()
    player.moved_on(version)
    settled(page)


def play(player: Player, dice: random.Random, moments: int) -> None:
    for _ in range(moments):
        player.wait()
        settled(player.page)
        check(player, player.fact("step"))
        if player.over:
            return
        decide(player, dice)


@pytest.mark.parametrize("size", SIZES, ids=["x".join(map(str, size)) for size in SIZES])
@pytest.mark.parametrize(
    ("guide", "lang", "text"),
    [(False, "en", 100), (True, "de", 100), (True, "de", 150)],
    ids=["plain", "coached-german", "coached-german-large"],
)
def test_everything_that_can_be_done_is_in_sight(
    house: House, devices: Devices, size: tuple[int, int], guide: bool, lang: str, text: int
) -> None:
    seed = f"{size}{guide}{text}"
    options: dict[str, Any] = {"seed": seed, "guide": guide}
    if size[0] > size[1] and text == 100 and guide:
        options["board"] = "underground_2p"  # relics and places: more ways, more questions
    created = open_table(house, seats=seats("me", "bot", level="novice"), options=options, lang=lang)
    page = devices.open(house, "#/about", size=size, lang=lang, text=text)
    page.goto(f"{house.url}/{link(created)}")
    player = expect_table(page)
    play(player, random.Random(seed), 24)


def test_a_whole_game_on_a_small_laptop(house: House, devices: Devices) -> None:
    """To the last coin, with five at the table."""
    created = open_table(
        house, seats=seats("me", "bot", "bot", "bot", "bot", level="novice"), options={"seed": "five"}
    )
    page = devices.open(house, link(created), size=(1280, 720))
    player = expect_table(page)
    play(player, random.Random(5), 1000)
    assert player.over
