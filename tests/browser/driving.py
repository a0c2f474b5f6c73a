"""Playing at a table in the browser, as somebody would who takes what is offered first."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.server_process import ServerProcess

GAME_SECONDS = 240.0
NUMBER = re.compile(r"^\d+$")

# A point inside the region that the mouse would really hit: looked for on a grid over its box.
FREE_POINT = """(region) => {
    const shape = document.querySelector(`[data-region="${region}"]`);
    const box = shape.getBoundingClientRect();
    for (let part = 2; part <= 16; part *= 2) {
        for (let row = 1; row < part; row++) {
            for (let column = 1; column < part; column++) {
                const x = box.left + (box.width * column) / part, y = box.top + (box.height * row) / part;
                if (document.elementFromPoint(x, y)?.closest("[data-region]") === shape) return [x, y];
            }
        }
    }
    return null;
}"""


def open_table(server: ServerProcess, **table: Any) -> dict[str, str]:
    """A table without the forms: for tests that are about something else."""
    body = json.dumps({"lang": "en", **table}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/tables", body, {"content-type": "application/json", "origin": server.url}
    )
    with urllib.request.urlopen(request, timeout=30) as reply:
        created: dict[str, str] = json.load(reply)
    return created


def seats(*who: str, level: str = "") -> list[dict[str, str]]:
    """`seats("me", "bot")`"""
    names = ("Ann", "Bob", "Cem", "Dee", "Eva")
    return [
        {"who": kind, "level": level} if kind == "bot" else {"who": kind, "name": name}
        for kind, name in zip(who, names, strict=False)
    ]


def link(created: dict[str, str], key: str = "key") -> str:
    return f"#/t/{created['table']}/{created[key]}"


class Player:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.get_by_test_id("table")

    def fact(self, name: str) -> str:
        return self.table.get_attribute(f"data-{name}") or ""

    @property
    def version(self) -> int:
        return int(self.fact("version") or -1)

    @property
    def asked(self) -> bool:
        return self.fact("you") == self.fact("decides") != "-1"

    @property
    def over(self) -> bool:
        return self.fact("step") == "over"

    def seen(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def wait(self) -> None:
        """Until this seat is asked something, or the game is over."""
        self.page.wait_for_function(
            """() => {
                const data = document.querySelector('[data-testid="table"]')?.dataset ?? {};
                return (data.you === data.decides && data.you !== "-1") || data.step === "over";
            }""",
            timeout=60_000,
        )

    def moved_on(self, version: int) -> None:
        """Until a move has arrived."""
        self.page.wait_for_function(
            "(was) => Number(document.querySelector('[data-testid=\"table\"]').dataset.version) > was",
            arg=version,
            timeout=60_000,
        )

    # --- deciding ------------------------------------------------------------------------------------

    def decide(self) -> None:
        """One decision: the first target on the board that needs no die, else the main button."""
        version = self.version
        step = self.fact("step")
        self.read_found()
        if step == "pick":
            self.seen("choice-p1").click()
        elif not self._conquered():
            self._button()
        self.moved_on(version)

    def read_found(self) -> None:
        """What has been discovered lies on the board until it has been read."""
        if self.seen("found").count():
            self.page.keyboard.press("Escape")
            expect(self.seen("found")).to_have_count(0)

    def _conquered(self) -> bool:
        target = self.page.locator("[data-target^='c']:not([data-target*='.']), [data-target^='m']").first
        if self.fact("step") not in ("ready", "conquer", "rolled", "markers") or not target.count():
            return False
        number = target.get_attribute("data-region")
        self.tap(int(number or -1))
        return True

    def tap(self, region: int) -> None:
        """A real click, on a point where nothing but the region is."""
        point = self.page.evaluate(FREE_POINT, region)
        assert point, f"no point of region {region} can be clicked"
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            self.page.touchscreen.tap(*point)  # a finger: no mouse is left hovering over the board
        else:
            self.page.mouse.click(*point)

    def _button(self) -> None:
        """The main button, else any other, else whatever can be chosen on the board."""
        main, target = self.seen("main"), self.page.locator("[data-target]").first
        choices = self.seen("now").locator("[data-testid^='choice-']:enabled")
        expect(main.or_(choices).or_(target).first).to_be_visible()
        if main.count():
            version = self.version
            main.first.click()
            if self.asked_twice(version):
                self.seen("anyway").or_(main).first.click()
        elif target.count():
            version = self.version
            self.tap(int(target.get_attribute("data-region") or -1))
            if self.asked_twice(version):
                main.first.click()
        else:
            choices.first.click()

    def asked_twice(self, version: int) -> bool:
        """After a tap: whether it is a die, which is asked twice; otherwise the move has arrived."""
        self.page.wait_for_function(
            """(was) => document.querySelector('[data-testid="not-yet"]')
                || Number(document.querySelector('[data-testid="table"]').dataset.version) > was""",
            arg=version,
            timeout=60_000,
        )
        return self.version == version

    def offered(self, *names: str) -> str:
        """Which of these can be pressed, as soon as one of them can; nothing if the game is over instead."""
        found = self.page.wait_for_function(
            """(names) => document.querySelector('[data-testid="table"]')?.dataset.step === "over" ? "over"
                : names.find((name) => document.querySelector(`[data-testid="${name}"]:enabled`))""",
            arg=names,
            timeout=60_000,
        ).json_value()
        return "" if found == "over" else str(found)

    def hand_over(self, name: str = "") -> None:
        """At one screen: whoever has scored passes it on, and the next one is there. No name: anybody."""
        passing, ready = self.seen("pass-on"), self.seen("ready")
        expect(passing.or_(ready).first).to_be_visible()
        if passing.count():
            passing.click()
        expect(ready).to_contain_text(name)
        expect(self.table).to_have_attribute("data-you", "-1")
        ready.click()
        self.wait()

    def play_on(self, until: str = "over") -> None:
        """Decide whatever is asked until the game is over, or until another seat is asked."""
        end = time.monotonic() + GAME_SECONDS
        while time.monotonic() < end:
            self.wait()
            if self.over:
                return
            self.decide()
            if until == "others" and not self.asked:
                return
        raise AssertionError(f"the game did not come to an end; round text: {self.seen('now').inner_text()}")


def expect_table(page: Page) -> Player:
    player = Player(page)
    expect(player.table).to_have_attribute("data-version", NUMBER)
    return player
