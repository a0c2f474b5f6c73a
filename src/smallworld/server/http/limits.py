"""Who asks too much, too often: token buckets, one for each connection, address or table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

_ADDRESSES: Final = 10_000  # remembered at most; the ones that were quiet longest are forgotten


class Bucket:
    """`size` tokens at once, `rate` new ones each second."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._size, self._rate, self._clock = size, rate, clock
        self._tokens, self._at = size, clock()

    def take(self, count: float = 1.0) -> bool:
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._kind = size, rate, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1.0) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(*self._kind)
        self._buckets[address] = bucket
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(count)
