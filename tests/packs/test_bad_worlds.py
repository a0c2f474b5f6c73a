"""Pieces that do not go together are refused when a world is made, with the choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from smallworld.engine import Pack, World
from smallworld.engine.content.pieces import Counter, Deck, Marker, Means, Native, Place, Power, Race, Use
from smallworld.engine.effects import Effect, cheaper, coins, linked, reaches
from smallworld.engine.words.region_sets import beside, symbol, terrain

from .refusing import BASE, brewed, fresh, lying, none, nothing, refused, world_faults

# --- worlds: pieces that meet boards and other packs ------------------------------------------------------


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
        ("means", lambda number: Means(id=f"m{number}", replaces=True), "means can be in play, got 65"),
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


def test_more_ways_to_use_several_means_than_a_code_can_name_are_refused() -> None:
    pack = fresh()
    helps = tuple(Means(id=f"m{number}", discount=1) for number in range(16))
    pack.power(type("Otters", (Power,), {"tokens": 4, "means": helps}))
    fault = "the means in play could serve one conquest in more than 16382 ways"
    assert world_faults(BASE, pack) == [fault]


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
