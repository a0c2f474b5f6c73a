"""Alternatives to the turn that was played: the planner's best turns and picks, and declining. Of a last
turn, first of all the solved one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smallworld.bots.ends import only_coins_count, solve
from smallworld.bots.greedy import greedy_action
from smallworld.bots.planner import best_turn, good_picks, good_turns, settle
from smallworld.bots.plans import PLANNED, bounded, carry_out
from smallworld.engine import Seeded
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import sample

BEAM = 6
BEST = 3  # plans of the planner that are considered in each turn

Plan = tuple[int, ...]


def decisions_of(start: State, log: Sequence[int]) -> Plan:
    """The actions that were played, reduced to the steps a plan covers."""
    s, found = start.copy(), []
    for code in log:
        if s.step in PLANNED and s.seat == start.turn:
            found.append(code)
        play(s, code)
    return tuple(found)


def alternatives(start: State, played: Plan, seed: str) -> list[Plan]:
    """Plans for the turn that begins here, without the one that was played."""
    random = Seeded(f"analysis/{seed}/plans").random
    trial = start.copy()
    settle(trial, random)
    if trial.turn != start.turn or trial.round != start.round or trial.seat != start.turn:
        return []
    found: list[Plan] = []
    if trial.step == st.PICK:
        picks = [plan.actions[0] for plan in sorted(good_picks(trial, BEAM // 2, random), reverse=True)]
        chosen = picks[:BEST] + [code for code in picks[BEST:] if played and code == played[0]]
        found = [complete(trial, (code,), random) for code in chosen]
    elif trial.step in (st.READY, st.CONQUER):
        plans = [tuple(plan.actions) for plan in sorted(good_turns(trial, BEAM), reverse=True)]
        found = [complete(trial, plan, random) for plan in distinct(plans)[:BEST]]
        if can_decline(trial) and (ac.C_DECLINE,) not in found:
            found.append((ac.C_DECLINE,))
    if only_coins_count(trial) and trial.step in PLANNED:
        found.insert(0, complete(trial, tuple(solve(trial, every_find=False).plan), random))
    return [plan for plan in distinct(found) if key(plan) != key(played)]


def can_decline(s: State) -> bool:
    return s.step == st.READY and s.acting == s.active[s.turn] and ac.C_DECLINE in CODES[s.step](s)


def key(plan: Plan) -> frozenset[int]:
    """The same conquests in another order are the same plan."""
    return frozenset(code for code in plan if code != ac.C_END)


def distinct(plans: Sequence[Plan]) -> list[Plan]:
    """The first of each kind."""
    found: dict[frozenset[int], Plan] = {}
    for plan in plans:
        found.setdefault(key(plan), plan)
    return list(found.values())


def complete(start: State, plan: Plan, random: Callable[[], float]) -> Plan:
    """Continue a plan after a pick, or when another race acts next; a die ends it."""

    def meanwhile(s: State) -> int:
        return sample(s, random) if s.is_chance else greedy_action(s)

    s, now, whole = start.copy(), (start.round, start.turn), list(plan)
    carry_out(s, plan, meanwhile)
    for _ in bounded():
        if (s.round, s.turn) != now or s.over or s.step == st.DIE:
            break
        if s.seat == now[1] and s.step in (st.READY, st.CONQUER):
            more = best_turn(s, BEAM).actions
            whole += more
            carry_out(s, more, meanwhile)
        else:
            play(s, meanwhile(s))
    return tuple(whole)
