# ruff: noqa: E501  a row of a table stays on one line
"""A bad pack is refused when it is written, with the file, the piece, the field and the choices."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smallworld.engine import Pack, PackError, World
from smallworld.engine.board import Board, Region, Terrain, board_from_data
from smallworld.engine.changes import Change
from smallworld.engine.effects import CONQUEST, Effect, cheaper, coins, linked, passes, reaches
from smallworld.engine.pieces import (
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Rule,
    Use,
)
from smallworld.engine.scene import Scene
from smallworld.engine.where import alike, beside, dynamic, here, symbol, terrain
from smallworld.packs import find_packs, load_world, world_from_key
from smallworld.packs.find import board_named

BASE = find_packs()["base"]
Fields = dict[str, Any]


def fresh() -> Pack:
    return Pack("brew", version=1)


def refused(make: Callable[[], object]) -> list[str]:
    with pytest.raises(PackError) as caught:
        make()
    assert caught.value.faults
    return list(caught.value.faults)


def lying(name: str, **fields: Any) -> Marker:
    """The marker of a relic or place."""
    return Marker(id=name, **{"stays": True, "joins": True, **fields})


def race_faults(**fields: Any) -> list[str]:
    """What is said against a race with these fields; what it needs otherwise is there."""
    return refused(lambda: fresh().race(type("Otters", (Race,), {"tokens": 5, "supply": 10, **fields})))


def board_data(**changes: Any) -> dict[str, Any]:
    """A valid little board of four regions in a row, as JSON."""
    data: dict[str, Any] = {
        "players": 2,
        "turns": 3,
        "regions": [
            {"id": 0, "terrain": "hill", "neighbors": [1], "border": True, "centre": [1, 1]},
            {"id": 1, "terrain": "swamp", "neighbors": [0, 2], "centre": [2, 1]},
            {"id": 2, "terrain": "forest", "neighbors": [1, 3], "centre": [3, 1]},
            {"id": 3, "terrain": "mountain", "neighbors": [2], "centre": [4, 1]},
        ],
    }
    return {**data, **changes}


def with_region(number: int, **changes: Any) -> dict[str, Any]:
    data = board_data()
    data["regions"][number].update(changes)
    return data


def board_faults(data: dict[str, Any]) -> list[str]:
    return refused(lambda: board_from_data("row", data, "row.json"))


# --- races and powers -----------------------------------------------------------------------------------


def test_a_fault_names_the_file_the_line_and_the_class() -> None:
    pack = fresh()

    def make() -> None:
        @pack.race
        class Otters(Race):
            supply = 10

    (fault,) = refused(make)
    place, kind, rest = fault.split(": ", 2)
    assert place.startswith(f"{__file__}:")
    assert place.rpartition(":")[2].isdigit()
    assert kind == "race Otters"
    assert rest == "tokens: expected a whole number from 1 to 20, got 0"
    assert "otters" not in pack.races


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"tokens": 0}, "tokens: expected a whole number from 1 to 20, got 0"),
        ({"tokens": "5"}, "tokens: expected a whole number from 1 to 20, got '5'"),
        ({"tokens": 5.5}, "tokens: expected a whole number from 1 to 20, got 5.5"),
        ({"tokens": True}, "tokens: expected a whole number from 1 to 20, got True"),
        ({"tokens": -3}, "tokens: expected a whole number from 1 to 20, got -3"),
        ({"supply": 0}, "supply: expected a whole number from 1 to 60, got 0"),
        ({"supply": 61}, "supply: expected a whole number from 1 to 60, got 61"),
        ({"supply": 4}, "supply: 4 is less than the 5 tokens of the banner"),
        ({"effects": cheaper(1)}, "effects: expected a tuple of Effect, got Cheaper (a comma missing?)"),
        ({"effects": [cheaper(1)]}, "effects: expected a tuple of Effect, got list (a comma missing?)"),
        ({"effects": ("cheaper",)}, "effects: expected Effect, got 'cheaper'"),
        ({"effects": (cheaper,)}, "effects: expected Effect, got <function cheaper"),
        ({"markers": Marker(id="raft")}, "markers: expected a tuple of Marker, got Marker (a comma missing?)"),
        ({"markers": (cheaper(1),)}, "markers: expected Marker, got Cheaper("),
        ({"means": Means(id="ram")}, "means: expected a tuple of Means, got Means (a comma missing?)"),
        ({"questions": ("why",)}, "questions: expected Question, got 'why'"),
        ({"counters": Counter(id="dams", span="turn")}, "counters: expected a tuple of Counter, got Counter"),
        ({"effects": (coins(1, per="raft"),)}, "effects: coins: per: unknown marker 'raft'; expected one of: conquest"),
        ({"effects": (coins(1, per="raft"),), "markers": (Marker(id="dam"),)}, "effects: coins: per: unknown marker 'raft'; expected one of: conquest, dam"),
        ({"means": (Means(id="ram", carries="raft"),)}, "means ram: carries: unknown marker 'raft'; expected one of: none"),
        ({"means": (Means(id="ram", replaces=True, price=1),)}, "means ram: replaces cannot go with price, discount or as_if_empty"),
        ({"means": (Means(id="ram", replaces=True, discount=1),)}, "means ram: replaces cannot go with price, discount or as_if_empty"),
        ({"means": (Means(id="ram", price=2, as_if_empty=True),)}, "means ram: a fixed price cannot go with discount or as_if_empty"),
        ({"means": (Means(id="ram", price=2, discount=1),)}, "means ram: a fixed price cannot go with discount or as_if_empty"),
        ({"markers": (Marker(id="raft", count=0),)}, "markers: raft: count: expected at least 1, got 0"),
        ({"markers": (Marker(id="raft", moves=True),)}, "markers: raft: moves needs placed='redeploy'"),
        ({"on_conquer": classmethod(lambda cls, scene: ())}, "unknown moment 'on_conquer'; expected one of: on_attacked, on_captured, on_conquered, on_decline, on_found, on_joined, on_lost, on_released, on_scored, on_turn (did you mean on_conquered?)"),
        ({"on_x": 1}, "unknown moment 'on_x'; expected one of: on_attacked, on_captured, on_conquered, on_decline, on_found, on_joined, on_lost, on_released, on_scored, on_turn"),
        ({"id": "Otters"}, "id: 'Otters' is not lower case letters, digits and _"),
        ({"id": "sea-otters"}, "id: 'sea-otters' is not lower case letters, digits and _"),
    ],
)  # fmt: skip
def test_a_wrong_field_of_a_race_is_named_with_what_was_expected(fields: Fields, fault: str) -> None:
    assert any(f": race Otters: {fault}" in found for found in race_faults(**fields))


def test_all_faults_of_a_piece_come_at_once() -> None:
    found = "\n".join(race_faults(tokens=0, supply="many", effects=cheaper(1), markers=(1,), on_x=1))
    for field in ("tokens:", "supply:", "effects:", "markers:", "'on_x'"):
        assert field in found


def test_a_power_may_bring_no_token_and_not_more_than_twenty() -> None:
    fresh().power(type("Lazy", (Power,), {"tokens": 0}))
    faults = refused(lambda: fresh().power(type("Busy", (Power,), {"tokens": 21})))
    assert "power Busy: tokens: expected a whole number from 0 to 20, got 21" in faults[0]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"markers": (Marker(id="big raft"),)}, "big raft"),
        ({"markers": (Marker(id="raft.2"),)}, "raft.2"),
        ({"markers": (Marker(id=""),)}, ""),
        ({"means": (Means(id="Ram"),)}, "Ram"),
        ({"means": (Means(id="battering-ram"),)}, "battering-ram"),
        ({"counters": (Counter(id="dams~built", span="turn"),)}, "dams~built"),
        ({"questions": (Question(id="which way?", at="parting", about="region", options=lambda scene: (), answer=lambda scene, option: ()),)}, "which way?"),
    ],
)  # fmt: skip
def test_an_id_that_strings_cannot_carry_is_refused(fields: Fields, name: str) -> None:
    """Action and position strings speak of markers, means, counters and questions by their ids."""
    assert any(repr(name) in fault for fault in race_faults(**fields))


def test_a_board_name_that_strings_cannot_carry_is_refused() -> None:
    for name in ("my~board", "my board", "", "Brücke"):
        assert refused(lambda name=name: board_from_data(name, board_data(), "row.json"))  # type: ignore[misc]


def test_an_id_is_made_from_the_name_of_the_class() -> None:
    pack = fresh()
    pack.race(type("SeaOtters2Go", (Race,), {"tokens": 1, "supply": 1}))
    assert list(pack.races) == ["sea_otters2_go"]


def test_a_name_is_taken_once_in_a_pack_whatever_it_names() -> None:
    pack = fresh()
    pack.race(type("Otters", (Race,), {"tokens": 5, "supply": 10}))
    for make in (
        lambda: pack.race(type("Otters", (Race,), {"tokens": 5, "supply": 10})),
        lambda: pack.power(type("Otters", (Power,), {"tokens": 4})),
        lambda: pack.relic(type("Otters", (Relic,), {"markers": (lying("otters"),)})),
        lambda: pack.place(type("Otters", (Place,), {"markers": (lying("otters"),)})),
        lambda: pack.native(type("Otters", (Native,), {"supply": 10})),
        lambda: pack.rule(type("Otters", (Rule,), {})),
    ):
        (fault,) = refused(make)
        assert fault.endswith("id: 'otters' is already taken in pack brew")


def test_a_decorator_refuses_what_is_not_its_kind() -> None:
    pack: Any = fresh()
    for make, kind in (
        (lambda: pack.race(Power), "@pack.race expects a subclass of Race, got <class"),
        (lambda: pack.power(type("Otters", (Race,), {"tokens": 5, "supply": 10})), "@pack.power expects a subclass of Power"),
        (lambda: pack.relic(print), "@pack.relic expects a subclass of Relic, got <built-in function print>"),
        (lambda: pack.race("otters"), "@pack.race expects a subclass of Race, got 'otters'"),
    ):  # fmt: skip
        (fault,) = refused(make)
        assert fault.startswith(f"pack brew: {kind}")


@pytest.mark.parametrize("name", ["Brew", "", "my-pack", "1st", "a b", "a~b"])
def test_a_pack_has_an_id_that_strings_can_carry(name: str) -> None:
    (fault,) = refused(lambda: Pack(name, version=1))
    assert fault == f"pack {name!r}: an id is lower case letters, digits and _, starting with a letter"


def test_a_moment_with_the_right_name_is_fine() -> None:
    pack = fresh()

    @pack.race
    class Otters(Race):
        tokens, supply = 5, 10
        effects = (coins(1, per=CONQUEST),)

        @classmethod
        def on_turn(cls, scene: Scene) -> Sequence[Change]:
            return ()

    assert pack.races == {"otters": Otters}


# --- worlds: pieces that meet boards and other packs ------------------------------------------------------


def brewed(*effects: Effect, needs: tuple[str, ...] = (), **fields: Any) -> Pack:
    pack = Pack("brew", version=1, needs=needs)
    pack.race(type("Otters", (Race,), {"tokens": 5, "supply": 10, "effects": effects, **fields}))
    return pack


def world_faults(*packs: Pack, board: str = "base_2p") -> list[str]:
    return refused(lambda: World(BASE.boards[board], packs))


@pytest.mark.parametrize(
    ("effect", "field", "unknown"),
    [
        (cheaper(1, where=terrain("tundra")), "cheaper", "terrain 'tundra'"),
        (coins(1, per=terrain("tundra") | terrain("hill")), "coins", "terrain 'tundra'"),
        (reaches(beside(~terrain("tundra"))), "reaches", "terrain 'tundra'"),
        (linked(symbol("geyser")), "linked", "symbol 'geyser'"),
    ],
)
def test_an_unknown_terrain_or_symbol_in_an_effect_is_named_with_the_choices(
    effect: Effect, field: str, unknown: str
) -> None:
    (fault,) = world_faults(BASE, brewed(effect))
    assert f"race otters: {field}: unknown {unknown}; expected one of: " in fault
    choices = BASE.terrains if "terrain" in unknown else BASE.symbols
    assert fault.endswith(", ".join(sorted(choices)))


def test_an_unknown_terrain_in_the_reach_of_a_means_is_named() -> None:
    (fault,) = world_faults(BASE, brewed(means=(Means(id="ram", reach=terrain("tundra")),)))
    assert "race otters: means ram: " in fault
    assert "unknown terrain 'tundra'; expected one of: farmland" in fault


def test_a_race_that_is_in_two_packs_is_named() -> None:
    other = Pack("other", version=1)
    other.race(type("Orcs", (Race,), {"tokens": 5, "supply": 10}))
    other.power(type("Hill", (Power,), {"tokens": 4}))
    assert world_faults(BASE, other) == ["race orcs is in two packs", "power hill is in two packs"]


def test_a_marker_or_means_that_is_there_twice_is_named() -> None:
    assert world_faults(BASE, brewed(markers=(Marker(id="dragon"),))) == ["marker dragon is there twice"]
    assert world_faults(BASE, brewed(means=(Means(id="sorcery"),))) == ["means sorcery is there twice"]
    counters = (Counter(id="hole_dug", span="race"),)
    assert world_faults(BASE, brewed(counters=counters)) == ["counter hole_dug is there twice"]


def test_a_pack_that_needs_another_says_which() -> None:
    assert world_faults(BASE, brewed(needs=("underground", "base"))) == [
        "pack brew needs pack underground, which is not in play"
    ]


def test_too_few_races_or_powers_for_the_players_are_counted() -> None:
    faults = refused(lambda: World(BASE.boards["base_5p"], (BASE,), races=["orcs", "elves"], powers=["hill"]))
    assert faults == ["5 players need at least 11 races, got 2", "5 players need at least 6 powers, got 1"]


def test_races_that_outlive_ask_for_more_of_the_others() -> None:
    powers = ["hill", "swamp", "forest", "spirit"]
    faults = refused(lambda: World(BASE.boards["base_2p"], (BASE,), powers=powers))
    assert faults == ["2 players need at least 5 powers, got 4"]


def test_an_unknown_choice_of_races_and_powers_is_named_with_the_choices() -> None:
    faults = refused(lambda: World(BASE.boards["base_2p"], (BASE,), races=["gnomes"], powers=["royal"]))
    assert faults[0].startswith("unknown race 'gnomes'; expected one of: amazons, ")
    assert faults[1].startswith("unknown power 'royal'; expected one of: alchemist, ")


def test_all_faults_of_a_world_come_at_once() -> None:
    other = Pack("other", version=1, needs=("moon",))
    other.race(
        type("Orcs", (Race,), {"tokens": 5, "supply": 10, "effects": (coins(1, per=terrain("dune")),)})
    )
    faults = "\n".join(world_faults(BASE, other))
    for expected in ("needs pack moon", "race orcs is in two packs", "unknown terrain 'dune'"):
        assert expected in faults


def test_more_races_or_powers_than_a_code_can_name_are_refused() -> None:
    """Action codes have six bits for a race or a power: the 65th would be taken for the first."""
    for kind in ("race", "power"):
        many = Pack("many", version=1)
        for number in range(64):
            if kind == "race":
                many.race(type(f"Race{number}", (Race,), {"tokens": 5, "supply": 10}))
            else:
                many.power(type(f"Power{number}", (Power,), {"tokens": 4}))
        total = {"race": "races and natives can be in play, got 79", "power": "powers can be in play, got 84"}
        assert f"at most 62 {total[kind]}" in world_faults(BASE, many)


@pytest.mark.parametrize(
    ("field", "part", "kinds"),
    [
        ("markers", lambda number: Marker(id=f"m{number}"), "kinds of markers can be in play, got 68"),
        ("means", lambda number: Means(id=f"m{number}", discount=1), "means can be in play, got 65"),
        (
            "uses",
            lambda number: Use(id=f"m{number}", options=none, answer=nothing),
            "uses can be in play, got 63",
        ),
    ],
    ids=["markers", "means", "uses"],
)
def test_more_parts_than_a_code_can_name_are_refused(
    field: str, part: Callable[[int], object], kinds: str
) -> None:
    """The 63rd would be taken for another one; before, it was, and nobody said so."""
    parts = tuple(map(part, range(63)))
    pack = fresh()
    pack.power(type("Otters", (Power,), {"tokens": 4, field: parts}))
    assert world_faults(BASE, pack) == [f"at most 62 {kinds}"]
    fewer = fresh()
    there = 63 - 62 + {"markers": 5, "means": 2, "uses": 0}[field]
    fewer.power(type("Otters", (Power,), {"tokens": 4, field: parts[there:]}))
    assert World(BASE.boards["base_2p"], (BASE, fewer)).powers


def test_more_finds_than_a_code_can_name_are_refused() -> None:
    pack = fresh()
    pack.native(type("Voles", (Native,), {"supply": 4}))
    finds = [
        pack.place(type(f"Den{number}", (Place,), {"markers": (lying(f"den{number}"),)}))
        for number in range(63)
    ]
    pack.deck(Deck("dens", tuple(finds), drawn_by="voles"))
    world = World(BASE.boards["base_2p"], (BASE, pack))
    assert world.deck_ids == ("race", "power"), "without voles there is nothing to draw"
    faults = refused(lambda: World(replace(BASE.boards["base_2p"], natives="voles"), (BASE, pack)))
    assert "at most 62 pieces in deck dens can be in play, got 63" in faults


# --- relics, places, natives, decks, phases, options, kin, questions -------------------------------------


def none(scene: Scene) -> Sequence[int]:
    return ()


def nothing(scene: Scene, option: int) -> Sequence[Change]:
    return ()


def place_faults(**fields: Any) -> list[str]:
    return refused(lambda: fresh().place(type("Otters", (Place,), fields)))


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, "place Otters: markers: a place needs a marker 'otters' with joins=True, which lies on the map"),
        ({"markers": (Marker(id="otters", stays=True),)}, "markers: a place needs a marker 'otters' with joins=True"),
        ({"markers": (Marker(id="den", stays=True, joins=True),)}, "markers: a place needs a marker 'otters'"),
        ({"markers": (Marker(id="otters", joins=True),)}, "markers: otters: joins is for a relic or place, and needs stays=True"),
        ({"markers": (lying("otters"), Marker(id="den", opens_to="home", immune=True))}, "markers: den: home and opens_to='home' belong together"),
        ({"markers": (lying("otters"), Marker(id="den", home="otters"))}, "markers: den: home and opens_to='home' belong together"),
        ({"markers": (lying("otters"), Marker(id="den", opens_to="nobody"))}, "markers: den: opens_to needs immune=True"),
        ({"markers": (lying("otters"), Marker(id="den", per_turn=2))}, "markers: den: per_turn needs placed='redeploy'"),
    ],
)  # fmt: skip
def test_a_place_that_makes_no_sense_is_refused(fields: Fields, fault: str) -> None:
    assert any(fault in found for found in place_faults(**fields))


def test_a_relic_needs_its_marker_too() -> None:
    (fault,) = refused(lambda: fresh().relic(type("Otters", (Relic,), {})))
    assert "relic Otters: markers: a relic needs a marker 'otters' with joins=True" in fault


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"markers": (lying("otters"),)}, "markers: otters: joins is for a relic or place"),
        ({"effects": (coins(1, per=here),)}, "effects: here is for what lies in a region, and a race does not"),
        ({"effects": (cheaper(1, where=alike & terrain("hill")),)}, "is for what lies in a region, and a race does not"),
        ({"effects": (coins(1, every=2),)}, "effects: coins: every needs per with a region set"),
        ({"effects": (coins(1, per=CONQUEST, every=2),)}, "effects: coins: every needs per with a region set"),
        ({"effects": (coins(1, once=True, times=lambda scene: 1),)}, "effects: coins: times cannot go with once or per"),
        ({"effects": (passes(dynamic(lambda scene: 1)),)}, "effects: passes: where: must not depend on the position"),
        ({"means": (Means(id="x", rolls=True, replaces=True),)}, "means x: rolls cannot go with replaces or price"),
        ({"means": (Means(id="x", rolls=True, price=2),)}, "means x: rolls cannot go with replaces or price"),
        ({"means": (Means(id="x", unlimited=True, counter="y"),)}, "means x: unlimited cannot go with per_victim or counter"),
        ({"uses": (Use(id="X", options=none, answer=nothing),)}, "uses: 'X' is not lower case letters"),
        ({"uses": Use(id="x", options=none, answer=nothing)}, "uses: expected a tuple of Use, got Use (a comma missing?)"),
        ({"questions": (Question(id="Why", about="yes", options=none, answer=nothing),)}, "questions: 'Why' is not lower case letters"),
    ],
)  # fmt: skip
def test_a_race_with_new_words_that_make_no_sense_is_refused(fields: Fields, fault: str) -> None:
    assert any(": race Otters: " in found and fault in found for found in race_faults(**fields))


def test_natives_may_bring_no_tokens_of_their_own_but_not_more_than_there_are() -> None:
    fresh().native(type("Voles", (Native,), {"supply": 0}))
    (fault,) = refused(lambda: fresh().native(type("Voles", (Native,), {"tokens": 3, "supply": 2})))
    assert fault.endswith("supply: 2 is less than the 3 tokens of the banner")
    (fault,) = refused(lambda: fresh().native(Race))  # type: ignore[type-var]
    assert fault.startswith("pack brew: @pack.neutral expects a subclass of Native")


def test_a_board_with_natives_nobody_brings_is_refused() -> None:
    board = replace(BASE.boards["base_2p"], natives="lost_tribe")
    assert refused(lambda: World(board, (BASE,))) == [
        "board base_2p: unknown natives 'lost_tribe'; expected one of: lost_tribes (did you mean lost_tribes?)"
    ]


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (lambda den: Deck("Dens", (den,), "voles"), "deck Dens: id: 'Dens' is not lower case letters, digits and _, or is taken"),
        (lambda den: Deck("power", (den,), "voles"), "deck power: id: 'power' is not lower case"),
        (lambda den: Deck("die", (den,), "voles"), "deck die: id: 'die' is not lower case"),
        (lambda den: Deck("dens", (den, den), "voles"), "deck dens: a piece is in it twice"),
        (lambda den: Deck("dens", (Race,), "voles"), "is no relic or place of this pack"),
        (lambda den: Deck("dens", (den,), "vole"), "deck dens: drawn_by: unknown natives 'vole'; expected one of: voles (did you mean voles?)"),
    ],
)  # fmt: skip
def test_a_deck_that_makes_no_sense_is_refused(deck: Callable[[Any], Deck], fault: str) -> None:
    pack = fresh()
    pack.native(type("Voles", (Native,), {"supply": 4}))
    den = pack.place(type("Den", (Place,), {"markers": (lying("den"),)}))
    assert any(
        found.startswith("pack brew: ") and fault in found for found in refused(lambda: pack.deck(deck(den)))
    )


def test_two_decks_with_one_name_are_refused() -> None:
    pack = fresh()
    pack.native(type("Voles", (Native,), {"supply": 4}))
    for name in ("Den", "Nest"):
        piece = pack.place(type(name, (Place,), {"markers": (lying(name.lower()),)}))
        deck = Deck("dens", (piece,), drawn_by="voles")
        if name == "Den":
            pack.deck(deck)
    faults = refused(lambda: pack.deck(deck))
    assert any("dens" in fault for fault in faults)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"kin": (("hill", "mountain"),)}, "kin: expected terrain.name or symbol.name, got 'hill'"),
        ({"phases": {"Dusk": "score"}}, "'Dusk' is not lower case letters, digits and _"),
        ({"options": {"fog": ()}}, "option fog: has no values"),
        ({"options": {"fog": ("Off",)}}, "'Off' is neither a number nor lower case letters, digits and _"),
        ({"options": {"the fog": ("off",)}}, "'the fog' is not lower case letters, digits and _"),
    ],
)
def test_data_of_a_pack_that_makes_no_sense_is_refused(fields: Fields, fault: str) -> None:
    assert f"pack brew: {fault}" in refused(lambda: Pack("brew", version=1, **fields))


@pytest.mark.parametrize(
    ("phases", "fault"),
    [
        (
            {"dusk": "scores"},
            "pack brew: phase dusk: unknown phase 'scores'; expected one of: arrival, begin, ",
        ),
        ({"score": "begin"}, "pack brew: phase score is there twice"),
    ],
)
def test_a_phase_that_fits_nowhere_is_refused(phases: dict[str, str], fault: str) -> None:
    assert any(
        found.startswith(fault) for found in world_faults(BASE, Pack("brew", version=1, phases=phases))
    )


def test_phases_of_packs_stand_where_they_say() -> None:
    brew = Pack("brew", version=1, phases={"setup": "", "dusk": "score", "night": "dusk"})
    phases = World(BASE.boards["base_2p"], (BASE, brew)).phases
    assert (phases[0], phases[1]) == ("setup", "begin")
    assert phases[phases.index("score") :][:4] == ("score", "dusk", "night", "fade")


def test_a_question_in_a_phase_that_is_none_is_refused_with_the_choices() -> None:
    pack = fresh()
    question = Question(id="why", at="partin", about="yes", options=none, answer=nothing)
    pack.power(type("Otters", (Power,), {"tokens": 4, "questions": (question,)}))
    (fault,) = world_faults(BASE, pack)
    assert "power otters" in fault
    assert fault.endswith(
        "question why: at: unknown phase 'partin'; expected one of: arrival, parting, victims (did you mean parting?)"
    )
    late = Pack("brew", version=1, phases={"dusk": "score"})
    for at, fine in (("dusk", True), ("score", False)):
        asked = replace(question, at=at)
        late.powers.clear()
        late.power(type("Otters", (Power,), {"tokens": 4, "questions": (asked,)}))
        if fine:
            assert "dusk" in World(BASE.boards["base_2p"], (BASE, late)).phases
        else:  # a phase that has something else to do, in which nobody would ever be asked
            assert (
                "unknown phase 'score'; expected one of: arrival, dusk, parting"
                in world_faults(BASE, late)[0]
            )


def test_a_kin_nobody_has_is_a_name_all_the_same() -> None:
    """A pack may speak of the ground of another that is not in play; of a name nobody says it may not."""
    pack = Pack("brew", version=1, kin=(("terrain.hill", "terrain.dune"),))
    pack.race(
        type("Otters", (Race,), {"tokens": 5, "supply": 10, "effects": (coins(1, per=terrain("dune")),)})
    )
    world = World(BASE.boards["base_2p"], (BASE, pack))
    hills = sum(1 << r.id for r in world.board.regions if r.terrain == "hill")
    assert hills
    assert world.mask_of(terrain("dune")) == world.mask_of(terrain("hill")) == hills


def test_a_piece_with_a_typo_is_refused_and_not_left_out_as_senseless() -> None:
    pack = fresh()
    pack.race(
        type("Otters", (Race,), {"tokens": 5, "supply": 10, "effects": (coins(1, per=terrain("hil")),)})
    )
    (fault,) = world_faults(BASE, pack)
    assert "race otters: coins: unknown terrain 'hil'; expected one of: " in fault
    assert fault.endswith("(did you mean hill?)")


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ({"fog": "thick"}, "option fog: unknown value 'thick'; expected one of: off, on"),
        ({"frog": "on"}, "unknown option 'frog'; expected one of: fog (did you mean fog?)"),
    ],
)
def test_an_option_nobody_offers_is_refused(chosen: dict[str, str], fault: str) -> None:
    pack = Pack("brew", version=1, options={"fog": ("off", "on")})
    assert fault in refused(lambda: World(BASE.boards["base_2p"], (BASE, pack), options=chosen))


@pytest.mark.parametrize(("players", "rounds"), [(9, 10), (-1, 10), (2, 61)])
def test_players_and_rounds_have_their_limits(players: int, rounds: int) -> None:
    board = BASE.boards["base_2p"]
    (fault,) = refused(lambda: World(board, (BASE,), players=players, rounds=rounds))
    assert fault in (f"expected 1 to 8 players, got {players}", f"expected 1 to 60 rounds, got {rounds}")


# --- boards ---------------------------------------------------------------------------------------------


def test_the_little_board_is_fine_as_it_is() -> None:
    board = board_from_data("row", board_data())
    assert (board.players, board.rounds, len(board)) == (2, 3, 4)
    assert board.neighbour_masks == (0b0010, 0b0101, 0b1010, 0b0100)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, "row.json: field 'players' is missing"),
        ({}, "row.json: field 'turns' is missing"),
        ({}, "row.json: field 'regions' is missing"),
        (board_data(regions=[{}]), "row.json: region 0: missing id, terrain, neighbors"),
        (board_data(regions=[]), "board row: expected 1 to 63 regions, got 0"),
        (board_data(players=0), "board row: expected 1 to 8 players, got 0"),
        (board_data(players=9), "board row: expected 1 to 8 players, got 9"),
        (board_data(turns=0), "board row: expected at least 1 round, got 0"),
        (with_region(0, id=7), "board row, region 7: ids must count 0, 1, 2 …; expected 0"),
        (with_region(0, neighbors=[1, 3]), "board row, region 0: has neighbour 3, but 3 does not have 0"),
        (with_region(0, neighbors=[]), "board row, region 1: has neighbour 0, but 0 does not have 1"),
        (with_region(0, neighbors=[1, 9]), "board row, region 0: neighbour 9 does not exist (0 to 3)"),
        (with_region(0, neighbors=[1, -1]), "board row, region 0: neighbour -1 does not exist (0 to 3)"),
        (with_region(0, neighbors=[0, 1]), "board row, region 0: is its own neighbour"),
        (with_region(0, neighbors=[1, 1]), "board row, region 0: names a neighbour twice"),
        (with_region(0, natives=-1), "board row, region 0: expected 0 or more native tokens, got -1"),
        (with_region(0, border=False), "board row: no region is a border, so nobody could ever enter"),
    ],
)
def test_a_fault_of_a_board_names_the_file_or_board_the_region_and_the_field(
    data: Fields, fault: str
) -> None:
    assert fault in board_faults(data)


WRONG_KINDS: dict[str, Fields] = {
    "players-word": board_data(players="two"),
    "players-null": board_data(players=None),
    "turns-word": board_data(turns="ten"),
    "regions-table": board_data(regions={"0": {}}),
    "regions-number": board_data(regions=5),
    "regions-words": board_data(regions=["hill"]),
    "canvas-number": board_data(canvas=7),
    "id-word": with_region(0, id="zero"),
    "neighbors-number": with_region(0, neighbors=1),
    "neighbors-words": with_region(0, neighbors=["1"]),
    "natives-word": with_region(0, natives="one"),
    "centre-short": with_region(0, centre=[1]),
    "centre-word": with_region(0, centre="here"),
    "terrain-number": with_region(0, terrain=3),
    "symbols-word": with_region(0, symbols="mine"),
}


@pytest.mark.parametrize("name", WRONG_KINDS)
def test_a_value_of_the_wrong_kind_in_a_board_is_a_fault_and_nothing_else(name: str) -> None:
    faults = refused(lambda: World(board_from_data("row", WRONG_KINDS[name], "row.json"), (BASE,)))
    assert all("row" in fault for fault in faults), "the file or the board is named"


def test_all_faults_of_a_board_come_at_once() -> None:
    data = with_region(0, neighbors=[3], natives=-1, border=False)
    data.update(players=0, turns=0)
    assert len(board_faults(data)) >= 6


def test_an_unknown_terrain_on_a_board_is_named_with_the_choices() -> None:
    board = board_from_data("row", with_region(2, terrain="tundra"))
    (fault,) = refused(lambda: World(board, (BASE,)))
    choices = ", ".join(sorted(BASE.terrains))
    assert fault == f"board row, region 2: unknown terrain 'tundra'; expected one of: {choices}"


def test_an_unknown_symbol_on_a_board_is_named_with_the_choices() -> None:
    board = board_from_data("row", with_region(2, symbols=["geyser"]))
    (fault,) = refused(lambda: World(board, (BASE,)))
    assert "region 2: unknown symbol 'geyser'; expected one of: cavern, magic, mine" in fault


def test_a_board_that_is_there_twice_in_a_pack_is_refused() -> None:
    pack = Pack("brew", version=1, terrains=(Terrain("hill"),))
    row = Board("row", 2, 3, (Region(0, "hill", (), border=True),))
    pack.board(row)
    assert refused(lambda: pack.board(row)) == ["pack brew: board row is there twice"]


# --- finding packs ----------------------------------------------------------------------------------------


def test_an_unknown_pack_board_or_number_of_players_is_refused() -> None:
    assert refused(lambda: load_world("base_2p", packs=["bass"]))[0].startswith(
        "unknown pack 'bass'; expected one of: "
    )
    assert refused(lambda: load_world("moon"))[0].startswith(
        "unknown board 'moon'; expected one of: base_2p, "
    )
    assert refused(lambda: load_world(players=6)) == ["expected 2 to 5 players, got 6"]
    assert refused(lambda: load_world()) == ["expected 2 to 5 players, got 0"]
    assert refused(lambda: load_world("base_2p", players=3)) == ["board base_2p is for 2 players, not 3"]
    assert refused(lambda: board_named("moon", [])) == ["unknown board 'moon'; expected one of: none"]
    assert callable(world_from_key)


OTTERS = '''
from smallworld.engine import Pack
from smallworld.engine.effects import cheaper, coins
from smallworld.engine.pieces import Power, Race
from smallworld.engine.where import coast, terrain

pack = Pack("otters", version=7, needs=("base",))


@pack.race
class Otters(Race):
    """At home on the coast."""

    tokens, supply = 5, 12
    effects = (cheaper(1, where=coast), coins(1, per=terrain("swamp")))


@pack.power
class Playful(Power):
    """Two coins a turn."""

    tokens = 4
    effects = (coins(2),)
'''


def install(folder: Path, entry_points: str, **modules: str) -> None:
    """What an installer leaves behind: modules, and a dist-info that names the entry points."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / "smallworld_otters-7.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: smallworld-otters\nVersion: 7.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(f"[smallworld.packs]\n{entry_points}\n", encoding="utf-8")


