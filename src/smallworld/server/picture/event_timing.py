"""How events are presented: how long each is shown, what is delayed, and its sound.

Every kind of event has its pause here; clients wait as long and know no kinds themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class EventTiming:
    """Times in milliseconds, at normal speed."""

    pause: int = 0  # before the next picture
    cue: str = ""  # the name of a sound
    hold: int = 0  # delay of the picture while something that decides it is shown
    line: int = 0  # extra pause for each line of a scoring


_QUIET: Final = EventTiming()
DRAMA: Final[dict[str, EventTiming]] = {
    "round": EventTiming(300),
    "turn": EventTiming(200, "turn"),
    "picked": EventTiming(900, "pick"),
    "mustered": _QUIET,
    "readied": _QUIET,
    "abandoned": EventTiming(650, "leave"),
    "conquered": EventTiming(650, "impact"),
    "converted": EventTiming(750, "spell"),
    "lost": EventTiming(200, "fall"),
    "aimed": EventTiming(900, "turn"),
    "swept": EventTiming(900, "leave"),
    "earned": EventTiming(900, "coins", line=240),
    "displaced": _QUIET,
    "attempt": _QUIET,
    "repelled": EventTiming(900, "fail"),
    "rolled": EventTiming(900, "die", hold=1500),
    "recruited": EventTiming(650, "join"),
    "given_up": EventTiming(650, "leave"),
    "placed": _QUIET,
    "marked": EventTiming(650, "marker"),
    "unmarked": _QUIET,
    "truce": EventTiming(800, "join"),
    "swapped": EventTiming(800, "pick"),
    "scored": EventTiming(900, "coins", line=240),
    "gained": EventTiming(650, "coins"),
    "declined": EventTiming(1500, "ruin"),
    "vanished": EventTiming(900, "ruin"),
    "drawn_race": _QUIET,
    "drawn_badge": _QUIET,
    "reshuffled": _QUIET,
    "found": EventTiming(2600, "reveal"),
    "revealed": EventTiming(1500, "reveal"),
    "foreseen": EventTiming(900, "spell"),
    "unsettled": EventTiming(650, "leave"),
    "bound": EventTiming(2600, "reveal"),
    "struck": EventTiming(900, "impact"),
    "paid": EventTiming(650, "coins"),
    "reborn": EventTiming(900, "spell"),
    "equipped": EventTiming(650, "join"),
    "settled": EventTiming(500, "impact"),
    "joined": EventTiming(650, "join"),
    "captured": EventTiming(1200, "fail"),
    "freed": EventTiming(900, "join"),
    "departed": EventTiming(800, "leave"),
    "withdrawn": EventTiming(500, "leave"),
    "settled_up": EventTiming(900, "coins"),
    "over": EventTiming(1200, "end"),
}


def timing_of(kind: str) -> EventTiming:
    """Unknown kinds are presented like a conquest."""
    return DRAMA.get(kind, DRAMA["conquered"])
