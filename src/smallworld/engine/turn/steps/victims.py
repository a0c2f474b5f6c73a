"""Victims' redeployment: after scoring, clockwise, the other players place their displaced tokens."""

from __future__ import annotations

from ...events import Log
from ...position import state as st
from ...position.region_contents import put_marker
from ...position.state import State
from ..apply_changes import ask
from . import markers, redeploy


def begin(s: State, log: Log) -> bool:
    """Find the next victim with something to place. The player's own displaced tokens come last."""
    players = len(s.coins)
    for step in range(1, players + 1):
        seat = (s.turn + step) % players
        for race in s.races_of(seat):
            if s.displaced >> race & 1:
                if ask_questions(s, race, log) or ask_tokens(s, seat, race, log):
                    return True
                for marker in s.combos[race].asked_markers:
                    if ask_markers(s, seat, race, marker, log):
                        return True
                s.displaced &= ~(1 << race)
    return False


def ask_questions(s: State, race: int, log: Log) -> bool:
    """Questions of its pieces, before the tokens are placed."""
    for question in s.combos[race].asks.get("victims", ()):
        s.step, s.arg = st.NEXT, 0
        if ask(s, question, race, 0, log, on_the_spot=True):
            return True
    return False


def ask_tokens(s: State, seat: int, race: int, log: Log) -> bool:
    s.step, s.seat, s.arg = st.VICTIMS, seat, race
    return redeploy.place_rest(s, race, log)


def ask_markers(s: State, seat: int, race: int, marker: int, log: Log) -> bool:
    """Place displaced markers again; with only one region nothing is asked."""
    counter = s.world.displaced_counters.get(marker)
    if counter is None or not s.counters[counter]:
        return False
    s.step, s.seat, s.arg = st.VICTIMS, seat, (marker + 1) << 6 | race
    mask = s.mask[race]
    if mask & (mask - 1) and markers.room_for(s, marker, race):
        return True
    while s.counters[counter] and markers.room_for(s, marker, race):
        put_marker(s, marker, mask.bit_length() - 1, log)
        s.counters[counter] -= 1
    s.counters[counter] = 0
    return False


def codes(s: State) -> list[int]:
    if s.arg >> 6:
        return markers.codes(s)
    return redeploy.codes(s)


def end(s: State) -> bool:
    """The markers that are still displaced stay in hand."""
    marker, _ = markers.asked(s)
    s.counters[s.world.displaced_counters[marker]] = 0
    return True
