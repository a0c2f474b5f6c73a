"""The Crusade in the browser: from the first page to the end, on to a harder game, and the score sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from smallworld.engine import read_record
from smallworld.packs import daily, world_from_key
from smallworld.packs.scores import series_step
from tests.browser.conftest import Devices
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

CRUSADE = ["base", "crusade"]


def kept(page: Page) -> list[dict[str, Any]]:
    text = page.evaluate("localStorage.getItem('smallworld.scores')")
    games: list[dict[str, Any]] = json.loads(text)["games"] if text else []
    return games


def test_a_crusade_to_its_end_and_on_to_the_next(
    server: ServerProcess, devices: Devices, tmp_path: Path
) -> None:
    page = devices.open(server, size=(1280, 720))
    expect(page.get_by_test_id("series-tokens")).to_contain_text("14 tribe tokens")
    page.get_by_test_id("with-coach").uncheck()
    page.get_by_test_id("play-alone").click()
    player = expect_table(page)
    player.wait()
    expect(player.seen("player-1")).to_contain_text("Lost Tribes")
    expect(player.seen("player-1").locator("[data-coins]")).to_have_attribute("data-coins", "0")
    player.play_on()

    end = player.seen("end")
    expect(end).to_be_visible()
    (row,) = kept(page)
    mine, theirs = (int(score) for score in row["scores"])
    _, following = series_step(CRUSADE, 14, [mine, theirs])
    assert following == (15 if mine > theirs else 13)
    expect(end).to_contain_text("Won against" if mine > theirs else "Lost to")
    expect(player.seen("series")).to_contain_text(f"{following} tribe tokens")
    player.seen("to-scores").click()

    # The sheet: the winner's score in a circle, and the same file as the terminal's.
    table = page.get_by_test_id("crusades")
    expect(table.locator("tbody tr")).to_have_count(1)
    won = table.locator("[data-won=true]")
    expect(won).to_have_count(1)
    expect(won).to_contain_text(str(max(mine, theirs)))
    expect(page.get_by_test_id("next")).to_contain_text(f"{following} tribe tokens")
    with page.expect_download() as saving:
        page.get_by_test_id("export-csv").click()
    file = tmp_path / "scores.csv"
    saving.value.save_as(file)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_test_id("empty")).to_be_visible()
    page.get_by_test_id("import").set_input_files(file)
    expect(page.get_by_test_id("said")).to_contain_text("1 game added")
    assert kept(page) == [{**row, "record": ""}]  # the address of a table holds a key, and is not exported

    # And on: the next game of the series has another number of tokens.
    page.get_by_test_id("next").get_by_role("button").click()
    player = expect_table(page)
    player.wait()
    info = page.evaluate(
        """async () => {
            const [, table, key] = location.hash.match(/#\\/t\\/([^/]+)\\/(.+)/);
            return (await fetch(`api/tables/${table}`, { headers: { "X-Table-Key": key } })).json();
        }"""
    )
    assert info["options"]["options"] == {"tribes": str(following)}


def test_a_win_leads_to_a_game_that_is_one_token_harder(server: ServerProcess, devices: Devices) -> None:
    """Against a single token nobody loses; the button at the end starts the harder game."""
    options = {"packs": CRUSADE, "options": {"tribes": "1"}, "seed": "easy"}
    created = open_table(server, seats=seats("me"), options=options)
    player = expect_table(devices.open(server, link(created), phone=True))
    player.play_on()
    expect(player.seen("end")).to_contain_text("Won against")
    first = player.page.url
    player.seen("next-game").click()
    player.page.wait_for_function("(was) => location.href !== was", arg=first)
    after = expect_table(player.page)
    after.wait()
    expect(after.seen("player-1")).to_contain_text("Lost Tribes")
    page = devices.open(server, size=(390, 844))
    page.evaluate("(text) => localStorage.setItem('smallworld.scores', text)", _sheet(kept(player.page)))
    page.reload()
    expect(page.get_by_test_id("series-tokens")).to_contain_text("2 tribe tokens")


def _sheet(games: list[dict[str, Any]]) -> str:
    return json.dumps({"what": "smallworld scores", "format": 1, "games": games})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("torn.json", '{"what": "smallworld scores", "gam', "isn't valid JSON"),
        ("other.json", '{"games": []}', "isn't a score sheet of this game"),
        ("later.json", '{"what": "smallworld scores", "format": 9, "games": []}', "newer version"),
        ("game.json", _sheet([{"date": "2026-11-16"}]), "entry 1 isn't a finished game"),
        ("other.csv", "date,amount\n2026-11-16,4\n", "columns don't match"),
        ("holiday.txt", "Dear diary", "isn't a score sheet of this game"),
    ],
)
def test_a_damaged_or_foreign_file_changes_nothing(
    server: ServerProcess, devices: Devices, tmp_path: Path, name: str, text: str, said: str
) -> None:
    game = {
        "date": "2026-11-16",
        "names": ["Ann"],
        "packs": CRUSADE,
        "board": "base_2p",
        "tokens": 14,
        "races": [["flying orcs"]],
        "scores": [80, 70],
        "winners": [0],
        "record": "",
        "daily": "",
    }
    page = devices.open(server)
    page.evaluate("(text) => localStorage.setItem('smallworld.scores', text)", _sheet([game]))
    page.goto(f"{server.url}/#/scores")
    page.reload()
    expect(page.get_by_test_id("crusades")).to_contain_text("Flying Orcs")
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    page.get_by_test_id("import").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("alert")).to_contain_text("Your sheet hasn't changed.")
    assert kept(page) == [game]


def test_a_sheet_that_cannot_be_read_is_put_aside(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server)
    page.evaluate("localStorage.setItem('smallworld.scores', 'spilt ink')")
    page.goto(f"{server.url}/#/scores")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("smallworld.scores-unreadable-1")
    assert page.evaluate("localStorage.getItem('smallworld.scores-unreadable-1')") == "spilt ink"


# Stops what is told as soon as that is possible: a click from outside might come too late.
HALT = """() => new MutationObserver((_, observer) => {
    const halt = document.querySelector('[data-testid="halt"][aria-pressed="false"]');
    if (!halt) return;
    observer.disconnect();
    halt.click();
}).observe(document.body, {subtree: true, childList: true})"""
HALTED_OR_ASKED = """() => {
    const data = document.querySelector('[data-testid="table"]').dataset;
    if (document.querySelector('[data-testid="halt"][aria-pressed="true"]')) return "halted";
    return (data.you === data.decides && data.you !== "-1") || data.step === "over" ? "asked" : null;
}"""


def test_the_tribes_turn_is_told_step_by_step(server: ServerProcess, devices: Devices) -> None:
    """With motion: the target lights up, the sentence says why, one can stop, step, and show all at once."""
    created = open_table(server, seats=seats("me"), options={"packs": CRUSADE, "seed": "told"})
    page = devices.open(server, link(created), size=(1280, 720))
    page.evaluate(
        "localStorage.setItem('smallworld.settings', JSON.stringify({ lang: 'en', motion: 'full' }))"
    )
    page.reload()
    player = expect_table(page)
    player.wait()
    # In my turn: what they would turn to now, as data of the picture; the tick takes it away.
    while player.fact("step") == "pick":
        player.decide()
        player.wait()
    expect(page.locator("[data-testid^='foreseen-']").first).to_be_attached()
    page.get_by_test_id("settings").click()
    page.get_by_test_id("foresight").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid^='foreseen-']")).to_have_count(0)

    page.evaluate(HALT)
    while page.wait_for_function(HALTED_OR_ASKED, timeout=60_000).json_value() != "halted":
        assert not player.over, "the tribes never had a turn to be told"
        player.decide()
    expect(player.seen("halt")).to_have_attribute("aria-pressed", "true")
    assert "Game over" not in player.seen("now").inner_text()
    told = ""
    # Nothing goes on by itself now, so that each step can be read.
    while not ("it costs the least" in told or "Several regions are tied" in told):
        told += player.seen("sentence").inner_text()
        assert "Lost Tribes" in player.seen("now").inner_text(), told
        left = player.seen("skip").inner_text()
        player.seen("step").click()
        expect(page.locator("[data-testid='skip']").get_by_text(left, exact=True)).to_have_count(0)
    if player.seen("skip").count():
        player.seen("skip").click()
    expect(player.seen("skip")).to_have_count(0)
    player.wait()


def test_a_tie_is_asked_on_the_board_among_the_tied_regions(server: ServerProcess, devices: Devices) -> None:
    created = open_table(server, seats=seats("me"), options={"packs": CRUSADE, "seed": "tie"})
    player = expect_table(devices.open(server, link(created)))
    for _ in range(80):
        player.wait()
        if "Several regions are tied" in player.seen("sentence").inner_text():
            break
        assert not player.over, "no tie came up"
        player.decide()
    targets = player.page.locator("[data-target]")
    assert targets.count() >= 2
    assert {one.get_attribute("data-owner") for one in targets.all()} != {"1"}  # never their own land
    version = player.version
    player.tap(int(targets.first.get_attribute("data-region") or -1))
    player.moved_on(version)


def test_the_crusade_of_the_day_counts_once_and_can_be_verified(
    server: ServerProcess, devices: Devices, tmp_path: Path
) -> None:
    page = devices.open(server, lang="de-DE")
    page.get_by_test_id("play-day").click()
    player = expect_table(page)
    table = page.url
    player.wait()
    page.goto(f"{server.url}/#/")
    expect(page.get_by_test_id("play-day")).to_contain_text("Kreuzzug")
    page.get_by_test_id("play-day").click()
    expect(page).to_have_url(table)  # no second try: the first one goes on
    player = expect_table(page)
    player.play_on()
    expect(player.seen("share-text")).to_contain_text("Kreuzzug des Tages")
    expect(player.seen("again")).to_have_count(0)
    with page.expect_download() as saving:
        player.seen("save-record").click()
    file = tmp_path / "day.txt"
    saving.value.save_as(file)
    record = read_record(file.read_text(encoding="utf-8"), world_from_key)
    day = daily.day_in(record.note)
    assert day is not None
    assert daily.faults_of_daily(record, day) == []
    (row,) = kept(page)
    assert row["daily"] == day.isoformat()


def test_the_form_offers_the_crusade_to_one_or_two(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new", phone=True)
    page.get_by_test_id("module-crusade").check()
    expect(page.get_by_test_id("players-3")).to_have_count(0)
    page.get_by_test_id("players-1").check(force=True)
    page.get_by_test_id("option-tribes").fill("9")
    page.get_by_test_id("option-tribes").blur()
    page.get_by_test_id("seat-0-name").fill("Ann")
    page.get_by_test_id("create").click()
    player = expect_table(page)
    player.wait()
    expect(player.seen("player-0")).to_contain_text("Ann")
    expect(player.seen("player-1")).to_contain_text("Lost Tribes")
