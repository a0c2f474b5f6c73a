"""Which regions count as next to each other for a race: links between them, and ways through them."""

from __future__ import annotations

from functools import lru_cache

from .bits import regions


@lru_cache(maxsize=1024)  # what links regions may lie in one, and so comes and goes
def linked(near: tuple[int, ...], mask: int, from_anywhere: bool) -> list[int]:
    """Neighbours of each region, and those of a set too: seen from the set, or from anywhere."""
    return [
        neighbours | mask & ~(1 << region) if from_anywhere or mask >> region & 1 else neighbours
        for region, neighbours in enumerate(near)
    ]


def beyond(borders: list[int], mask: int) -> list[int]:
    """For each region, what lies beyond a chain of regions of a set."""
    found = []
    for region in range(len(borders)):
        way, ahead = 0, borders[region] & mask
        while ahead & ~way:
            way |= ahead
            for part in regions(way):
                ahead |= borders[part] & mask
        out = 0
        for part in regions(way):
            out |= borders[part]
        found.append(out & ~(1 << region))
    return found
