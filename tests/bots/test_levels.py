"""Levels: reachable by name, in order, and of several minds."""

from __future__ import annotations

import pytest

from smallworld.bots import make_bot
from smallworld.bots.levels import Level, levels
from smallworld.bots.personality import PERSONALITIES, Character
from smallworld.engine import SmallWorldError, actions, new_state
from smallworld.engine.position import state
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import Seeded
from smallworld.lab.arena import play_game
from smallworld.packs import load_world

LEVELS = levels()


def test_ratings_rise_from_level_to_level() -> None:
    ratings = [level.rating or 0 for level in LEVELS]
    assert ratings == sorted(set(ratings))
    assert len({level.id for level in LEVELS}) == len(LEVELS) >= 5


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_every_personality_can_be_had(level: Level) -> None:
    for personality in level.personalities:
        make_bot(level.bot(personality))
    make_bot(level.bot())


def test_a_level_plays_a_whole_game_the_same_way_twice() -> None:
    world = load_world(players=2)
    spec = LEVELS[1].bot()
    logs = [play_game(world, [make_bot(spec, 1), make_bot(spec, 2)], "level").log for _ in range(2)]
    assert logs[0] == logs[1]


def test_personalities_of_a_level_do_not_play_alike() -> None:
    world = load_world(players=2)
    logs = {
        tuple(play_game(world, [make_bot(f"planner:taste={taste}", 1), make_bot("greedy")], "taste").log)
        for taste in PERSONALITIES
    }
    assert len(logs) > 1


def test_favourites_depend_on_the_seed() -> None:
    start, luck = new_state(load_world(players=2)), Seeded("column")
    while start.step != state.PICK:
        play(start, luck.outcome(start))
    top = [actions.code(actions.PICK, 0)]
    likings = {round(Character(seed, "gambler").tilt(start, top), 6) for seed in range(5)}
    assert len(likings) == 5
    assert Character(1).tilt(start, top) == 0


def test_an_unknown_personality_lists_the_choices() -> None:
    with pytest.raises(SmallWorldError, match=r"taste: expected one of plain, .*any, got 'shy'"):
        make_bot("planner:taste=shy")
    with pytest.raises(SmallWorldError, match="slip: expected at least 0, got -1"):
        make_bot("planner:slip=-1")
