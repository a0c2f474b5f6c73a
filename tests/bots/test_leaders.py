"""Bots and leaders: they take him along, keep him safe, go for those of others and weigh a ransom."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.bots.greedy import GreedyBot
from smallworld.bots.heuristics import army, exposed, imagine, prize, riches
from smallworld.bots.planner import PlannerBot, TurnEvaluator, as_expected
from smallworld.bots.plans import carry_out
from smallworld.bots.search import SearchBot
from smallworld.engine import Game, Seeded, State, asked, check, legal, state_from, view
from smallworld.engine.laws.laws import broken_cheap_laws, broken_laws
from smallworld.engine.notation.strings import action_string, parse_action
from smallworld.engine.position import state as st
from smallworld.packs import load_world, world_from_description

BOTS = [GreedyBot, PlannerBot, SearchBot]


def row(race: str, power: str, hand: int = 0, **places: int) -> dict[str, Any]:
    return {
        "active": {
            "race": race,
            "power": power,
            "hand": hand,
            "regions": {name[1:]: count for name, count in places.items()},
        }
    }


def at(players: dict[str, Any], **more: Any) -> State:
    boards = {2: "base_2p", 3: "base_3p"}
    given = {"board": boards[len(players)], "packs": ["base", "leaders"], "players": players, **more}
    return state_from(given, world_from_description)


def answer(bot: Any, state: State) -> str:
    return action_string(state.world, bot.choose(view(state, state.seat)))


def question_of(state: State) -> str:
    question = asked(state).question
    return question.id if question is not None else "-"


@pytest.mark.parametrize("make", BOTS)
@pytest.mark.parametrize("round_", [2, 10])
def test_a_token_for_nothing_is_taken(make: Any, round_: int) -> None:
    state = at({"A": {}, "B": row("elves", "hill", r18=1)}, round=round_)
    game = Game(state.world, start=state)
    game.play("p1")
    assert question_of(game.state) == "leader"
    assert answer(make(1), game.state) == "o1"


@pytest.mark.parametrize("make", BOTS)
def test_he_is_kept_away_from_a_strong_neighbour(make: Any) -> None:
    """Region 9 lies next to nine Ratmen, the others do not."""
    state = at(
        {"A": row("orcs", "hill", r9=2, r21=2, r14=1), "B": row("ratmen", "merchant", r4=9)},
        step="redeploy",
        counters={"leader_with_orcs": 1},
    )
    game = Game(state.world, start=state)
    while question_of(game.state) != "leader_stands":
        game.play("t21.1")
    assert answer(make(1), game.state) in ("o14", "o21")


def test_whoever_stands_in_danger_is_counted_as_at_stake() -> None:
    players = {"A": row("orcs", "hill", r9=2, r21=2), "B": row("ratmen", "merchant", r4=9)}
    near = at(players, turn="B", step="ready", markers={"leader": {"9": 1}})
    far = at(players, turn="B", step="ready", markers={"leader": {"21": 1}})
    assert exposed(near, 0) > exposed(far, 0) == 0
    assert prize(near, 9) > prize(near, 21) == 0


def test_a_leader_is_a_token_of_the_army_and_a_captive_is_money() -> None:
    state = at({"A": row("orcs", "hill", r9=2), "B": row("elves", "forest", r18=1)}, step="ready")
    led = at(
        {"A": row("orcs", "hill", r9=2), "B": row("elves", "forest", r18=1)},
        step="ready",
        markers={"leader": {"9": 1}},
        counters={"leader_captor_trolls": 1},
    )
    assert army(state, state.active[0]) == army(led, led.active[0]) == 2
    assert riches(led, 0) == riches(state, 0) + 2
    assert riches(led, 1) == riches(state, 1)


def raid(**more: Any) -> State:
    return at(
        {"A": row("ratmen", "wealthy", hand=4, r14=1), "B": row("orcs", "hill", r9=2, r13=2, r1=1)},
        step="conquer",
        **more,
    )


def test_of_two_equal_regions_the_one_with_the_leader_is_attacked() -> None:
    assert check(raid(), "c9") == check(raid(), "c13") == ()
    assert answer(GreedyBot(3), raid(markers={"leader": {"9": 1}})) == "c9"
    assert answer(GreedyBot(3), raid(markers={"leader": {"13": 1}})) == "c13"


def test_a_captive_is_worth_his_coins_to_a_plan() -> None:
    free = raid(markers={"leader": {"1": 1}})
    held = raid(counters={"leader_captor_trolls": 1})
    judge = TurnEvaluator(raid())
    assert judge.worth(held) - judge.worth(raid()) == pytest.approx(2)
    assert judge.worth(free) < judge.worth(raid()) + 0.01, "another's token is no gain"


@pytest.mark.parametrize("make", BOTS)
def test_between_two_players_a_ransom_is_paid_while_he_is_of_use(make: Any) -> None:
    state = at(
        {"A": row("ratmen", "merchant", hand=6, r4=1), "B": row("orcs", "hill", r9=3, r13=1, r18=1)},
        step="conquer",
        markers={"leader": {"9": 1}},
    )
    game = Game(state.world, start=state)
    game.play("c9")
    assert (question_of(game.state), game.state.seat) == ("ransom", 1)
    assert answer(make(1), game.state) == "o1"


def test_a_planner_weighs_the_token_against_the_coins() -> None:
    """Who values a token by what it brings pays for it early, and not when there is no turn left."""

    def asked_in(round_: int) -> State:
        state = at(
            {
                "A": row("elves", "forest", r27=2),
                "B": row("orcs", "hill", r8=3, r20=1, r21=1),
                "C": row("ratmen", "merchant", hand=9, r3=1),
            },
            turn="C",
            step="conquer",
            round=round_,
            markers={"leader": {"8": 1}},
        )
        game = Game(state.world, start=state)
        game.play("c8")
        assert question_of(game.state) == "ransom"
        return game.state

    assert answer(PlannerBot(1), asked_in(2)) == "o1"
    assert answer(PlannerBot(1), asked_in(10)) == "e"


def test_a_plan_is_carried_out_past_somebody_elses_answer() -> None:
    state = at(
        {"A": row("ratmen", "pillaging", hand=9, r4=1), "B": row("orcs", "hill", r9=2, r8=1, r18=1)},
        step="conquer",
        markers={"leader": {"9": 1}},
    )
    planned = [parse_action(state.world, text) for text in ("c9", "c8", "e")]
    s = imagine(view(state, 0))
    assert carry_out(s, planned, as_expected) == 3
    assert (s.occ[9], s.occ[8], s.step) == (s.active[0], s.active[0], st.REDEPLOY)
    assert not broken_laws(s)
    stopped = imagine(view(state, 0))
    assert carry_out(stopped, planned) == 1  # there the answer comes first
    assert (question_of(stopped), stopped.occ[8]) == ("ransom", s.active[1])


@pytest.mark.parametrize(("board", "packs"), [("base_2p", ("base",)), ("underground_3p", ("underground",))])
def test_whole_games_with_leaders(board: str, packs: tuple[str, ...]) -> None:
    world = load_world(board, packs=(*packs, "leaders"))
    game = Game(world, luck=Seeded("leaders"))
    bots = [(GreedyBot, PlannerBot)[seat % 2](seat) for seat in range(world.players)]
    while not game.over:
        action = answer(bots[game.state.seat], game.state)
        assert action in legal(game.state)
        game.play(action)
    kinds = {event.kind for events in game.events for event in events}
    assert {"joined", "captured"} <= kinds


def test_the_tribes_of_a_crusade_capture_and_are_paid() -> None:
    """The party without a person holds captives as anybody does: ransoms and the coins of the end are its."""
    world = load_world("base_2p", packs=("base", "crusade", "leaders"))
    seen = set()
    for seed in range(6):
        game, bot = Game(world, luck=Seeded(seed)), GreedyBot(seed)
        while not game.over:
            game.play(answer(bot, game.state))
            assert not broken_cheap_laws(game.state)
        seen |= {
            (event.kind, event.seat, event.other)
            for events in game.events
            for event in events
            if event.kind in ("captured", "freed", "settled_up")
        }
    assert seen >= {("captured", 0, 1), ("freed", 0, 1), ("settled_up", 1, -1)}
