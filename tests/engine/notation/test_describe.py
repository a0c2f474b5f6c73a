# ruff: noqa: E501  a row of a table stays on one line
"""Readable descriptions of positions: from TOML and JSON, with defaults, and all faults at once."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from smallworld.engine import (
    PackError,
    PositionError,
    SmallWorldError,
    State,
    parse_position,
    position_string,
    state_from,
)
from smallworld.engine.bits import mask_of
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.position import state as st
from smallworld.engine.world.world import NONE
from smallworld.packs import world_from_description, world_from_key

from ..tools import BOARDS, base_world, position

FULL = """
board = "base_2p"
packs = ["base"]
round = 4
turn = "B"
step = "conquer"
picked = true
conquered = [16]
nonempty = 1
attacked = ["A"]
tribes = [3, 6]
returned = ["trolls"]
discards = ["swamp"]
column = ["flying giants", { combo = "stout wizards", coins = 2 }, "hill elves", "heroic dwarves", "commando orcs", "forest halflings"]
markers = { fortress = { 4 = 1 }, hole = {} }
counters = { wealthy_paid = 1 }
[players.A]
name = "Ann"
coins = 11
truce = "B"
active = { race = "ratmen", power = "fortified", hand = 1, regions = { 4 = 2, 9 = 1 } }
declined = [{ race = "humans", power = "spirit", regions = { 1 = 1 } }, { race = "amazons", regions = { 2 = 1 } }]
[players.B]
active = { race = "skeletons", power = "merchant", hand = 6, regions = { 16 = 2 } }
"""  # fmt: skip


def faults_of(description: object) -> list[str]:
    with pytest.raises((PositionError, PackError)) as caught:
        state_from(description, world_from_description)  # type: ignore[arg-type]
    return list(caught.value.faults)


def described(**changes: Any) -> dict[str, Any]:
    """A small valid description, with some keys replaced."""
    players = {
        "A": {"active": {"race": "orcs", "power": "hill", "hand": 3, "regions": {"4": 1, "9": 2}}},
        "B": {"active": {"race": "elves", "power": "swamp", "regions": {"16": 2}}},
    }
    return {"board": "base_2p", "players": players, **changes}


def with_player_a(**changes: Any) -> dict[str, Any]:
    description = described()
    description["players"]["A"] = changes
    return description


# --- what a description says --------------------------------------------------------------------------


def test_toml_and_json_describe_the_same_position() -> None:
    from_toml = tomllib.loads(FULL)
    from_json = json.loads(json.dumps(from_toml))
    one, two = (state_from(data, world_from_description) for data in (from_toml, from_json))
    assert one == two
    assert not broken_laws(one)


def test_every_key_arrives_in_the_position() -> None:
    s = position(FULL)
    world = s.world
    ratmen, humans, amazons, skeletons, trolls = (
        world.race_index(name) for name in ("ratmen", "humans", "amazons", "skeletons", "trolls")
    )
    assert (s.round, s.turn, s.seat, st.STEP_NAMES[s.step]) == (4, 1, 1, "conquer")
    assert (s.picked, s.touched) == (True, True)
    assert (s.conquered, s.nonempty, s.attacked) == (1 << 16, 1, 1)
    assert s.mask[world.race_index("lost_tribes")] == mask_of([3, 6])
    assert (s.coins, s.notes) == ([11, 5], [1, NONE])
    assert (s.active, s.declined) == ([ratmen, skeletons], [(humans, amazons), ()])
    assert world.power_ids[s.badge[humans]] == "spirit"
    assert s.badge[amazons] == NONE
    assert (s.hand[ratmen], s.tokens[4], s.hand[skeletons], s.tokens[16]) == (1, 2, 6, 2)
    assert (s.tray[ratmen], s.tray[skeletons]) == (13 - 4, 20 - 8)
    assert s.returned == [trolls]
    assert s.discards == 1 << world.power_index("swamp")
    assert s.spots(world.marker_index("fortress")) == 1 << 4
    assert s.counters[world.counter_index("wealthy_paid")] == 1
    assert s.col_coins == [0, 2, 0, 0, 0, 0]
    assert world.race_ids[s.col_race[1]] == "wizards"
    assert world.power_ids[s.col_badge[1]] == "stout"


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_and_its_players_are_enough(board: str) -> None:
    seats = "ABCDE"[: int(board[5])]
    s = state_from({"board": board, "players": {seat: {} for seat in seats}}, world_from_description)
    assert (s.round, s.turn, st.STEP_NAMES[s.step]) == (2, 0, "pick")
    assert s.coins == [5] * len(seats)
    assert not any(s.tokens), "no tribes unless they are asked for"
    world = s.world
    assert [world.race_ids[race] for race in s.col_race] == sorted(world.race_ids[:-1])[:6]
    assert [world.power_ids[power] for power in s.col_badge] == sorted(world.power_ids)[:6]
    assert s.col_coins == [0] * 6
    assert not broken_laws(s)


def test_the_default_column_leaves_out_what_is_elsewhere() -> None:
    s = state_from(described(returned=["amazons"], discards=["alchemist"]), world_from_description)
    names = [s.world.race_ids[race] for race in s.col_race]
    badges = [s.world.power_ids[power] for power in s.col_badge]
    assert names == ["dwarves", "ghouls", "giants", "halflings", "humans", "ratmen"]
    assert badges == ["berserk", "bivouacking", "commando", "diplomat", "dragon_master", "flying"]


def test_tribes_can_be_all_that_are_printed_where_nobody_stands() -> None:
    s = state_from(described(tribes=True), world_from_description)
    neutral = s.world.race_index(s.world.settlers)
    printed = mask_of(region.id for region in s.world.board.regions if region.natives)
    assert s.mask[neutral] == printed & ~mask_of([4, 9, 16])


def test_a_start_readies_the_troops_and_the_later_steps_take_hands_as_given() -> None:
    orcs = base_world().race_index("orcs")
    hands = {
        step: state_from(described(step=step), world_from_description).hand[orcs]
        for step in ("start", "ready", "conquer")
    }
    assert hands == {"start": 4, "ready": 3, "conquer": 3}


def test_redeploy_begins_with_one_token_in_each_region() -> None:
    s = state_from(described(step="redeploy"), world_from_description)
    orcs = s.world.race_index("orcs")
    assert (st.STEP_NAMES[s.step], s.hand[orcs], s.tokens[4], s.tokens[9]) == ("redeploy", 4, 1, 1)


@pytest.mark.parametrize("step", ["start", "ready", "conquer", "redeploy"])
def test_what_was_described_survives_its_string(step: str) -> None:
    s = state_from(described(step=step), world_from_description)
    assert position_string(parse_position(position_string(s), world_from_key)) == position_string(s)
    assert not broken_laws(s)


def test_chosen_races_and_powers_make_their_own_world() -> None:
    races = ["orcs", "elves", "dwarves", "giants", "trolls", "humans"]
    s = state_from(described(races=races), world_from_description)
    assert sorted(s.world.race_ids[:-1]) == sorted(races)
    assert len(s.world.powers) == 20


# --- what is wrong with one ---------------------------------------------------------------------------


def test_an_unknown_key_is_refused_with_the_choices() -> None:
    assert faults_of({"board": "base_2p", "pleyers": {}, "wether": 1})[:2] == [
        f"unknown key {key!r}; expected one of: adrift, attacked, badges, board, card, column, conquered, "
        "counters, discards, foreseen, markers, nonempty, options, packs, party, picked, players, powers, races, "
        f"returned, round, rounds, step, tribes, turn, turned{meant}"
        for key, meant in (("pleyers", " (did you mean players?)"), ("wether", ""))
    ]


def test_a_description_is_a_table_with_a_board() -> None:
    assert faults_of([1, 2]) == ["expected a table of keys, got list"]
    assert faults_of({"players": {}}) == ["board: is missing"]


def test_an_unknown_board_or_pack_is_refused_with_the_choices() -> None:
    assert faults_of(described(board="moon"))[0].startswith(
        "unknown board 'moon'; expected one of: base_2p, "
    )
    assert faults_of(described(packs=["bass"]))[0].startswith("unknown pack 'bass'; expected one of: ")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round": 0}, "round: expected a whole number from 1 to 10, got 0"),
        ({"round": "4"}, "round: expected a whole number from 1 to 10, got '4'"),
        ({"round": True}, "round: expected a whole number from 1 to 10, got true"),
        ({"turn": "C"}, "turn: unknown seat 'C'; expected one of: A, B"),
        ({"turn": 1}, "turn: unknown seat 1; expected one of: A, B"),
        ({"step": "ponder"}, "step: unknown step 'ponder'; expected one of: conquer, ready, redeploy, start"),
        ({"tribes": "all"}, "tribes: expected true, false or a list of regions, got 'all'"),
        ({"tribes": [4]}, "tribes: region 4 is held twice"),
        ({"tribes": [77]}, "tribes: there is no region 77; regions count from 0 to 22"),
        ({"tribes": [0]}, "region 0: lost_tribes cannot stand on sea"),
        ({"markers": {"castle": {"4": 1}}}, "markers: unknown marker 'castle'; expected one of: dragon, encampment, fortress, hero, hole"),
        ({"markers": {"hero": {"99": 1}}}, "markers.hero: there is no region '99'; regions count from 0 to 22"),
        ({"markers": {"hero": {"4": 0}}}, "markers.hero.4: expected a whole number from 1 to 9, got 0"),
        ({"markers": {"dragon": {"4": 1, "9": 1}}}, "marker dragon: 2 on the map, but only 1 exist"),
        ({"markers": {"hero": {"4": 2}}}, "marker hero: 2 in region 4, at most 1 may be"),
        ({"markers": {"hero": {"1": 1}}}, "marker hero: region 1 is held by nobody"),
        ({"counters": {"luck": 1}}, "counters: unknown counter 'luck'; expected one of: dragon_used, encampment_adrift, fortress_put, hole_dug, sorcery_used, wealthy_paid"),
        ({"tribes": {"hermits": [3]}}, "tribes: unknown natives 'hermits'; expected one of: lost_tribes"),
        ({"tribes": {"lost_tribes": 3}}, "tribes.lost_tribes: expected a list, got 3"),
        ({"badges": {"4": "wise"}}, "badges.4: unknown power 'wise'; expected one of: alchemist, "),
        ({"badges": {"44": "heroic"}}, "badges: there is no region '44'"),
        ({"badges": {"16": "heroic"}}, "badge heroic: nothing binds it to region 16"),
        ({"options": {"fog": "on"}}, "unknown option 'fog'; expected one of: own_tokens"),
        ({"rounds": 61}, "expected 1 to 60 rounds, got 61"),
        ({"rounds": "ten"}, "rounds: expected a whole number, got 'ten'"),
        ({"counters": {"hole_dug": -1}}, "counters.hole_dug: expected a whole number from 0 to 10000, got -1"),
        ({"column": ["flying"]}, "column.0: expected \"power race\""),
        ({"column": [7]}, "column.0: expected \"power race\""),
        ({"column": ["flying humans", "royal gnomes"]}, "column.1: unknown power 'royal'; expected one of: alchemist"),
        ({"column": ["flying humans", "royal gnomes"]}, "column.1: unknown race 'gnomes'; expected one of: amazons"),
        ({"column": [{"combo": "flying humans", "coins": -1}]}, "column.0.coins: expected a whole number from 0 to 10000, got -1"),
        ({"column": ["hill humans"]}, "power hill: in 2 places at once"),
        ({"column": ["flying orcs"]}, "race orcs: in 2 places at once"),
        ({"returned": ["gnomes"]}, "returned: unknown race 'gnomes'"),
        ({"discards": ["royal"]}, "discards: unknown power 'royal'"),
        ({"discards": ["hill"]}, "power hill: in 2 places at once"),
        ({"step": "conquer", "conquered": [1]}, "conquered: regions 1 are not held by orcs"),
        ({"step": "conquer", "conquered": [50]}, "conquered: there is no region 50"),
        ({"step": "conquer", "conquered": [4], "nonempty": 2}, "nonempty: 2 of 1 conquered regions"),
        ({"step": "conquer", "attacked": ["Z"]}, "attacked: unknown seat 'Z'; expected one of: A, B"),
        ({"players": {}}, "players: board base_2p needs A, B; got none"),
        ({"players": {"A": {}}}, "players: board base_2p needs A, B; got A"),
        ({"players": {"A": {}, "B": {}, "C": {}}}, "players: board base_2p needs A, B; got A, B, C"),
        ({"players": "A and B"}, "players: board base_2p needs A, B; got 'A and B'"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_its_key(changes: dict[str, Any], fault: str) -> None:
    assert any(fault in found for found in faults_of(described(**changes)))


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ({"coin": 3}, "players.A: unknown key 'coin'; expected one of: active, coins, declined, name, truce"),
        ({"coins": -1}, "players.A.coins: expected a whole number from 0 to 10000, got -1"),
        ({"coins": 2.5}, "players.A.coins: expected a whole number from 0 to 10000, got 2.5"),
        ({"truce": "A"}, "player A: at peace with themselves"),
        ({"truce": "D"}, "players.A.truce: unknown seat 'D'; expected one of: A, B"),
        ({"truce": "B"}, "player A: a truce protects an active race, and there is none"),
        ({"active": {"race": "gnomes", "power": "flying"}}, "players.A.active.race: unknown race 'gnomes'"),
        ({"active": {"power": "flying"}}, "players.A.active.race: unknown race None"),
        ({"active": {"race": "lost_tribes", "power": "flying"}}, "players.A.active.race: unknown race 'lost_tribes'"),
        ({"active": {"race": "orcs", "power": "royal"}}, "players.A.active.power: unknown power 'royal'"),
        ({"active": {"race": "orcs"}}, "players.A.active.power: unknown power None"),
        ({"active": {"race": "orcs", "power": "flying", "hands": 1}}, "players.A.active: unknown key 'hands'; expected one of: hand, power, race, regions"),
        ({"active": {"race": "orcs", "power": "flying", "hand": 11}}, "orcs: 11 tokens on the map and in hand, but only 10 exist"),
        ({"active": {"race": "orcs", "power": "flying", "regions": {"4": 0}}}, "players.A.active.regions.4: expected a whole number from 1 to 10000, got 0"),
        ({"active": {"race": "orcs", "power": "flying", "regions": {"23": 1}}}, "players.A.active.regions: there is no region '23'"),
        ({"active": {"race": "orcs", "power": "flying", "regions": {"16": 1}}}, "region 16 is held twice"),
        ({"active": {"race": "elves", "power": "flying"}}, "elves are in play twice"),
        ({"active": {"race": "orcs", "power": "swamp"}}, "power swamp: in 2 places at once"),
        ({"declined": [{"race": "gnomes"}]}, "players.A.declined.0.race: unknown race 'gnomes'"),
        ({"declined": [{"race": "orcs", "regions": {"4": 2}}]}, "orcs: declined, but more than one token in region 4"),
        ({"declined": [{"race": "orcs", "regions": {"4": 1}, "hand": 2}]}, "orcs: declined, but 2 tokens in hand"),
        ({"declined": [{"race": "orcs"}]}, "orcs: declined with no token left; its banner should have returned"),
        ({"declined": [{"race": "orcs", "regions": {"4": 1}}, {"race": "humans", "regions": {"5": 1}}]}, "player A: more than one declined race: orcs, humans"),
    ],
)  # fmt: skip
def test_a_wrong_value_of_a_player_is_refused_with_its_key(player: dict[str, Any], fault: str) -> None:
    assert any(fault in found for found in faults_of(with_player_a(**player)))


def test_a_step_in_the_middle_of_a_turn_needs_an_active_race() -> None:
    for step in ("ready", "conquer", "redeploy"):
        description = with_player_a()
        description["step"] = step
        assert faults_of(description) == [f"step: {step} needs an active race, and A has none"]


def test_a_truce_of_the_player_to_move_has_ended() -> None:
    description = described()
    description["players"]["A"]["truce"] = "B"
    assert faults_of(description) == ["players.A.truce: ends when the turn of its maker starts"]


def test_all_faults_of_reading_come_at_once() -> None:
    description = described(round=99, turn="Q", tribes=[4], markers={"castle": {}}, column=["x"])
    description["players"]["A"]["active"]["power"] = "royal"
    description["players"]["B"]["coins"] = "many"
    starts = (
        "round:",
        "turn:",
        "players.A.active.power:",
        "players.B.coins:",
        "tribes:",
        "markers:",
        "column.0:",
    )
    found = faults_of(description)
    assert [fault.split()[0] for fault in found] == list(starts)


def test_all_impossible_things_come_at_once() -> None:
    description = described(markers={"dragon": {"4": 2}, "hero": {"1": 1}}, discards=["hill"])
    description["players"]["A"]["active"]["hand"] = 9
    description["players"]["B"]["truce"] = "B"
    found = "\n".join(faults_of(description))
    for fault in (
        "marker dragon: 2 on the map",
        "marker hero: region 1 is held by nobody",
        "orcs: 12 tokens on the map and in hand",
        "power hill: in 2 places at once",
        "player B: at peace with themselves",
    ):
        assert fault in found


def test_faults_of_every_kind_come_at_once() -> None:
    """A wrong name, an impossible number of tokens, a bad step and a key nobody knows: four faults."""
    description = described(step="ponder", discards=["royal"], wether=1)
    description["players"]["A"]["active"]["hand"] = 9
    found = "\n".join(faults_of(description))
    assert "unknown key 'wether'" in found
    assert "discards: unknown power 'royal'" in found
    assert "orcs: 12 tokens on the map and in hand" in found
    assert "step: unknown step 'ponder'" in found


@pytest.mark.parametrize(
    "changes",
    [
        {"players": {"A": 5, "B": {}}},
        {"players": {"A": {"active": "orcs"}, "B": {}}},
        {"players": {"A": {"active": {"race": "orcs", "power": "hill", "regions": [4]}}, "B": {}}},
        {"players": {"A": {"active": {"race": ["orcs"], "power": "hill"}}, "B": {}}},
        {"players": {"A": {"declined": 1}, "B": {}}},
        {"players": {"A": {"declined": ["orcs"]}, "B": {}}},
        {"players": {1: {}, "A": {}}},
        {"players": ["A", "B"]},
        {"markers": ["hero"]},
        {"markers": {"hero": 4}},
        {"markers": {"hero": {"²": 1}}},
        {"counters": ["hole_dug"]},
        {"column": 6},
        {"column": "flying orcs"},
        {"returned": 3},
        {"returned": [["orcs"]]},
        {"discards": 3},
        {"conquered": 4, "step": "conquer"},
        {"attacked": 4, "step": "conquer"},
        {"board": 2},
        {"board": None},
        {"packs": 1},
        {"packs": [1]},
        {"races": 1},
        {"races": [1, "orcs"]},
        {"powers": True},
        {"step": 3},
        {"step": []},
        {"tribes": {"3": 1}},
    ],
    ids=repr,
)
def test_a_value_of_the_wrong_kind_is_refused_and_never_anything_else(changes: dict[str, Any]) -> None:
    found = faults_of(described(**changes))
    assert all(fault.strip() for fault in found)


def test_picked_must_be_true_or_false() -> None:
    with pytest.raises(PositionError, match="picked"):
        state_from(described(step="conquer", picked="no"), world_from_description)


def test_a_fault_of_a_position_is_a_fault_of_this_package() -> None:
    with pytest.raises(SmallWorldError) as caught:
        state_from(described(round=0, turn="Q"), world_from_description)
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert isinstance(caught.value, ValueError)


def test_a_refused_description_is_left_as_it_was() -> None:
    description = described(round=0)
    before = json.dumps(description)
    faults_of(description)
    assert json.dumps(description) == before


def test_describing_changes_nothing_in_the_description() -> None:
    description = tomllib.loads(FULL)
    assert isinstance(state_from(description, world_from_description), State)
    assert description == tomllib.loads(FULL)
