"""Reading the values of a description, with the key in every complaint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import choices
from .notation import SEATS
from .state import State, empty_state
from .world import NONE, World


class Reading:
    """A position that is being set up, and everything wrong with its description so far."""

    def __init__(self, world: World, data: Mapping[str, Any], faults: list[str]) -> None:
        self.world = world
        self.data = data
        self.s: State = empty_state(world)
        self.faults = faults

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    # --- reading values, with the key in every complaint -----------------------------------------

    def number(self, where: str, value: object, low: int = 0, high: int = 10_000) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(where, f"expected a whole number from {low} to {high}, got {value!r}")
            return low
        return value

    def region(self, where: str, value: object) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or int(text) >= len(self.s.occ):
            self.fault(where, f"there is no region {value!r}; regions count from 0 to {len(self.s.occ) - 1}")
            return NONE
        return int(text)

    def seat(self, where: str, value: object) -> int:
        seats = SEATS[: self.world.seats]
        if not isinstance(value, str) or len(value) != 1 or value not in seats:
            self.fault(where, choices("seat", value, seats))
            return 0
        return seats.index(value)

    def name(self, where: str, kind: str, value: object, known: Sequence[str] | Mapping[str, int]) -> int:
        names = list(known)
        if value not in names:
            self.fault(where, choices(kind, value, names))
            return NONE
        return names.index(str(value))

    def table(self, where: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.fault(where, f"expected a table of keys, got {value!r}")
            return {}
        return value

    def items(self, where: str, value: object) -> Sequence[Any]:
        if not isinstance(value, list | tuple):
            self.fault(where, f"expected a list, got {value!r}")
            return ()
        return value
