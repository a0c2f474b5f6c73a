"""Which networks a client address belongs to: decides who shares a rate limit.

An IPv4 address counts by itself. An IPv6 client has at least 2⁶⁴ addresses, so it counts by its /64; one
customer may have 65,536 of those, so the /48 has a wider limit of its own. IPv4-mapped IPv6 counts as IPv4.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_NARROW: Final = 64
_WIDE: Final = 48


@lru_cache(maxsize=10_000)
def networks(address: str) -> tuple[str, ...]:
    """The networks an address belongs to, narrowest first. Text that is no address counts as it is."""
    found = read_address(address)
    if found is None:
        return (address,)
    if isinstance(found, IPv4Address):
        return (str(found),)
    return tuple(str(IPv6Network((int(found), bits), strict=False)) for bits in (_NARROW, _WIDE))


def site(address: str) -> str:
    """The client of a fair queue: the widest network, so that all networks of one owner share one turn."""
    return networks(address)[-1]


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address as proxies write it: possibly with a port, brackets or an interface name."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
