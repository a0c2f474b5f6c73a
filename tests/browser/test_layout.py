"""Nothing that can be done is ever out of sight or covered: geometry, on every kind of screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from smallworld.engine import position_string, state_from
from smallworld.packs import load_world, world_from_description
from smallworld.texts import Catalogue
from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (390, 844), (844, 390))
SCREENS = [(size, text) for text in (100, 150) for size in SIZES]
UPRIGHT = ((390, 844), 100)

# Every button that decides something, where it is, and whether a finger in its middle would hit it. Of cards
# that are swiped through, those have to be whole that are in sight.
LOST = """() => {
    const [width, height] = [innerWidth, innerHeight];
    const faults = [];
    let whole = 0;
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const buttons = [...document.querySelectorAll(
        '[data-testid="now"] button, [data-testid="draft"] button, [data-testid="end"] :is(button, a),'
        + 'header.strip :is(button, a)',
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
    for (const one of document.querySelectorAll(".confirm .text"))
        if (one.scrollHeight > one.clientHeight + 1) faults.push("what the die decides is cut off");
    // Names are clipped by the shape of their banner, so that running out of it means to be cut off.
    for (const one of document.querySelectorAll(".badge > span:last-child, .banner > span:last-child")) {
        const [name, banner] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
        if (name.left < banner.left || name.right > banner.right - 4)
            faults.push(`cut off: ${one.innerText}`);
    }
    for (const one of document.querySelectorAll("article .short"))
        if (one.scrollHeight > one.clientHeight + 1) faults.push(`cut off: ${one.innerText}`);
    if (document.querySelector('[data-testid="draft"]') && width < height) {
        const now = document.querySelector('[data-testid="now"]');
        const low = Math.max(...[...now.children].map((one) => one.getBoundingClientRect().bottom));
        if (bar.bottom - low > 24) faults.push(`${Math.round(bar.bottom - low)} px of the bar are empty`);
    }
    return faults;
}"""


def show(page: Page, screen: tuple[tuple[int, int], int]) -> None:
    """The same table on another screen, with another size of text: no game has to be played again for it."""
    (width, height), text = screen
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(text) => (document.documentElement.style.fontSize = `${text}%`)", text)
    settled(page)


def check(player: Player, moment: str, screens: Sequence[tuple[tuple[int, int], int]]) -> None:
    for screen in screens:
        show(player.page, screen)
        faults = player.page.evaluate(LOST)
        assert faults == [], f"{moment} on {screen}: {player.seen('now').inner_text()}"


def settled(page: Page) -> None:
    """The latest picture is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def decide(player: Player, dice: random.Random) -> None:
    """Whatever a person could do now, one of it by chance. What is asked twice is looked at first."""
    page, version = player.page, player.version
    player.read_found()
    settled(page)
    free = page.locator(
        "[data-testid='now'] [data-testid^='choice-']:enabled, [data-testid='main']:enabled,"
        " [data-testid='draft'] [data-testid^='choice-']:enabled"
    )
    targets = page.locator("[data-target]").evaluate_all("(all) => all.map((one) => +one.dataset.region)")
    if targets and (dice.random() < 0.8 or not free.count()):
        player.tap(dice.choice(targets))
    else:
        free.nth(dice.randrange(free.count())).click()
    settled(page)
    if page.get_by_test_id("not-yet").count():
        check(player, "asked twice", SCREENS)
        page.get_by_test_id("anyway").or_(page.get_by_test_id("main")).click()
    player.moved_on(version)


def play(player: Player, dice: random.Random) -> None:
    """To the last coin. A moment is looked at on one screen, in turn; one that has much to show, on all."""
    screens = cycle(SCREENS)
    while True:
        player.wait()
        step = player.fact("step")
        check(player, step, SCREENS if step in ("pick", "question", "over") else [next(screens)])
        if player.over:
            return
        decide(player, dice)


@pytest.mark.parametrize(
    ("board", "bots", "lang"),
    [
        ("base_5p", 4, "en"),
        ("underground_2p", 1, "de"),
    ],  # many at the table; many ways and questions, long words
    ids=["five", "coached-german-underground"],
)
def test_everything_that_can_be_done_is_in_sight(
    server: ServerProcess, devices: Devices, board: str, bots: int, lang: str
) -> None:
    created = open_table(
        server,
        seats=seats("me", *["bot"] * bots, level="novice"),
        options={"seed": board, "guide": lang == "de", "board": board},
        lang=lang,
    )
    player = expect_table(devices.open(server, link(created), lang=lang))
    play(player, random.Random(board))


def test_the_longest_names_are_whole(server: ServerProcess, devices: Devices) -> None:
    """Six combos of the longest names there are, on every screen, the drawer open where there is room."""
    world = load_world("base_2p")
    words = Catalogue("de", world.packs)

    def long(kind: str, ids: Sequence[str]) -> list[str]:
        return sorted(ids, key=lambda id: -len(words.name(kind, id)))[:6]

    pairs = zip(long("power", world.power_ids), long("race", world.decks[0]), strict=True)
    position = {
        "board": "base_2p",
        "column": [" ".join(pair) for pair in pairs],
        "players": {"A": {}, "B": {}},
    }
    start = position_string(state_from(position, world_from_description))
    created = open_table(
        server, seats=seats("me", "bot", level="novice"), options={"start": start}, lang="de"
    )
    player = expect_table(devices.open(server, link(created), lang="de"))
    player.wait()
    expect(player.seen("drawer")).to_be_visible()
    expect(player.seen("draft").locator("article")).to_have_count(6)
    check(player, "long names", SCREENS)
