"""Coming back from an interruption."""

from __future__ import annotations

from ...events import Log
from ...position import state as st
from ...position.state import State
from . import party_turn
from .conquer import exhausted
from .redeploy import place_rest


def finished(s: State, log: Log) -> bool:
    """Whether the interrupted decision, which would be asked again now, has nothing left to decide."""
    if s.step == st.CONQUER:
        return not party_turn.carry_on(s, log) if s.combo.by_party else exhausted(s)
    if s.step == st.REDEPLOY:
        return not place_rest(s, s.arg, log)
    return s.step == st.NEXT
