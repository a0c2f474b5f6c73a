"""Measures the game in a page, in a real browser, beside a server on the same machine: part of `make bench`.

Ratios to the server tell more than times, which depend on the machine.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Page, Playwright, sync_playwright

from smallworld.lab.bench import merge_into_file
from tests.browser.driving import Player, expect_table
from tests.browser.server_process import ServerProcess
from tests.browser.site_driving import Site, kept, play_now, serving, start
from tools.node import WEB, commands
from tools.site import SITE

MOVES = 20
GAMES = 10
MB = 1e6


def transferred() -> float:
    """MB of what is fetched to play, compressed as common web spaces do."""
    (game,) = SITE.glob("game-*")
    own = ("*.mjs", "*.wasm", "*.zip", "pyodide-lock.json", "files.json", "texts-en.json", "meta-en.json")
    files = [SITE / "index.html", *(SITE / "assets").glob("*.js"), *(SITE / "assets").glob("*.css")]
    files += [path for pattern in own for path in game.glob(pattern)]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) / MB


def seconds_to_play(page: Page, address: str) -> tuple[float, float, Player]:
    """To the drawn first page; from "Play now" to the first question."""
    began = perf_counter()
    page.goto(address)
    page.get_by_test_id("play-now").wait_for()
    drawn = perf_counter() - began
    began = perf_counter()
    page.get_by_test_id("play-now").click()
    player = expect_table(page)
    player.wait()
    return drawn, perf_counter() - began, player


def move_times(player: Player) -> float:
    """Seconds from a click to the next picture, in the middle."""
    times: list[float] = []
    while len(times) < MOVES and not player.over:
        began = perf_counter()
        player.decide()
        times.append(perf_counter() - began)
        player.wait()
    return median(times)


def memory(profile: Path) -> float:
    """MB that the pages of the browser with this profile use, with their workers."""
    parents: dict[int, list[int]] = {}
    lines: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            lines[int(folder.name)] = (
                (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            )
            parent = int(
                (folder / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[1]
            )
            parents.setdefault(parent, []).append(int(folder.name))
    found = [pid for pid, line in lines.items() if f"--user-data-dir={profile}" in line]
    for pid in found:
        found += [child for child in parents.get(pid, ()) if child not in found]
    return sum(_resident(pid) for pid in found if "--type=renderer" in lines.get(pid, ""))


def _resident(pid: int) -> float:
    """What is this process's own, without what it shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024 / MB


def in_a_page(playwright: Playwright, site: Site, folder: Path, games: int) -> dict[str, float]:
    context = start(playwright, folder)
    page = context.pages[0]
    drawn, first, player = seconds_to_play(page, site.address())
    move = move_times(player)
    kept(page)
    context.close()
    context = start(playwright, folder)
    page = context.pages[0]
    _, later, player = seconds_to_play(page, site.address())
    used = [memory(folder)]
    for _ in range(games):
        player.play_on()
        used.append(memory(folder))
        player = play_now(page, site)
    context.close()
    return {
        "drawn": drawn,
        "first": first,
        "later": later,
        "move": move,
        "memory_first": used[0],
        "memory_last": used[-1],
    }


def at_a_server(playwright: Playwright, url: str, folder: Path) -> dict[str, float]:
    context = start(playwright, folder)
    page = context.pages[0]
    drawn, first, player = seconds_to_play(page, f"{url}/")
    found = {"drawn": drawn, "first": first, "move": move_times(player)}
    context.close()
    return found


# Milliseconds for a decision of each level, on the same positions.
BOTS = """
from statistics import median
from time import perf_counter
from smallworld.engine import new_state, position_string
from smallworld.engine.notation.strings import parse_action
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import Seeded
from smallworld.packs import load_world
from smallworld.server.bots.bot_jobs import Job, levels, think

for level in levels():
    state, luck, times = new_state(load_world("base_2p")), Seeded("bench"), []
    while len(times) < 12:
        if state.is_chance:
            play(state, luck.outcome(state))
            continue
        spec = levels()[level].bot(levels()[level].personalities[0])
        job = Job(position_string(state), state.seat, level, spec, "bench")
        began = perf_counter()
        actions = think(job).actions
        times.append((perf_counter() - began) / len(actions) * 1000)
        for action in actions:
            play(state, parse_action(state.world, action))
    print(level, median(times), max(times))
"""


def thinking() -> dict[str, dict[str, float]]:
    """For each level: milliseconds for a decision in the page's Python, and how many times ours that is."""
    (game,) = SITE.glob("game-*")
    node = [*commands()["node"], "scripts/run-in-game.js", str(game)]
    found: dict[str, list[tuple[float, float]]] = {}
    for command in (node, [sys.executable, "-"]):
        done = subprocess.run(command, cwd=WEB, input=BOTS, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            level, middle, most = line.split()
            found.setdefault(level, []).append((float(middle), float(most)))
    return {
        level: {"median_ms": page[0], "most_ms": page[1], "ratio": page[0] / ours[0]}
        for level, (page, ours) in found.items()
    }


def main() -> None:
    with TemporaryDirectory(prefix="smallworld-") as name, serving() as site, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "house").mkdir()
        house = ServerProcess(folder / "house")
        house.start()
        try:
            there = at_a_server(playwright, house.url, folder / "there")
        finally:
            house.stop()
        here = in_a_page(playwright, site, folder / "here", GAMES)
    size, bots = transferred(), thinking()
    print(
        f"The game in a page: {size:.1f} MB compressed; first page drawn in {here['drawn']:.1f} s "
        f"({here['drawn'] / there['drawn']:.1f} times a server's); from “Play now” to the first question "
        f"{here['first']:.1f} s at the first visit, {here['later']:.1f} s later "
        f"(a server: {there['first']:.1f} s); "
        f"a move to its picture {here['move']:.2f} s ({here['move'] / there['move']:.1f} times a server's); "
        f"{here['memory_first']:.0f} MB of memory, {here['memory_last']:.0f} MB after {GAMES} games"
    )
    for level, figures in bots.items():
        print(
            f"{level} in a page: {figures['median_ms']:.0f} ms a decision, at most {figures['most_ms']:.0f}; "
            f"{figures['ratio']:.1f} times the Python of a server"
        )
    merge_into_file({"page": {**here, "transferred_mb": size, "server": there, "bots": bots}})


if __name__ == "__main__":
    main()
