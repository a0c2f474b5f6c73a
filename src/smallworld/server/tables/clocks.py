"""Whole-game clocks. They depend only on the times in the journal, so every server computes the same."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
COMING_BACK: Final = 60.0  # seconds that a person who takes the seat back has at least


class Clocks:
    """One clock per seat; at most one is running. Without a budget they never run out."""

    def __init__(self, seats: int, budget: float | None) -> None:
        self.budget = budget
        self.spent = [0.0] * seats
        self.granted = [0.0] * seats
        self.ticking = NOBODY
        self.since = 0.0  # when the running clock was last read

    def __repr__(self) -> str:
        return f"<Clocks {self.budget} s, spent {self.spent}, seat {self.ticking} ticks>"

    def charge(self, at: float) -> float:
        """Subtract the time used until now; returns the effective time, because time never runs backwards."""
        at = max(at, self.since)
        if self.ticking != NOBODY:
            self.spent[self.ticking] += at - self.since
        self.since = at
        return at

    def skip(self, gone: float, at: float) -> None:
        """No server was running from `gone` until `at`: only the time before counts."""
        self.charge(min(gone, at))
        self.since = max(self.since, at)

    def tick(self, seat: int) -> None:
        """From the last charge on, this seat's clock runs."""
        self.ticking = seat if self.budget is not None else NOBODY

    def grant(self, seat: int, seconds: float) -> None:
        """Give the seat at least this much time."""
        if self.budget is not None:
            left = self.budget + self.granted[seat] - self.spent[seat]
            self.granted[seat] += max(0.0, seconds - left)

    def left(self, seat: int, now: float) -> float | None:
        if self.budget is None:
            return None
        running = max(0.0, now - self.since) if seat == self.ticking else 0.0
        return max(0.0, self.budget + self.granted[seat] - self.spent[seat] - running)

    @property
    def deadline(self) -> float | None:
        """When the running clock runs out."""
        left = self.left(self.ticking, self.since) if self.ticking != NOBODY else None
        return None if left is None else self.since + left
