"""How events are told: how long each wants to be looked at, what is held back, and what it sounds like.

Every kind of event states its own pause here; clients wait as long, and know no kind by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Drama:
    """Times in milliseconds, at usual speed."""

    pause: int = 0  # before the next picture
    cue: str = ""  # a sound, by what it is like
    hold: int = 0  # so long the picture waits, while something is watched that decides it
    line: int = 0  # more pause for each line of a scoring


_QUIET: Final = Drama()
DRAMA: Final[dict[str, Drama]] = {
    "round": Drama(300),
    "turn": Drama(200, "turn"),
    "picked": Drama(900, "pick"),
    "mustered": _QUIET,
    "readied": _QUIET,
    "abandoned": Drama(650, "leave"),
    "conquered": Drama(650, "impact"),
    "converted": Drama(750, "spell"),
    "lost": Drama(200, "fall"),
    "aimed": Drama(900, "turn"),
    "swept": Drama(900, "leave"),
    "earned": Drama(900, "coins", line=240),
    "displaced": _QUIET,
    "attempt": _QUIET,
    "repelled": Drama(900, "fail"),
    "rolled": Drama(900, "die", hold=1500),
    "recruited": Drama(650, "join"),
    "given_up": Drama(650, "leave"),
    "placed": _QUIET,
    "marked": Drama(650, "marker"),
    "unmarked": _QUIET,
    "truce": Drama(800, "join"),
    "swapped": Drama(800, "pick"),
    "scored": Drama(900, "coins", line=240),
    "gained": Drama(650, "coins"),
    "declined": Drama(1500, "ruin"),
    "vanished": Drama(900, "ruin"),
    "drawn_race": _QUIET,
    "drawn_badge": _QUIET,
    "reshuffled": _QUIET,
    "found": Drama(2600, "reveal"),
    "bound": Drama(2600, "reveal"),
    "struck": Drama(900, "impact"),
    "paid": Drama(650, "coins"),
    "reborn": Drama(900, "spell"),
    "equipped": Drama(650, "join"),
    "settled": Drama(500, "impact"),
    "joined": Drama(650, "join"),
    "captured": Drama(1200, "fail"),
    "freed": Drama(900, "join"),
    "departed": Drama(800, "leave"),
    "withdrawn": Drama(500, "leave"),
    "settled_up": Drama(900, "coins"),
    "over": Drama(1200, "end"),
}


def drama_of(kind: str) -> Drama:
    """Kinds that no rule has yet are told like a conquest."""
    return DRAMA.get(kind, DRAMA["conquered"])
