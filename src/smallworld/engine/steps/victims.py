"""Victims' redeployment: after the active player has scored, clockwise, everybody puts out what fled."""

from __future__ import annotations

from .. import state as st
from ..doing import ask
from ..events import Log
from ..field import put_marker
from ..state import State
from . import markers, redeploy


def begin(s: State, log: Log) -> bool:
    """Look for the next victim with something to put out. Own displaced tokens come last."""
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
    """What its pieces ask before the tokens go out."""
    for question in s.combos[race].asks.get("victims", ()):
        s.step, s.arg = st.NEXT, 0
        if ask(s, question, race, 0, log, on_the_spot=True):
            return True
    return False


def ask_tokens(s: State, seat: int, race: int, log: Log) -> bool:
    s.step, s.seat, s.arg = st.VICTIMS, seat, race
    return redeploy.place_rest(s, race, log)


def ask_markers(s: State, seat: int, race: int, marker: int, log: Log) -> bool:
    """Displaced markers go out again; with one region there is nothing to ask."""
    counter = s.world.adrift.get(marker)
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
    """The markers that are still adrift stay in hand."""
    marker, _ = markers.asked(s)
    s.counters[s.world.adrift[marker]] = 0
    return True
