"""Plays a whole game by clicking, from the first page to the end, and takes a picture of every moment.

    python -m tools.screenshots newcomer FOLDER     Play now at 1280x720, following the coach
    python -m tools.screenshots screen FOLDER       three people at one phone, Underground

FOLDER gets a picture for each moment and sheets of many, for review. Animations are included.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.driving import Player, expect_table
from tests.browser.server_process import ServerProcess
from tools.chromium import find

SCREENS = {"newcomer": (1280, 720), "screen": (390, 844)}
MOMENTS = (0, 160, 420, 900)  # milliseconds after a move, to catch animations
SHEET_COLUMNS, SHEET_ROWS, SHEET_WIDTH = {True: 3, False: 8}, 4, 2000
PHONE = 500  # pixels
LONGEST = 500.0  # seconds


@dataclass
class Pictures:
    page: Page
    folder: Path
    frames: list[tuple[Path, str]] = field(default_factory=list)

    def take(self, label: str, moments: Sequence[int] = (0,)) -> None:
        passed = 0
        for moment in moments:
            self.page.wait_for_timeout(moment - passed)
            passed = moment
            path = self.folder / f"{len(self.frames):04}.png"
            self.page.screenshot(path=path)
            self.frames.append((path, f"{len(self.frames)} {label} +{moment}"))

    def sheets(self) -> None:
        """Many pictures on one sheet, with captions."""
        page = self.page.context.browser.new_page(viewport={"width": SHEET_WIDTH, "height": 600})  # type: ignore[union-attr]
        columns = SHEET_COLUMNS[self.page.viewport_size["width"] > PHONE]  # type: ignore[index]
        for number, start in enumerate(range(0, len(self.frames), per := columns * SHEET_ROWS)):
            shots = "".join(
                f"<figure>{escape(label)}<img src='{path.name}'></figure>"
                for path, label in self.frames[start : start + per]
            )
            grid = f"body{{display:grid;grid-template-columns:repeat({columns},1fr);margin:0}}"
            style = f"{grid}figure{{margin:2px}}img{{width:100%}}"
            source = self.folder / "sheet.html"
            source.write_text(f"<style>{style}</style>{shots}", encoding="utf-8")
            page.goto(source.resolve().as_uri())
            page.screenshot(path=self.folder / f"sheet-{number:02}.png", full_page=True)
        page.close()


def newcomer(page: Page, server: ServerProcess, pictures: Pictures) -> None:
    page.goto(server.url)
    page.get_by_test_id("play-now").wait_for()
    pictures.take("home")
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    pictures.take("table", (0, 600, 1500))
    play(player, pictures, coach=True)


def screen(page: Page, server: ServerProcess, pictures: Pictures) -> None:
    page.goto(server.url)
    pictures.take("home", (500,))
    page.goto(f"{server.url}/#/new")
    page.get_by_test_id("world-underground").check(force=True)
    page.get_by_test_id("players-3").check(force=True)
    for seat in range(3):
        page.get_by_test_id(f"seat-{seat}-who").select_option("me")
        page.get_by_test_id(f"seat-{seat}-name").fill(("Ann", "Bob", "Cem")[seat])
    pictures.take("new table")
    page.get_by_test_id("create").click()
    play(expect_table(page), pictures, coach=False)


def play(player: Player, pictures: Pictures, *, coach: bool) -> None:
    """Answers every question: as the coach says, otherwise the first option."""
    end = time.monotonic() + LONGEST
    while not player.over and time.monotonic() < end:
        step = player.fact("step")
        label = f"{player.fact('version')} {step}"
        for name in ("pass-on", "ready"):
            if player.seen(name).count():
                pictures.take(name)
                press(player, name)
                if name == "ready":
                    player.wait()
                break
        else:
            if not player.asked:
                pictures.take(f"{label} others")
                player.page.wait_for_timeout(250)
                continue
            version = player.version
            advised = player.seen("coach-do")
            if coach and step != "over":
                advised.wait_for(timeout=20_000)
                pictures.take(f"{label} advice")
                advised.click()
                if player.seen("not-yet").count():
                    pictures.take(f"{label} asked twice")
                    player.seen("main").first.click()
            else:
                pictures.take(label)
                player.decide()
            pictures.take(f"{label} done", MOMENTS)
            if player.version == version and not player.over:
                player.page.wait_for_timeout(500)
    pictures.take("the end", (0, 1000, 2000, 3000, 4000, 5000, 6500, 8000))


def press(player: Player, name: str) -> None:
    """A tap on touch screens: a mouse would keep hovering over the board."""
    button = player.seen(name)
    if player.page.evaluate("navigator.maxTouchPoints > 0"):
        button.tap()
    else:
        button.click()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(SCREENS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", default="en-GB")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    width, height = SCREENS[chosen.game]
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=find(), args=["--no-sandbox", "--disable-gpu"]
            )
            phone = width < height
            page = browser.new_page(
                viewport={"width": width, "height": height},
                has_touch=phone,
                is_mobile=phone,
                locale=chosen.lang,
            )
            pictures = Pictures(page, chosen.folder)
            try:
                {"newcomer": newcomer, "screen": screen}[chosen.game](page, server, pictures)
            finally:
                pictures.sheets()
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
