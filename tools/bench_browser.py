"""Measures the time from a click to the drawn board, in a real browser with a real server: part of `make
bench`.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from smallworld.lab.bench import merge_into_file
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess
from tools.chromium import find

MOVES = 40
TWO_FRAMES = 1500 / 60  # milliseconds: beyond this a frame was missed
LONG = 50.0  # milliseconds: a longer task is visible during an animation

# The time between frames while a move is shown; from the last click to the first frame after the new version
# is
# on the page.
CLOCK = """() => {
    const SHOWN = 900; // milliseconds: as long as most of what flies
    window.drawn = [];
    window.frames = [];
    window.all = 0;
    let last = performance.now(), until = 0;
    requestAnimationFrame(function frame(now) {
        if (now < until) window.frames.push(now - last);
        window.all += 1;
        last = now;
        requestAnimationFrame(frame);
    });
    let clicked = 0;
    addEventListener("click", () => (clicked = performance.now()), true);
    const table = document.querySelector('[data-testid="table"]');
    new MutationObserver(() => {
        const from = clicked;
        until = performance.now() + SHOWN;
        if (from) requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now() - from)));
        clicked = 0;
    }).observe(table, {attributes: true, attributeFilter: ["data-version"]});
}"""


# Until animations have ended.
REST = "() => new Promise((done) => setTimeout(done, 900))"


def click_to_drawn(
    server: ServerProcess, players: int, motion: str
) -> tuple[list[float], list[float], list[float], float]:
    """Milliseconds for each of many moves at one screen; of tasks, between frames, of work per frame."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion=motion)  # type: ignore[arg-type]
        created = open_table(server, seats=seats(*["me"] * players), options={"seed": "bench"})
        page.goto(f"{server.url}/{link(created)}")
        player = expect_table(page)
        page.evaluate(CLOCK)
        browser.start_tracing(page=page, categories=["toplevel"])
        while len(times := page.evaluate("window.drawn")) < MOVES:
            if not player.asked:
                player.hand_over()
            player.decide()
            page.evaluate(REST)
        tasks = task_times(json.loads(browser.stop_tracing())["traceEvents"])
        frames = page.evaluate("window.frames")
        work = sum(tasks) / page.evaluate("window.all")
        browser.close()
    return [float(time) for time in times], tasks, frames, work


def task_times(trace: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of processor time of the page's tasks, without waiting for a busy machine."""
    mains = {
        (event["pid"], event["tid"])
        for event in trace
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event["tdur"] / 1000
        for event in trace
        if (event["pid"], event["tid"]) in mains and event["name"].endswith("RunTask") and "tdur" in event
    ]


def main() -> None:
    figures = {}
    with TemporaryDirectory(prefix="smallworld-") as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            for players, motion in ((2, "reduce"), (5, "no-preference")):
                times, tasks, frames, work = click_to_drawn(server, players, motion)
                most = quantiles(times, n=10)[-1]
                over = [time for time in tasks if time > LONG]
                smooth = sum(time < TWO_FRAMES for time in frames) / len(frames)
                print(
                    f"{players} players, motion {motion}: from click to drawn board "
                    f"median {median(times):.0f} ms, 90 % within {most:.0f} ms; "
                    f"{len(over)} tasks over {LONG:.0f} ms in {len(times)} moves, "
                    f"longest {max(tasks):.0f} ms; "
                    f"{smooth:.1%} of the frames in time for 60 a second, {work:.1f} ms of work for a frame"
                )
                name = "click_to_drawn_ms" if players == 2 else f"click_to_drawn_{players}p_ms"
                figures[name] = {
                    "median": median(times),
                    "p90": most,
                    "longest_task": max(tasks),
                    "smooth": smooth,
                    "work_per_frame": work,
                }
        finally:
            server.stop()
    merge_into_file(figures)


if __name__ == "__main__":
    main()
