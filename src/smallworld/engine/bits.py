"""Sets of regions are integers: bit r is region r. Iterating a mask is the engine's innermost loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MAX_REGIONS: Final = 64

_CHUNK: Final = 12
_LOW: Final = (1 << _CHUNK) - 1


def _table(offset: int) -> list[tuple[int, ...]]:
    return [tuple(offset + i for i in range(_CHUNK) if value >> i & 1) for value in range(1 << _CHUNK)]


# Four tables of 4096 tuples turn a mask of 48 bits into region numbers with a few look-ups, which is
# several times faster in CPython than peeling off one bit after the other.
_T0: Final = _table(0)
_T1: Final = _table(_CHUNK)
_T2: Final = _table(2 * _CHUNK)
_T3: Final = _table(3 * _CHUNK)


def regions(mask: int) -> tuple[int, ...]:
    """The region numbers of a mask, in rising order."""
    out = _T0[mask & _LOW]
    mask >>= _CHUNK
    if mask:
        out += _T1[mask & _LOW]
        mask >>= _CHUNK
        if mask:
            out += _T2[mask & _LOW]
            mask >>= _CHUNK
            if mask:
                out += _T3[mask & _LOW]
                mask >>= _CHUNK
                if mask:
                    out += tuple(4 * _CHUNK + i for i in range(MAX_REGIONS - 4 * _CHUNK) if mask >> i & 1)
    return out


def mask_of(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
