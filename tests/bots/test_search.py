"""What search is made of: futures that are the same for all candidates, a fair shortlist, placements."""

from __future__ import annotations

from smallworld.bots import make_bot
from smallworld.bots.greedy import greedy_action
from smallworld.bots.plans import TurnPlan
from smallworld.bots.search import Future, SearchBot, answered, candidates, placement, played_on, shortlist
from smallworld.engine import Seeded, actions, legal, new_state, view
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play
from smallworld.packs import load_world

DECLINE = [actions.C_DECLINE]


def positions(step: int, count: int, players: int = 2) -> list[State]:
    """Positions of games between planners in which a step is asked, from the second round on."""
    found: list[State] = []
    game = 0
    while len(found) < count:
        game += 1
        state, luck = new_state(load_world(players=players)), Seeded(f"search/{game}")
        bots = [make_bot("planner:beam=1", seed=seat) for seat in range(players)]
        last = 0
        while not state.over:
            if state.step == step and 1 < state.round != last:
                found.append(state.copy())
                last = state.round
            if state.is_chance:
                play(state, luck.outcome(state))
            else:
                action = bots[state.seat].choose(view(state, state.seat))
                assert isinstance(action, int)
                play(state, action)
    return found[:count]


def test_a_future_holds_the_same_for_everybody() -> None:
    for state in positions(st.READY, 3, players=3):
        future = Future(Seeded("future").random)
        worths = [played_on(state, [actions.C_END], future) for _ in range(2)]
        assert worths[0] == worths[1]


def test_a_future_is_possible() -> None:
    future, state = Future(Seeded(1).random), new_state(load_world(players=2))
    while state.is_chance:
        outcome = future.outcome(state)
        assert outcome in legal(state).codes
        play(state, outcome)


def test_declining_is_always_looked_at() -> None:
    for state in positions(st.READY, 6):
        offered = actions.C_DECLINE in legal(state).codes
        assert (DECLINE in [plan.actions for plan in candidates(state, 4)]) == offered
    plans = [TurnPlan(3.0, [1]), TurnPlan(2.0, [2]), TurnPlan(1.0, DECLINE)]
    assert shortlist(plans, 1) == [plans[0], plans[2]]
    assert shortlist(plans, 3) == plans


def test_a_placement_is_legal_and_no_worse_than_the_greedy_one() -> None:
    for start in positions(st.REDEPLOY, 6):
        searched, greedy = start.copy(), start.copy()
        for action in placement(start):
            assert action in legal(searched).codes
            play(searched, action)
        while (greedy.step, greedy.arg, greedy.turn) == (st.REDEPLOY, start.arg, start.turn):
            play(greedy, greedy_action(greedy))
        assert answered(start, searched) >= answered(start, greedy)


def test_more_time_means_more_futures() -> None:
    """The budget is work, and grows with `ms`; without time for a future the first judgement decides."""
    assert SearchBot(ms=80).turns == 2 * SearchBot(ms=40).turns
    plans = [TurnPlan(1.0, [actions.C_END]), TurnPlan(2.0, DECLINE)]
    assert SearchBot(ms=1).best(positions(st.READY, 1)[0], plans) == plans[1]
