"""What goes wrong in browsers: a clear sentence in every language, a way on, and nothing shown is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from smallworld.languages import Lang
from smallworld.server.api.requests import client_texts
from smallworld.texts import Catalogue
from tests.browser.driving import expect_table
from tests.browser.site_driving import Site, kept, kill_worker, play_now, serving, speak, start
from tools.chromium import find

EDIT = """async ([store, key, change]) => {
    const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open("smallworld");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    await new Promise((resolve, reject) => {
        const rows = database.transaction(store, "readwrite").objectStore(store);
        const request = rows.get(key);
        request.onsuccess = () => (rows.put({...request.result, ...change}).onsuccess = resolve);
        request.onerror = reject;
    });
    database.close();
}"""
NEWER = """() => new Promise((resolve, reject) => {
    const request = indexedDB.open("smallworld", 99);
    request.onupgradeneeded = () => request.result.createObjectStore("more");
    request.onsuccess = () => (request.result.close(), resolve());
    request.onerror = request.onblocked = reject;
})"""
FORGET = """async (end) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) if (url.endsWith(end)) await cache.delete(url);
    }
}"""


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


def expect_failure(page: Page, cause: str, lang: Lang = "en") -> None:
    expect(page.get_by_test_id("host-failed")).to_contain_text(client_texts(lang)[f"host.failed.{cause}"])


def test_no_webassembly(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    context = start(playwright, tmp_path, None, "--js-flags=--jitless")
    page = context.pages[0]
    page.goto(site.address())
    for lang in get_args(Lang):
        speak(page, lang)
        page.goto(site.address(f"&{lang}"))
        page.get_by_test_id("play-now").click()
        expect_failure(page, "no_wasm", lang)
    context.close()


def test_a_browser_that_stores_nothing(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """It says so; one can play all the same."""
    folder = tmp_path / "Default"
    folder.mkdir()
    refused = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (folder / "Preferences").write_text(json.dumps(refused), encoding="utf-8")
    context = start(playwright, tmp_path)
    page = context.pages[0]
    player = play_now(page, site)
    expect(page.get_by_test_id("host-forgetful")).to_contain_text(client_texts("en")["host.forgetful"])
    page.get_by_test_id("host-forgetful").get_by_role("button").click()
    for _ in range(3):
        player.wait()
        player.decide()
    context.close()


def test_a_private_window(site: Site, playwright: Playwright) -> None:
    """It keeps its tables as long as it is open."""
    browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox", "--disable-gpu"])
    page = browser.new_page(locale="en-GB", reduced_motion="reduce")
    player = play_now(page, site)
    player.wait()
    player.decide()
    shown = player.version
    page.reload()
    assert expect_table(page).version >= shown
    browser.close()


def test_a_full_disk(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """It is said that nothing was stored. As soon as there is room, it goes on."""
    context = start(playwright, tmp_path)
    page = context.pages[0]
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.origin, "quotaSize": 1})
    page.goto(site.address())
    for lang in get_args(Lang):
        speak(page, lang)
        page.goto(site.address(f"&{lang}"))
        page.get_by_test_id("play-now").click()
        sentence = Catalogue(lang).say("server.table.refused.no_room.sentence")
        expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.origin})
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.wait()
    player.decide()
    context.close()


def test_a_cache_half_cleared(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    context = start(playwright, tmp_path)
    page = context.pages[0]
    page.goto(site.address())
    kept(page)
    session = context.new_cdp_session(page)
    page.evaluate(FORGET, "game.zip")
    session.send("Network.clearBrowserCache")
    context.set_offline(True)
    for lang in get_args(Lang):
        speak(page, lang)
        page.goto(site.address(f"&{lang}"))
        page.get_by_test_id("play-now").click()
        expect_failure(page, "download", lang)
    context.set_offline(False)
    page.get_by_test_id("host-failed").get_by_role("button").click()  # fetches and keeps what was missing
    expect(page.get_by_test_id("host-failed")).to_have_count(0)
    page.get_by_test_id("play-now").click()
    expect_table(page)
    session.send("Network.clearBrowserCache")
    context.set_offline(True)
    page.reload()
    player = expect_table(page)
    player.wait()
    player.decide()
    context.close()


@pytest.mark.parametrize("name", ["game.zip", "pyodide.asm.wasm"])
def test_a_broken_download(name: str, site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """Once: nobody notices. Always: it is said, and when the file is whole again the button helps."""
    context = start(playwright, tmp_path, None)
    page = context.pages[0]
    site.broken[name] = 10_000
    page.goto(site.address())
    page.get_by_test_id("play-now").click()
    expect_failure(page, "download")
    site.broken[name] = 0
    page.get_by_test_id("host-failed").get_by_role("button").click()
    expect(page.get_by_test_id("host-failed")).to_have_count(0)
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.wait()
    player.decide()
    context.close()


def test_a_worker_that_dies_in_mid_move(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    context = start(playwright, tmp_path)
    page = context.pages[0]
    player = play_now(page, site)
    for _ in range(2):
        player.wait()
        player.decide()
        shown = player.version
        kill_worker(page)
        expect(player.table).to_have_attribute("data-link", "lost")
        expect(player.table).to_have_attribute("data-link", "open")
        assert player.version >= shown
    player.wait()
    player.decide()
    context.close()


def test_a_journal_edited_by_hand(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    """It is said; the game goes on from the last move that can be read; other tables are as they were."""
    context = start(playwright, tmp_path)
    page = context.pages[0]
    player = play_now(page, site)
    for _ in range(3):
        player.wait()
        player.decide()
    place, table = page.url, page.url.split("#/t/")[1].split("/")[0]
    page.goto(site.address("&away"))
    page.evaluate(EDIT, ["entries", [table, 3], {"body": {"seat": 0, "actions": ["c99"]}}])
    for lang in get_args(Lang):
        speak(page, lang)
        page.goto(site.address(f"&{lang}") + "#" + place.split("#")[1])
        expect(player.table).to_contain_text(Catalogue(lang).say("server.table.trouble.damaged"))
        expect(page.get_by_test_id("keep-journal")).to_contain_text(client_texts(lang)["table.journal"])
        expect(page.get_by_test_id("salvage")).to_contain_text(client_texts(lang)["table.salvage"])
    page.get_by_test_id("salvage").click()
    player = expect_table(page)
    player.wait()
    assert player.version >= 2
    assert table not in page.url
    player.decide()
    context.close()


def test_tables_of_a_newer_version(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    context = start(playwright, tmp_path)
    page = context.pages[0]
    page.goto(site.address())
    page.evaluate(NEWER)
    for lang in get_args(Lang):
        speak(page, lang)
        page.goto(site.address(f"&{lang}"))
        page.get_by_test_id("play-now").click()
        expect_failure(page, "newer", lang)
    context.close()
