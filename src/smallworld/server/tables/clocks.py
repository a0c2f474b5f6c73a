"""Whole-game clocks. They follow from the times in the journal, so every server reads the same."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
COMING_BACK: Final = 60.0  # seconds a person has at least, who takes the seat back


class Clocks:
    """One clock for each seat; at most one is ticking. Without a budget they never run out."""

    def __init__(self, seats: int, budget: float | None) -> None:
        self.budget = budget
        self.spent = [0.0] * seats
        self.granted = [0.0] * seats
        self.ticking = NOBODY
        self.since = 0.0  # when the ticking clock was last read

    def __repr__(self) -> str:
        return f"<Clocks {self.budget} s, spent {self.spent}, seat {self.ticking} ticks>"

    def charge(self, at: float) -> float:
        """Write down the time used until now; the moment it counts for, as time never runs backwards."""
        at = max(at, self.since)
        if self.ticking != NOBODY:
            self.spent[self.ticking] += at - self.since
        self.since = at
        return at

    def skip(self, gone: float, at: float) -> None:
        """Nobody could move from `gone` until `at`: only the time before counts."""
        self.charge(min(gone, at))
        self.since = max(self.since, at)

    def tick(self, seat: int) -> None:
        """From the last charge on, it is this seat's time."""
        self.ticking = seat if self.budget is not None else NOBODY

    def grant(self, seat: int, seconds: float) -> None:
        """See to it that the seat has at least this much time."""
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
        """When the ticking clock runs out."""
        left = self.left(self.ticking, self.since) if self.ticking != NOBODY else None
        return None if left is None else self.since + left
