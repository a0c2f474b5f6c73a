"""A real server, a real Chromium. Without one of them the tests fail: nothing is skipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.server_process import ServerProcess
from tools.chromium import find

# Machines that run tests are often slow and busy; a page that is really stuck is found out all the same.
PATIENCE = 30_000
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL = 500
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of its own for each process that runs tests."""
    server = ServerProcess(tmp_path_factory.mktemp("house"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    server = ServerProcess(tmp_path)
    server.start()
    yield server
    server.stop()


# Not for the whole session: as long as Playwright runs, other tests of the process cannot have an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: `python -m tools.chromium` installs one or says what to do"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Every context a test opens is closed, whatever happens."""
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


class Devices:
    """Opens pages as separate devices: nothing is shared between them."""

    def __init__(self, browser: Browser, opened: list[BrowserContext]) -> None:
        self.browser, self.opened = browser, opened
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = (
            "WebSocket",
            "net::ERR",
        )  # a lost connection; tests that kill servers see many

    def open(
        self,
        server: ServerProcess,
        path: str = "",
        *,
        phone: bool = False,
        lang: str = "en-GB",
        size: tuple[int, int] | None = None,
        text: int = 100,
    ) -> Page:
        """`size` in pixels; one whose shorter side is a phone's is a phone. `text`: its size in percent."""
        phone = phone or (size is not None and min(size) < SMALL)
        usual = PHONE if phone else DESKTOP
        context = self.browser.new_context(
            viewport=usual if size is None else {"width": size[0], "height": size[1]},  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            locale=lang,
            reduced_motion="reduce",
        )
        self.opened.append(context)
        context.set_default_timeout(PATIENCE)
        if text != 100:
            kept = json.dumps(json.dumps({"textSize": text, "lang": lang[:2]}))
            context.add_init_script(f"localStorage.setItem('smallworld.settings', {kept})")
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self._see(request.url, server.url))
        page.goto(f"{server.url}/{path}")
        return page

    def _hear(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind == "error" and not any(part in text for part in self.expected):
            self.faults.append(text)

    def _see(self, url: str, own: str) -> None:
        if not url.startswith((own, own.replace("http", "ws", 1), "data:", "blob:")):
            self.faults.append(f"asked another host: {url}")


@pytest.fixture
def devices(browser: Browser, contexts: list[BrowserContext]) -> Iterator[Devices]:
    """At the end no page may have complained, nor have asked another host for anything."""
    devices = Devices(browser, contexts)
    yield devices
    assert devices.faults == []
