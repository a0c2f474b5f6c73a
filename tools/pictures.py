"""Takes the pictures of the README again: the present client, at moments of games played for it.

python -m tools.pictures            all of them, into docs/pictures
python -m tools.pictures phone      one of them
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess
from tools.chromium import find

FOLDER = Path(__file__).resolve().parent.parent / "docs/pictures"
QUALITY = 84
LAPTOP, PHONE = (1440, 900), (390, 844)


@dataclass(frozen=True)
class Shot:
    who: tuple[str, ...]
    options: dict[str, Any]
    until: Callable[[Player], bool]
    size: tuple[int, int] = LAPTOP
    dark: bool = False
    still: bool = True
    pause: int = 700  # milliseconds before the picture is taken


def at(round_: int, *steps: str, hand: int = 0) -> Callable[[Player], bool]:
    """In this round or later, at one of these steps, with so many tokens in hand."""

    def there(player: Player) -> bool:
        now = int(player.page.locator(".round b").inner_text())
        held = player.seen("hand")
        tokens = int(held.get_attribute("data-hand") or 0) if held.count() else 0
        return now >= round_ and player.fact("step") in steps and tokens >= hand

    return there


def scored(player: Player) -> bool:
    return player.page.get_by_test_id("ledger-total").count() > 0


SHOTS = {
    "turn": Shot(
        ("me", "bot"), {"seed": "atlas", "guide": True}, at(2, "ready", "conquer", hand=3), pause=2500
    ),
    "five": Shot(("me", *["bot"] * 4), {"seed": "five"}, at(3, "ready", "conquer", hand=1), dark=True),
    "underground": Shot(
        ("me", "bot", "bot"), {"seed": "deep", "board": "underground_3p"}, at(2, "ready", "conquer", hand=2)
    ),
    "underground-dark": Shot(
        ("me", "bot"),
        {"seed": "night", "board": "underground_2p"},
        at(2, "ready", "conquer", hand=2),
        dark=True,
    ),
    "score": Shot(("me", "bot"), {"seed": "coins"}, scored, still=False, pause=1000),
    "phone": Shot(("me", "bot"), {"seed": "pocket"}, at(2, "redeploy", hand=1), size=PHONE),
}


def play(player: Player, shot: Shot) -> None:
    """Take the first option until the moment has come."""
    for _ in range(400):
        player.wait()
        assert not player.over, "the moment never came"
        if shot.until(player):
            return
        player.decide()
        if shot.until is scored and scored(player):
            return
    raise AssertionError("the moment never came")


def take(browser: Browser, server: ServerProcess, name: str, shot: Shot) -> None:
    phone = shot.size == PHONE
    page: Page = browser.new_page(
        viewport={"width": shot.size[0], "height": shot.size[1]},
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce" if shot.still else "no-preference",
    )
    created = open_table(server, seats=seats(*shot.who, level="casual"), options=shot.options)
    page.goto(f"{server.url}/{link(created)}")
    play(expect_table(page), shot)
    page.mouse.move(0, 0)
    page.wait_for_timeout(shot.pause)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    page.close()


def main() -> None:
    wanted = sys.argv[1:] or list(SHOTS)
    if unknown := [name for name in wanted if name not in SHOTS]:
        sys.exit(f"no picture {', '.join(unknown)}; there are {', '.join(SHOTS)}")
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=find(), args=["--no-sandbox", "--disable-gpu"]
            )
            for name in wanted:
                take(browser, server, name, SHOTS[name])
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
