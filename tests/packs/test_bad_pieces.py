# ruff: noqa: E501  a row of a table stays on one line
"""A bad race or power is refused when it is written, with the file, the class, the field and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from smallworld.engine import Pack
from smallworld.engine.content.changes import Change
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import (
    Counter,
    Marker,
    Means,
    Native,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Rule,
)
from smallworld.engine.effects import CONQUEST, cheaper, coins

from .refusing import Fields, fresh, lying, race_faults, refused

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
        ({"means": (Means(id="ram", replaces=True, price=1),)}, "means ram: replaces cannot be combined with price, discount or as_if_empty"),
        ({"means": (Means(id="ram", replaces=True, discount=1),)}, "means ram: replaces cannot be combined with price, discount or as_if_empty"),
        ({"means": (Means(id="ram", price=2, as_if_empty=True),)}, "means ram: a fixed price cannot be combined with discount or as_if_empty"),
        ({"means": (Means(id="ram", price=2, discount=1),)}, "means ram: a fixed price cannot be combined with discount or as_if_empty"),
        ({"markers": (Marker(id="raft", count=0),)}, "markers: raft: count: expected at least 1, got 0"),
        ({"markers": (Marker(id="raft", moves=True),)}, "markers: raft: moves needs placed='redeploy'"),
        ({"on_conquer": classmethod(lambda cls, scene: ())}, "unknown moment 'on_conquer'; expected one of: on_attacked, on_captured, on_conquered, on_decline, on_found, on_joined, on_lost, on_released, on_revealed, on_scored, on_turn (did you mean on_conquered?)"),
        ({"on_x": 1}, "unknown moment 'on_x'; expected one of: on_attacked, on_captured, on_conquered, on_decline, on_found, on_joined, on_lost, on_released, on_revealed, on_scored, on_turn"),
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
        def on_turn(cls, scene: PieceView) -> Sequence[Change]:
            return ()

    assert pack.races == {"otters": Otters}
