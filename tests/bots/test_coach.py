"""Advice can be carried out, its figures add up, and it keeps to its plan."""

from __future__ import annotations

import pytest

from smallworld.bots.coach import ACTING, Advice, Follower, advise, fits
from smallworld.bots.heuristics import imagine
from smallworld.bots.plans import TurnPlan
from smallworld.bots.registry import make_bot
from smallworld.bots.rollouts import AHEAD, Effort, compare
from smallworld.engine import Game, Seeded, State, check, legal, state_from, view
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.turn.turn import play
from smallworld.lab.coach_quality import COACH, guided_game, measure
from smallworld.packs import load_world
from smallworld.packs.find import world_from_description

pytestmark = pytest.mark.slow

QUICK = Effort(turns=8)
WORLDS = [
    ("base_2p", None),
    ("base_5p", None),
    ("underground_3p", None),
    ("underground_2p", ["base", "underground"]),
    ("base_2p", ["base", "leaders", "crusade"]),
    ("underground_2p", ["underground", "crusade"]),
]


def position(**description: object) -> State:
    return state_from({"board": "base_2p", **description}, world_from_description)


def advised(state: State, kept: list[int] | None = None, effort: Effort = QUICK) -> Advice:
    return advise(view(state, state.seat), kept or [], effort)


@pytest.mark.parametrize(("board", "packs"), WORLDS)
def test_every_plan_can_be_carried_out(board: str, packs: list[str] | None) -> None:
    """Through a game: each action is legal when it comes, and only the last may lead to chance."""
    game = Game(load_world(board, packs=packs), luck=Seeded("counsel"))
    bots = [make_bot("greedy", seat) for seat in range(game.world.players)]
    steps = set()
    for number in range(70):
        if game.over:
            break
        state = game.state
        seen = view(state, state.seat)
        if number % 3 == 0 or state.step not in (*ACTING, st.REDEPLOY):
            advice = advise(seen, [], QUICK)
            steps.add(state.step)
            assert advice.plan
            assert advice.seat == state.seat
            trial = state.copy()
            for code in advice.plan:
                if trial.is_chance:
                    break  # something is found on the way
                assert not check(trial, code, state.seat), (state, code)
                play(trial, code)
        game.play(bots[state.seat].choose(seen))
    assert {st.PICK, st.CONQUER, st.REDEPLOY} <= steps


def test_the_same_question_gets_the_same_advice() -> None:
    state = Game(load_world("base_2p"), luck=Seeded("same")).state
    assert advised(state) == advised(state)


def test_hidden_coins_do_not_matter() -> None:
    game = Game(load_world("base_2p"), luck=Seeded("hidden"))
    game.play("p1")
    rich = game.state.copy()
    rich.coins[1 - rich.seat] += 30
    assert advised(rich) == advised(game.state)


def test_a_whole_redeployment_is_one_advice() -> None:
    state = position(
        step="redeploy",
        players={
            "A": {"active": {"race": "orcs", "power": "hill", "hand": 4, "regions": {8: 1, 9: 1}}},
            "B": {"active": {"race": "elves", "power": "forest", "regions": {2: 6}}},
        },
    )
    advice = advised(state)
    placed = {code & 63: code >> 6 & 63 for code in advice.plan}
    assert len(placed) == len(advice.plan)  # each region once
    assert sum(placed.values()) == 4
    assert all(threat.seat == 1 and threat.bring >= threat.need for threat in advice.threats)


def test_threats_are_told_with_their_numbers() -> None:
    """Five elves beside two lone orcs: they can bring four, and a region costs three."""
    state = position(
        step="redeploy",
        players={
            "A": {"active": {"race": "orcs", "power": "hill", "hand": 1, "regions": {3: 1, 9: 1}}},
            "B": {"active": {"race": "elves", "power": "forest", "regions": {2: 5}}},
        },
    )
    by_region = {threat.region: threat for threat in advised(state).threats}
    assert by_region
    for region, threat in by_region.items():
        placed = {code & 63: code >> 6 & 63 for code in advised(state).plan}
        assert threat.bring == 4
        assert threat.need == max(1, state.guard[region] + 1 + placed.get(region, 0))


def test_coins_of_this_turn_are_what_the_engine_scores() -> None:
    game = Game(load_world("base_2p"), luck=Seeded("coins"))
    game.play("p1")
    follower, seat = Follower(QUICK), game.state.seat
    advice = advised(game.state)
    if advice.plan[-1] >> ac.SHIFT == ac.ROLL:
        advice = advised(game.state, [*advice.plan[:-1], ac.C_END])
    before = game.state.coins[seat]
    for code in advice.plan:
        game.play(code)
    while game.state.turn == seat:
        game.play(follower.choose(view(game.state, game.state.seat)))
    assert game.state.coins[seat] - before == advice.coins


def test_a_plan_is_kept_while_it_is_followed() -> None:
    game = Game(load_world("base_2p"), luck=Seeded("keep"))
    game.play("p1")
    plan = advised(game.state).plan
    while len(plan) > 1:
        game.play(plan[0])
        plan = plan[1:]
        assert advised(game.state, plan).plan == plan


def test_a_plan_that_no_longer_fits_is_dropped() -> None:
    game = Game(load_world("base_2p"), luck=Seeded("drop"))
    game.play("p1")
    nonsense = [ac.code(ac.CONQUER, region) for region in (0, 1, 2, 3, 4, 5, 6)]
    assert not fits(game.state, nonsense)
    assert advised(game.state, nonsense).plan != nonsense


def test_declining_is_weighed_turn_by_turn() -> None:
    """A spent race with half of the game to go: the picture has this turn and the next ones."""
    state = position(
        round=5,
        players={
            "A": {
                "coins": 5,
                "active": {"race": "orcs", "power": "hill", "regions": {1: 1, 2: 1, 8: 1, 9: 1, 3: 1}},
            },
            "B": {"coins": 5, "active": {"race": "elves", "power": "forest", "regions": {17: 5, 18: 4}}},
        },
    )
    waning = advised(state, effort=Effort(200)).waning
    assert waning is not None
    assert len(waning.stay) == len(waning.decline) == AHEAD + 1
    assert waning.gain > 0
    assert waning.decline[1] > waning.stay[1]  # the fresh race


def test_time_is_a_limit_too() -> None:
    state = imagine(view(Game(load_world("base_2p"), luck=Seeded("time")).state, 0))
    plans = [TurnPlan(0.0, [code]) for code in legal(state).codes]
    random = Seeded("x").random
    courses = compare(state, plans, Effort(10_000, 0.0), random, lambda plan: False)
    assert all(1 <= len(course.margins) <= 2 for course in courses)


def test_following_the_coach_is_judged() -> None:
    """The command that measures it; its figures stand in docs/coach.md."""
    world = load_world("base_2p", rounds=3)
    record = guided_game(world, 1, "greedy", "test", QUICK)
    assert record.game.over
    assert record.players[1] == COACH
    found = measure([world], 1, "greedy", 4, "test", QUICK)
    assert found[COACH].turns == 3
    assert found[COACH].games == found["greedy"].games == 1
    assert 0 <= found[COACH].share("mistake") <= 1
