"""The die: the final attempt on a target, a roll before choosing a target, a roll for a means."""

from __future__ import annotations

from ...actions import way_of
from ...events import Event, Log
from ...position import state as st
from ...position.state import State
from ...verbs.receipts import conquest_receipt
from ...world.world import NONE
from ..apply_changes import attack, do_changes
from ..decision_stack import die_question, interrupt, resume
from ..questions import question_scene
from . import party_turn
from .conquer import exhausted, take, take_by
from .price import cost_of, have_for
from .resume import finished

_FIRST_ROLL = -1  # State.arg of the die step: no target yet


def roll(s: State, action: int, log: Log) -> bool:
    """Roll for a target that was named before."""
    if s.combo.by_party:
        return party_turn.roll(s, action, log)
    touch(s)
    region = action & 63
    if s.occ[region] != NONE:
        attack(s, s.occ[region], region, log)
    if log is not None:
        log.append(Event("attempt", seat=s.seat, region=region, race=s.acting))
    interrupt(s, st.DIE, NONE, action)
    return False


def gamble(s: State, action: int, log: Log) -> bool:
    touch(s)
    interrupt(s, st.DIE, NONE, _FIRST_ROLL)
    return False


def touch(s: State) -> None:
    s.touched = True
    s.before_ready = ()


def face(s: State, action: int, log: Log) -> bool:
    """The die was rolled."""
    pips, target = action & 63, s.arg
    resume(s)
    if log is not None:
        log.append(Event("rolled", seat=s.seat, amount=pips))
    number = die_question(target)
    if number != NONE:
        scene = question_scene(s, number, NONE, 0)
        do_changes(s, NONE, s.world.questions[number].answer(scene, pips), log)
        return finished(s, log)
    if s.combo.by_party:
        return party_turn.face(s, pips, target, log)
    if target == _FIRST_ROLL:
        s.bonus, s.step = pips, st.ROLLED
        return False
    region, way = target & 63, way_of(target)
    means = s.world.ways[way - 1] if way else None
    s.step, s.bonus = st.CONQUER, pips
    cost = cost_of(s, region, means)
    receipt = conquest_receipt(s, region, means) if log is not None else None
    s.bonus = NONE
    if have_for(s, region) < cost:
        if log is not None:
            log.append(Event("repelled", seat=s.seat, region=region, race=s.acting))
        return True
    # A final attempt takes all tokens left; an earlier roll only what the region costs.
    goes_on = means is not None and means.rolls
    cost = cost if goes_on else s.hand[s.acting]
    if way:
        take_by(s, way - 1, region, cost, log, all_in=not goes_on, receipt=receipt)
    else:
        take(s, region, cost, log, all_in=True, receipt=receipt)
    return not goes_on or (s.step == st.CONQUER and exhausted(s))
