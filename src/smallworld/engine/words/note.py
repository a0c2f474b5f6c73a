"""Notes: what a word remembers about each seat; the state holds them (`State.notes`) and strings write them.

A note names another seat, or nobody. It ends when the turn of its seat begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bits import NONE

if TYPE_CHECKING:
    from ..position.state import State


class Note:
    """`id`: its name in descriptions. `number`: its place among all notes and in strings. `with_race`: it
    also ends when the active race of its seat declines."""

    def __init__(self, id: str, number: int, *, with_race: bool) -> None:
        self.id = id
        self.number = number
        self.with_race = with_race

    def of(self, s: State, seat: int) -> int:
        """The noted seat, or NONE."""
        return s.notes[self.number * s.world.seats + seat]

    def set(self, s: State, seat: int, other: int) -> None:
        s.notes[self.number * s.world.seats + seat] = other

    def end(self, s: State, seat: int) -> None:
        s.notes[self.number * s.world.seats + seat] = NONE

    def faults(self, s: State, seat: int) -> list[str]:
        """What the rules could never have noted about a seat."""
        return []
