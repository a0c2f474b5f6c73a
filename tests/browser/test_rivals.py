"""Two rivals and the tribes in the browser: control alternates, ties are asked of whoever has it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.driving import Player, expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess

CRUSADE = ["base", "crusade"]
TIE = "Several regions are tied"
ROUNDS = 4
# Somebody is asked, or the screen is to be handed on, or all is over.
HANDED = """() => {
    const data = document.querySelector('[data-testid="table"]').dataset;
    return data.step === "over" || (data.you === data.decides && data.you !== "-1")
        || document.querySelector('[data-testid="pass-on"], [data-testid="ready"]');
}"""


def leader(player: Player) -> str:
    """The seat that wears the flag."""
    flag = player.page.locator("[data-testid^='leads-']")
    expect(flag).to_have_count(1)
    return (flag.get_attribute("data-testid") or "").removeprefix("leads-")


def round_of(player: Player) -> int:
    return int(player.seen("round").get_attribute("data-round") or 0)


def test_two_rivals_online(server: ServerProcess, devices: Devices) -> None:
    created = open_table(
        server,
        seats=seats("me", "open"),
        options={"packs": CRUSADE, "rounds": ROUNDS, "options": {"tribes": "22"}},
    )
    ann = expect_table(devices.open(server, link(created), size=(1280, 720)))
    page = devices.open(server, f"#/j/{created['table']}/{created['join']}", phone=True)
    page.get_by_test_id("join-name").fill("Bob")
    page.get_by_test_id("join").click()
    people = {"0": ann, "1": expect_table(page)}
    led: dict[int, set[str]] = {}
    ties = 0
    ann.page.wait_for_function("() => document.querySelector('[data-testid=table]').dataset.decides !== '-1'")
    while not ann.over:
        seat = ann.fact("decides")
        if seat not in people:
            ann.page.wait_for_timeout(20)
            continue
        asked = people[seat]
        asked.wait()
        if asked.over or asked.fact("decides") != seat:
            continue
        if asked.fact("step") != "victims":  # their turn is over, and the flag may have been handed on
            led.setdefault(round_of(asked), set()).add(leader(asked))
        if TIE in asked.seen("sentence").inner_text():
            ties += 1
            assert seat == leader(asked)
            targets = asked.page.locator("[data-target]")
            assert targets.count() >= 2
            spared = {target.get_attribute("data-owner") for target in targets.all()}
            assert not spared & {seat, "2"}  # neither the leader's land nor their own
            other = people["1" if seat == "0" else "0"]
            expect(other.seen("sentence")).to_contain_text("is choosing for the Lost Tribes")
        version = asked.version
        asked.decide()
        ann.moved_on(version)
    assert ties
    assert led == {number: {str(number % 2)} for number in range(1, ROUNDS + 1)}
    for player in people.values():
        expect(player.seen("end")).to_be_visible()
        for name in ("Ann", "Bob", "Lost Tribes"):
            expect(player.seen("end").locator("ol").first).to_contain_text(name)


def test_two_rivals_at_one_screen(server: ServerProcess, devices: Devices) -> None:
    """The screen is handed to the victim and to the next, never for a tie: whoever leads has just moved."""
    created = open_table(
        server, seats=seats("me", "me"), options={"packs": CRUSADE, "rounds": 2, "seed": "screen"}
    )
    both = expect_table(devices.open(server, link(created)))
    tied: set[str] = set()
    while True:
        both.page.wait_for_function(HANDED)
        if both.over:
            break
        if both.seen("pass-on").count():
            both.seen("pass-on").first.click()
        elif both.seen("ready").count():
            both.seen("ready").click()
            both.wait()  # the veil stays until the server has shown what the next one sees
        else:
            if TIE in both.seen("sentence").inner_text():
                assert both.fact("you") == leader(both)
                tied.add(both.fact("you"))
            both.decide()
    assert tied
    expect(both.seen("end")).to_be_visible()


def test_a_rival_who_is_a_bot(server: ServerProcess, devices: Devices) -> None:
    """It leads them in its rounds without asking anybody; a person is asked in the others."""
    created = open_table(
        server,
        seats=seats("me", "bot", level="casual"),
        options={"packs": CRUSADE, "rounds": 3, "seed": "bot"},
    )
    ann = expect_table(devices.open(server, link(created)))
    while True:
        ann.wait()
        if ann.over:
            break
        if TIE in ann.seen("sentence").inner_text():
            assert round_of(ann) % 2 == 0
        ann.decide()
    expect(ann.seen("end")).to_be_visible()
    expect(ann.seen("series")).to_contain_text("tribe tokens")
