"""Which regions count as next to each other for a race: links between them, and ways through them."""

from __future__ import annotations

from .bits import regions


def links(count: int, mask: int, from_anywhere: bool) -> list[int]:
    """For each region, those of a set that count as its neighbours: seen from the set, or from anywhere."""
    return [mask & ~(1 << region) if from_anywhere or mask >> region & 1 else 0 for region in range(count)]


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
