# ruff: noqa: E501  a row of a table stays on one line
"""Relics, places, natives, decks, phases, options and questions that make no sense are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from smallworld.engine import Pack, World
from smallworld.engine.content.pieces import (
    Deck,
    Marker,
    Means,
    Native,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Use,
)
from smallworld.engine.effects import CONQUEST, cheaper, coins, passes
from smallworld.engine.words.region_sets import alike, dynamic, here, terrain

from .refusing import BASE, Fields, fresh, lying, none, nothing, race_faults, refused, world_faults

# --- relics, places, natives, decks, phases, options, kin, questions -------------------------------------


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
        ({"effects": (coins(1, once=True, times=lambda scene: 1),)}, "effects: coins: times cannot be combined with once or per"),
        ({"effects": (passes(dynamic(lambda scene: 1)),)}, "effects: passes: where: must not depend on the position"),
        ({"means": (Means(id="x", rolls=True, replaces=True),)}, "means x: rolls cannot be combined with replaces or price"),
        ({"means": (Means(id="x", rolls=True, price=2),)}, "means x: rolls cannot be combined with replaces or price"),
        ({"means": (Means(id="x", unlimited=True, counter="y"),)}, "means x: unlimited cannot be combined with per_victim or counter"),
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
        ({"frog": "on"}, "unknown option 'frog'; expected one of: fog, own_tokens (did you mean fog?)"),
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
