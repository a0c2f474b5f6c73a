"""The workshop in a browser: a race by clicking only, played at once, shared, and met by a friend online."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.driving import expect_table
from tests.browser.server_process import ServerProcess
from tests.browser.test_for_everybody import barriers


def invent(page: Page, name: str = "") -> None:
    """A race with two effects. Only the name may be typed."""
    page.get_by_test_id("new-race").click()
    if name:
        page.get_by_test_id("piece-name").fill(name)
    page.get_by_test_id("colour-4").check(force=True)
    page.get_by_test_id("add-effect").click()
    page.get_by_test_id("pick-cheaper").click()
    cheaper = page.get_by_test_id("word-cheaper")
    cheaper.get_by_test_id("field-where-regions").check(force=True)
    cheaper.get_by_test_id("region-cavern").click()
    page.get_by_test_id("add-effect").click()
    page.get_by_test_id("pick-coins").click()
    coins = page.get_by_test_id("word-coins")
    coins.get_by_test_id("field-per-regions").check(force=True)
    coins.get_by_test_id("region-hill").click()
    coins.get_by_test_id("region-farmland").click()
    expect(page.get_by_test_id("preview")).to_have_attribute("data-sound", "true")


def test_a_newcomer_makes_a_race_has_its_report_and_plays_it_by_clicking_only(
    server: ServerProcess, devices: Devices
) -> None:
    page = devices.open(server)
    page.get_by_test_id("workshop").click()
    invent(page)
    preview = page.get_by_test_id("preview")
    expect(page.get_by_test_id("sentence")).to_contain_text("cavern")
    expect(page.get_by_test_id("example")).to_have_count(2)
    expect(preview.locator(".loved").first).to_be_visible()
    assert barriers(page) == []

    # What is wrong is said at its field, and nothing can be played until it is right.
    coins = page.get_by_test_id("word-coins")
    coins.get_by_test_id("region-hill").click()
    coins.get_by_test_id("region-farmland").click()
    expect(coins.get_by_test_id("fault")).to_be_visible()
    expect(page.get_by_test_id("play-piece")).to_be_disabled()
    assert barriers(page) == []
    coins.get_by_test_id("region-hill").click()
    expect(preview).to_have_attribute("data-sound", "true")
    expect(page.get_by_test_id("fault")).to_have_count(0)

    # Bots find out whether it is fair; what they know when they are stopped stays.
    page.get_by_test_id("fair-start").click()
    report = page.get_by_test_id("report")
    expect(report).to_be_visible(timeout=120_000)
    # Unless they have come to an end by themselves in the meantime.
    page.evaluate("() => document.querySelector('[data-testid=fair-stop]')?.click()")
    expect(page.get_by_test_id("fair-start")).to_be_enabled()
    expect(report.get_by_test_id("field").locator("circle.own")).to_have_count(1)
    assert report.locator("[data-testid^='curve-']").count() >= 2
    assert barriers(page) == []

    # It is on top of the column, free, in its colour.
    page.get_by_test_id("play-piece").click()
    player = expect_table(page)
    player.wait()
    top = page.get_by_test_id("combo-0")
    expect(top).to_contain_text("My race")
    expect(top.locator(".banner")).to_have_css("background-color", "rgb(166, 50, 34)")
    player.decide()
    assert player.fact("step") == "ready"

    # Whoever comes back finds it where it was.
    page.goto(f"{server.url}/#/workshop")
    page.reload()
    expect(page.get_by_test_id("brew")).to_have_count(1)
    expect(page.get_by_test_id("word-coins").get_by_test_id("region-hill")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_an_empty_desk_has_pieces_to_learn_from(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/workshop", lang="de-DE")
    examples = page.locator("[data-testid^='example-']")
    expect(examples).to_have_count(6)
    expect(page.get_by_test_id("example-badgers")).to_contain_text("Dachse")
    assert barriers(page) == []
    page.get_by_test_id("example-badgers").click()
    expect(page.get_by_test_id("preview")).to_have_attribute("data-sound", "true")
    expect(page.get_by_test_id("brew")).to_have_count(1)
    expect(examples).to_have_count(0)


def test_a_friend_who_has_never_seen_it(server: ServerProcess, devices: Devices, tmp_path: Path) -> None:
    """By link and as a file; then at an online table, where everything about it comes from the server."""
    ann = devices.open(server, "#/workshop")
    invent(ann, "Badgers")
    with ann.expect_download() as saved:
        ann.get_by_test_id("save").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "badgers.toml"
    ann.get_by_test_id("share").click()
    address = ann.get_by_test_id("share-link").input_value()

    bob = devices.open(server, address.removeprefix(f"{server.url}/"), phone=True)
    expect(bob.get_by_test_id("piece-name")).to_have_value("Badgers")
    expect(bob.get_by_test_id("dock")).to_contain_text("Badgers")
    assert bob.evaluate("location.hash") == "#/workshop"  # it lies on the shelf now
    wider = bob.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wider
    assert barriers(bob) == []
    bob.get_by_test_id("remove").click()
    bob.get_by_test_id("put-back").click()
    expect(bob.get_by_test_id("brew")).to_have_count(1)

    cut = devices.open(server, address.removeprefix(f"{server.url}/")[:-9])
    expect(cut.get_by_role("alert")).to_contain_text("incomplete")
    cut.get_by_test_id("open-file").set_input_files(file)
    expect(cut.get_by_test_id("piece-name")).to_have_value("Badgers")
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "x"\n[[[', encoding="utf-8")
    cut.get_by_test_id("open-file").set_input_files(bad)
    expect(cut.get_by_role("alert")).to_contain_text("line 2")
    expect(cut.get_by_test_id("brew")).to_have_count(1)

    cut.get_by_test_id("printed").select_option("race.amazons")
    expect(cut.get_by_test_id("piece-name")).to_have_value("New Amazons")
    expect(cut.get_by_test_id("preview")).to_have_attribute("data-sound", "true")
    cut.get_by_test_id("word-attack_only").get_by_role("button").first.click()
    expect(cut.get_by_test_id("word-attack_only")).to_have_count(0)
    cut.get_by_test_id("undo").click()
    expect(cut.get_by_test_id("word-attack_only")).to_have_count(1)

    ann.get_by_test_id("play-friends").click()
    table = expect_table(ann)
    invitation = table.seen("join-link").input_value()
    cem = devices.open(server, invitation.removeprefix(f"{server.url}/"), lang="de-DE")
    cem.get_by_test_id("join-name").fill("Cem")
    cem.get_by_test_id("join").click()
    guest = expect_table(cem)
    table.wait()
    table.decide()
    guest.moved_on(table.version - 1)
    cem.keyboard.press("h")
    page_of_it = cem.locator("details", has_text="Badgers").first
    page_of_it.click()
    expect(page_of_it).to_contain_text("Höhle")
