"""Underground, and both worlds at one table: from the form to the last coin, on a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from smallworld.engine import position_string, state_from
from smallworld.packs.find import world_from_description
from smallworld.texts import Catalogue
from tests.browser.conftest import Devices
from tests.browser.driving import expect_table, link, open_table, seats
from tests.browser.server_process import ServerProcess
from tests.browser.test_for_everybody import barriers
from tests.browser.test_layout import UPRIGHT, check

# In the middle of a game: relics, places, a badge, figures, declined races.
MIDDLE: dict[str, Any] = {
    "board": "underground_2p",
    "round": 5,
    "tribes": True,
    "markers": {
        "flying_doormat": {8: 1},
        "stonehedge": {1: 1},
        "wickedest_pentacle": {12: 1},
        "balrog": {20: 1},
    },
    "badges": {1: "wise"},
    "players": {
        "A": {
            "active": {"race": "ogres", "power": "mystic", "hand": 6, "regions": {8: 1, 12: 2}},
            "declined": [{"race": "drow", "regions": {1: 1, 6: 1}}],
        },
        "B": {"active": {"race": "mummies", "power": "muddy", "regions": {10: 3, 22: 2}}},
    },
}


def middle(server: ServerProcess, *who: str, **options: Any) -> dict[str, str]:
    return position_table(server, MIDDLE, *who, **options)


def position_table(
    server: ServerProcess, position: dict[str, Any], *who: str, **options: Any
) -> dict[str, str]:
    start = position_string(state_from(position, world_from_description))
    return open_table(server, seats=seats(*who), options={"start": start, **options})


def new_table(page: Page, world: str, board: str = "") -> None:
    page.get_by_test_id(f"world-{world}").check(force=True)  # the mark itself is invisible, its card is not
    if board:
        page.get_by_test_id(f"board-{board}").check(force=True)
    page.get_by_test_id("seat-1-level").select_option(index=0)


def test_a_whole_game_with_a_discovery(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new")
    new_table(page, "underground")
    page.get_by_test_id("seat-0-name").fill("Ann")
    page.get_by_test_id("options").click()
    page.locator("#seed").fill("discovery")
    page.get_by_test_id("create").click()
    player = expect_table(page)
    found = player.seen("found")
    discoveries = 0
    for _ in range(1000):
        player.wait()
        if player.over:
            break
        if found.count():
            discoveries += 1
            assert len(found.inner_text()) > 30  # its name, and what it does
        player.decide()
    assert discoveries
    player.seen("drawer-toggle").click() if not player.seen("drawer").count() else None
    player.seen("tab-rules").click()
    expect(player.seen("finds").first).to_be_visible()
    # At the end the whole log is told again, with everybody's coins: nothing of it happens again.
    expect(player.seen("end")).to_be_visible()
    expect(found).to_have_count(0)
    ledgers = page.locator(".ledger .title").all_inner_texts()
    assert not any("Ann" in title for title in ledgers)  # the last to score was the other one
    player.seen("replay").click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()


def test_monsters_move_in_on_a_board_above(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new")
    new_table(page, "base+underground", "base_2p")
    expect(page.get_by_test_id("option-monsters-yes")).to_be_checked()
    page.get_by_test_id("create").click()
    player = expect_table(page)
    player.wait()
    for pairs in range(3):  # one more than there are players
        assert player.fact("step") == "question"
        assert page.locator("[data-tokens='2']").count() == pairs
        player.decide()
    assert page.locator("[data-tokens='2']").count() == 3
    assert player.fact("step") == "pick"
    player.play_on(until="others")
    player.wait()
    assert player.asked


def test_a_table_may_do_without_monsters(server: ServerProcess, devices: Devices) -> None:
    page = devices.open(server, "#/new")
    new_table(page, "base+underground", "base_2p")
    kept = page.get_by_test_id("left-out")
    expect(kept).to_be_visible()
    before = kept.inner_text()
    page.get_by_test_id("option-monsters-no").check(force=True)
    expect(kept).not_to_have_text(before)  # what lives on relics stays in the box, too
    page.get_by_test_id("create").click()
    player = expect_table(page)
    player.wait()
    assert player.fact("step") == "pick"
    # Another board: there are monsters anyway, and nothing to choose.
    page.goto(f"{server.url}/#/new")
    new_table(page, "base+underground", "underground_2p")
    expect(page.get_by_test_id("option-monsters-no")).to_have_count(0)


def test_three_on_a_phone_reach_every_button(server: ServerProcess, devices: Devices) -> None:
    created = open_table(
        server, seats=seats("me", "me", "me"), options={"board": "underground_3p", "seed": "reach"}
    )
    player = expect_table(devices.open(server, link(created), phone=True))
    for _ in range(40):  # turns, and whoever is asked something in them
        player.hand_over()
        if player.page.locator(".round b").inner_text() == "3":
            return
        while player.asked:
            check(player, player.fact("step"), [UPRIGHT])
            player.decide()
    raise AssertionError("two rounds did not come to an end")


def test_a_find_is_a_wall_between_two_people(server: ServerProcess, devices: Devices) -> None:
    player = expect_table(devices.open(server, link(middle(server, "me", "me"))))
    player.hand_over("Ann")
    version = player.version
    player.tap(7)  # two monsters, next to the Ogres
    player.moved_on(version)
    expect(player.seen("found")).to_be_visible()
    expect(player.seen("undo")).to_be_disabled()
    player.seen("wall").click()
    expect(player.page.locator("#wall")).to_contain_text(Catalogue("en").wall("find"))


def test_a_phone_chooses_a_way_beside_the_board(server: ServerProcess, devices: Devices) -> None:
    """There is no room for several pills in a region: one way is shown, and a tap means that one."""
    player = expect_table(devices.open(server, link(middle(server, "me", "bot")), phone=True))
    player.wait()
    pills = player.page.locator("[data-pill]")
    targets = player.page.locator("[data-target]")
    assert pills.count() <= targets.count() + 4  # and regions where the Balrog alone may go
    player.seen("way-doormat").click()
    expect(player.page.locator("[data-target='c25.doormat']")).to_have_count(1)  # too far for anything else
    assert pills.count() == targets.count()
    version = player.version
    player.tap(25)
    player.moved_on(version)
    expect(player.seen("region-25")).to_have_attribute("data-owner", "0")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_two_helps_are_chosen_for_one_conquest(server: ServerProcess, devices: Devices, phone: bool) -> None:
    """Where one is enough, both are two taps away; where only both lead there, the region is open to them."""
    position = {
        "board": "underground_2p",
        "markers": {"flying_doormat": {22: 1}, "trolls_socks": {22: 1}},
        "players": {
            "A": {"active": {"race": "shadow_mimes", "power": "wise", "hand": 4, "regions": {22: 1}}},
            "B": {"active": {"race": "ogres", "power": "reborn", "regions": {1: 3, 8: 6}}},
        },
    }
    table = link(position_table(server, position, "me", "bot"))
    player = expect_table(devices.open(server, table, phone=phone))
    player.wait()
    expect(player.page.locator("[data-target='c8.doormat.socks']")).to_have_count(1)
    assert player.page.locator("[data-pill='c13.doormat.socks']").count() == 0
    player.seen("way-doormat").click()
    expect(player.page.locator("[data-target='c13.doormat']")).to_have_count(1)
    player.seen("way-socks").click()
    expect(player.page.locator("[data-target='c13.doormat.socks']")).to_have_count(1)
    version = player.version
    player.tap(8)
    player.moved_on(version)
    expect(player.seen("region-8")).to_have_attribute("data-owner", "0")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_barrier_at_an_underground_table(
    server: ServerProcess, devices: Devices, theme: str, phone: bool
) -> None:
    page = devices.open(server, link(middle(server, "me", "bot", guide=True)), phone=phone)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    player = expect_table(page)
    player.wait()
    assert barriers(page) == []
    player.tap(7)
    expect(player.seen("found")).to_be_visible()
    assert barriers(page) == []
