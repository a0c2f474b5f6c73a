"""Ready troops: leave one token in each region and take the rest in hand; regions may be abandoned."""

from __future__ import annotations

from ...actions import ABANDON_CODES, C_DECLINE
from ...bits import regions
from ...events import Event, Log
from ...position import state as st
from ...position.state import State
from ...position.token_markers import take_in_hand
from ..apply_changes import vacate
from ..gates import start_acting
from . import conquer


def begin(s: State, race: int, log: Log) -> None:
    """The race takes its troops in hand, and its player is asked what to do."""
    combo = s.combos[race]
    if s.world.people:
        take_in_hand(s, race)
    # A race that keeps all tokens in decline must be able to put them back where they stood.
    s.before_ready = tuple(s.tokens) if combo.will_keep_all and not s.touched else ()
    pick_up_tokens(s, race)
    s.conquered = s.nonempty = 0
    start_acting(s, race)
    s.step, s.seat, s.arg = st.READY, s.turn, race
    if log is not None:
        log.append(Event("readied", seat=s.turn, race=race, amount=s.hand[race]))


def pick_up_tokens(s: State, race: int) -> None:
    """Take all but one token of each region in hand."""
    tokens = s.tokens
    lifted = 0
    for region in regions(s.mask[race]):
        count = tokens[region]
        if count > 1:
            lifted += count - 1
            tokens[region] = 1
    s.hand[race] += lifted


def codes(s: State) -> list[int]:
    out = conquer.codes(s)
    for region in regions(s.mask[s.acting]):
        out.append(ABANDON_CODES[region])
    if not s.touched:
        out.append(C_DECLINE)
    return out


def abandon(s: State, action: int, log: Log) -> bool:
    region, race = action & 63, s.acting
    s.hand[race] += vacate(s, region, log)
    if log is not None:
        log.append(Event("abandoned", seat=s.seat, race=race, region=region))
    s.touched = True
    s.before_ready = ()
    start_acting(s, race)
    return False
