"""Faults of a pack file: each with the field it is in, and the line of that field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from smallworld.engine.errors import PackError


@dataclass(frozen=True)
class Fault:
    path: str  # e.g. race.badgers.effects[0].where; empty: the whole file
    said: str
    line: int = 0  # of the file; 0: unknown

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.path}: {self.said}" if self.path else f"{place}{self.said}"


class PackFileError(PackError):
    """A pack file is not valid. `found` holds the faults with their places."""

    def __init__(self, found: Iterable[Fault]) -> None:
        self.found = tuple(found)
        super().__init__(map(str, self.found))

    def with_lines(self, line_of: Callable[[str], int]) -> PackFileError:
        return PackFileError(replace(fault, line=fault.line or line_of(fault.path)) for fault in self.found)