def run(folder: Path, program: str) -> str:
    """Run a program in another Python that has the folder on its path; its output."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAY = """
from smallworld.engine import Game, Seeded, new_state
from smallworld.engine.laws import broken_laws
from smallworld.packs import find_packs, load_world, world_from_key

assert {"base", "otters", "underground"} <= set(find_packs()), find_packs()
world = load_world("base_3p", packs=["base", "otters"])
game = Game(world, luck=Seeded(3))
numbers = Seeded(4)
while not game.over:
    options = sorted(game.legal)
    game.play(options[int(numbers.random() * len(options))])
assert not broken_laws(game.state)
assert Game.from_string(game.string, world_from_key).state.coins == game.state.coins
picked = {world.race_ids[e.race] for events in game.events for e in events if e.kind == "picked"}
print(world, game.string.rpartition("~base_3p.3.10~")[2], len(world.races), "otters" in world.race_ids)
"""


def test_an_installed_pack_of_somebody_else_is_found_and_played(tmp_path: Path) -> None:
    install(tmp_path, "otters = otters_pack:pack", otters_pack=OTTERS)
    out = run(tmp_path, PLAY)
    assert out == "<World base_3p (base+otters): 15 races, 21 powers> base.1-otters.7~all~all~ 15 True\n"


TELL = """
from smallworld.engine import SmallWorldError
from smallworld.packs import find_packs, load_world
try:
    find_packs()
    load_world(players=2, packs=["otters"])
