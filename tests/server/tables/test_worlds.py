"""Which worlds can be played, and what a plan may say about them."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import SmallWorldError
from smallworld.packs import load_world
from smallworld.packs.choosing import chosen_world
from smallworld.server.library.encyclopedia import library
from smallworld.server.picture.world_choices import left_out, pack_options, worlds
from smallworld.server.tables.create_table import open_table
from smallworld.server.wire.tables import NewTable

BOTH = ["base", "underground"]


def plan(seats: int = 2, **options: Any) -> NewTable:
    people = [{"who": "me"}, *({"who": "bot"} for _ in range(seats - 1))]
    return NewTable.model_validate({"seats": people, "options": options})


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr", "es"])
def test_each_world_alone_and_all_together(lang: str) -> None:
    known = worlds(lang)
    assert [world.id for world in known][:1] == ["base"]
    assert {"base", "base+river", "underground", "base+underground"} <= {world.id for world in known}
    assert [world.packs for world in known if world.id == "base+underground"] == [BOTH]
    assert known[-1].packs == ["base", "underground", "river"]
    assert {board.players for board in known[0].boards} == {2, 3, 4, 5}
    assert all(world.name and world.cover for world in known)
    boards = {world.id: [board.id for board in world.boards] for world in known}
    assert boards["base+underground"] == boards["base"] + boards["underground"]
    assert boards[known[-1].id] == boards["base+river"]


def test_a_plan_that_says_nothing_is_the_base_game() -> None:
    assert "base_3p" in open_table(plan(3), ["novice"], "novice").header.world
    assert chosen_world(None, players=2).board.id == "base_2p"


def test_a_board_brings_its_pack() -> None:
    assert [pack.id for pack in chosen_world(None, "underground_3p").packs] == ["underground"]
    assert [pack.id for pack in chosen_world(None, "river_2p").packs] == ["base", "river"]
    assert "underground_2p" in open_table(plan(board="underground_2p"), ["novice"], "novice").header.world
    assert "underground_4p" in open_table(plan(4, packs=["underground"]), ["novice"], "novice").header.world


def test_both_worlds_on_a_board_of_either() -> None:
    for board in ("base_2p", "underground_2p"):
        header = open_table(plan(packs=BOTH, board=board), ["novice"], "novice").header
        assert board in header.world
    assert chosen_world(BOTH, players=2).board.id == "base_2p"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"packs": ["bace"]}, "base"),
        ({"packs": []}, "no board"),
        ({"packs": ["base", "base"]}, "each pack once"),
        ({"board": "nowhere_2p"}, "nowhere_2p"),
        ({"packs": ["base"], "board": "underground_2p"}, "underground_2p"),
        ({"board": "underground_3p"}, "is for 3 players, but there are 2 seats"),
        ({"start": "x", "board": "base_2p"}, "don't choose packs or a board"),
    ],
)
def test_what_is_wrong_with_a_plan(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SmallWorldError) as caught:
        open_table(plan(**options), ["novice"], "novice")
    assert said in "\n".join(caught.value.faults)


def test_each_world_has_an_encyclopedia() -> None:
    below = library("en", ("underground",))
    assert {entry.thing.id for entry in below.races} >= {"drow", "shrooms"}
    assert below.looks.icons["race.drow"]
    assert [entry.thing.id for entry in library("en").races][:1] == ["amazons"]
    both = library("en", tuple(BOTH), "underground_2p")
    assert len(both.races) > len(below.races)


def test_what_is_left_out_is_told() -> None:
    assert left_out(load_world("base_2p"), "en") == []
    world = load_world("underground_2p", packs=BOTH)
    told = left_out(world, "en")
    assert told
    assert not {piece.thing.id for piece in told} & {*world.race_ids, *world.power_ids}
    assert all(piece.reason for piece in told)


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr", "es"])
def test_options_of_packs_are_offered_where_they_make_a_difference(lang: str) -> None:
    def offered(packs: list[str] | None, board: str) -> dict[str, list[str]]:
        options = pack_options(chosen_world(packs, board), lang)
        assert all(all((option.name, option.text, *(v.name for v in option.values))) for option in options)
        return {option.id: [value.id for value in option.values] for option in options}

    own_tokens = {"own_tokens": ["defend", "yield"]}
    assert offered(BOTH, "base_2p") == own_tokens | {"monsters": ["yes", "no"]}
    assert offered(BOTH, "underground_2p") == {"own_tokens_below": ["yield", "defend"]}
    assert offered(None, "base_2p") == own_tokens
    assert library(lang, ("base", "underground"), "base_2p").options == pack_options(
        chosen_world(BOTH, "base_2p"), lang
    )


def test_an_option_of_a_pack_changes_the_world() -> None:
    chosen = {"monsters": "no"}
    header = open_table(plan(packs=BOTH, board="base_2p", options=chosen), ["novice"], "novice").header
    assert "monsters.no" in header.world
    without = library("en", ("base", "underground"), "base_2p", (("monsters", "no"),))
    assert not without.relics
    assert len(without.left_out) > len(library("en", ("base", "underground"), "base_2p").left_out)
    with pytest.raises(SmallWorldError, match="maybe"):
        open_table(plan(packs=BOTH, board="base_2p", options={"monsters": "maybe"}), ["novice"], "novice")
    with pytest.raises(SmallWorldError, match="dragons"):
        open_table(plan(options={"dragons": "no"}), ["novice"], "novice")
