"""Rate limits: token buckets per connection, address or table."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from .addresses import networks

WIDE: Final = 4  # a wider network gets this many times the limit of one address
_ADDRESSES: Final = 10_000  # buckets kept at most; the least recently used are dropped


class Bucket:
    """A token bucket: holds `size` tokens, refilled with `rate` tokens per second."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._size, self._rate, self._clock = size, rate, clock
        self._tokens, self._at = size, clock()

    def has(self, count: float = 1.0) -> bool:
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return self._tokens >= count

    def take(self, count: float = 1.0) -> bool:
        if not self.has(count):
            return False
        self._tokens -= count
        return True


class Buckets:
    """A bucket for each network of an address; a request needs tokens from all of them."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._size, self._rate, self._clock = size, rate, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1.0) -> bool:
        found = [self._bucket(network, times) for network, times in _shares(address)]
        if not all(bucket.has(count) for bucket in found):
            return False
        return all(bucket.take(count) for bucket in found)

    def _bucket(self, network: str, times: int) -> Bucket:
        bucket = self._buckets.pop(network, None)
        if bucket is None:
            bucket = Bucket(times * self._size, times * self._rate, self._clock)
        self._buckets[network] = bucket
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


class InUse:
    """Counts what is in use at the same time, per network."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def room(self, address: str, most: int) -> bool:
        """Whether one more stays within `most` per address."""
        return all(self._counts[network] < times * most for network, times in _shares(address))

    def add(self, address: str) -> None:
        self._all += 1
        self._counts.update(networks(address))

    def remove(self, address: str) -> None:
        self._all -= 1
        for network in networks(address):
            self._counts[network] -= 1
            if self._counts[network] <= 0:
                del self._counts[network]


def _shares(address: str) -> zip[tuple[str, int]]:
    """Each network with its multiple of the limit of one address."""
    return zip(networks(address), (1, WIDE), strict=False)
