"""What is seen and heard while a game is played, and at its end: with motion, as most people have it."""

from __future__ import annotations

import re
import struct
from itertools import takewhile
from typing import Any

from playwright.sync_api import Page, expect

from smallworld.engine import position_string, state_from
from smallworld.packs import load_world, world_from_description
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

NAMES = [region.name for region in load_world("base_2p").board.regions]
ROLL: dict[str, Any] = {
    "board": "base_2p",
    "step": "conquer",
    "players": {
        "A": {"active": {"race": "orcs", "power": "flying", "hand": 1, "regions": {5: 1, 6: 1}}},
        "B": {"active": {"race": "elves", "power": "hill", "regions": {9: 1}}},
    },
}
LAST: dict[str, Any] = {
    "board": "base_2p",
    "round": 10,
    "turn": "B",
    "step": "conquer",
    "players": {
        "A": {"coins": 9, "active": {"race": "orcs", "power": "flying", "regions": {5: 2, 6: 2}}},
        "B": {"coins": 31, "active": {"race": "elves", "power": "hill", "hand": 2, "regions": {9: 1}}},
    },
}


def moving(devices: Devices, server: ServerProcess, path: str, *, phone: bool = False) -> Page:
    """A page of somebody who likes motion."""
    context = devices.browser.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=phone,
        is_mobile=phone,
        locale="en-GB",
        reduced_motion="no-preference",
        accept_downloads=True,
    )
    devices.opened.append(context)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: devices.faults.append(str(error)))
    page.goto(f"{server.url}/{path}")
    return page


def at(server: ServerProcess, position: dict[str, Any], *who: str) -> str:
    start = position_string(state_from(position, world_from_description))
    return link(open_table(server, seats=seats(*who), options={"start": start}))


def roll(player: Player) -> int:
    """Try a region with the die, by hand; says which."""
    target = player.page.locator("[data-target^='r']").first
    region = int(target.get_attribute("data-region") or -1)
    player.tap(region)
    player.seen("main").first.click()
    return region


# Everything that changes while the die rolls, with whether it lies.
WATCH = """(region) => {
    window.seen = [];
    const land = document.querySelector(`[data-region="${region}"]`);
    const table = document.querySelector('[data-testid="table"]');
    const look = () => {
        const die = document.querySelector('[data-testid="die"]');
        const lies = die ? die.dataset.lies : "";
        window.seen.push([table.dataset.version, land.dataset.owner ?? "", lies].join());
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
    look();
}"""


def test_a_region_changes_hands_only_when_the_die_lies(server: ServerProcess, devices: Devices) -> None:
    player = expect_table(moving(devices, server, at(server, ROLL, "me", "bot")))
    player.wait()
    version = player.version
    target = player.page.locator("[data-target^='r']").first
    region = int(target.get_attribute("data-region") or -1)
    player.page.evaluate(WATCH, region)
    roll(player)
    player.moved_on(version)
    expect(player.seen("die")).to_have_count(0)
    seen = [line.split(",") for line in player.page.evaluate("window.seen")]
    assert [line for line in seen if line[2] == "true"], "the die never lay"
    assert [line for line in seen if line[2] == "false"], "the die was never seen rolling"
    before = list(takewhile(lambda line: line[2] != "true", seen))
    assert {line[0] for line in before} == {str(version)}
    assert {line[1] for line in before} == {seen[0][1]}  # whoever held it holds it


