"""The base pack against the facts: what is printed on banners, badges and boards."""

from __future__ import annotations

import pytest

from smallworld.engine import World, new_state
from smallworld.engine.content.board import Board
from smallworld.engine.content.pieces import Marker
from smallworld.engine.words.region_sets import coast
from smallworld.engine.world.world import COLUMN, DIE, START_COINS
from smallworld.packs import find_packs, load_world

PACK = find_packs()["base"]

# banner, tray
RACES = {
    "amazons": (6, 15),
    "dwarves": (3, 8),
    "elves": (6, 11),
    "ghouls": (5, 10),
    "giants": (6, 11),
    "halflings": (6, 11),
    "humans": (5, 10),
    "orcs": (5, 10),
    "ratmen": (8, 13),
    "skeletons": (6, 20),
    "sorcerers": (5, 18),
    "tritons": (6, 11),
    "trolls": (5, 10),
    "wizards": (5, 10),
}

POWERS = {
    "alchemist": 4,
    "berserk": 4,
    "bivouacking": 5,
    "commando": 4,
    "diplomat": 5,
    "dragon_master": 5,
    "flying": 5,
    "forest": 4,
    "fortified": 3,
    "heroic": 5,
    "hill": 4,
    "merchant": 2,
    "mounted": 5,
    "pillaging": 5,
    "seafaring": 5,
    "spirit": 5,
    "stout": 4,
    "swamp": 4,
    "underworld": 5,
    "wealthy": 4,
}

# how many of each exist
MARKERS = {"encampment": 5, "fortress": 6, "hole": 2, "hero": 2, "dragon": 1}

# rounds, regions, natives on the map
BOARDS = {
    "base_2p": (2, 10, 23, 9),
    "base_3p": (3, 10, 30, 10),
    "base_4p": (4, 9, 39, 14),
    "base_5p": (5, 8, 48, 18),
}


def board(name: str) -> Board:
    return PACK.boards[name]


def terrains(name: str) -> list[str]:
    return [region.terrain for region in board(name).regions]


# --- pieces ---------------------------------------------------------------------------------------------


def test_the_fourteen_races_have_their_banners_and_trays() -> None:
    assert {race.id: (race.tokens, race.supply) for race in PACK.races.values()} == RACES
    assert len(RACES) == 14


def test_the_twenty_powers_have_their_badges() -> None:
    assert {power.id: power.tokens for power in PACK.powers.values()} == POWERS
    assert len(POWERS) == 20


def test_there_are_as_many_markers_as_in_the_box() -> None:
    markers: list[Marker] = []
    for piece in (*PACK.races.values(), *PACK.powers.values()):
        markers += piece.markers
    assert {marker.id: marker.count for marker in markers} == MARKERS


def test_no_combo_brings_more_tokens_than_its_race_has() -> None:
    world = load_world("base_2p")
    for race, piece in enumerate(world.races):
        for power in range(len(world.powers)):
            assert world.combo(race, power).tokens <= piece.supply


def test_merchant_skeletons_start_with_eight_and_commando_amazons_with_fourteen() -> None:
    world = load_world("base_2p")

    def tokens(power: str, race: str) -> int:
        return world.combo(world.race_index(race), world.power_index(power)).tokens

    assert tokens("merchant", "skeletons") == 8
    assert tokens("commando", "amazons") == 14


def test_tribes_are_eighteen() -> None:
    (tribes,) = PACK.natives.values()
    assert (tribes.id, tribes.supply) == ("lost_tribes", 18)


def test_die_coins_and_column_are_as_in_the_box() -> None:
    assert sorted(DIE) == [0, 0, 0, 1, 2, 3]
    assert START_COINS == 5
    assert COLUMN == 6


def test_every_piece_has_a_sentence() -> None:
    for piece in (*PACK.races.values(), *PACK.powers.values()):
        assert piece.__doc__
        assert piece.__doc__.strip().endswith("."), piece.id


def test_terrains_are_those_of_the_rules() -> None:
    assert set(PACK.terrains) == {"farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"}
    assert {t.id for t in PACK.terrains.values() if t.water} == {"sea", "lake"}
    assert {t.id for t in PACK.terrains.values() if t.closed} == {"sea", "lake"}
    assert {t.id: t.defence for t in PACK.terrains.values() if t.defence} == {"mountain": 1}
    assert {t.cost for t in PACK.terrains.values()} == {2}
    assert set(PACK.symbols) == {"mine", "magic", "cavern"}


# --- boards ---------------------------------------------------------------------------------------------


