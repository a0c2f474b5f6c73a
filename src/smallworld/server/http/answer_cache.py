"""A cache of finished answers that are the same for every client."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

MOST: Final = 16_000_000  # bytes in total


class AnswerCache:
    """A least-recently-used cache of answers, bounded by their total size."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        self.bytes += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self.bytes > self._most:
            self.bytes -= len(self._answers.popitem(last=False)[1])
