"""The next card of a row, which one seat has seen, reaches nobody else: they are sent the same for any."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from smallworld.bots import protocol
from smallworld.bots.coach import advise
from smallworld.bots.greedy import GreedyBot
from smallworld.bots.heuristics import imagine
from smallworld.bots.planner import PlannerBot
from smallworld.bots.rollouts import Effort
from smallworld.engine import (
    SPECTATOR,
    Game,
    SmallWorldError,
    State,
    events_for,
    position_string,
    state_from,
    view,
)
from smallworld.engine.game.record import Record, write_record
from smallworld.engine.notation.position_string import parse_position
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world, world_from_description, world_from_key
from smallworld.presentation import aims, log_lines
from smallworld.server.picture.answers import answer
from smallworld.server.picture.coach import coach_data
from smallworld.server.picture.picture import picture_data
from smallworld.server.picture.text_cache import words
from smallworld.server.tables.create_table import open_table
from smallworld.server.tables.scratchpad import Scratchpad
from smallworld.server.wire.tables import NewTable
from tests.server.picturing import NAMES, options_for

SECRETS = ("event.raid_1", "event.storm_2", "event.ice_3")
TEMPLE = next(region.id for region in load_world("river_2p").board.regions if "temple" in region.symbols)
LAND = [
    region.id
    for region in load_world("river_2p").board.regions
    if region.terrain in ("farmland", "forest", "hill", "swamp") and region.id != TEMPLE
]
START: Mapping[str, Any] = {
    "board": "river_2p",
    "card": "ice",
    "turn": "B",
    "step": "redeploy",
    "players": {
        "A": {"active": {"race": "orcs", "power": "spirit", "regions": {TEMPLE: 2}}},
        "B": {"active": {"race": "elves", "power": "swamp", "hand": 1, "regions": {LAND[0]: 1, LAND[1]: 1}}},
    },
}


def with_secret(secret: str) -> Game:
    """A round has begun with a storm, and A, who holds the temple, has seen the next card."""
    start = state_from(START, world_from_description)
    game = Game(start.world, start=start)
    game.play(f"t{LAND[0]}.1")
    game.play("event.storm_1")
    game.play(secret)
    assert game.state.seers == 1
    return game


def after_a_turn(secret: str) -> Game:
    """… and now it is B's turn."""
    game = with_secret(secret)
    game.play("e")
    assert game.state.seat == 1
    return game


def all_the_same(found: list[object]) -> bool:
    return all(one == found[0] for one in found)


@pytest.mark.parametrize("make", [with_secret, after_a_turn])
@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_pictures_logs_and_answers_are_the_same_for_those_who_do_not_know(make: Any, seat: int) -> None:
    for lang in LANGUAGES:
        pictures = [
            json.dumps(picture_data(game, options_for(game, seat, lang))) for game in map(make, SECRETS)
        ]
        assert all_the_same(list(pictures))
    games = [make(secret) for secret in SECRETS]
    assert all_the_same([list(log_lines(game, 0, len(game.log), seat)) for game in games])
    assert all_the_same([[events_for(events, seat) for events in game.events] for game in games])
    for region in range(len(games[0].state.occ)):
        assert all_the_same(
            [answer(game, seat=seat, region=region, id=1, lang="en", players=NAMES[:2]) for game in games]
        )
    assert all_the_same([aims(view(game.state, seat).state) for game in games])


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_strings_of_a_view_do_not_name_it(seat: int) -> None:
    seen = [str(view(after_a_turn(secret).state, seat)) for secret in SECRETS]
    assert all_the_same(list(seen))
    assert "x.A" in seen[0]
    again = parse_position(str(view(with_secret(SECRETS[0]).state, seat)), world_from_key)
    assert again.foreseen == -1
    assert again.seers == 1


def test_who_has_seen_it_is_shown_it() -> None:
    games = [with_secret(secret) for secret in SECRETS]
    told = [picture_data(game, options_for(game, 0))["cards"]["next"]["id"] for game in games]
    assert told == ["raid", "storm", "ice"]
    lines = [json.dumps(picture_data(game, options_for(game, 0))["events"]) for game in games]
    assert len(set(lines)) == 3


def test_bots_and_the_coach_cannot_tell() -> None:
    games = [after_a_turn(secret) for secret in SECRETS]
    views = [view(game.state, 1) for game in games]
    assert all_the_same([imagine(seen) for seen in views])
    assert all_the_same([protocol.decide(seen, 1, 100) for seen in views])
    assert all_the_same([GreedyBot().choose(seen) for seen in views])
    assert all_the_same([PlannerBot(seed="same").choose(seen) for seen in views])
    spoken = words("en", games[0].world)
    told = [coach_data(seen, advise(seen, [], Effort(2, 1000.0)), spoken, NAMES[:2], 1) for seen in views]
    assert all_the_same(list(told))


def test_a_private_copy_of_the_table_does_not_know_it() -> None:
    pads = [Scratchpad(after_a_turn(secret).state, 1, 1) for secret in SECRETS]
    assert all(pad.game.state.foreseen == -1 for pad in pads)


def test_undo_does_not_lead_back_before_it() -> None:
    for secret in SECRETS:
        game = with_secret(secret)
        assert (game.can_undo, game.wall.reason) == (0, "card")


def test_a_position_with_the_secret_is_no_start_for_others() -> None:
    text = position_string(with_secret(SECRETS[1]).state)
    plan = NewTable.model_validate({"seats": [{"who": "me"}, {"who": "me"}], "options": {"start": text}})
    with pytest.raises(SmallWorldError, match="somebody has already seen"):
        open_table(plan, ["novice"], "novice")


def test_it_is_in_the_record_which_only_a_finished_game_hands_out() -> None:
    text = write_record(Record(with_secret(SECRETS[2])))
    assert "event.ice_3" in text, "the server gives no record of a running game"


def known(state: State, seat: int) -> int:
    return view(state, seat).state.foreseen


def test_when_it_is_turned_over_it_is_what_was_seen() -> None:
    game = after_a_turn(SECRETS[1])
    card = game.state.foreseen
    assert (known(game.state, 0), known(game.state, 1)) == (card, -1)
    game.play("e")
    while game.state.round == 3 or (game.state.seat == 1 and game.state.round == 3):
        game.play(next(iter(game.legal)))
    assert game.state.card == card
    assert game.state.seers in (0, 1)
