"""What the table says, and to whom: draft, hand, reasons, recaps, calls, lessons, records."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from smallworld.engine import position_string, state_from
from smallworld.packs.find import world_from_description
from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

# An attacker who only passes through, a neighbour who can be driven out, land that is closed.
AMAZONS: dict[str, Any] = {
    "board": "base_2p",
    "round": 3,
    "players": {
        "A": {"active": {"race": "amazons", "power": "hill", "hand": 9, "regions": {5: 1, 6: 1}}},
        "B": {"active": {"race": "trolls", "power": "mounted", "regions": {1: 1, 2: 2}}},
    },
}
THIRD_PERSON = re.compile(r"\bYou \w+s\b(?<!\bYou across)")  # "You picks", "You scores", "You wins"


def started(server: ServerProcess, position: dict[str, Any], *who: str, **options: Any) -> dict[str, str]:
    start = position_string(state_from(position, world_from_description))
    return open_table(server, seats=seats(*who, level="novice"), options={"start": start, **options})


def at(server: ServerProcess, devices: Devices, created: dict[str, str], **how: Any) -> Player:
    player = expect_table(devices.open(server, link(created), **how))
    player.wait()
    return player


def test_the_log_speaks_to_whoever_reads_it(server: ServerProcess, devices: Devices) -> None:
    """Also to somebody who never gave a name."""
    page = devices.open(server)
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.wait()
    player.play_on(until="others")
    player.wait()
    player.seen("tab-log").click()
    log = player.seen("log").inner_text()
    assert "You pick " in log
    assert "You score " in log
    assert not THIRD_PERSON.search(log), log


def test_the_log_speaks_of_the_others(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot", level="novice"), options={"seed": "others"})
    player = at(server, devices, created)
    watcher = expect_table(devices.open(server, link(created, "watch")))
    player.play_on(until="others")
    watcher.moved_on(0)
    watcher.seen("tab-log").click()
    log = watcher.seen("log")
    expect(log).to_contain_text("Ann picks ")
    assert "You " not in log.inner_text()


def test_attackers_do_not_look_as_if_they_could_stay(server: ServerProcess, devices: Devices) -> None:
    player = at(server, devices, started(server, AMAZONS, "me", "bot"))
    kinds = player.seen("hand").locator(".kind")
    expect(kinds).to_have_count(2)
    expect(kinds.nth(0)).not_to_contain_text("only attack")
    expect(kinds.nth(1)).to_contain_text("only attack")
    counts = [int(kinds.nth(place).locator("b").inner_text()) for place in (0, 1)]
    assert counts == [5, 4]
    assert sum(counts) == int(player.seen("hand").get_attribute("data-hand") or 0)


def test_a_reason_stands_beside_the_region_and_names_what_would_help(
    server: ServerProcess, devices: Devices
) -> None:
    player = at(server, devices, started(server, AMAZONS, "me", "bot"))
    for region, power in ((0, "Seafaring"), (15, "Flying")):
        player.tap(region)
        about = player.seen("about")
        expect(about).to_contain_text(power)
        card, land = about.bounding_box(), player.seen(f"region-{region}").bounding_box()
        zone = player.seen("board-zone").bounding_box()
        assert card
        assert land
        assert zone
        assert card["width"] * card["height"] < 0.15 * zone["width"] * zone["height"]
        gap_x = max(card["x"] - land["x"] - land["width"], land["x"] - card["x"] - card["width"], 0)
        gap_y = max(card["y"] - land["y"] - land["height"], land["y"] - card["y"] - card["height"], 0)
        assert max(gap_x, gap_y) < 40, f"the card of region {region} lies {gap_x}, {gap_y} away"
        player.page.keyboard.press("Escape")
        expect(about).to_have_count(0)


# A finger goes down on a region and comes up on another part of the board, which has moved meanwhile.
GLIDING_TAP = """(region) => {
    const shape = document.querySelector(`[data-region="${region}"]`);
    const finger = {bubbles: true, pointerId: 7, pointerType: "touch", isPrimary: true};
    shape.dispatchEvent(new PointerEvent("pointerdown", finger));
    const board = shape.closest("svg");
    board.dispatchEvent(new PointerEvent("pointerup", finger));
    board.dispatchEvent(new PointerEvent("click", {...finger, detail: 1}));
}"""


def test_a_tap_means_what_was_touched_though_the_board_glides_on(
    server: ServerProcess, devices: Devices
) -> None:
    ann = expect_table(devices.open(server, link(open_table(server, seats=seats("me", "bot"))), phone=True))
    ann.wait()
    ann.seen("choice-p1").click()
    target = ann.page.locator("[data-target^='c']").first
    expect(target).to_be_visible()
    version, region = ann.version, target.get_attribute("data-region")
    ann.page.evaluate(GLIDING_TAP, region)
    ann.moved_on(version)
    expect(ann.page.locator(f"[data-region='{region}']")).to_have_attribute("data-owner", "0")


def test_the_draft_folds_away_and_leaves_nothing_lit(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot", level="novice"), options={"seed": "draft"})
    player = at(server, devices, created)
    draft = player.seen("draft")
    expect(draft.locator("article")).to_have_count(6)
    expect(draft.locator(".banner svg.face")).to_have_count(6)
    expect(draft.locator(".banner svg.face path")).not_to_have_count(0)  # the drawings have come
    expect(draft.locator("svg.mini, .anywhere svg.face")).to_have_count(6)  # land they love, or themselves
    strength = draft.get_by_role("checkbox")
    expect(draft.locator(".worth")).to_have_count(6)
    strength.uncheck()
    expect(draft.locator(".worth")).to_have_count(0)
    player.seen("draft-fold").click()
    expect(draft).to_have_count(0)
    player.seen("draft-open").click()
    # A card of the column that is open stays with its combo, whatever slot that slides to.
    player.seen("tab-combos").click()
    third = player.seen("column-2").locator("button.top")
    third.click()
    name = player.seen("column-2").locator(".name").inner_text()
    player.seen("column-1").hover()
    version = player.version
    player.seen("choice-p1").click()
    player.moved_on(version)
    expect(player.page.locator("path.lit")).to_have_count(0)
    opened = player.page.locator("[data-testid^='column-']:has(button[aria-expanded='true'])")
    expect(opened).to_have_count(1)
    expect(opened.locator(".name")).to_have_text(name)


def test_a_newcomer_meets_a_novice_and_keeps_the_coach(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server)
    for _ in range(2):  # the second visit is as the first
        page.get_by_test_id("play-now").click()
        player = expect_table(page)
        player.wait()
        expect(player.seen("player-1")).to_contain_text("Novice")
        expect(player.seen("coach")).to_be_visible()
        page.goto(f"{server.url}/#/")
    page.get_by_test_id("with-coach").uncheck()
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.wait()
    expect(player.seen("coach")).to_have_count(0)
    expect(player.seen("tab-log")).to_have_attribute("aria-selected", "true")
    # Nobody has to leave the table to change their mind: the tab stays, with the switch in it.
    player.seen("tab-coach").click()
    expect(player.seen("coach-switch")).not_to_be_checked()
    expect(player.seen("coach-thinking").or_(player.seen("coach-text"))).to_have_count(0)
    player.seen("coach-switch").check()
    expect(player.seen("coach-text")).not_to_be_empty()


def test_the_aim_of_a_lesson_stays_in_sight(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/library/race/amazons")
    expect(page.locator(".numbers")).to_contain_text("10 tokens to start with")
    aim = page.locator(".lesson p").inner_text()
    page.get_by_test_id("lesson-race-amazons").click()
    player = expect_table(page)
    player.wait()
    player.seen("aim").click()
    expect(page.get_by_text(aim).first).to_be_visible()


def test_the_page_calls_whoever_looks_elsewhere(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "open"))
    ann = expect_table(devices.open(server, link(created)))
    join = devices.open(server, f"#/j/{created['table']}/{created['join']}")
    join.get_by_test_id("join-name").fill("Bob")
    join.get_by_test_id("join").click()
    bob = expect_table(join)
    ann.wait()
    icon = "link[rel='icon']"
    expect(ann.page).to_have_title(re.compile("Your turn"))
    expect(ann.page.locator(icon)).to_have_attribute("href", re.compile("turn"))
    expect(bob.page).to_have_title(re.compile("^Ann"))
    ann.play_on(until="others")
    bob.wait()
    expect(bob.page).to_have_title(re.compile("Your turn"))
    expect(ann.page).to_have_title(re.compile("^Bob"))
    expect(ann.page.locator(icon)).not_to_have_attribute("href", re.compile("turn"))


def test_a_recap_tells_what_happened_to_me(server: ServerProcess, devices: Devices) -> None:
    """Bob drives Ann out of a region; when it is her turn again, one line says so, and opens."""
    position = {
        **AMAZONS,
        "players": {"A": AMAZONS["players"]["B"], "B": AMAZONS["players"]["A"]},
        "turn": "B",
    }
    created = started(server, position, "me", "open")
    ann = expect_table(devices.open(server, link(created)))
    join = devices.open(server, f"#/j/{created['table']}/{created['join']}")
    join.get_by_test_id("join-name").fill("Bob")
    join.get_by_test_id("join").click()
    bob = expect_table(join)
    bob.wait()
    version = bob.version
    bob.tap(1)  # a single troll
    bob.moved_on(version)
    bob.play_on(until="others")
    ann.wait()
    recap = ann.seen("recap")
    expect(recap).to_contain_text("Trolls")
    recap.click()
    expect(ann.page.locator("[popover]:popover-open")).to_contain_text("(1)")


def test_a_game_can_be_kept_as_a_file(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot", level="novice"), options={"seed": "keep"})
    at(server, devices, created).decide()
    page = devices.open(server, f"#/replay/{created['table']}/{created['key']}")
    with page.expect_download() as saving:
        page.get_by_test_id("save-record").click()
    path = saving.value.path()
    page.goto(f"{server.url}/#/replay")
    page.get_by_test_id("replay-file").set_input_files(path)
    expect(page.get_by_test_id("replay-slider")).to_be_visible()


@pytest.mark.parametrize("shape", [(1280, 720), (390, 844)])
def test_the_drawer_can_be_shut(server: ServerProcess, devices: Devices, shape: tuple[int, int]) -> None:
    created = open_table(server, seats=seats("me", "bot", level="novice"), options={"seed": "drawer"})
    player = at(server, devices, created, size=shape)
    drawer, toggle = player.seen("drawer"), player.seen("drawer-toggle")
    if not drawer.count():
        toggle.click()
    expect(drawer).to_be_visible()
    assert drawer.locator("[data-testid^='choice-'], [data-testid='main']").count() == 0
    player.seen("drawer-close").click()
    expect(drawer).to_have_count(0)
    toggle.click()
    player.seen("tab-rules").click()
    expect(drawer).to_contain_text("How a turn works")


def test_a_turn_is_not_thrown_away_by_the_main_button(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me", "bot"))
    player = expect_table(devices.open(server, link(created)))
    player.wait()
    player.decide()  # a combo
    player.wait()
    stay = player.seen("main")
    expect(stay).not_to_have_class(re.compile("primary"))
    stay.click()
    expect(player.seen("waste")).to_contain_text("You would score 0 coins")
    expect(player.seen("not-yet")).to_have_class(re.compile("primary"))
    version = player.version
    player.seen("not-yet").click()
    expect(player.seen("waste")).to_have_count(0)
    assert player.version == version
