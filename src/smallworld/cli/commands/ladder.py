"""`smallworld ladder`: rate bots by games against each other."""

from __future__ import annotations

from functools import wraps
from typing import Any

from .sim import play, sim


@wraps(sim, assigned=("__annotations__",))
def ladder(**options: Any) -> None:
    """Let bots play each other, in pairs or at mixed tables, and rate them. Two bots at a larger table: one
    of the first against the others, and the reverse, so that the win share can be compared with chance.
    """
    play(**options, ladder=True)