# Somebody who presses the key as soon as the die rolls, and what the die did while it was there.
IMPATIENT = """() => {
    window.dice = [];
    new MutationObserver(() => {
        const lies = document.querySelector('[data-testid="die"]')?.dataset.lies;
        if (lies === undefined || window.dice.at(-1) === lies) return;
        window.dice.push(lies);
        if (lies === "false") dispatchEvent(new KeyboardEvent("keydown", {key: "s", bubbles: true}));
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_a_tap_shows_at_once_what_the_die_decides(server: ServerProcess, devices: Devices) -> None:
    player = expect_table(moving(devices, server, at(server, ROLL, "me", "bot")))
    player.wait()
    version = player.version
    player.page.evaluate(IMPATIENT)
    roll(player)
    player.moved_on(version)
    expect(player.seen("die")).to_have_count(0)
    assert player.page.evaluate("window.dice") == ["false"], "seen rolling, and never waited for"


def test_without_motion_the_die_is_a_still(server: ServerProcess, devices: Devices) -> None:
    player = expect_table(devices.open(server, at(server, ROLL, "me", "bot")))
    player.wait()
    target = player.page.locator("[data-target^='r']").first
    player.page.evaluate(WATCH, int(target.get_attribute("data-region") or -1))
    roll(player)
    expect(player.seen("announce")).to_contain_text("The die shows")
    dice = {line.split(",")[2] for line in player.page.evaluate("window.seen")}
    assert dice - {""} == {"true"}


# Everything the page says between the last turn and the last purse: how purses stand, in which order they are
# opened, and all that is said elsewhere meanwhile.
ORDER = """
    window.opened = [];
    window.rows = [];
    window.hushed = [];
    const find = (name) => document.querySelector(`[data-testid="${name}"]`);
    new MutationObserver(() => {
        const purses = [...document.querySelectorAll('[data-testid^="purse-"]')];
        for (const purse of purses.filter((one) => one.dataset.open === "true")) {
            if (!window.opened.includes(purse.dataset.testid)) window.opened.push(purse.dataset.testid);
        }
        const known = purses.length > 0 && purses.every((one) => one.dataset.open === "true");
        if (find("table")?.dataset.step !== "over" || known) return;
        window.rows.push(purses.map((one) => one.dataset.testid).join(" "));
        const said = [...["now", "announce"].map((name) => find(name).innerText), document.title,
            document.querySelector("#end-title")?.innerText ?? "",
            `${document.querySelectorAll("header.strip [data-coins]").length} purses are open`];
        window.hushed.push(said.join(" | "));
    }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
"""


def finished(devices: Devices, server: ServerProcess, *, phone: bool = False) -> Player:
    """A game of which the last turn is played now: Ann has 9 coins, Bob 31."""
    player = expect_table(moving(devices, server, at(server, LAST, "me", "me"), phone=phone))
    player.page.evaluate(ORDER)
    player.page.add_init_script(ORDER)
    while name := player.offered("ready", "pass-on", "main"):
        version = player.version
        player.seen(name).first.click()
        if name == "ready":
            player.wait()
        elif name == "main":
            if player.asked_twice(version):
                player.seen("anyway").click()
            player.moved_on(version)
    return player


def test_purses_are_opened_from_the_last_place_up_and_can_be_seen_again(
    server: ServerProcess, devices: Devices
) -> None:
    player = finished(devices, server)
    end = player.seen("end")
    told = player.page.evaluate("window.hushed")
    player.page.reload()  # whoever comes back meanwhile has missed nothing
    expect(end).to_have_attribute("data-opened", "all")
    assert player.page.evaluate("window.opened") == ["purse-0", "purse-1"]
    assert set(player.page.evaluate("window.rows")) <= {
        "",
        "purse-0 purse-1",
    }  # as they sit, not as they fared
    told += player.page.evaluate("window.hushed")
    assert [line for line in told if "most coins?" in line]
    assert [line for line in told if re.search(r"Bob wins|[1-9] purses", line)] == []
    final = player.seen("final")  # the winner's race marches in, over everything
    expect(final).to_contain_text("Bob wins")
    expect(final).to_contain_text("Elves brought Bob 1 coin")
    player.page.keyboard.press("Escape")
    expect(final).to_have_count(0)
    expect(player.seen("end-words")).to_contain_text("Place 2: Ann, 9 coins. Place 1: Bob, 32 coins")
    expect(end.locator("[data-testid^='purse-']").first).to_have_attribute("data-testid", "purse-1")
    expect(player.seen("sentence")).to_contain_text("Bob wins")
    player.page.reload()  # what has been seen is no secret
    expect(player.seen("sentence")).to_contain_text("Bob wins")
    expect(player.seen("curves")).to_be_visible()
    expect(player.seen("best")).to_contain_text("Bob")
    expect(player.seen("purse-1")).to_contain_text("32")
    player.seen("end-close").click()
    expect(end).to_have_count(0)
    player.seen("show-result").click()
    expect(end).to_have_attribute("data-opened", "all")


def test_who_has_lost_sees_a_scene_of_their_own_and_what_would_have_helped(
    server: ServerProcess, devices: Devices
) -> None:
    player = expect_table(moving(devices, server, at(server, {**LAST, "turn": "A"}, "me", "bot")))
    player.play_on()
    final = player.seen("final")
    expect(final).to_contain_text("You finish in place 2")
    expect(final).to_contain_text("short of first place")
    player.seen("final-on").click()
    player.seen("find-turn").click()
    expect(player.seen("helps")).to_contain_text(re.compile("Better:|No single turn"), timeout=60_000)


def test_a_game_that_is_over_can_be_saved_shared_and_played_again(
    server: ServerProcess, devices: Devices
) -> None:
    player = finished(devices, server)
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.seen("open-all").or_(player.seen("final-on")).first.click()
    player.seen("final-on").click()
    expect(player.seen("end")).to_have_attribute("data-opened", "all")
    player.seen("picture").click()
    expect(player.seen("shared-picture")).to_have_attribute("alt", re.compile("Bob wins!"))
    with player.page.expect_download() as picture:
        player.seen("save-picture").click()
    width, height = struct.unpack(">II", picture.value.path().read_bytes()[16:24])
    assert width == 1200 < 2 * height
    player.page.keyboard.press("Escape")
    with player.page.expect_download() as download:
        player.seen("save-record").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "base_2p" in text
    assert "Ann" in text
    player.seen("share").click()
    expect(player.seen("share")).to_contain_text("copied")
    shared = player.page.evaluate("navigator.clipboard.readText()")
    watcher = devices.open(server, shared.removeprefix(f"{server.url}/"))
    expect(watcher.get_by_test_id("replay-slider")).to_be_visible()
    player.seen("rematch").click()
    expect(player.seen("ready")).to_contain_text("Ann")  # the seat that begins here was Bob's


def test_the_sound_can_be_switched_off_and_stays_off(server: ServerProcess, devices: Devices) -> None:
    page = moving(devices, server, at(server, ROLL, "me", "bot"))
    expect_table(page)
    button = page.get_by_test_id("sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_test_id("sound")).to_have_attribute("aria-pressed", "true")


def test_regions_have_names_on_the_map_in_the_log_and_for_ears(
    server: ServerProcess, devices: Devices
) -> None:
    created = open_table(server, seats=seats("me", "bot"), options={"seed": "names"})
    player = expect_table(devices.open(server, link(created)))
    player.wait()
    player.decide()
    target = player.page.locator("[data-target^='c']").first
    region = int(target.get_attribute("data-region") or -1)
    player.tap(region)
    place = f"{NAMES[region]} ({region})"
    expect(player.seen("announce")).to_contain_text(f"conquer {place}")
    assert place in (player.page.locator(f"[data-region='{region}']").get_attribute("aria-label") or "")
    expect(player.page.locator("svg.board")).to_contain_text(NAMES[0])
    player.page.keyboard.press("l")
    expect(player.page.get_by_text(re.compile(rf"conquer {re.escape(place)}")).first).to_be_visible()


def test_a_move_paints_nothing_of_the_land_again(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot", "bot", "bot", "bot"), options={"seed": "paint"})
    player = expect_table(moving(devices, server, link(created)))
    player.wait()
    player.decide()
    session = player.page.context.new_cdp_session(player.page)
    layers: dict[int, int] = {}  # how often each has been painted, by what it shows
    session.on(
        "LayerTree.layerTreeDidChange",
        lambda event: layers.update(
            {layer.get("backendNodeId", -1): layer["paintCount"] for layer in event.get("layers", [])}
        ),
    )
    session.send("DOM.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelector", {"nodeId": root, "selector": "[data-testid=land]"})["nodeId"]
    land = session.send("DOM.describeNode", {"nodeId": found})["node"]["backendNodeId"]
    session.send("LayerTree.enable")
    player.page.evaluate(
        """() => {
            const land = document.querySelector('[data-testid="land"]');
            window.changes = 0;
            new MutationObserver((all) => (window.changes += all.length)).observe(land, {attributes: true});
            window.land = land;
        }"""
    )

    def painted() -> dict[int, int]:
        """When nothing is painted any more: the news of it may come late."""
        last: dict[int, int] = {}
        while dict(layers) != last or not last:
            last = dict(layers)
            player.page.wait_for_timeout(600)
        return last

    player.decide()
    before = painted()
    size = player.seen("land").bounding_box()
    for _ in range(3):
        player.decide()
    after = painted()
    now = player.seen("land").bounding_box()
    assert size is not None
    assert now is not None
    assert (now["width"], now["height"]) == (size["width"], size["height"]), "the board keeps its size"
    assert land in before, "the land has a layer of its own"
    assert after[land] == before[land]
    assert sum(after.values()) > sum(before.values()), "the moves themselves are painted"
    assert player.page.evaluate("window.changes") == 0
    assert player.page.evaluate("window.land === document.querySelector('[data-testid=\"land\"]')")
