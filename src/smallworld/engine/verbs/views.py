"""What one seat, or a spectator, may know. Everything sent to a client goes through here.

The coins of other players are hidden until the game is over; the next card of a row is known only to the
seats that have seen it. The order of the stacks and future dice are not
in the state: they are drawn when they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..events import Event
from ..notation.position_string import position_string
from ..position.state import State
from ..world.world import NONE
from .legal import Legal

SPECTATOR = -1
# Kinds of events whose numbers and cards only the seat knows to which they happened.
PRIVATE: Final = ("scored", "gained", "foreseen")


@dataclass(frozen=True)
class View:
    """The position as a seat may see it. In `state` the coins of others are removed."""

    seat: int
    state: State
    legal: Legal | None  # only for the seat that decides

    def __str__(self) -> str:
        return position_string(self.state)


def view(state: State, seat: int = SPECTATOR) -> View:
    """Remove what the seat may not know. A change of hidden information never changes a view."""
    cut = state.copy()
    if not state.over:
        open_purse = state.world.players  # everybody may count a party's coins
        cut.coins = [
            coins if other == seat or other >= open_purse else NONE for other, coins in enumerate(state.coins)
        ]
    if not cut.seers >> max(seat, 0) & 1 or seat == SPECTATOR:
        cut.foreseen = NONE
    mine = state.seat == seat and seat != SPECTATOR
    return View(seat, cut, Legal(state) if mine else None)


def events_for(events: tuple[Event, ...] | list[Event], seat: int = SPECTATOR) -> list[Event]:
    """Events as a seat may see them: what others score is hidden, like their coins."""
    return [_cut(event) if event.kind in PRIVATE and event.seat != seat else event for event in events]


def _cut(event: Event) -> Event:
    return replace(event, amount=NONE, receipt=None, lines=(), card=NONE)
