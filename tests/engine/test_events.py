"""What `apply` says happened: each event once, with the right amounts, in the order one would tell it."""

from __future__ import annotations

from typing import Any

from smallworld.engine import Event, Game, State, apply, state_from
from smallworld.packs import world_from_description


def position(**more: Any) -> State:
    given: dict[str, Any] = {
        "board": "base_2p",
        "step": "conquer",
        "players": {
            "A": {"active": {"race": "orcs", "power": "hill", "hand": 6, "regions": {"4": 1}}},
            "B": {"active": {"race": "humans", "power": "swamp", "regions": {"9": 3, "19": 1}}},
        },
    }
    return state_from(given | more, world_from_description)


def told(events: tuple[Event, ...] | list[Event], *kinds: str) -> list[tuple[str, int, int]]:
    return [(event.kind, event.region, event.amount) for event in events if event.kind in kinds]


def test_a_conquest_tells_its_price_the_loss_and_the_flight() -> None:
    step = apply(position(), "c9")
    assert told(step.events, "conquered", "lost", "displaced") == [
        ("conquered", 9, 5),
        ("lost", 9, 1),
        ("displaced", 9, 2),
    ]
    receipt = step.events[0].receipt
    assert receipt is not None
    assert str(receipt) == "5 = 2 region + 3 humans"


def test_a_lone_token_is_lost_and_nobody_flees() -> None:
    given = {
        "A": {"active": {"race": "orcs", "power": "hill", "hand": 6, "regions": {"4": 1}}},
        "B": {"active": {"race": "humans", "power": "swamp", "regions": {"9": 1}}},
    }
    step = apply(position(players=given), "c9")
    assert told(step.events, "lost", "displaced") == [("lost", 9, 1)]


def test_spared_tokens_flee_and_none_is_lost() -> None:
    given = {
        "A": {"active": {"race": "orcs", "power": "hill", "hand": 6, "regions": {"4": 1}}},
        "B": {"active": {"race": "elves", "power": "swamp", "regions": {"9": 2, "19": 1}}},
    }
    step = apply(position(players=given), "c9")
    assert told(step.events, "lost", "displaced") == [("displaced", 9, 2)]


def test_an_empty_region_costs_nobody_anything() -> None:
    step = apply(position(), "c10")
    assert told(step.events, "conquered", "lost", "displaced") == [("conquered", 10, 2)]


def test_sorcery_says_so() -> None:
    given = {
        "A": {"active": {"race": "sorcerers", "power": "hill", "hand": 1, "regions": {"4": 1}}},
        "B": {"active": {"race": "humans", "power": "swamp", "regions": {"9": 1}}},
    }
    step = apply(position(players=given), "c9.sorcery")
    assert told(step.events, "conquered", "lost", "converted", "displaced") == [
        ("conquered", 9, 1),
        ("lost", 9, 1),
        ("converted", 9, -1),
    ]


def test_the_die_is_told_with_its_attempt_and_its_failure() -> None:
    game = Game(position().world, start=position())
    game.play("c10")
    events = game.play("r9") + game.play("die.0")
    assert told(events, "attempt", "rolled", "repelled", "conquered") == [
        ("attempt", 9, -1),
        ("rolled", -1, 0),
        ("repelled", 9, -1),
    ]


def test_a_successful_roll_is_not_told_as_a_failure() -> None:
    game = Game(position().world, start=position())
    game.play("c10")
    events = game.play("r9") + game.play("die.1")
    assert told(events, "rolled", "repelled", "conquered") == [("rolled", -1, 1), ("conquered", 9, 4)]
