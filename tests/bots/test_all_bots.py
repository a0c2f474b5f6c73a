"""The rungs of the ladder: legal everywhere, reproducible, honest about what they may know, and in order."""

from __future__ import annotations

import pytest

from smallworld.bots import make_bot
from smallworld.engine import Seeded, SmallWorldError, legal, new_state, view
from smallworld.engine.turn.turn import play
from smallworld.lab.arena import play_game
from smallworld.packs import load_world

pytestmark = pytest.mark.slow

QUICK = ["random", "greedy", "planner:beam=2", "search:ms=20,beam=3"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("spec", QUICK)
def test_every_decision_of_a_whole_game_is_legal(spec: str, players: int) -> None:
    world = load_world(players=players)
    bots = [make_bot(spec, seed=seat) for seat in range(players)]
    state, luck = new_state(world), Seeded(f"{spec}/{players}")
    while not state.over:
        if state.is_chance:
            play(state, luck.outcome(state))
            continue
        action = bots[state.seat].choose(view(state, state.seat))
        assert action in legal(state)
        play(
            state, action if isinstance(action, int) else legal(state).codes[list(legal(state)).index(action)]
        )
    assert max(state.coins) > 5


@pytest.mark.parametrize("spec", QUICK)
def test_the_same_seed_plays_the_same_game(spec: str) -> None:
    world = load_world(players=2)
    games = [
        play_game(world, [make_bot(spec, seed=7), make_bot("random", seed=8)], "again").log for _ in range(2)
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize("spec", QUICK)
def test_the_coins_of_others_change_no_decision(spec: str) -> None:
    """A bot gets a view; what the view hides cannot matter."""
    world = load_world(players=3)
    state, luck = new_state(world), Seeded("honest")
    driver = make_bot("greedy", seed=1)
    compared = 0
    while not state.over and compared < 25:
        if state.is_chance:
            play(state, luck.outcome(state))
            continue
        seat = state.seat
        richer = state.copy()
        richer.coins = [coins if other == seat else coins + 31 for other, coins in enumerate(state.coins)]
        choices = {make_bot(spec, seed=compared).choose(view(s, seat)) for s in (state, richer)}
        assert len(choices) == 1
        compared += 1
        action = driver.choose(view(state, seat))
        assert isinstance(action, int)
        play(state, action)
    assert compared == 25


def wins(first: str, second: str, games: int) -> int:
    """Games the first bot wins outright, seats in turn."""
    world = load_world(players=2)
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [make_bot(first if seat == place else second, seed=f"{number}/{place}") for place in (0, 1)]
        won += play_game(world, bots, f"rungs/{number // 2}").winners == (seat,)
    return won


def test_each_rung_beats_the_one_below() -> None:
    """Small fixed samples: the measured strengths stand in docs/ladder.md."""
    assert wins("greedy", "random", 30) >= 28
    assert wins("planner", "greedy", 16) >= 11
    assert wins("search", "greedy", 4) >= 3


def test_a_bad_name_or_parameter_lists_the_choices() -> None:
    with pytest.raises(SmallWorldError, match=r"unknown bot 'gredy'; expected one of: .*greedy"):
        make_bot("gredy")
    with pytest.raises(SmallWorldError, match=r"unknown parameter 'beem'; expected one of: beam"):
        make_bot("planner:beem=3")
    with pytest.raises(SmallWorldError, match="expected key=value, got '8'"):
        make_bot("planner:8")
    with pytest.raises(SmallWorldError, match="beam: expected at least 1, got 0"):
        make_bot("planner:beam=0")
