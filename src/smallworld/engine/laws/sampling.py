"""How much of a position a law checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class AllItems:
    """Check every region, seat and action to try: thorough, and slow."""

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        return items


class SomeItems:
    """Check a few of them, others each time: for millions of positions."""

    def __init__(self, random: Callable[[], float], count: int = 3) -> None:
        self.random = random
        self.count = count

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        if len(items) <= self.count:
            return items
        return [items[int(self.random() * len(items))] for _ in range(self.count)]


Sampling = AllItems | SomeItems
ALL_ITEMS = AllItems()
