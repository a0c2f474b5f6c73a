"""The server's counters: for `/api/metrics` and for load tests."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """Counts durations by upper bounds in seconds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        lines, total = [f"# TYPE {name} histogram"], 0
        for bound, count in zip((*_BOUNDS, "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()  # by kind
        self.messages: Counter[str] = Counter()  # by type
        self.requests: Counter[int] = Counter()  # by status
        self.answers = Histogram()  # from receiving a message to the end of its handling
        self.late = Histogram()  # delay of the event loop

    def refused(self, kind: str) -> None:
        self.refusals[kind] += 1

    def lines(self) -> list[str]:
        found = []
        for name, label, counter in (
            ("smallworld_refusals_total", "kind", self.refusals),
            ("smallworld_messages_total", "type", self.messages),
            ("smallworld_requests_total", "status", self.requests),
        ):
            found.append(f"# TYPE {name} counter")
            found += [f'{name}{{{label}="{key}"}} {count}' for key, count in sorted(counter.items())]
        found += self.answers.lines("smallworld_answer_seconds")
        return found + self.late.lines("smallworld_loop_late_seconds")
