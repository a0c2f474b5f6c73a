"""The whole game in a page: no server, no network, nothing lost. `make site` has built the folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect, sync_playwright

from smallworld.server.api.requests import client_texts
from tests.browser.driving import expect_table
from tests.browser.server_process import ServerProcess
from tests.browser.site_driving import Site, kept, play_now, serving, start
from tools.kill_page import play_and_kill
from tools.site import POLICY, SITE

KILLS = 4  # `python -m tools.kill_page` makes more


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


def test_a_whole_game_without_a_network(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    faults: list[str] = []
    context = start(playwright, tmp_path, faults)
    page = context.pages[0]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.address())
    kept(page)
    context.set_offline(True)
    page.goto(site.address("#/about"))
    expect(page.get_by_test_id("host-here")).to_be_visible()
    page.goto(site.address("#/"))
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.play_on()
    expect(player.seen("end")).to_be_visible()
    assert len(re.findall(r"\b\d+\b", player.seen("end").inner_text())) >= 2  # both players' coins
    player.seen("replay").click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    expect(page.locator("[data-region]").first).to_be_visible()
    context.close()
    assert faults == []
    assert [url for url in asked if not url.startswith((site.origin + "/", "data:", "blob:"))] == []


def test_killed_browsers_and_workers_lose_no_move(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    assert play_and_kill(site, playwright, tmp_path, KILLS) >= KILLS


def test_two_tabs_share_a_table(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """Each has its own host; neither overwrites what the other wrote."""
    faults: list[str] = []
    context = start(playwright, tmp_path, faults)
    first = context.pages[0]
    here = play_now(first, site)
    second = context.new_page()
    second.goto(first.url)
    there = expect_table(second)
    for one, other in ((here, there), (there, here), (here, there)):
        one.wait()
        one.decide()
        other.moved_on(one.version - 1)
    context.close()
    assert faults == []


def another_version(folder: Path) -> Path:
    """The same folder as another version has it: other names for what belongs to it."""
    shutil.copytree(SITE, folder)
    (game,) = folder.glob("game-*")
    game.rename(folder / "game-another00000")
    for name in ("index.html", "service-worker.js"):
        text = (folder / name).read_text(encoding="utf-8").replace(game.name, "game-another00000")
        version = re.search(r'VERSION = "(\w+)"', text)
        text = text.replace(version[1], "another00000") if version else text
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_running_game_survives_an_update(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """It ends with the version it began with, whatever the web space has; the next visit has the new one."""
    faults: list[str] = []
    context = start(playwright, tmp_path / "profile", faults)
    page = context.pages[0]
    page.goto(site.address())
    kept(page)
    player = play_now(page, site)
    player.wait()
    player.decide()
    mark = "document.querySelector('meta[name=smallworld-host]').content"
    old = page.evaluate(mark)
    site.folder = another_version(tmp_path / "site")
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)")
    page.reload()  # still the old version, with everything that belongs to it
    player = expect_table(page)
    assert page.evaluate(mark) == old
    player.wait()
    player.decide()
    place, shown = page.url, player.version
    page.goto("about:blank")
    page.wait_for_timeout(1000)
    page.goto(place)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    player = expect_table(page)
    assert page.evaluate(mark) == "game-another00000/"
    assert player.version >= shown
    player.wait()
    player.decide()
    context.close()
    assert faults == []


def test_everything_moves_between_page_and_server(
    site: Site, own_server: ServerProcess, playwright: Playwright, tmp_path: Path
) -> None:
    """One file takes tables, pieces, scores and settings along, both ways; opened twice, it adds nothing."""
    context = start(playwright, tmp_path / "profile")
    page = context.pages[0]
    player = play_now(page, site)
    for _ in range(2):
        player.wait()
        player.decide()
    player.wait()
    where = player.version, player.fact("step")
    page.goto(site.address("&w#/workshop"))
    page.get_by_test_id("new-race").first.click()
    page.get_by_test_id("settings").click()
    page.get_by_test_id("theme").select_option("dark")
    file = tmp_path / "everything.json"
    for address in (f"{own_server.url}/", site.address("&back")):
        with page.expect_download() as download:
            page.get_by_test_id("save-everything").click()
        download.value.save_as(file)
        assert page.url.split("/t/")[-1] not in file.read_text(encoding="utf-8")
        page.goto(address)
        page.evaluate("localStorage.clear()")
        page.goto(f"{address}{'&' if '?' in address else '?'}again")
        page.get_by_test_id("settings").click()
        said = page.get_by_test_id("everything-said")
        for tables in (1, 0):
            page.get_by_test_id("open-everything").set_input_files(file)
            expect(said).to_contain_text(f"Taken over: {tables} ")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Continue").click()
        player = expect_table(page)
        player.wait()
        assert (player.version, player.fact("step")) == where
        player.decide()
        player.wait()
        where = player.version, player.fact("step")
        page.goto(f"{address}#/workshop")
        expect(page.get_by_test_id("brew")).to_have_count(1)
        page.get_by_test_id("settings").click()
    page.get_by_test_id("open-everything").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(page.get_by_test_id("everything-error")).to_contain_text(client_texts("en")["everything.foreign"])
    context.close()


def test_a_server_for_friends_can_be_named(
    site: Site, own_server: ServerProcess, playwright: Playwright, tmp_path: Path
) -> None:
    context = start(playwright, tmp_path)
    page = context.pages[0]
    page.goto(site.address("#/new"))
    field = page.get_by_test_id("server-address")
    for wrong in ("http://play.example.org", "javascript:alert(1)", "https://me:secret@play.example.org"):
        field.fill(wrong)
        page.evaluate("document.querySelector('[data-testid=name-server]').noValidate = true")
        page.get_by_test_id("server-go").click()
        expect(page.get_by_text(client_texts("en")["host.server_bad"])).to_be_visible()
    field.fill(own_server.url)
    page.get_by_test_id("server-go").click()
    page.wait_for_url(f"{own_server.url}/#/new")
    page.goto(f"{own_server.url}/?about#/about")
    expect(page.get_by_test_id("host-server")).to_contain_text(own_server.url.split("//")[1])
    page.goto(site.address("#/about"))
    expect(page.get_by_test_id("server-address")).to_have_value(f"{own_server.url}/")
    context.close()


def test_the_policy_allows_webassembly_and_nothing_more() -> None:
    page = (SITE / "index.html").read_text(encoding="utf-8")
    assert f'content="{POLICY}"' in page
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "http" not in POLICY


def test_the_folder_names_its_licences() -> None:
    licences = {path.stem for path in (SITE / "licences").iterdir()}
    assert {"smallworld", "python", "pydantic", "pydantic-core", "game-icons"} <= licences
