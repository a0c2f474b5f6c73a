"""Sets of regions are integers: bit r is region r. Iterating a mask is the engine's innermost loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MAX_REGIONS: Final = 63  # six bits, of which the highest number means no region in particular

_CHUNK: Final = 14


def _table(offset: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for bit in range(_CHUNK):
        found += [(*numbers, offset + bit) for numbers in found]
    return found


# Four tables of 16,384 tuples turn a mask of 56 bits into region numbers with a few look-ups, which is
# several times faster in CPython than peeling off one bit after the other.
_T0: Final = _table(0)
_T1: Final = _table(_CHUNK)
_T2: Final = _table(2 * _CHUNK)
_T3: Final = _table(3 * _CHUNK)


def regions(mask: int) -> tuple[int, ...]:
    """The region numbers of a mask, in rising order."""
    # The shifts are written out: in CPython a name would be looked up each time.
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


def lowered(numbers: list[int], amount: int, where: int) -> list[int]:
    """Numbers by region, some of them lower."""
    return [number - amount if where >> region & 1 else number for region, number in enumerate(numbers)]
