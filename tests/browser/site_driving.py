"""Playing in the folder that `make site` has built, in browsers of our own, which may be killed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from tests.browser.driving import Player, expect_table
from tools.chromium import find
from tools.site import PATH, SITE, Handler

expect.set_options(timeout=60_000)  # a slow machine may take long to start Python
QUICK = "?pace=0"  # bots do not wait for anybody to follow


class Site:
    """The folder on a web space. What it serves may be changed, and it may be broken."""

    def __init__(self, folder: Path = SITE) -> None:
        assert (SITE / "index.html").exists(), "dist/site is not there: `make site` builds it"
        self.folder = folder
        self.broken: dict[str, int] = {}  # the end of a name, and how often it is still sent damaged
        site = self

        class Served(Handler):
            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(site.folder))

            def copyfile(self, source: Any, outputfile: Any) -> None:
                data = source.read()
                for end, times in site.broken.items():
                    if self.path.partition("?")[0].endswith(end) and times:
                        site.broken[end] -= 1
                        data = bytes(len(data))
                with suppress(ConnectionError):  # whoever asked may be gone
                    outputfile.write(data)

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served))
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self._http.server_port}"

    def address(self, path: str = "") -> str:
        return f"{self.origin}{PATH}{QUICK}{path}"

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serving(folder: Path = SITE) -> Iterator[Site]:
    site = Site(folder)
    try:
        yield site
    finally:
        site.stop()


def start(
    playwright: Playwright, folder: Path, faults: list[str] | None = None, *flags: str, **options: Any
) -> BrowserContext:
    """A browser with a profile of its own, so that it can be killed and started again."""
    path = find()
    assert path, "no Chromium: `python -m tools.chromium` installs one or says what to do"
    usual: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 720},
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=path,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", *flags],
        **{**usual, **options},
    )
    context.set_default_timeout(60_000)
    if faults is not None:
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    return context


def kept(page: Page) -> None:
    """Until every file is in the browser's own cache."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def play_now(page: Page, site: Site) -> Player:
    page.goto(site.address())
    page.get_by_test_id("play-now").click()
    return expect_table(page)


def speak(page: Page, lang: str) -> None:
    """From the next page on."""
    page.evaluate("(kept) => localStorage.setItem('smallworld.settings', kept)", json.dumps({"lang": lang}))


def kill_browser(context: BrowserContext) -> None:
    """At once, without a chance to write anything."""
    session = context.new_cdp_session(context.pages[0])
    with pytest.raises(Error, match="closed"):
        session.send("Browser.crash")


def kill_worker(page: Page) -> None:
    """The worker that holds the tables ends without a word."""
    with suppress(Error):  # it may not even answer
        page.workers[0].evaluate("close()")
