"""Redeploy: all tokens but one per region are in hand again; new tokens join; all are placed.

Victims place their tokens in the same way at the end of another player's turn.
"""

from __future__ import annotations

from ...actions import C_GIVE_UP, PLACE_CODES
from ...bits import regions
from ...content.piece_view import PieceView
from ...events import Event, Log
from ...position import state as st
from ...position.region_contents import remove_all
from ...position.state import REDEPLOY, State
from ...position.token_markers import step_back, waiting
from ...world.world import NONE
from ..apply_changes import vacate
from ..decision_stack import hold
from .ready import pick_up_tokens


def begin(s: State, race: int, log: Log) -> bool:
    """Start the redeployment of a race; returns whether anything is left to decide."""
    combo = s.combos[race].acting_combo
    s.acting, s.combo = race, combo
    s.before_ready = ()
    if s.world.people:
        step_back(s, race)
    pick_up_tokens(s, race)
    if combo.recruits:
        scene = PieceView(s, race, combo)
        for effect in combo.recruits:
            amount = min(effect.amount(scene), s.tray[race])
            if amount:
                s.tray[race] -= amount
                s.hand[race] += amount
                if log is not None:
                    log.append(Event("recruited", seat=s.turn, race=race, amount=amount))
    if combo.auxiliaries is not None:
        combo.auxiliaries.equip(s, race, PieceView(s, race, combo), log)
    for marker in combo.asked_markers:
        if s.world.markers[marker].moves:
            remove_all(s, marker, log)
            if marker in s.world.displaced_counters:  # those displaced this turn are in hand with the others
                s.counters[s.world.displaced_counters[marker]] = 0
    s.arg = race
    s.seat = s.turn
    if s.hand[race] < combo.attack_only and s.conquered & s.mask[race]:
        s.step = st.GIVE_UP
        return True
    s.step = st.REDEPLOY
    return place_rest(s, race, log)


def leave_foreign_ground(s: State, race: int, log: Log) -> None:
    """Leave regions that can only be passed through, and those that the race has lost the right to hold.
    A declined race keeps what it was once allowed to hold."""
    leave = s.mask[race] & ~s.combos[race].acting_combo.dwells
    if leave and not s.is_active(race):
        leave &= s.conquered
    for region in regions(leave):
        s.hand[race] += vacate(s, region, log)


def to_place(s: State, race: int) -> int:
    """Tokens in hand that must be placed: all but those that only attack and persons who must wait."""
    free = s.hand[race] - s.combos[race].acting_combo.attack_only
    return free - waiting(s, race) if s.world.people else free


def can_place(s: State, race: int) -> bool:
    """Whether somebody owns the race, has tokens to place and a region to place them in."""
    return s.owner[race] != NONE and to_place(s, race) > 0 and bool(s.mask[race])


def place_rest(s: State, race: int, log: Log) -> bool:
    """Place what can go only one way; returns whether a decision is left."""
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
        log_placed(s, race, region, amount, log)


def log_placed(s: State, race: int, region: int, amount: int, log: list[Event]) -> None:
    log.append(Event("placed", seat=s.owner[race], race=race, region=region, amount=amount))


def codes(s: State) -> list[int]:
    race = s.arg
    free = s.hand[race] - s.combos[race].acting_combo.attack_only
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
        log_placed(s, race, action & 63, amount, log)
    if s.world.people:
        return to_place(s, race) <= 0
    return left <= s.combos[race].acting_combo.attack_only


def give_up_codes(s: State) -> list[int]:
    return [C_GIVE_UP | region for region in regions(s.conquered & s.mask[s.arg])]


def give_up(s: State, action: int, log: Log) -> bool:
    """Leave a region conquered this turn, because its tokens may only attack."""
    race, region = s.arg, action & 63
    s.hand[race] += vacate(s, region, log)
    if log is not None:
        log.append(Event("given_up", seat=s.seat, race=race, region=region))
    if to_place(s, race) < 0 and s.conquered & s.mask[race]:
        return False
    if s.stack:  # an interruption comes first; tokens that are left are placed after it
        if to_place(s, race) > 0 and s.mask[race]:
            s.stack[0] = st.REDEPLOY
        else:
            hold(s)
        return False
    s.step = st.REDEPLOY
    return not place_rest(s, race, log)
