"""Read the values of a description; every fault names its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import PositionError, choices, shown
from ..position.state import State, empty_state
from ..world.world import NONE, World
from .strings import SEATS, is_number

MOST_FAULTS = 40  # then stop looking


class Reading:
    """A position that is being set up, with the faults of its description so far."""

    def __init__(self, world: World, data: Mapping[str, Any], faults: list[str]) -> None:
        self.world = world
        self.data = data
        self.s: State = empty_state(world)
        self.faults = faults

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")
        if len(self.faults) >= MOST_FAULTS:
            raise PositionError([*self.faults, "there may be more faults after these"])

    # --- reading values; every fault names its key ------------------------------------------------

    def number(self, where: str, value: object, low: int = 0, high: int = 10_000) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(where, f"expected a whole number from {low} to {high}, got {shown(value)}")
            return low
        return value

    def region(self, where: str, value: object) -> int:
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not is_number(text) or int(text) >= len(self.s.occ):
            self.fault(
                where, f"there is no region {shown(value)}; regions count from 0 to {len(self.s.occ) - 1}"
            )
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
            self.fault(where, f"expected a table of keys, got {shown(value)}")
            return {}
        return value

    def items(self, where: str, value: object) -> Sequence[Any]:
        if not isinstance(value, list | tuple):
            self.fault(where, f"expected a list, got {shown(value)}")
            return ()
        return value
