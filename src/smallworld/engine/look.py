"""How closely laws look at a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Everything:
    """Look at every region, seat and thinkable action of a position: thorough, and slow."""

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        return items


class Glance:
    """Look at a few of them, others each time: for millions of positions."""

    def __init__(self, random: Callable[[], float], count: int = 3) -> None:
        self.random = random
        self.count = count

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        if len(items) <= self.count:
            return items
        return [items[int(self.random() * len(items))] for _ in range(self.count)]


Look = Everything | Glance
EVERYTHING = Everything()
