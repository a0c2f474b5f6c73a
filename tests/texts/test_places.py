"""Regions are told by their names, beside their numbers; those without a name by the number alone."""

from __future__ import annotations

import pytest

from smallworld.engine import Denial, Event, PackError
from smallworld.engine.content.board import board_from_data
from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs, load_world
from smallworld.texts import Catalogue

WORLD = load_world("base_2p")
NAMES = [region.name for region in WORLD.board.regions]
ORCS = WORLD.race_index("orcs")


def says(lang: str, places: list[str]) -> Catalogue:
    return Catalogue(lang, WORLD.packs, places=places)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_with_a_region_says_its_name(lang: str) -> None:
    named, bare = says(lang, NAMES), says(lang, [])
    event = Event("conquered", seat=0, region=2, race=ORCS, amount=3)
    denial = Denial("reach", {"region": 2, "neighbours": "1, 3"})
    for told in (
        named.event(event, WORLD),
        named.sentence(denial),
        named.say("server.choice.place", region=named.place(2)),
    ):
        assert f"{NAMES[2]} (2)" in told
        assert "egi" not in told.replace(named.sentence(denial), "")  # no "region" before the name
    assert f"{NAMES[1]} (1), {NAMES[3]} (3)" in named.remedy(denial)
    assert f"{NAMES[2]}" not in bare.event(event, WORLD)
    assert "2" in bare.event(event, WORLD)


def test_names_and_numbers_in_english() -> None:
    event = Event("conquered", seat=0, region=2, race=ORCS, amount=3)
    assert says("en", NAMES).event(event, WORLD) == f"The Orcs conquer {NAMES[2]} (2) with 3 tokens."
    assert says("en", []).event(event, WORLD) == "The Orcs conquer region 2 with 3 tokens."


def test_many_regions_are_told_by_number() -> None:
    denial = Denial("entry", {"region": 2, "entries": "0, 1, 3, 4, 5, 9, 10"})
    assert says("en", NAMES).remedy(denial).endswith("0, 1, 3, 4, 5, 9, 10.")


@pytest.mark.parametrize("board", [board for pack in find_packs().values() for board in pack.boards.values()])
def test_every_region_of_our_boards_has_a_name(board) -> None:  # type: ignore[no-untyped-def]
    names = [region.name for region in board.regions]
    assert all(names)
    assert len(set(names)) == len(names)
    # French says "de Brackholt" and would have to say "d'Obsidor"; a name is the same in every sentence.
    assert not [name for name in names if name[0] in "AEIOUH"]


def test_a_name_that_is_no_name_is_refused() -> None:
    row = {"id": 0, "terrain": "hill", "neighbors": [], "border": True}
    board = {"players": 2, "turns": 3, "regions": [row]}
    assert board_from_data("islet", board).regions[0].name == ""
    with pytest.raises(PackError, match="name: expected a name, got 7"):
        board_from_data("islet", board | {"regions": [row | {"name": 7}]})
    with pytest.raises(PackError, match="longer than 24 letters"):
        board_from_data("islet", board | {"regions": [row | {"name": "x" * 25}]})
    twins = [row | {"name": "Fen", "neighbors": [1]}, row | {"id": 1, "name": "Fen", "neighbors": [0]}]
    with pytest.raises(PackError, match="called 'Fen', and so is another"):
        board_from_data("islet", board | {"regions": twins})
