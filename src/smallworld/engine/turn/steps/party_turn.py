"""A party's conquests: its order chooses, and its guide decides what the order leaves open.

What can go only one way is done at once, so that callers need not know that nobody sits there.
"""

from __future__ import annotations

from ...actions import ROLL, SHIFT, way_of
from ...bits import regions
from ...content.pieces import Target
from ...events import Event, Log, Stage, Why
from ...position import state as st
from ...position.state import State
from ...verbs.receipts import conquest_receipt
from ...world.world import NONE
from ..apply_changes import attack, vacate
from ..decision_stack import interrupt
from ..gates import start_acting
from . import party_order
from .conquer import take, take_by
from .price import cost_of
from .ready import pick_up_tokens


def begin(s: State, log: Log) -> bool:
    """One token stays in each region; the others and the whole tray are taken in hand."""
    race = s.active[s.turn]
    pick_up_tokens(s, race)
    s.hand[race] += s.tray[race]
    s.tray[race] = 0
    s.touched, s.before_ready = True, ()
    start_acting(s, race)
    if log is not None:
        log.append(Event("readied", seat=s.turn, race=race, amount=s.hand[race]))
    return carry_on(s, log)


def carry_on(s: State, log: Log) -> bool:
    """Take what the order leaves until somebody must decide; returns whether somebody must."""
    race = s.acting
    s.step, s.seat, s.arg = st.CONQUER, party_order.guide(s), race
    while s.hand[race]:
        left, stages = party_order.sift(s, party_order.in_range(s, party_order.possible(s)))
        steps = dict.fromkeys(party_order.step_towards(s, target) for target in left)
        if not steps:
            if not s.counters[s.world.counter_ids["crossing"]]:
                break
            _cross(s, NONE)  # the other side was shut in the meantime
            continue
        if len(steps) > 1:
            return True
        _go(s, next(iter(steps)), left, stages, NONE, log)
        if s.stack:
            return True
    return False


def choose(s: State, action: int, log: Log) -> bool:
    """The guide has chosen among equal targets. Returns whether the conquests are over."""
    left, stages = party_order.sift(s, party_order.in_range(s, party_order.possible(s)))
    chosen = [target for target in left if party_order.step_towards(s, target) == action]
    _go(s, action, chosen, stages, s.seat, log)
    return not s.stack and not carry_on(s, log)


def _go(
    s: State, action: int, aimed: list[Target], stages: tuple[Stage, ...], chosen_by: int, log: Log
) -> None:
    """Take a region, or the one on the way to it, or roll for it."""
    region, way, rolls = action & 63, way_of(action), action >> SHIFT == ROLL
    crossing = s.counters[s.world.counter_ids["crossing"]]
    announced = crossing and chosen_by == NONE  # its event was written at the region on the way
    if log is not None and not announced:
        log.append(_aimed(s, aimed, stages, region, chosen_by, rolls))
    if rolls:
        _attempt(s, action, region, log)
        return
    means = s.world.ways[way - 1] if way else None
    receipt = conquest_receipt(s, region, means) if log is not None else None
    _cross(s, region if s.world.transit >> region & 1 else NONE)
    if way:
        take_by(s, way - 1, region, cost_of(s, region, means), log, receipt=receipt)
    else:
        take(s, region, cost_of(s, region), log, receipt=receipt)


def _aimed(
    s: State, aimed: list[Target], stages: tuple[Stage, ...], region: int, chosen_by: int, rolls: bool
) -> Event:
    goals = {target.region for target in aimed}
    way = aimed[0].way
    if len(goals) == 1:
        region = aimed[0].region  # otherwise only the way is decided
    else:
        way = NONE
    why = Why(aimed[0].cost, stages, way=way, chosen_by=chosen_by, rolls=rolls)
    return Event("aimed", seat=s.turn, race=s.acting, region=region, amount=aimed[0].cost, why=why)


def _cross(s: State, way: int) -> None:
    s.counters[s.world.counter_ids["crossing"]] = way + 1


# --- the die ---------------------------------------------------------------------------------------------


def _attempt(s: State, action: int, region: int, log: Log) -> None:
    if s.occ[region] != NONE:
        attack(s, s.occ[region], region, log)
    if log is not None:
        log.append(Event("attempt", seat=s.turn, region=region, race=s.acting))
    interrupt(s, st.DIE, NONE, action)


def roll(s: State, action: int, log: Log) -> bool:
    """The guide has chosen what to roll for."""
    choose(s, action, log)
    return False


def face(s: State, pips: int, action: int, log: Log) -> bool:
    """The die was rolled. If it is enough, all tokens go in; otherwise they will go to the tray. Either
    way the conquests are over."""
    region, race, by = action & 63, s.acting, way_of(action) - 1
    means = s.world.ways[by] if by != NONE else None
    found = [target for target in party_order.possible(s) if target.region == region and target.by == by]
    way = _cheapest_way(s, found) if found[0].way != NONE else NONE
    total = cost_of(s, region, means) + (cost_of(s, way) if way != NONE else 0)
    if s.hand[race] + pips < total:
        if log is not None:
            log.append(Event("repelled", seat=s.turn, region=region, race=race))
        return True
    if way != NONE:
        receipt = conquest_receipt(s, way) if log is not None else None
        take(s, way, min(cost_of(s, way), s.hand[race] - 1), log, receipt=receipt)
    s.bonus = pips
    receipt = conquest_receipt(s, region, means) if log is not None else None
    s.bonus = NONE
    if means is not None:
        take_by(s, by, region, s.hand[race], log, all_in=True, receipt=receipt)
    else:
        take(s, region, s.hand[race], log, all_in=True, receipt=receipt)
    return True


def _cheapest_way(s: State, found: list[Target]) -> int:
    """Of several ways to the same target, the one the order prefers; of equal ones the lowest number."""
    left, _ = party_order.sift(s, found)
    return left[0].way


# --- the end ---------------------------------------------------------------------------------------------


def end(s: State, log: Log) -> None:
    """A party does not redeploy. It leaves regions that can only be passed through; those tokens and the
    hand go to the tray."""
    race = s.active[s.turn]
    for region in regions(s.mask[race] & s.world.transit & ~s.combos[race].dwells):
        s.tray[race] += vacate(s, region, log)
    s.tray[race] += s.hand[race]
    s.hand[race] = 0
