"""What one seat, or a spectator, may know. Everything that leaves for a client goes through here.

Hidden are the coins of the others until the game is over. The order of the stacks and the dice to come
are not in the state at all: they are drawn when they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .events import Event
from .legal import Legal
from .position import position_string
from .state import State
from .world import NONE

SPECTATOR = -1


@dataclass(frozen=True)
class View:
    """The position as a seat may see it. `state` has the coins of others cut out."""

    seat: int
    state: State
    legal: Legal | None  # only for the seat that decides

    def __str__(self) -> str:
        return position_string(self.state)


def view(state: State, seat: int = SPECTATOR) -> View:
    """Cut what the seat may not know. A view never changes when only hidden things do."""
    cut = state.copy()
    if not state.over:
        open_purse = state.world.players  # what a party has, everybody may count
        cut.coins = [
            coins if other == seat or other >= open_purse else NONE for other, coins in enumerate(state.coins)
        ]
    mine = state.seat == seat and seat != SPECTATOR
    return View(seat, cut, Legal(state) if mine else None)


def events_for(events: tuple[Event, ...] | list[Event], seat: int = SPECTATOR) -> list[Event]:
    """Events as a seat may see them: what others score stays hidden, as their coins do."""
    return [
        _cut(event) if event.kind in ("scored", "gained") and event.seat != seat else event
        for event in events
    ]


def _cut(event: Event) -> Event:
    return replace(event, amount=NONE, receipt=None)
