"""What typed lines mean."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.cli.messages import Messages
from smallworld.cli.table.typed_input import ACTIONS, COMMANDS, NotUnderstood, understand, vocabulary
from smallworld.engine import View, state_from, view
from smallworld.languages import LANGUAGES
from smallworld.packs import world_from_description
from smallworld.presentation import arrangements

PLAYERS = ["Ann", "Bob"]


def seen(step: str = "conquer", **active: Any) -> View:
    description = {
        "board": "base_2p",
        "step": step,
        "players": {
            "A": {
                "active": {
                    "race": "orcs",
                    "power": "dragon_master",
                    "hand": 5,
                    "regions": {"1": 1, "2": 2},
                    **active,
                }
            },
            "B": {"active": {"race": "elves", "power": "hill", "regions": {"6": 1}}},
        },
    }
    return view(state_from(description, world_from_description), 0)


def picking() -> View:
    column = ["flying orcs", "hill elves", "forest trolls", "stout humans", "swamp giants", "commando ratmen"]
    description = {"board": "base_2p", "column": column, "players": {"A": {}, "B": {}}}
    return view(state_from(description, world_from_description), 0)


@pytest.mark.parametrize(
    ("lang", "line", "actions"),
    [
        ("en", "c6", ("c6",)),
        ("en", "C 6", ("c6",)),
        ("en", "6", ("c6",)),
        ("en", "conquer region 6", ("c6",)),
        ("en", "take 6 with the dragon", ("c6.dragon",)),
        ("en", "c6.dragon", ("c6.dragon",)),
        ("en", "6 5 e", ("c6", "c5", "e")),
        ("en", "roll 5", ("r5",)),
        ("en", "roll", ("b",)),
        ("en", "done", ("e",)),
        ("de", "erobere 6 drachen", ("c6.dragon",)),
        ("de", "würfeln 5", ("r5",)),
        ("de", "wuerfeln 5", ("r5",)),
        ("de", "conquer 6", ("c6",)),
        ("en", "erobere 6", ("c6",)),
        ("nl", "verover 6", ("c6",)),
        ("fr", "conquérir 6", ("c6",)),
        ("fr", "conquerir 6", ("c6",)),
        ("fr", "dé 5", ("r5",)),
        ("es", "conquistar 6", ("c6",)),
        ("es", "FIN", ("e",)),
    ],
)
def test_conquering(lang: str, line: str, actions: tuple[str, ...]) -> None:
    assert understand(line, seen(), Messages(lang), PLAYERS).args == actions


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("1", "t1.1"),
        ("1 3", "t1.3"),
        ("1x3", "t1.3"),
        ("1 all", "t1.6"),
        ("1 alle", "t1.6"),
        ("t1.2", "t1.2"),
        ("t 1 2", "t1.2"),
        ("place 2 in 1", "t2.1"),
        ("put 1 3", "t1.3"),
        ("place 1 all", "t1.6"),
    ],
)
def test_placing(line: str, action: str) -> None:
    assert understand(line, seen("redeploy"), Messages("en"), PLAYERS).args == (action,)


@pytest.mark.parametrize(
    ("line", "action"),
    [("2", "p2"), ("p2", "p2"), ("pick elves", "p2"), ("pick Hill Elves", "p2")],
)
def test_picking(line: str, action: str) -> None:
    assert understand(line, picking(), Messages("en"), PLAYERS).args == (action,)


def test_combos_by_name_in_another_language() -> None:
    assert understand("nimm trolle", picking(), Messages("de"), PLAYERS).args == ("p3",)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("pick", "which_combo"),
        ("pick dragons", "which_combo"),
        ("conquer", "which_region"),
        ("die.3", "not_understood"),
        ("race.orcs", "not_understood"),
        ("fly me to the moon", "not_understood"),
    ],
)
def test_not_understood(line: str, key: str) -> None:
    with pytest.raises(NotUnderstood) as trouble:
        understand(line, picking(), Messages("en"), PLAYERS)
    assert trouble.value.key == key
    Messages("en")(key, **trouble.value.facts)  # and it can be said


def test_wishes_keep_what_follows_them() -> None:
    order = understand("rules dragon master", seen(), Messages("en"), PLAYERS)
    assert (order.verb, order.args) == ("rules", ("dragon", "master"))
    assert understand("?", seen(), Messages("fr"), PLAYERS).verb == "legal"
    assert understand("   ", seen(), Messages("fr"), PLAYERS).verb == "again"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_wish_and_deed_has_a_word_of_its_own(lang: str) -> None:
    messages = Messages(lang)
    for meaning in (*COMMANDS, *ACTIONS):
        for word in messages(f"word.{meaning}").split():
            order = vocabulary(lang)
            assert order[word.casefold()] == meaning if word.isascii() else True
    first = [messages(f"word.{meaning}").split()[0] for meaning in (*COMMANDS, *ACTIONS)]
    assert len(set(first)) == len(first)


def test_even_spreads_to_the_smallest_stacks() -> None:
    assert arrangements(seen("redeploy").state)["even"] == {1: 3, 2: 3}
    assert arrangements(seen("redeploy", hand=4).state)["even"] == {1: 3, 2: 2}
    assert arrangements(seen().state) == {}
