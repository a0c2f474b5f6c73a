"""Kills the browser, or the worker that holds the tables, again and again while a game is played in the page.

Counts the moves that were acknowledged, and fails if one of them is gone.

    python -m tools.kill_page           60 kills, after `make site`
    python -m tools.kill_page --kills 200
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, Playwright, expect, sync_playwright

from tests.browser.driving import Player, expect_table
from tests.browser.site_driving import Site, kill_browser, kill_worker, play_now, serving, start

# The number of entries in the journals, as the browser's storage has them.
STORED = """() => new Promise((resolve, reject) => {
    const request = indexedDB.open("smallworld");
    request.onerror = reject;
    request.onsuccess = () => {
        const count = request.result.transaction("entries").objectStore("entries").count();
        count.onsuccess = () => (request.result.close(), resolve(count.result));
    };
})"""


def play_and_kill(site: Site, playwright: Playwright, folder: Path, kills: int) -> int:
    """The number of acknowledged moves; every other kill is in the middle of a move."""
    context = start(playwright, folder)
    page = context.pages[0]
    player = play_now(page, site)
    acknowledged = 0
    for kill in range(kills):
        for _ in range(1 + kill % 3):
            player.wait()
            if player.over:
                player = play_now(page, site)
                player.wait()
            before = player.version
            player.decide()
            acknowledged += player.version > before
        shown, place = player.version, page.url
        if kill % 2:
            player.wait()
            begin_a_move(player)
        if kill % 4 < 2:
            kill_worker(page)
            expect(player.table).to_have_attribute("data-link", "lost")
            expect(player.table).to_have_attribute("data-link", "open")
        else:
            kill_browser(context)
            context = start(playwright, folder)
            page = context.pages[0]
            page.goto(place)
        player = expect_table(page)
        assert player.version >= shown, f"kill {kill + 1}: {shown} was shown, {player.version} is there"
        assert stored(page) >= shown
    context.close()
    return acknowledged


def begin_a_move(player: Player) -> None:
    """Click, and do not wait for what comes of it."""
    choices = player.page.locator("[data-testid='main'], [data-testid^='choice-']:enabled")
    if not player.over and choices.count():
        choices.first.click(no_wait_after=True)


def stored(page: Page) -> int:
    return int(page.evaluate(STORED))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=60)
    kills = parser.parse_args().kills
    with (
        TemporaryDirectory(prefix="smallworld-") as folder,
        serving() as site,
        sync_playwright() as playwright,
    ):
        moves = play_and_kill(site, playwright, Path(folder), kills)
    print(f"{kills} kills, {moves} acknowledged moves, none lost")


if __name__ == "__main__":
    main()