except SmallWorldError as error:
    print(type(error).__name__, *error.faults, sep="|")
"""


@pytest.mark.parametrize(
    ("entry", "source", "said"),
    [
        ("otters = otters_pack:pack", "pack = 5", "expected a Pack, got int"),
        ("otters = otters_pack:pack", "import nowhere_to_be_found", "cannot be imported: ModuleNotFoundError"),
        ("otters = otters_pack:pack", "raise RuntimeError('sorry')", "cannot be imported: RuntimeError('sorry')"),
        ("otters = missing_module:pack", "", "cannot be imported: ModuleNotFoundError"),
        ("otters = otters_pack:missing", "pack = 5", "cannot be imported: AttributeError"),
        ("otters = otters_pack:pack", OTTERS.replace("tokens, supply = 5, 12", "supply = 12"), "race Otters: tokens: expected a whole number"),
        ("otters = otters_pack:pack", OTTERS.replace('Pack("otters"', 'Pack("base"'), "pack id 'base' is already taken"),
    ],
)  # fmt: skip
def test_an_installed_pack_that_cannot_be_loaded_says_which_and_why(
    tmp_path: Path, entry: str, source: str, said: str
) -> None:
    install(tmp_path, entry, otters_pack=source)
    out = run(tmp_path, TELL)
    assert out.startswith("PackError|entry point '")
    assert f"'otters' ({entry.partition(' = ')[2]})" in out
    assert said in out


def test_a_pack_without_boards_needs_one_from_another(tmp_path: Path) -> None:
    install(tmp_path, "otters = otters_pack:pack", otters_pack=OTTERS.replace('needs=("base",)', "needs=()"))
    assert run(tmp_path, TELL).startswith("PackError|")
