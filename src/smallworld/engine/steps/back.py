"""Coming back from an interruption."""

from __future__ import annotations

from .. import state as st
from ..events import Log
from ..state import State
from . import march
from .conquer import exhausted
from .redeploy import place_rest


def finished(s: State, log: Log) -> bool:
    """Whether what was interrupted, and would be asked again now, has nothing left to decide."""
    if s.step == st.CONQUER:
        return not march.carry_on(s, log) if s.combo.led else exhausted(s)
    if s.step == st.REDEPLOY:
        return not place_rest(s, s.arg, log)
    return s.step == st.NEXT
