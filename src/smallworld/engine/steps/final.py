"""The die: the final attempt on a named target, or a first roll before choosing one."""

from __future__ import annotations

from .. import state as st
from ..events import Event, Log
from ..state import State
from ..world import NONE
from .conquer import cost_of, take, take_by
from .pick import interrupt, resume

_FIRST_ROLL = -1  # State.arg of the die step: no target yet


def roll(s: State, action: int, log: Log) -> bool:
    """The final attempt: the target is named before the die is thrown."""
    touch(s)
    region = action & 63
    race = s.occ[region]
    if race != NONE:
        owner = s.owner[race]
        if owner not in (NONE, s.turn) and s.active[owner] == race and s.active[s.turn] == s.acting:
            s.attacked |= 1 << owner  # an attempt is an attack, even if it fails
    if log is not None:
        log.append(Event("attempt", seat=s.seat, region=region, race=s.acting))
    interrupt(s, st.DIE)
    s.arg = action
    return False


def gamble(s: State, action: int, log: Log) -> bool:
    touch(s)
    interrupt(s, st.DIE)
    s.arg = _FIRST_ROLL
    return False


def touch(s: State) -> None:
    s.touched = True
    s.before_ready = ()


def face(s: State, action: int, log: Log) -> bool:
    """The die has fallen."""
    pips, target = action & 63, s.arg
    resume(s)
    if log is not None:
        log.append(Event("rolled", seat=s.seat, amount=pips))
    if target == _FIRST_ROLL:
        s.bonus, s.step = pips, st.ROLLED
        return False
    region, way = target & 63, target >> 6 & 63
    means = s.world.means[way - 1] if way else None
    hand = s.hand[s.acting]
    if hand + pips < cost_of(s, region, means):
        if log is not None:
            log.append(Event("repelled", seat=s.seat, region=region, race=s.acting))
    elif way:
        take_by(s, way - 1, region, hand, log)
    else:
        take(s, region, hand, log)
    return True
