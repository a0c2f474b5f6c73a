"""Being taught in the browser: the coach, the stages, the next opponent, one's own plan,
a game looked at again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

RECORDS = Path(__file__).parents[1] / "records"


def guided(server: ServerProcess, **options: object) -> str:
    return link(open_table(server, seats=seats("me", "bot"), options={"seed": "coach", **options}))


def advice(page: Page) -> str:
    """What the coach says; where the drawer has no place of its own, it is opened for a look."""
    if not screen_is_wide(page):
        page.get_by_test_id("coach-hint").click()
    expect(page.get_by_test_id("coach-text")).to_be_visible()
    return page.get_by_test_id("coach-text").inner_text()


def screen_is_wide(page: Page) -> bool:
    size = page.viewport_size
    return size is not None and size["width"] > 1000


@pytest.mark.parametrize("phone", [False, True])
def test_the_coach_says_why_and_does_it(server: ServerProcess, devices: Devices, phone: bool) -> None:
    page = devices.open(server, guided(server, guide=True), phone=phone)
    assert advice(page)
    assert page.locator("[data-why=coins]").count() == 1
    assert page.locator("[data-why=other]").count() == 1
    page.get_by_test_id("coach-do").click()
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-step", "pick")
    expect(page.get_by_test_id("coach-all")).to_be_enabled()  # the drawer is still open
    marks = page.locator("[data-plan]:not(.later)")
    planned = [int(marks.nth(number).get_attribute("data-plan") or -1) for number in range(marks.count())]
    assert len(planned) > 1
    page.get_by_test_id("coach-all").click()
    for region in planned[:-1]:  # the last one may need the die
        expect(page.get_by_test_id(f"region-{region}")).to_have_attribute("data-owner", "0")


def test_a_principle_is_told_once(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, guided(server, guide=True))
    advice(page)
    expect(page.locator("[data-testid=coach] details")).to_have_attribute("open", "")
    page.reload()
    advice(page)
    expect(page.locator("[data-testid=coach] details")).not_to_have_attribute("open", "")


def test_the_coach_stays_as_it_was_left(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server)
    page.get_by_test_id("play-now").click()
    assert advice(page)
    expect(page.locator("[title*=Novice]").first).to_be_visible()  # the easiest opponent for a newcomer
    page.get_by_test_id("coach-switch").uncheck()
    expect(page.get_by_test_id("coach-text")).to_have_count(0)
    page.goto(f"{server.url}/#/")
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("tab-coach").click()
    expect(page.get_by_test_id("coach-switch")).not_to_be_checked()
    page.get_by_test_id("coach-switch").check()
    assert advice(page)
    page.goto(f"{server.url}/#/")
    page.get_by_test_id("play-now").click()
    assert advice(page)


def test_a_stage_is_done_by_doing_and_leads_on(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/learn")
    page.get_by_test_id("learn-start").click()
    player = Player(page)
    for region in (15, 21, 10):
        expect(page.get_by_test_id("aims")).to_contain_text("Conquer three regions.")
        player.tap(region)
        expect(page.get_by_test_id(f"region-{region}")).to_have_attribute("data-owner", "0")
    page.get_by_test_id("next-stage").click()
    expect(page.get_by_test_id("aims")).to_contain_text("region 9")
    page.goto(f"{server.url}/#/learn")
    expect(page.get_by_test_id("learn-start")).to_have_attribute("aria-label", "Start: What it costs")


def test_a_course_of_a_module_is_done_by_doing(server: ServerProcess, devices: Devices) -> None:
    """What the natives go for: seen on the map, and turned away by where the tokens stand."""
    page = devices.open(server, "#/learn", phone=True)
    page.get_by_test_id("learn-march").click()
    player = expect_table(page)
    player.wait()
    foreseen = page.locator("[data-testid^='foreseen-']")
    expect(foreseen).to_have_count(3)
    expect(page.get_by_test_id("aims")).to_contain_text("lose no region")
    page.get_by_test_id("main").click()  # the rest evenly
    expect(page.get_by_test_id("region-19")).to_have_attribute("data-owner", "1")
    expect(page.get_by_test_id("next-stage")).to_contain_text("You break the tie")
    page.get_by_test_id("next-stage").click()
    expect(page.get_by_test_id("aims")).to_contain_text("region 18")
    player.tap(18)
    expect(page.get_by_test_id("next-stage")).to_contain_text("They come back")


def test_a_plan_is_made_in_private_and_followed(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, guided(server))
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-step", "pick")
    page.keyboard.press("1")
    expect(table).not_to_have_attribute("data-step", "pick")
    version = table.get_attribute("data-version")
    page.get_by_test_id("scratchpad-begin").click()
    expect(page.get_by_test_id("scratchpad")).to_be_visible()
    target = page.locator("[data-target^=c]").first
    region = target.get_attribute("data-region")
    target.press("Enter")
    expect(page.get_by_test_id(f"region-{region}")).to_have_attribute("data-owner", "0")
    page.get_by_test_id("scratchpad-keep").click()
    expect(page.get_by_test_id("own-plan")).to_be_visible()
    assert table.get_attribute("data-version") == version
    expect(page.get_by_test_id(f"region-{region}")).not_to_have_attribute("data-owner", "0")
    page.get_by_test_id("plan-do").click()
    expect(page.get_by_test_id(f"region-{region}")).to_have_attribute("data-owner", "0")
    expect(page.get_by_test_id("own-plan")).to_have_count(0)


def test_a_plan_is_made_while_somebody_else_moves(server: ServerProcess, devices: Devices) -> None:
    """On a phone, at a table without a coach: where waiting takes longest."""
    created = open_table(server, seats=seats("me", "open"))
    ann = expect_table(devices.open(server, link(created), phone=True))
    join = devices.open(server, f"#/j/{created['table']}/{created['join']}")
    join.get_by_test_id("join-name").fill("Bob")
    join.get_by_test_id("join").click()
    bob = expect_table(join)
    ann.wait()
    expect(ann.seen("scratchpad-begin")).to_have_count(0)  # whoever is asked has undo
    ann.play_on(until="others")
    bob.wait()
    ann.seen("scratchpad-begin").tap()
    expect(ann.seen("scratchpad")).to_be_visible()
    ann.page.locator("[data-target^=c]").first.press("Enter")
    expect(ann.seen("scratchpad-keep")).to_be_enabled()
    bob.decide()
    expect(ann.seen("scratchpad")).to_contain_text("The others have moved")
    ann.seen("scratchpad-keep").tap()
    expect(ann.seen("own-plan")).to_contain_text("1 step")
    bob.play_on(until="others")
    ann.wait()
    if ann.fact("step") == "victims":  # asked in Bob's turn: the plan is for Ann's own
        expect(ann.seen("own-plan")).to_contain_text("1 step")
        ann.decide()
        ann.wait()
    expect(ann.seen("own-plan")).to_contain_text(re.compile("1 step|no longer fits"))


def test_learning_from_a_game(server: ServerProcess, devices: Devices, tmp_path: Path) -> None:
    """A few turns of a record: what was better stands on the map, and can be tried from there."""
    lines = (RECORDS / "2p_1.txt").read_text(encoding="utf-8").splitlines()
    end = next(number for number, line in enumerate(lines) if line.startswith("5A"))
    short = tmp_path / "short.txt"
    kept = [line for line in lines[:end] if not line.startswith(("result", "check"))]
    short.write_text("\n".join(kept) + "\n", encoding="utf-8")
    page = devices.open(server, "#/replay")
    page.get_by_test_id("replay-file").set_input_files(str(short))
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("analysing")).to_be_visible()
    expect(page.get_by_test_id("judged").first).to_be_visible(timeout=120_000)
    page.get_by_test_id("show-better").first.click()
    expect(page.locator("[data-plan]").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_test_id("save-record").click()
    assert saved.value.path().read_text(encoding="utf-8").startswith("smallworld record")
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")
    assert Player(page).asked


def test_a_position_is_shared_as_a_link(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/replay")
    page.get_by_test_id("replay-file").set_input_files(str(RECORDS / "2p_1.txt"))
    page.get_by_test_id("replay-slider").fill("60")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator(".news")).to_contain_text("Ann")
    page.get_by_test_id("share-position").click()
    expect(page.get_by_test_id("share-position")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    other = devices.open(server, shared.removeprefix(f"{server.url}/"))
    expect(other.get_by_test_id("try-again")).to_be_enabled()
