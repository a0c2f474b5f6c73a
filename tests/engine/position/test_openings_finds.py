"""What packs can open: natives, options, decks, and what lies in regions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smallworld.engine import (
    Game,
    PackError,
    PositionError,
    Seeded,
    World,
    apply,
    asked,
    legal,
    parse_position,
    position_string,
    score_receipt,
    winners,
)
from smallworld.engine.bits import mask_of
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.notation.strings import WorldKey
from smallworld.engine.position import state as st
from smallworld.engine.words.region_sets import terrain
from smallworld.lab.fuzz import fuzz_game

from ..homebrew import pack as homebrew_pack
from ..openings import ANTS, at, cost, play, question_of, race, rules, spots
from ..workshop import pack as workshop_pack
from ..workshop import workshop_world

# --- natives, options, decks ------------------------------------------------------------------------------


def test_natives_of_another_kind_are_brought_by_a_rule_and_an_option() -> None:
    plain, world = workshop_world(bears=False), workshop_world()
    assert [native.id for native in plain.natives] == ["hermits"]
    assert [native.id for native in world.natives] == ["hermits", "bears"]
    assert (world.settlers, world.deck_ids) == ("hermits", ("race", "power", "find", "hoard"))
    assert plain.deck_ids == ("race", "power", "find")
    assert world.is_native(world.race_index("bears"))
    game = Game(world, luck=Seeded(5))
    assert (question_of(game.state), game.state.seat) == ("den", 0)
    for region in ("o0", "o9", "o16"):
        game.play(region)
    bears, hermits = world.race_index("bears"), world.race_index("hermits")
    assert game.state.mask[bears] == mask_of([0, 9, 16])
    assert game.state.mask[hermits] == mask_of([7, 12])
    assert (game.state.tray[bears], game.state.tray[hermits]) == (0, 2)
    assert game.state.step == st.PICK
    text = position_string(game.state)
    assert "~hermits.7x1.12x1-bears.0x2.9x2.16x2~" in text
    assert not broken_laws(game.state)


def test_positions_name_natives_by_kind() -> None:
    state = at(ANTS, None, tribes={"bears": [5, 6], "hermits": [7]})
    world = state.world
    assert state.tokens[5] == state.tokens[6] == 2
    assert state.occ[7] == world.race_index("hermits")
    assert cost(state, 5) == "4 = 2 region + 2 bears"
    with pytest.raises(PositionError, match="unknown natives 'bears'; expected one of: hermits"):
        at(ANTS, None, world=workshop_world(bears=False), tribes={"bears": [5]})


def test_what_natives_guard_is_drawn_when_they_fall_and_works_at_once() -> None:
    state = play(at(ANTS, None, tribes={"bears": [1, 5]}), "c1")
    assert state.step == st.DRAW
    what = asked(state)
    assert (state.world.deck_ids[what.deck], what.region, what.seat) == ("hoard", 1, -1)
    assert list(legal(state)) == [f"hoard.{name}" for name in ("rod", "orchard", "altar", "stone", "gate")]
    found = play(state, "hoard.rod")
    assert spots(found, "rod") == [1]
    assert "c6.rod" in legal(found)
    assert found.step == st.CONQUER
    again = play(found, "c5")
    assert "hoard.rod" not in legal(again)
    assert len(legal(again)) == 4


def test_the_last_piece_of_a_deck_is_no_chance() -> None:
    out = {"rod": {"0": 1}, "orchard": {"2": 1}, "altar": {"3": 1}, "gate": {"9": 1}}
    state = at(ANTS, None, tribes={"bears": [1]}, markers=out)
    after = apply(state, "c1").state
    assert spots(after, "stone") == [1]
    assert after.step == st.DRAW, "only the badge is still drawn"
    one = play(at(ANTS, None, tribes={"hermits": [5]}), "c5")
    assert (one.step, spots(one, "lamp")) == (st.CONQUER, [5])


def test_options_are_part_of_the_world_and_a_default_said_aloud_is_none() -> None:
    packs = (homebrew_pack, workshop_pack)
    board = homebrew_pack.boards["grid_2p"]
    said = World(board, packs, options={"bears": "off", "weather": "wet"})
    assert said.options == {"weather": "wet"}
    text = position_string(at(ANTS, None, world=said))
    keys: list[WorldKey] = []

    def find(key: WorldKey) -> World:
        keys.append(key)
        return said

    parse_position(text, find)
    assert keys[0].options == (("weather", "wet"),)
    assert "~all~all~weather.wet~" in text


def test_packs_that_need_another_say_so() -> None:
    with pytest.raises(PackError, match="pack workshop needs pack homebrew, which is not in play"):
        World(homebrew_pack.boards["grid_2p"], (workshop_pack,))


def test_kin_count_as_each_other() -> None:
    board = homebrew_pack.boards["grid_2p"]
    rows = [replace(row, terrain="crag") if row.id == 2 else row for row in board.regions]
    craggy = World(replace(board, regions=tuple(rows)), (homebrew_pack, workshop_pack))
    assert craggy.mask_of(terrain("peak")) == craggy.mask_of(terrain("crag")) == mask_of([2, 18])
    state = at(race("badgers", "greedy", 9, r1=1), None, world=craggy)
    assert cost(state, 2) == "4 = 2 region + 1 crag + 1 badgers", "badgers dislike what is like a peak"
    assert str(score_receipt(at(race("badgers", "greedy", 0, r2=1), None, world=craggy), 0)) == (
        "4 = 1 regions + 3 greedy"
    )


def test_a_piece_that_makes_no_sense_on_a_board_is_left_out_and_said() -> None:
    board = homebrew_pack.boards["grid_2p"]
    rows = [replace(row, terrain="meadow") if row.terrain == "ford" else row for row in board.regions]
    dry = World(replace(board, regions=tuple(rows)), (homebrew_pack, workshop_pack))
    assert [(absent.piece.id, absent.needs) for absent in dry.left_out] == [("otters", ("ford",))]
    assert "otters" not in dry.race_ids
    assert not workshop_world().left_out


# --- one seat -----------------------------------------------------------------------------------------------


def test_one_player_plays_alone() -> None:
    world = workshop_world(1)
    assert world.players == 1
    for seed in range(3):
        _, failure = fuzz_game(world, f"alone/{seed}")
        assert failure is None, failure
    game = Game(world, luck=Seeded(1))
    numbers = Seeded(2)
    while not game.over:
        options = sorted(game.legal)
        game.play(options[int(numbers.random() * len(options))])
    assert winners(game.state) == (0,)
    assert game.state.round == 8


# --- what lies in regions -----------------------------------------------------------------------------------


def test_a_place_works_for_whoever_holds_it_here_and_in_what_is_alike() -> None:
    state = at(race("foxes", "ageless", 9, r0=1, r2=1), None, markers={"orchard": {"0": 1}})
    assert str(score_receipt(state, 0)) == "5 = 2 regions + 3 orchard", "one meadow, and two for its own"
    assert cost(state, 1) == "1 = 2 region - 1 orchard"
    assert cost(state, 18) == "3 = 2 region + 1 peak", "a peak is not alike"
    left = play(state, "a0")
    assert str(score_receipt(left, 0)) == "1 = 1 regions"
    assert cost(left, 1) == "2 = 2 region"
    assert spots(left, "orchard") == [0], "it belongs to the map"


def test_in_decline_a_place_does_what_lasts() -> None:
    state = at(ANTS, None, old_a=[race("badgers", r5=1, r2=1)], markers={"orchard": {"5": 1}})
    assert str(score_receipt(state, 0)) == "4 = 3 regions + 1 orchard"


def test_a_place_changes_hands_with_its_region() -> None:
    foxes = race("foxes", "weary", 0, r1=1, r3=1)
    state = at(ANTS, foxes, markers={"orchard": {"1": 1}})
    assert str(score_receipt(state, 1)) == "6 = 2 regions + 4 orchard"
    after = play(state, "c1")
    assert str(score_receipt(after, 1)) == "1 = 1 regions"
    assert str(score_receipt(after, 0)) == "6 = 2 regions + 4 orchard"
    assert cost(after, 5) == "1 = 2 region - 1 orchard", "and works at once"


def test_a_relic_is_carried_along() -> None:
    state = at(ANTS, None, markers={"rod": {"0": 1}})
    assert cost(state, 1, "rod") == "1 = 2 region - 2 rod + 1 minimum"
    after = play(state, "c1.rod")
    assert spots(after, "rod") == [1]
    assert rules(after, "c2.rod") == ["means_used"]
    assert rules(at(ANTS, None, markers={"rod": {"5": 1}}), "c1.rod") == ["no_means"]


def test_a_badge_lies_with_the_stone_and_works_for_its_holder() -> None:
    state = at(
        ANTS, race("foxes", "weary", 0, r1=1, r3=1), markers={"stone": {"1": 1}}, badges={"1": "raiding"}
    )
    after = play(state, "c1")
    assert str(score_receipt(after, 0)) == "4 = 2 regions + 2 raiding"
    assert str(score_receipt(after, 1)) == "1 = 1 regions"
    assert "~stone.1~raiding.1~" in position_string(after)
    drawn = play(at(ANTS, None, tribes={"bears": [1]}), "c1 hoard.stone")
    assert drawn.step == st.DRAW
    assert asked(drawn).deck == 1
    held = play(drawn, legal(drawn)[0])
    assert len(held.lying) == 1
    name = held.world.power_ids[held.lying[0] >> 6]
    assert name not in [power for power, _, _ in held.column]
    assert not held.unseen[1] >> held.world.power_index(name) & 1


def test_the_markers_of_a_lying_badge_go_when_its_region_is_left() -> None:
    state = at(
        race("ants", "ageless", 0, r0=2, r1=1),
        None,
        markers={"stone": {"1": 1}, "sprout": {"0": 1, "1": 1}},
        badges={"1": "sprouting"},
    )
    assert spots(state, "sprout") == [0, 1]
    assert spots(play(state, "a1"), "sprout") == []
    assert spots(play(state, "a0"), "sprout") == [1]


def test_a_find_asks_its_finder_and_its_figure_bars_all_but_the_holder() -> None:
    state = play(at(ANTS, race("foxes", "weary", 5, r9=1), tribes={"bears": [1]}), "c1 hoard.gate")
    assert (state.seat, question_of(state)) == (0, "golem")
    assert list(legal(state)) == ["o2", "o6"], "beside the gate, where nobody is"
    guarded = play(state, "o2")
    assert spots(guarded, "golem") == [2]
    assert rules(guarded, "c2") == [], "it opens to whoever holds its home"
    elsewhere = at(ANTS, race("foxes", "weary", 0, r3=1), markers={"gate": {"3": 1}, "golem": {"1": 1}})
    assert rules(elsewhere, "c1") == ["immune"]
    free = at(race("ants", "ageless", 9, r2=1), race("foxes", "weary", 0, r3=1, r9=1),
              markers={"gate": {"3": 1}, "golem": {"1": 1}})  # fmt: skip
    assert rules(free, "c1") == ["immune"]
    taken = play(free, "c3")
    assert spots(taken, "golem") == [], "whoever loses the gate loses the golem"


# --- positions that cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"markers": {"rod": {"0": 1, "1": 1}}}, "marker rod: 2 on the map, but only 1 exist"),
        ({"markers": {"rod": {"0": 2}}}, "marker rod: 2 on the map, but only 1 exist"),
        ({"markers": {"golem": {"5": 1}}}, "marker golem: nobody owns it, for gate is not on the map"),
        ({"markers": {"rod": {"11": 1}}}, "marker rod: region 11 is no place for it"),
        ({"badges": {"5": "raiding"}}, "badge raiding: nothing binds it to region 5"),
        (
            {"markers": {"stone": {"5": 1}}, "badges": {"5": "ageless"}},
            "power ageless: in 2 places at once",
        ),
        ({"tribes": {"bears": [8]}}, "region 8: bears cannot rest on ford"),
        ({"tribes": {"bears": [11]}}, "region 11: nobody can stand on abyss"),
        ({"tribes": {"bears": [4]}}, "region 4: bears cannot stand on pond"),
    ],
)
def test_an_impossible_position_is_refused(more: dict[str, Any], fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(ANTS, None, **more)
    assert fault in caught.value.faults


def test_tokens_in_an_abyss_and_a_ford_held_at_rest_are_refused() -> None:
    for row, fault in (
        (race("foxes", "weary", 0, r11=1), "region 11: nobody can stand on abyss"),
        (race("foxes", "weary", 0, r8=1), "region 8: foxes cannot rest on ford"),
    ):
        with pytest.raises(PositionError) as caught:
            at(ANTS, row)
        assert fault in caught.value.faults
    passing = at(race("foxes", "weary", 2, r8=1, r9=1), None, step="conquer", conquered=[8])
    assert passing.occ[8] >= 0, "whoever acts is only passing"
    assert play(passing, "e").occ[8] == -1
    toads = at(ANTS, race("toads", "weary", 0, r8=1))
    assert toads.occ[8] >= 0, "and toads live there"
