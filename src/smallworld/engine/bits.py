"""A set of regions is an integer: bit r is region r. The engine's innermost loop iterates over such masks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

NONE: Final = -1  # no region, no race, no seat
SEATS: Final = "ABCDEFGH"
MAX_REGIONS: Final = 63  # six bits; the highest number, 63, means "no region"

_CHUNK: Final = 14


def _table(offset: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for bit in range(_CHUNK):
        found += [(*numbers, offset + bit) for numbers in found]
    return found


# Four tables of 16,384 tuples turn a mask of 56 bits into region numbers with a few look-ups. In CPython that
# is several times faster than taking off one bit after the other.
_T0: Final = _table(0)
_T1: Final = _table(_CHUNK)
_T2: Final = _table(2 * _CHUNK)
_T3: Final = _table(3 * _CHUNK)


def regions(mask: int) -> tuple[int, ...]:
    """The region numbers of a mask, in rising order."""
    # The shifts are written as numbers: CPython would look a name up each time.
    if mask < 0x10000000:
        return _T0[mask & 0x3FFF] + _T1[mask >> 14]
    if mask < 0x40000000000:
        return _T0[mask & 0x3FFF] + _T1[mask >> 14 & 0x3FFF] + _T2[mask >> 28]
    if mask < 0x100000000000000:
        return _T0[mask & 0x3FFF] + _T1[mask >> 14 & 0x3FFF] + _T2[mask >> 28 & 0x3FFF] + _T3[mask >> 42]
    high = tuple(region for region in range(4 * _CHUNK, MAX_REGIONS) if mask >> region & 1)
    return regions(mask & 0xFFFFFFFFFFFFFF) + high


def mask_of(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@lru_cache(maxsize=1024)
def lowered(numbers: tuple[int, ...], amount: int, where: int) -> list[int]:
    """Numbers by region, some of them lower. The list is shared: do not change it."""
    return [number - amount if where >> region & 1 else number for region, number in enumerate(numbers)]
