"""The whole game in a page: no server, no network, nothing lost. `make site` has built the folder."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

from tests.browser.driving import expect_table
from tools.chromium import find
from tools.site import PATH, SITE, server

KILLS = 4
QUICK = "?pace=0"  # bots do not wait for anybody to follow


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def site() -> Iterator[ThreadingHTTPServer]:
    assert (SITE / "index.html").exists(), "dist/site is not there: `make site` builds it"
    running = server(0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def address(site: ThreadingHTTPServer, path: str = "") -> str:
    return f"http://127.0.0.1:{site.server_port}{PATH}{QUICK}{path}"


def start(playwright: Playwright, folder: Path, faults: list[str]) -> BrowserContext:
    """A browser with a profile of its own, so that it can be killed and started again."""
    path = find()
    assert path, "no Chromium: `python -m tools.chromium` installs one or says what to do"
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=path,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        viewport={"width": 1280, "height": 720},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    return context


def kept(page: Page) -> None:
    """Until every file is in the browser's own cache."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_a_whole_game_without_a_network(
    site: ThreadingHTTPServer, playwright: Playwright, tmp_path: Path
) -> None:
    faults: list[str] = []
    context = start(playwright, tmp_path, faults)
    page = context.pages[0]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(site))
    kept(page)
    site.shutdown()
    site.server_close()
    context.set_offline(True)
    page.goto(address(site, "#/about"))
    expect(page.get_by_test_id("host-here")).to_be_visible()
    page.goto(address(site, "#/"))
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
    own = f"http://127.0.0.1:{site.server_port}/"
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []


def test_a_killed_browser_loses_no_move(
    site: ThreadingHTTPServer, playwright: Playwright, tmp_path: Path
) -> None:
    context = start(playwright, tmp_path, [])
    page = context.pages[0]
    page.goto(address(site))
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    place = page.url
    for kill in range(KILLS):
        for _ in range(1 + kill):
            player.wait()
            player.decide()
        shown = player.version
        kill_browser(context)
        context = start(playwright, tmp_path, [])
        page = context.pages[0]
        page.goto(place)
        player = expect_table(page)
        assert player.version >= shown, "a move that was acknowledged is gone"
    context.close()


def kill_browser(context: BrowserContext) -> None:
    """At once, without a chance to write anything."""
    session = context.new_cdp_session(context.pages[0])
    with pytest.raises(Error, match="closed"):
        session.send("Browser.crash")


def test_two_tabs_share_a_table(site: ThreadingHTTPServer, playwright: Playwright, tmp_path: Path) -> None:
    """Each has its own host; neither overwrites what the other wrote."""
    faults: list[str] = []
    context = start(playwright, tmp_path, faults)
    first = context.pages[0]
    first.goto(address(site))
    first.get_by_test_id("play-now").click()
    here = expect_table(first)
    second = context.new_page()
    second.goto(first.url)
    there = expect_table(second)
    for one, other in ((here, there), (there, here), (here, there)):
        one.wait()
        one.decide()
        other.moved_on(one.version - 1)
    context.close()
    assert faults == []


def test_the_folder_names_its_licences() -> None:
    licences = {path.stem for path in (SITE / "licences").iterdir()}
    assert {"smallworld", "python", "pydantic", "pydantic-core", "game-icons"} <= licences
