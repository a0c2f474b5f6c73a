"""Errors: bad packs, impossible positions, damaged strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches


class SmallWorldError(ValueError):
    """Base of every error this package raises on purpose. `faults` holds all faults, not only the first."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class PackError(SmallWorldError):
    """A pack, race, power, marker or board is not well formed."""


class PositionError(SmallWorldError):
    """A position description or string describes no possible position."""


class NotationError(SmallWorldError):
    """An action, position, game string or record cannot be read."""


def faults_of(*attempts: Callable[[], object]) -> list[str]:
    """The faults of several things together."""
    faults: list[str] = []
    for attempt in attempts:
        try:
            attempt()
        except SmallWorldError as error:
            faults += error.faults
    return faults


def shown(value: object) -> str:
    """A wrong value as an error shows it; long ones are cut."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a number of more than twelve digits"
    said = repr(value[:60] if isinstance(value, str) else value)
    return said if len(said) <= 60 else f"{said[:57]}…"


def choices(kind: str, wrong: object, valid: Iterable[str]) -> str:
    """The one sentence for an unknown name: the name, the known names, and the most similar one."""
    names = sorted(valid)
    listed = ", ".join(names) or "none"
    word = str(wrong).lower() if isinstance(wrong, str) and len(wrong) <= 60 else ""
    near = get_close_matches(word, names, n=1, cutoff=0.75)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"unknown {kind} {shown(wrong)}; expected one of: {listed}{meant}"