def test_there_is_a_board_for_two_to_five_players() -> None:
    assert set(PACK.boards) == set(BOARDS)


@pytest.mark.parametrize(("name", "facts"), BOARDS.items())
def test_a_board_has_its_players_rounds_regions_and_tribes(
    name: str, facts: tuple[int, int, int, int]
) -> None:
    found = board(name)
    natives = sum(region.natives for region in found.regions)
    assert (found.players, found.rounds, len(found), natives) == facts
    assert {region.natives for region in found.regions} == {0, 1}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_two_seas_at_the_edge_and_a_lake_inland(name: str) -> None:
    seas = [region for region in board(name).regions if region.terrain == "sea"]
    lakes = [region for region in board(name).regions if region.terrain == "lake"]
    assert (len(seas), len(lakes)) == (2, 1)
    assert all(region.border for region in seas)
    assert not any(region.border for region in lakes)
    assert not any(region.natives for region in (*seas, *lakes))


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_are_mutual_and_the_board_hangs_together(name: str) -> None:
    regions = board(name).regions
    for region in regions:
        assert region.neighbours
        assert region.id not in region.neighbours
        for other in region.neighbours:
            assert region.id in regions[other].neighbours
    reached, todo = {0}, [0]
    while todo:
        for other in regions[todo.pop()].neighbours:
            if other not in reached:
                reached.add(other)
                todo.append(other)
    assert reached == set(range(len(regions)))


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_every_terrain_and_symbol_and_only_known_ones(name: str) -> None:
    assert set(terrains(name)) == set(PACK.terrains)
    symbols = [symbol for region in board(name).regions for symbol in region.symbols]
    assert set(symbols) == set(PACK.symbols)


@pytest.mark.parametrize("name", BOARDS)
def test_there_are_at_most_nine_mountains(name: str) -> None:
    assert 1 <= terrains(name).count("mountain") <= 9


@pytest.mark.parametrize("name", BOARDS)
def test_the_shore_of_a_sea_is_a_way_in(name: str) -> None:
    """A1: the shore of a sea at the edge of the board is a legal entry."""
    world = load_world(name)
    for region in board(name).regions:
        if region.terrain == "sea":
            for shore in region.neighbours:
                assert world.border >> shore & 1, f"{name}: {shore} beside sea {region.id}"


@pytest.mark.parametrize("name", BOARDS)
def test_a_coast_is_land_beside_water(name: str) -> None:
    world = load_world(name)
    wet = {region.id for region in board(name).regions if region.terrain in ("sea", "lake")}
    expected = {
        region.id for region in board(name).regions if region.id not in wet and wet & set(region.neighbours)
    }
    assert {r for r in range(len(world.board)) if world.mask_of(coast) >> r & 1} == expected


@pytest.mark.parametrize("name", BOARDS)
def test_the_centres_lie_on_the_canvas_and_apart(name: str) -> None:
    width, height = board(name).canvas
    centres = [region.centre for region in board(name).regions]
    assert len(set(centres)) == len(centres)
    assert all(0 < x < width and 0 < y < height for x, y in centres)


@pytest.mark.parametrize(("name", "facts"), BOARDS.items())
def test_a_game_starts_with_the_tribes_on_the_map(name: str, facts: tuple[int, int, int, int]) -> None:
    state = new_state(load_world(name))
    neutral = state.world.race_index("lost_tribes")
    assert sum(state.tokens) == facts[3]
    assert state.tray[neutral] == 18 - facts[3]
    assert state.coins == [5] * facts[0]


# --- worlds ---------------------------------------------------------------------------------------------


def test_a_world_can_be_found_by_board_or_by_players() -> None:
    for name, (players, *_) in BOARDS.items():
        assert load_world(name) is load_world(players=players)
        assert repr(load_world(name)) == f"<World {name} (base): 14 races, 20 powers>"


def test_a_world_can_have_chosen_races_and_powers_in_any_order() -> None:
    races = ["orcs", "elves", "dwarves", "trolls", "giants", "humans"]
    one = load_world("base_2p", races=races)
    two = load_world("base_2p", races=reversed(races))
    assert (
        one.race_ids
        == two.race_ids
        == ("dwarves", "elves", "giants", "humans", "orcs", "trolls", "lost_tribes")
    )
    assert isinstance(one, World)


def test_the_pack_shows_itself() -> None:
    assert repr(PACK) == "<Pack base 1: 14 races, 20 powers, 0 relics, 0 places, 4 boards>"
