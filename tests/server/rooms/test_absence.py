"""People who have left, and the bot that takes over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from smallworld.engine import state_from
from smallworld.packs import world_from_description
from smallworld.server.bots.bot_jobs import rated
from smallworld.server.rooms.absence import Absence, fitting_level
from smallworld.server.tables.table import Table

LADDER = [*rated()]


def played(own: dict[int, int], other: dict[int, int], standin: str = "") -> Table:
    """A game in which these regions were held at the end of three rounds."""
    troops: dict[str, Any] = {"A": {"active": {"race": "orcs", "power": "hill", "regions": own}}}
    troops["B"] = {"active": {"race": "elves", "power": "flying", "regions": other}}
    positions = [
        state_from({"board": "base_2p", "round": number, "players": troops}, world_from_description)
        for number in (1, 2, 3, 4)
    ]
    header = SimpleNamespace(standin=standin or LADDER[1], options=SimpleNamespace(standin=standin))
    game = SimpleNamespace(positions=positions)
    return cast(Table, SimpleNamespace(header=header, game=game, world=positions[0].world))


@pytest.mark.parametrize(
    ("own", "level"), [({5: 1, 6: 1, 1: 1, 11: 1}, 2), ({5: 1, 6: 1, 1: 1}, 1), ({5: 1}, 0)]
)
def test_a_bot_takes_over_that_plays_about_as_well(own: dict[int, int], level: int) -> None:
    assert fitting_level(played(own, {9: 1, 10: 1, 14: 1}), 0, LADDER) == LADDER[level]


def test_a_table_that_names_a_level_has_that_one() -> None:
    assert fitting_level(played({5: 1}, {9: 1, 10: 1, 14: 1}, LADDER[2]), 0, LADDER) == LADDER[2]


def test_absence_counts_from_when_somebody_left_and_ends_when_they_return() -> None:
    people = [SimpleNamespace(who="person"), SimpleNamespace(who="person"), SimpleNamespace(who="bot")]
    table = cast(Table, SimpleNamespace(holders=people))
    absence = Absence()
    absence.note(table, {0, 1}, 100.0)
    absence.note(table, {0}, 110.0)
    absence.note(table, {0}, 130.0)
    assert [absence.seconds(seat, 150.0) for seat in range(3)] == [None, 40.0, None]
    absence.note(table, {0, 1}, 150.0)
    assert absence.seconds(1, 151.0) is None
