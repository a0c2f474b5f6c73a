"""From a click to the drawn board, in a real browser at a real server: part of `make bench`."""

from __future__ import annotations

from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from smallworld.lab.bench import merge_into_file
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.house import House
from tools.chromium import find

MOVES = 40

# The time of the last click, and the first frame after the new version is on the page.
CLOCK = """() => {
    window.drawn = [];
    let clicked = 0;
    addEventListener("click", () => (clicked = performance.now()), true);
    const table = document.querySelector('[data-testid="table"]');
    new MutationObserver(() => {
        const from = clicked;
        if (from) requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now() - from)));
        clicked = 0;
    }).observe(table, {attributes: true, attributeFilter: ["data-version"]});
}"""


def click_to_drawn(house: House) -> list[float]:
    """Milliseconds for each of many moves of one person at a table of two."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        created = open_table(house, seats=seats("me", "me"), options={"seed": "bench"})
        page.goto(f"{house.url}/{link(created)}")
        player = expect_table(page)
        page.evaluate(CLOCK)
        while len(times := page.evaluate("window.drawn")) < MOVES:
            if player.seen("ready").count():
                player.seen("ready").click()
                player.wait()
            player.decide()
        browser.close()
    return [float(time) for time in times]


def main() -> None:
    with TemporaryDirectory(prefix="smallworld-") as folder:
        house = House(Path(folder))
        house.start()
        try:
            times = click_to_drawn(house)
        finally:
            house.stop()
    most = quantiles(times, n=10)[-1]
    print(f"from click to drawn board: median {median(times):.0f} ms, 90 % within {most:.0f} ms")
    merge_into_file({"click_to_drawn_ms": {"median": median(times), "p90": most}})


if __name__ == "__main__":
    main()
