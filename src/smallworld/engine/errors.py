"""What goes wrong before a game can go on: bad packs, impossible positions, damaged strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches


class SmallWorldError(ValueError):
    """Base of every error this package raises on purpose. `faults` holds all of them, not the first."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class PackError(SmallWorldError):
    """A pack, race, power, marker or board is not well formed."""


class PositionError(SmallWorldError):
    """A position description or string cannot be a position of the game."""


class NotationError(SmallWorldError):
    """An action, position, game string or record cannot be read."""


def faults_of(*attempts: Callable[[], object]) -> list[str]:
    """Everything that is wrong with several things, not only with the first."""
    faults: list[str] = []
    for attempt in attempts:
        try:
            attempt()
        except SmallWorldError as error:
            faults += error.faults
    return faults


def choices(kind: str, wrong: object, valid: Iterable[str]) -> str:
    """One wording for every unknown name: what came, what could have come, and what was probably meant."""
    names = sorted(valid)
    listed = ", ".join(names) or "none"
    near = get_close_matches(str(wrong).lower(), names, n=1, cutoff=0.75)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"unknown {kind} {wrong!r}; expected one of: {listed}{meant}"
