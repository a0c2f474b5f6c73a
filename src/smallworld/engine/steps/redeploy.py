"""Redeploy: everything but one token per region is in hand again; new tokens join; all are placed.

The same placing serves the victims at the end of another player's turn.
"""

from __future__ import annotations

from .. import state as st
from ..actions import C_GIVE_UP, PLACE_CODES
from ..bits import regions
from ..doing import vacate
from ..events import Event, Log
from ..field import remove_all
from ..frames import hold
from ..people import step_back, waiting
from ..scene import Scene
from ..state import REDEPLOY, State
from ..world import NONE
from .ready import lift


def begin(s: State, race: int, log: Log) -> bool:
    """Start the redeployment of a race; whether anything is left to decide."""
    combo = s.combos[race].force
    s.acting, s.combo = race, combo
    s.before_ready = ()
    if s.world.people:
        step_back(s, race)
    lift(s, race)
    if combo.recruits:
        scene = Scene(s, race, combo)
        for effect in combo.recruits:
            amount = min(effect.amount(scene), s.tray[race])
            if amount:
                s.tray[race] -= amount
                s.hand[race] += amount
                if log is not None:
                    log.append(Event("recruited", seat=s.turn, race=race, amount=amount))
    if combo.auxiliaries is not None:
        gain_helpers(s, race, log)
    for marker in combo.asked_markers:
        if s.world.markers[marker].moves:
            remove_all(s, marker, log)
            if marker in s.world.adrift:  # those that fled on this very turn are in hand with the rest
                s.counters[s.world.adrift[marker]] = 0
    s.arg = race
    s.seat = s.turn
    if s.hand[race] < combo.attack_only and s.conquered & s.mask[race]:
        s.step = st.GIVE_UP
        return True
    s.step = st.REDEPLOY
    return place_rest(s, race, log)


def leave_transit(s: State, race: int, log: Log) -> None:
    """Where one may only pass is emptied. A declined race keeps what it once held by right."""
    leave = s.mask[race] & s.world.transit & ~s.combos[race].force.dwells
    if leave and not s.is_active(race):
        leave &= s.conquered
    for region in regions(leave):
        s.hand[race] += vacate(s, region, log)


def gain_helpers(s: State, race: int, log: Log) -> None:
    """Helpers that fight beside the tokens: one more for each region that brings them, as far as they go."""
    helpers = s.combo.auxiliaries
    assert helpers is not None
    counter = s.world.counter_ids[helpers.owned]
    found = helpers.per.now(Scene(s, race, s.combo)) & s.mask[race]
    amount = min(found.bit_count(), helpers.most - s.counters[counter])
    s.counters[counter] += amount
    if amount and log is not None:
        log.append(Event("equipped", seat=s.turn, race=race, power=s.badge[race], amount=amount))


def to_place(s: State, race: int) -> int:
    """Tokens in hand that must go to the map: all but those that only attack, and people who have to wait."""
    free = s.hand[race] - s.combos[race].force.attack_only
    return free - waiting(s, race) if s.world.people else free


def can_place(s: State, race: int) -> bool:
    """Whether somebody owns the race, has tokens to place and a region to place them in."""
    return s.owner[race] != NONE and to_place(s, race) > 0 and bool(s.mask[race])


def place_rest(s: State, race: int, log: Log) -> bool:
    """Place what can go one way only; whether a decision is left."""
    free, mask = to_place(s, race), s.mask[race]
    if free <= 0 or not mask:
        return False
    if mask & (mask - 1):
        return True
    put_tokens(s, race, mask.bit_length() - 1, free, log)
    return False


def put_tokens(s: State, race: int, region: int, amount: int, log: Log) -> None:
    s.hand[race] -= amount
    s.tokens[region] += amount
    if log is not None:
        tell_placed(s, race, region, amount, log)


def tell_placed(s: State, race: int, region: int, amount: int, log: list[Event]) -> None:
    log.append(Event("placed", seat=s.owner[race], race=race, region=region, amount=amount))


def codes(s: State) -> list[int]:
    race = s.arg
    free = s.hand[race] - s.combos[race].force.attack_only
    if s.world.people:
        free -= waiting(s, race)
    out: list[int] = []
    for region in regions(s.mask[race]):
        out += PLACE_CODES[region][free]
    return out


def place(s: State, action: int, log: Log) -> bool:
    race, amount = s.arg, action >> 6 & 63
    if s.step == REDEPLOY:  # and not the victims of another player's turn
        s.touched = True
    left = s.hand[race] - amount
    s.hand[race] = left
    s.tokens[action & 63] += amount
    if log is not None:
        tell_placed(s, race, action & 63, amount, log)
    if s.world.people:
        return to_place(s, race) <= 0
    return left <= s.combos[race].force.attack_only


def give_up_codes(s: State) -> list[int]:
    return [C_GIVE_UP | region for region in regions(s.conquered & s.mask[s.arg])]


def give_up(s: State, action: int, log: Log) -> bool:
    """A region conquered this turn is left again, because its tokens may only attack."""
    race, region = s.arg, action & 63
    s.hand[race] += vacate(s, region, log)
    if log is not None:
        log.append(Event("given_up", seat=s.seat, race=race, region=region))
    if to_place(s, race) < 0 and s.conquered & s.mask[race]:
        return False
    if s.stack:  # something interrupts; the tokens are placed after it, if there are any
        if to_place(s, race) > 0 and s.mask[race]:
            s.stack[0] = st.REDEPLOY
        else:
            hold(s)
        return False
    s.step = st.REDEPLOY
    return not place_rest(s, race, log)
